"""The organiser's desk, the league's home and its chronicle: who sees what, and what can be done there."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.leagues import organise_page as desk_page
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.todos import todos_of
from campaigns.leagues.organise_page import LeagueOrganisePage
from campaigns.models import Chore, Invitation, LeagueOrganiser, News, Notice, NoticeKind, Report, Scope, Seat
from campaigns.notices.found.inbox import notification_target_url
from campaigns.opr.league import home as home_page
from campaigns.opr.league.home import LeagueHome
from campaigns.opr.table import home_parts
from campaigns.people import seats, signin
from campaigns.people.me import holidays
from campaigns.shell.told import chronicle_page
from config import installation
from config.database.backups import BackupTrouble
from tests import factories
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import evening, state_of
from tests.maps.conquest.play import words_of
from tests.pages import looking

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
    assert "All is well" in page
    assert "nothing to do" in page


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("room", "There isn’t enough room on the disk for it."),
        ("other", "The worker’s log says why."),
        ("late", "The worker that makes it each day is not running."),
    ],
)
def test_a_backup_that_failed_is_seen_on_the_desk(
    monkeypatch: pytest.MonkeyPatch, why: Literal["room", "other", "late"], said: str
) -> None:
    here = Evening()
    last = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    monkeypatch.setattr(installation, "trouble_with_backups", lambda: BackupTrouble(why, last))
    [need] = desk_of(here).club
    assert need.title == "Today’s backup is missing"
    assert need.note.startswith(f"{said} The last one is from ")
    monkeypatch.setattr(installation, "trouble_with_backups", lambda: BackupTrouble(why, None))
    [need] = desk_of(here).club
    assert need.note.startswith(f"{said} There is no backup yet.")


def test_a_clock_that_stands_and_what_fails_is_seen_on_the_desk() -> None:
    here, now = Evening(), timezone.now()
    assert not desk_of(here).club
    clock = Chore.objects.create(pk="clock", every=900, done_at=now - timedelta(minutes=40))
    assert not desk_of(here).club, "an office whose clock goes round every quarter of an hour"
    for name in ("sender", "deadlines", "moved", "forget"):
        Chore.objects.create(pk=name, failing_since=datetime(2026, 3, 1, 23, 30, tzinfo=UTC))
    [need] = desk_of(here).club
    assert need.title == (
        "Something the app does automatically is failing: deadlines, tidying up and sending email and posts"
    )
    assert need.note.startswith("It has been failing since 2 March 2026, 00:30;"), "by the club's own clock"
    clock.done_at = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    clock.save()
    [need] = desk_of(here).club
    assert need.title == "The app’s clock has stopped"
    assert "Since 2 March 2026, 00:30, deadlines" in need.note


def test_a_report_nobody_has_answered_is_confirmed_from_the_desk() -> None:
    here = Evening()
    here.browser(here.marta).post(here.quick, told(here, here.bell))
    ilse = here.browser(here.ilse)
    page = ilse.get(here.url("desk/")).content.decode()
    assert "One thing to look at" in page
    assert "Waiting for Tom to answer Marta’s report" in page
    assert "Agree for Tom" in page
    report = Report.objects.get()
    ilse.post(here.url(f"reports/{report.pk}/"), {"right": report.pk})
    assert state_of(here.scope).warbands[here.bell].vp == 2
    assert desk_of(here).needs == ()


def test_several_who_have_not_answered_are_named_as_several() -> None:
    here = Evening()
    here.browser(here.ilse).post(here.url(f"m/{here.mission()}/walk-over/"), {"winner": here.bell})
    [need] = desk_of(here).needs
    assert need.title == "Waiting for Marta and Tom to answer Ilse’s report"
    assert [one.button for one in need.sayings] == ["Agree for Marta and Tom"]


def test_a_dispute_is_decided_at_the_desk() -> None:
    here = Evening()
    here.browser(here.marta).post(here.quick, told(here, here.bell))
    first = Report.objects.get()
    answer = f"{here.url('report/')}?answers={first.pk}"
    here.browser(here.tom).post(answer, told(here, here.raiders))
    [need] = desk_of(here).needs
    assert need.title == "Tom disputes Marta’s report"
    assert [one.button for one in need.sayings] == ["Accept Marta’s version", "Accept Tom’s version"]
    assert "Raiders won after 4 rounds." in need.sayings[1].lines
    assert need.write is not None
    assert need.write.words == "Write to both"
    ilse = here.browser(here.ilse)
    assert ilse.get(need.write.url).status_code == 200
    compared = here.url(f"reports/{first.pk}/")
    assert "Write to both" in words_of(ilse.get(compared))
    assert "Write to both" not in words_of(here.browser(here.tom).get(compared))
    ilse.post(need.write.url, {"words": "Talk it over, please."})
    notice = Notice.objects.get(person=here.tom.person, kind=NoticeKind.REMINDED)
    assert notification_target_url(notice) == here.url(f"reports/{first.pk}/")
    News.objects.update(to=[here.tom.pk, here.ilse.pk])
    notice.refresh_from_db()
    assert "/games/new/" in notification_target_url(notice), "not all of them have told of that report"
    toms = Report.objects.get(reporter=here.tom)
    ilse = here.browser(here.ilse)
    assert ilse.post(here.url(f"reports/{first.pk}/"), {"right": toms.pk}).status_code == 302
    assert state_of(here.scope).warbands[here.raiders].vp == 2
    assert desk_of(here).needs == ()


def test_who_disputed_in_words_alone_is_led_to_that_report_too() -> None:
    here = Evening()
    here.browser(here.marta).post(here.quick, told(here, here.bell))
    report = Report.objects.get()
    here.browser(here.tom).post(here.url(f"reports/{report.pk}/"), {"dispute": "1", "words": "It was us."})
    [need] = desk_of(here).needs
    assert need.write is not None
    here.browser(here.ilse).post(need.write.url, {"words": "Talk it over, please."})
    told_of = Notice.objects.filter(kind=NoticeKind.REMINDED)
    assert {notification_target_url(one) for one in told_of} == {here.url(f"reports/{report.pk}/")}
    assert {one.person for one in told_of} == {here.marta.person, here.tom.person}


def test_the_invitation_on_the_page_leads_into_no_other_league() -> None:
    here, other = Evening(), Evening()
    Scope.objects.filter(pk=other.scope.pk).update(club=here.scope.club)
    organiser = here.ilse
    elsewhere = seats.invite(by=organiser, scope=Scope.objects.get(pk=other.scope.pk))
    assert desk_of(here).invitation is None
    club_s = seats.invite(by=organiser)
    assert desk_of(here).invitation == club_s
    own = seats.invite(by=organiser, scope=here.scope)
    seats.invite(by=organiser)
    assert desk_of(here).invitation == own
    Invitation.objects.filter(pk__in=[own.pk, elsewhere.pk]).update(expires_at=timezone.now())
    assert desk_of(here).invitation not in (own, elsewhere)


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
    nobody_fell = "to confirm that there are no casualties"
    assert [one.what for one in desk_of(here).standing] == [nobody_fell] * 2
    page = here.browser(here.ilse).get(here.url("desk/")).content.decode()
    assert page.count(nobody_fell) == 2
    assert f"/steps/{here.bell}/" in page


def test_the_chronicle_tells_about_one_warband_mission_or_unit() -> None:
    here = Evening()
    fallen, killer = here.units(here.raiders)[1], here.units(here.bell)[0]
    mission = evening(here.scope, here.ilse, here.bell, here.raiders, kills={fallen: killer})
    view = here.at(here.marta, "chronicle")
    everything, about, unit = (
        chronicle_page.chronicle_page(view, about=one) for one in ("", mission, fallen)
    )
    assert len(everything.lines) > len(about.lines) > 0
    assert len(everything.lines) > len(unit.lines) > 0
    assert [page.about for page in (everything, about, unit)] == ["", mission, fallen]


@pytest.mark.parametrize("asked", ["about=nothing", "before=x", "before=99999999999999999999", "about=%25"])
def test_strange_questions_to_the_chronicle_do_no_harm(asked: str) -> None:
    here = Evening()
    assert here.browser(here.marta).get(here.url(f"chronicle/?{asked}")).status_code == 200


def test_opr_11_standings_say_who_moved_since_the_latest_mission() -> None:
    here = Evening(parallel_play="on")
    evening(here.scope, here.ilse, here.bell, here.raiders)
    evening(here.scope, here.ilse, here.raiders, here.bell)
    evening(here.scope, here.ilse, here.raiders, here.bell)
    rows = home_of(here.scope, here.marta).rows
    assert [(one.name, one.rank, one.moved) for one in rows] == [("Raiders", 1, 0), ("Second Bell", 2, -1)]
    drawn = here.browser(here.marta).get(here.url("")).content.decode()
    shown = drawn.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")
    assert 'class="down"' in shown[1]


def test_everybody_sees_whom_the_league_waits_for() -> None:
    here = Evening()
    here.browser(here.marta).post(here.quick, told(here, here.bell))

    def waited() -> list[tuple[str, str]]:
        return [(one.name, one.what) for one in home_of(here.scope, here.marta).waited]

    assert waited() == [("Tom", "to answer Marta’s report")]
    asked = {"HX-Target": "waited"}
    assert (
        "to answer Marta’s report" in here.browser(here.marta).get(here.url(), headers=asked).content.decode()
    )
    here.browser(here.tom).post(here.url(f"reports/{Report.objects.get().pk}/"), {"confirm": 1})
    assert {what for _name, what in waited()} == {"to confirm that there are no casualties"}
    assert {name for name, _what in waited()} == {"Marta", "Tom"}


def test_a_league_that_has_not_begun_says_what_comes_next() -> None:
    scope = play.found_league()
    ilse, tom = scope.club.seats.get(role="organiser"), play.player(scope, "Tom")
    play.found_warband(scope, play.player(scope, "Marta"), "Second Bell", play.band())

    def may_start() -> bool:
        return "The league can start" in [
            one.title for one in desk_page.league_organise_page(looking(scope, ilse)).needs
        ]

    nobody = "Nobody yet. Missions begin once an organiser has started the league."
    for seat in (ilse, tom):
        assert home_of(scope, seat).nobody == nobody
        assert is_missing(scope, seat)
    assert not may_start()
    play.found_warband(scope, tom, "Raiders", play.band())
    assert not is_missing(scope, tom)
    assert may_start()
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    assert not is_missing(scope, ilse)
    assert desk_page.league_organise_page(looking(scope, ilse)).needs == ()
    assert home_of(scope, ilse).nobody == "Nobody: no mission has been opened yet."


def test_a_warband_of_a_merged_seat_is_its_players_own() -> None:
    here = Evening()
    again = play.player(here.scope, "Tom on another phone")
    assert not may_begin(here.scope, again)
    signin.merge_seats(by=here.ilse, keep=again, drop=here.tom)
    assert not is_missing(here.scope, again)
    assert may_begin(here.scope, again)
    assert [one.name for one in home_of(here.scope, again).rows if one.mine] == ["Raiders"]
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
    assert (
        "New players cannot join this league once its first mission is open, unless an organiser allows it."
        in page
    )
    assert "Ask Ilse" in page
    lines = [(one.title, one.url) for one in todos_of(gather_my_leagues(here.ilse.person))]
    assert lines == [
        (
            "Late Lena cannot bring a warband",
            f"/l/{here.scope.pk}/settings/?setting=late_joiners#s-late_joiners",
        )
    ]
    assert "Ask Ilse" not in here.browser(here.marta).get(here.url("")).content.decode()
    assert "New mission" not in page
    missions = here.browser(late).get(here.url("missions/")).content.decode()
    assert "New mission" not in missions
    assert "We’ve just played" not in missions
    assert may_begin(here.scope, here.marta)
    watching = factories.new_seat(club=here.scope.club, name="Pip", role="spectator")
    assert home_parts.own_place(here.at(watching)).get("why_not") is None
    assert not may_begin(here.scope, watching)


def desk_of(here: Evening) -> LeagueOrganisePage:
    """The organiser's desk."""
    return desk_page.league_organise_page(here.at(here.ilse, "desk"))


def home_of(scope: Scope, seat: Seat) -> LeagueHome:
    """The league's home, for somebody."""
    return home_page.league_home(looking(scope, seat))


def may_begin(scope: Scope, seat: Seat) -> bool:
    """Whether the home offers somebody a new mission."""
    viewer = looking(scope, seat)
    return bool(home_parts.own_place(viewer)["may_open"]) and home_page.league_home(viewer).top.may_begin


def is_missing(scope: Scope, seat: Seat) -> bool:
    """Whether the home asks somebody for their warband."""
    return bool(home_parts.own_place(looking(scope, seat)).get("is_mine_missing"))


def test_the_chronicle_draws_its_lines_and_about_what_it_tells() -> None:
    here = Evening()
    mission = here.mission()
    page = here.browser(here.marta).get(here.url(f"chronicle/?about={mission}"))
    drawn, lines = page.content.decode(), page.context["page"].lines
    assert drawn.count('<li class="line is-small') == len(lines) > 0
    assert f'<option value="{mission}" selected>' in drawn
    assert f'id="e{lines[0].seq}"' in drawn


def test_the_home_draws_what_is_missing_and_leads_to_how_an_evening_goes() -> None:
    scope = play.found_league()
    tom = play.player(scope, "Tom")
    play.found_warband(scope, play.player(scope, "Marta"), "Second Bell", play.band())
    home = f"/l/{scope.pk}/"
    drawn = factories.signed_in(tom).get(home).content.decode()
    assert "Nobody yet. Missions begin once an organiser has started the league." in drawn
    assert "You don’t have a warband yet" in drawn
    assert "New mission" not in drawn
    assert f'href="{home}help/"' in drawn  # for whoever does not know how to go on


def test_who_is_away_leads_to_their_holiday_and_for_who_organises_this_league_alone_to_the_people() -> None:
    here = Evening()
    today = timezone.now().date()
    ends = today + timedelta(days=3)
    holidays.say_away(by=here.marta, seat=here.marta, begins=today, ends=ends, stand_in=None, sure=True)
    slug = here.scope.club.slug

    def away(seat: Seat) -> str:
        page = here.browser(seat).get(here.url("desk/")).context["page"]
        return str(next(need.url for need in page.needs if need.title.startswith("Marta is away")))

    assert away(here.ilse) == reverse("people:holiday", args=[slug, here.marta.pk])
    assert "Marta is away" in words_of(here.browser(here.ilse).get(away(here.ilse)))
    LeagueOrganiser.objects.create(scope=here.scope, seat=here.tom, by=here.ilse)
    assert away(here.tom) == reverse("people:people", args=[slug])
    assert "away until" in words_of(here.browser(here.tom).get(away(here.tom)))
