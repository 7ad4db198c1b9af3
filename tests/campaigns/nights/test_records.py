"""A game is one record: what became of it is read from its league, whoever wrote there last."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.leagues import organise_page
from campaigns.leagues.clock import clock_tick
from campaigns.models import PlannedGame, PlanStatus, Scope
from campaigns.nights.games.games import planned_game_lines, plans_on
from tests.campaigns import play
from tests.campaigns.nights.conftest import Evening
from tests.campaigns.nights.test_becoming import agreed, scope, sent_by
from tests.campaigns.shell.test_parts import viewer_of
from tests.factories import signed_in
from tests.maps.conquest import play as conquest
from tests.pages import page_of

__all__ = ["scope"]
pytestmark = pytest.mark.django_db
At = Callable[[datetime], None]


def stands(plan: PlannedGame) -> tuple[str, str, bool]:
    """Its status, how its game stands, whether it has one."""
    plan.refresh_from_db()
    return plan.status, plan.stands, bool(plan.became)


def test_a_game_told_at_once_is_told_then_counts_and_is_to_be_played_again_once_disputed(
    evening: Evening, scope: Scope, at: At
) -> None:
    plan = agreed(evening, scope)
    at(evening.night.begins_at + timedelta(hours=3))
    report = sent_by(evening.marta, scope)
    assert stands(plan) == (PlanStatus.BEGUN, "told", False)
    (line,) = planned_game_lines(plans_on([evening.night]), evening.tom.person_id)
    assert line.state == "reported, not agreed to yet"
    assert line.url.endswith(f"/games/{plan.pk}/")
    reports.withdraw_report(report, Actor(evening.marta))
    assert stands(plan) == (PlanStatus.AGREED, "", False)
    report = sent_by(evening.marta, scope)
    reports.record_table_agreement(report, Actor(evening.marta))
    assert stands(plan) == (PlanStatus.BEGUN, "counts", True)
    reports.dispute_report(report, Actor(evening.tom), "It was a draw.")
    assert stands(plan) == (PlanStatus.BEGUN, "told", False)
    reports.agree_report(report, Actor(evening.tom))
    assert stands(plan) == (PlanStatus.BEGUN, "counts", True)
    assert PlannedGame.objects.count() == 1


def test_a_game_nobody_planned_has_a_record_since_it_was_told(evening: Evening, scope: Scope, at: At) -> None:
    at(evening.night.begins_at + timedelta(hours=1))
    report = sent_by(evening.marta, scope)
    record = PlannedGame.objects.get()
    assert (record.asks, record.night, stands(record)) == (
        0,
        evening.night,
        (PlanStatus.BEGUN, "told", False),
    )
    assert {side.seat for side in record.sides.all()} == {evening.marta, evening.tom}
    reports.agree_report(report, Actor(evening.tom))
    assert stands(record) == (PlanStatus.BEGUN, "counts", True)
    assert PlannedGame.objects.count() == 1


def test_a_report_of_an_unplanned_game_that_is_withdrawn_leaves_no_record(
    evening: Evening, scope: Scope
) -> None:
    reports.withdraw_report(sent_by(evening.marta, scope), Actor(evening.marta))
    assert not PlannedGame.objects.exists()


def test_an_opened_mission_that_is_taken_back_leaves_the_game_to_be_played(
    evening: Evening, scope: Scope, at: At
) -> None:
    plan = agreed(evening, scope)
    at(evening.night.begins_at)
    opened = play.act(scope, evening.ilse, "open_mission", warbands=list(play.state_of(scope).warbands))
    mission = f"{opened.slot}.mission"
    plan.refresh_from_db()
    assert (plan.status, plan.became) == (PlanStatus.AGREED, mission)
    play.act(scope, evening.ilse, "begin", mission=mission)
    assert stands(plan) == (PlanStatus.BEGUN, "plays", True)
    assert evening.night.answers.filter(here_at__isnull=False).count() == 2
    play.act(scope, evening.ilse, "abandon", mission=mission, words="rain")
    assert stands(plan) == (PlanStatus.BEGUN, "struck", True)
    (line,) = planned_game_lines(plans_on([evening.night]), 0)
    assert line.state == "does not count"


def test_a_battle_is_one_record_from_its_report_on() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    assert not PlannedGame.objects.exists()
    conquest.sized(league, "Marta", battle, 500)
    conquest.gold(league, battle)
    conquest.reported(league, "Marta", battle, attack=(5, 100, 1), defend=(2, 300, 1))
    record = PlannedGame.objects.get()
    assert (record.became, record.asks, stands(record)) == (battle, 0, (PlanStatus.BEGUN, "told", True))
    league.do("Kwame", "confirm", battle=battle)
    assert stands(record)[1] == "counts"
    assert PlannedGame.objects.count() == 1


def test_a_record_of_an_older_release_is_read_by_the_clock(evening: Evening, scope: Scope, at: At) -> None:
    plan = agreed(evening, scope)
    at(evening.night.begins_at + timedelta(hours=1))
    reports.agree_report(sent_by(evening.marta, scope), Actor(evening.tom))
    PlannedGame.objects.update(stands="unread")
    clock_tick()
    assert stands(plan)[1] == "counts"


def test_what_came_of_a_game_is_asked_on_the_organisers_page_for_a_fortnight_and_told_to_nobody(
    evening: Evening, scope: Scope, at: At
) -> None:
    plan = agreed(evening, scope)

    def asked() -> list[str]:
        return [
            need.title
            for need in organise_page.league_organise_page(viewer_of(scope, evening.ilse)).needs
            if "v Tom" in need.title
        ]

    at(evening.night.ends_at + timedelta(hours=5))
    clock_tick()
    assert asked() == []
    at(evening.night.ends_at + timedelta(hours=7))
    clock_tick()
    assert asked() == [f"Marta v Tom · {evening.night}"]
    page = page_of(signed_in(evening.ilse).get(f"/clubs/{evening.club.slug}/games/{plan.pk}/"))
    assert page.state == "nobody has said how it went"
    at(evening.night.ends_at + timedelta(days=13))
    clock_tick()
    assert stands(plan)[0] == PlanStatus.AGREED
    at(evening.night.ends_at + timedelta(days=15))
    clock_tick()
    assert (stands(plan)[0], asked()) == (PlanStatus.LAPSED, [])


def test_told_days_later_it_is_the_game_of_its_night(evening: Evening, scope: Scope, at: At) -> None:
    plan = agreed(evening, scope)
    at(evening.night.ends_at + timedelta(days=4))
    sent_by(evening.tom, scope)
    assert stands(plan) == (PlanStatus.BEGUN, "told", False)
    assert PlannedGame.objects.count() == 1
