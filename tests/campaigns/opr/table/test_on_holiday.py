"""Somebody in a league of warbands is away: what is theirs can wait, and everybody who plays reads it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Scope
from campaigns.opr.league.waiting import Waited, awaited_players
from tests import factories
from tests.away import away, back, sent
from tests.campaigns.opr.table.test_parked import two_games
from tests.campaigns.opr.table.test_step_time import Timed, timed
from tests.pages import text_of, tight

pytestmark = pytest.mark.django_db
DAYS = "away until"


def with_tom_away(**known: str) -> Timed:
    here = timed(**known)
    assert away(here.browser(here.tom), here.tom).status_code == 302
    return here


def test_whoever_plays_reads_the_days_wherever_a_player_stands_beside_a_warband() -> None:
    here = with_tom_away()
    pages, step = ["", "warbands/", f"w/{here.raiders}/", "missions/new/"], f"m/{here.played}/steps/"
    for seat, more in ((here.marta, [f"{step}{here.raiders}/"]), (here.ilse, [])):
        for page in (*pages, *more):
            shown = text_of(here.browser(seat).get(here.url(page)))
            assert f"Tom ({DAYS}" in shown, page
    back(here.browser(here.tom), here.tom)
    for page in pages:
        assert DAYS not in text_of(here.browser(here.marta).get(here.url(page))), page


def test_who_only_looks_on_and_the_board_read_nothing_of_it() -> None:
    here = with_tom_away()
    Scope.objects.filter(pk=here.scope.pk).update(is_public=True)
    watching = factories.new_seat(club=here.scope.club, name="Wren", role="spectator")
    for browser in (Client(), factories.signed_in(watching)):
        for page in ("", "warbands/", f"w/{here.raiders}/", "board/"):
            shown = text_of(browser.get(here.url(page)))
            assert "Raiders" in shown
            assert "away" not in shown
            assert "once they’re back" not in shown


def test_what_can_wait_is_told_last_and_not_counted() -> None:
    here = timed()
    assert [(one.name, one.rests) for one in waited(here)] == [("Marta", False), ("Tom", False)]
    away(here.browser(here.marta), here.marta)
    first, last = waited(here)
    assert (first.name, first.rests) == ("Tom", False)
    assert last.name.startswith(f"Marta ({DAYS}")
    assert (last.rests, last.what.endswith(", once they’re back")) == (True, True)
    assert 'class="count">1<' in tight(here.browser(here.ilse).get(here.url()))


def waited(here: Timed) -> list[Waited]:
    return awaited_players(here.at(here.ilse))


def test_a_58_no_time_is_shown_for_the_steps_of_who_is_away() -> None:
    here = timed()
    mission, step = here.url(f"m/{here.played}/"), here.url(f"m/{here.played}/steps/{here.raiders}/")
    marta = here.browser(here.marta)
    assert tight(marta.get(mission)).count("Deadline for the steps:") == 2
    assert "The deadline for these steps is" in tight(marta.get(step))
    away(here.browser(here.tom), here.tom)
    assert tight(marta.get(mission)).count("Deadline for the steps:") == 1
    assert "The deadline for these steps is" not in tight(marta.get(step))


def test_a_58_the_time_stays_where_a_report_waits_for_them() -> None:
    here = two_games()
    here.tell()
    (row,) = here.scope.todo_rows.filter(side=here.crows, kind="op.casualties")
    assert row.until is not None
    away(factories.signed_in(here.ada), here.ada)
    step = f"/l/{here.scope.pk}/m/{here.first}/steps/{here.crows}/"
    assert "The deadline for these steps is" in tight(factories.signed_in(here.dana).get(step))


def test_the_form_names_the_mission_and_what_is_left_of_it() -> None:
    here = timed()
    page = reverse("people:my_holiday", args=[here.scope.club.slug])
    answer = here.browser(here.tom).post(page, sent(0, 7))
    assert answer.status_code == 422
    said = text_of(answer)
    assert f"You still have this to do in {here.scope.name}: Mission 1: Casualties." in said
    assert "It can wait until you’re back" in said
    assert "Save anyway" in said
    (move,) = answer.context["moves"]
    assert move.url == here.url(f"m/{here.played}/")
    page = reverse("people:holiday", args=[here.scope.club.slug, here.tom.pk])
    said = text_of(here.browser(here.ilse).post(page, sent(0, 7)))
    assert f"Tom still has this to do in {here.scope.name}: Mission 1: Casualties." in said


def test_the_form_names_a_mission_that_is_being_played() -> None:
    here = timed()
    for seat, warband in ((here.marta, here.bell), (here.tom, here.raiders)):
        here.done(seat, warband)
    here.mission()
    page = reverse("people:my_holiday", args=[here.scope.club.slug])
    answer = here.browser(here.tom).post(page, sent(0, 7))
    assert answer.status_code == 422
    assert "Mission 2: " in text_of(answer)


def test_nobody_is_offered_to_remind_who_is_away() -> None:
    here = two_games()
    report = here.tell()
    page, dana = f"/l/{here.scope.pk}/reports/{report.pk}/", factories.signed_in(here.dana)
    assert 'name="remind"' in tight(dana.get(page))
    away(factories.signed_in(here.ada), here.ada)
    shown = tight(dana.get(page))
    assert 'name="remind"' not in shown
    assert f"Ada ({DAYS}" in shown
