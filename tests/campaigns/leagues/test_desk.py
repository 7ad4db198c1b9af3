"""The organiser's desk, the league's home and its chronicle: who sees what, and what can be done there."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import pytest
from django.test import Client

from campaigns.models import Report, Seat
from campaigns.people import signin
from config import installation
from config.backups import Trouble
from tests import factories
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import evening, state_of
from tests.pages import words_of

pytestmark = pytest.mark.django_db


def told(here: Evening, winner: str) -> dict[str, str]:
    return {"winner": winner, "rounds": "4", "once": ""}


def test_the_desk_is_the_organisers() -> None:
    here = Evening()
    assert here.browser(here.ilse).get(here.url("desk/")).status_code == 200
    assert here.browser(here.marta).get(here.url("desk/")).status_code == 404
    stranger = here.browser(factories.new_organiser(name="Nobody"))
    assert stranger.get(here.url("desk/")).status_code == 404
    assert Client().get(here.url("desk/")).status_code in (302, 404)


def test_an_empty_desk_says_so() -> None:
    here = Evening()
    page = here.browser(here.ilse).get(here.url("desk/")).content.decode()
    assert "Nothing needs you" in page
    assert "nothing open" in page


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("room", "The disk has too little room for it."),
        ("other", "The worker’s log says why."),
        ("late", "The worker that makes it each day is not running."),
    ],
)
def test_a_backup_that_failed_is_seen_on_the_desk(
    monkeypatch: pytest.MonkeyPatch, why: Literal["room", "other", "late"], said: str
) -> None:
    here = Evening()
    last = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    monkeypatch.setattr(installation, "trouble_with_backups", lambda: Trouble(why, last))
    page = here.browser(here.ilse).get(here.url("desk/")).content.decode()
    assert "One thing needs you" in page
    assert "Today’s backup is missing" in page
    assert f"{said} The last one is from " in page
    monkeypatch.setattr(installation, "trouble_with_backups", lambda: Trouble(why, None))
    page = here.browser(here.ilse).get(here.url("desk/")).content.decode()
    assert f"{said} There is none yet." in page


def test_a_report_nobody_has_answered_is_confirmed_from_the_desk() -> None:
    here = Evening()
    here.browser(here.marta).post(here.quick, told(here, here.bell))
    ilse = here.browser(here.ilse)
    page = ilse.get(here.url("desk/")).content.decode()
    assert "Tom has not answered Marta’s report" in page
    assert "Confirm for Tom" in page
    report = Report.objects.get()
    ilse.post(here.url(f"reports/{report.pk}/"), {"right": report.pk})
    assert state_of(here.scope).warbands[here.bell].vp == 2
    assert "Nothing needs you" in ilse.get(here.url("desk/")).content.decode()


def test_several_who_have_not_answered_are_named_as_several() -> None:
    here = Evening()
    ilse = here.browser(here.ilse)
    ilse.post(here.url(f"m/{here.mission()}/walk-over/"), {"winner": here.bell})
    page = words_of(ilse.get(here.url("desk/")))
    assert "Marta and Tom have not answered Ilse’s report" in page
    assert "Confirm for Marta and Tom" in page


def test_a_dispute_is_decided_at_the_desk() -> None:
    here = Evening()
    here.browser(here.marta).post(here.quick, told(here, here.bell))
    first = Report.objects.get()
    answer = f"{here.url('report/')}?answers={first.pk}"
    here.browser(here.tom).post(answer, told(here, here.raiders))
    ilse = here.browser(here.ilse)
    page = ilse.get(here.url("desk/")).content.decode()
    for words in (
        "Tom disputes Marta’s report",
        "Marta is right",
        "Tom is right",
        "Raiders won after 4 rounds.",
    ):
        assert words in page
    toms = Report.objects.get(reporter=here.tom)
    assert ilse.post(here.url(f"reports/{first.pk}/"), {"right": toms.pk}).status_code == 302
    assert state_of(here.scope).warbands[here.raiders].vp == 2
    assert "Nothing needs you" in ilse.get(here.url("desk/")).content.decode()


def test_the_right_version_belongs_to_this_report() -> None:
    here, other = Evening(), Evening()
    here.browser(here.marta).post(here.quick, told(here, here.bell))
    other.browser(other.marta).post(other.quick, told(other, other.bell))
    mine, strange = (
        Report.objects.filter(scope=here.scope).get(),
        Report.objects.filter(scope=other.scope).get(),
    )
    ilse = here.browser(here.ilse)
    assert ilse.post(here.url(f"reports/{mine.pk}/"), {"right": strange.pk}).status_code == 404
    assert ilse.post(here.url(f"reports/{strange.pk}/"), {"confirm": 1}).status_code == 404


def test_the_desk_shows_how_far_everybody_is() -> None:
    here = Evening()
    here.browser(here.marta).post(here.quick, told(here, here.bell))
    here.browser(here.tom).post(here.url(f"reports/{Report.objects.get().pk}/"), {"confirm": 1})
    page = here.browser(here.ilse).get(here.url("desk/")).content.decode()
    assert page.count("casualties open") == 2
    assert f"/steps/{here.bell}/" in page


def test_the_chronicle_tells_about_one_warband_mission_or_unit() -> None:
    here = Evening()
    fallen, killer = here.units(here.raiders)[1], here.units(here.bell)[0]
    mission = evening(here.scope, here.ilse, here.bell, here.raiders, kills={fallen: killer})
    marta = here.browser(here.marta)
    everything = marta.get(here.url("chronicle/")).content.decode()
    about = marta.get(here.url(f"chronicle/?about={mission}")).content.decode()
    unit = marta.get(here.url(f"chronicle/?about={fallen}")).content.decode()
    assert everything.count('<li class="line is-small') > about.count('<li class="line is-small') > 0
    assert f'<option value="{mission}" selected>' in about
    assert f'<option value="{fallen}" selected>' in unit
    assert 'id="e1"' in everything


@pytest.mark.parametrize("asked", ["about=nothing", "before=x", "before=99999999999999999999", "about=%25"])
def test_strange_questions_to_the_chronicle_do_no_harm(asked: str) -> None:
    here = Evening()
    assert here.browser(here.marta).get(here.url(f"chronicle/?{asked}")).status_code == 200


def test_opr_11_standings_say_who_moved_since_the_latest_mission() -> None:
    here = Evening(parallel_play="on")
    evening(here.scope, here.ilse, here.bell, here.raiders)
    evening(here.scope, here.ilse, here.raiders, here.bell)
    evening(here.scope, here.ilse, here.raiders, here.bell)
    page = here.browser(here.marta).get(here.url("")).content.decode()

    rows = page.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")
    assert "Raiders" in rows[0]
    assert "Second Bell" in rows[1]
    assert 'class="down"' in rows[1]


def test_everybody_sees_whom_the_league_waits_for() -> None:
    here = Evening()
    waited = {"HX-Target": "waited"}
    here.browser(here.marta).post(here.quick, told(here, here.bell))
    home = here.browser(here.marta).get(here.url(), headers=waited).content.decode()
    assert "Tom" in home
    assert "to answer Marta’s report" in home
    here.browser(here.tom).post(here.url(f"reports/{Report.objects.get().pk}/"), {"confirm": 1})
    home = here.browser(here.marta).get(here.url(), headers=waited).content.decode()
    assert home.count("to roll casualties") == 2
    assert "to answer" not in home


def test_a_league_that_has_not_begun_says_what_comes_next() -> None:
    scope = play.found_league()
    ilse, tom = scope.club.seats.get(role="organiser"), play.player(scope, "Tom")
    play.found_warband(scope, play.player(scope, "Marta"), "Second Bell", play.band())
    home, desk = f"/l/{scope.pk}/", f"/l/{scope.pk}/desk/"
    for seat in (ilse, tom):
        page = factories.signed_in(seat).get(home).content.decode()
        assert "Nobody yet. Missions begin once an organiser has started the league." in page
        assert "Your warband is missing" in page
    assert "The league can start" not in factories.signed_in(ilse).get(desk).content.decode()
    play.found_warband(scope, tom, "Raiders", play.band())
    assert "Your warband is missing" not in factories.signed_in(tom).get(home).content.decode()
    assert "The league can start" in factories.signed_in(ilse).get(desk).content.decode()
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    assert "Your warband is missing" not in factories.signed_in(ilse).get(home).content.decode()
    assert "Nothing needs you" in factories.signed_in(ilse).get(desk).content.decode()
    begun = factories.signed_in(ilse).get(home).content.decode()
    assert "Nobody. No mission has been opened yet." in begun
    assert f'href="{home}help/"' in begun  # for whoever does not know how to go on


def test_a_warband_of_a_merged_seat_is_its_players_own() -> None:
    here = Evening()
    again = play.player(here.scope, "Tom on another phone")
    assert "New mission" not in here.browser(again).get(here.url()).content.decode()
    signin.merge_seats(by=here.ilse, keep=again, drop=here.tom)
    page = here.browser(again).get(here.url()).content.decode()
    assert "Your warband is missing" not in page
    assert "New mission" in page
    assert 'class="is-mine"' in page
    for seat, name in ((here.tom, "Tom of old"), (again, "Tomasz")):
        Seat.objects.filter(pk=seat.pk).update(name=name)
    page = here.browser(again).get(here.url()).content.decode()
    assert "Tomasz" in page
    assert "Tom of old" not in page


def test_opr_12_who_comes_too_late_reads_why_and_opens_no_missions() -> None:
    here = Evening()
    here.browser(here.marta).post(here.quick, told(here, here.bell))
    here.browser(here.tom).post(here.url(f"reports/{Report.objects.get().pk}/"), {"confirm": 1})
    late = play.player(here.scope, "Late Lena")
    page = here.browser(late).get(here.url("")).content.decode()
    assert "This league takes nobody in once its first mission is open. Its organiser can allow it." in page
    assert "New mission" not in page
    missions = here.browser(late).get(here.url("missions/")).content.decode()
    assert "New mission" not in missions
    assert "We have just played" not in missions
    assert "New mission" in here.browser(here.marta).get(here.url("")).content.decode()
    watching = factories.new_seat(club=here.scope.club, name="Pip", role="spectator")
    page = here.browser(watching).get(here.url("")).content.decode()
    assert "takes nobody in" not in page
    assert "New mission" not in page
