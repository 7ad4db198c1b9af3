"""A pair an organiser has made holds as it stands, as long as nobody calls it off or says otherwise."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.models import PlannedGame, PlanStatus, Scope
from campaigns.nights.games import plans
from campaigns.nights.games.page import plan_page
from campaigns.nights.games.plans import When
from campaigns.nights.games.tonight import my_next_game
from tests.campaigns.nights.conftest import Evening
from tests.campaigns.nights.test_becoming import scope, sent_by
from tests.campaigns.nights.test_plans import closed, opened_again
from tests.factories import signed_in
from tests.pages import text_of

__all__ = ["scope"]
pytestmark = pytest.mark.django_db
At = Callable[[datetime], None]


@pytest.fixture
def plan(evening: Evening, scope: Scope) -> PlannedGame:
    """Ilse has paired Marta and Tom for a game of their league."""
    pair = [evening.marta, evening.tom]
    return plans.arrange(by=evening.ilse, pair=pair, when=When.on(evening.night, 1), scope=scope)


def status(plan: PlannedGame) -> str:
    plan.refresh_from_db()
    return str(plan.status)


def test_its_page_says_by_whom_it_was_paired_and_nobody_is_asked(evening: Evening, plan: PlannedGame) -> None:
    assert plan.status == PlanStatus.PAIRED
    page = text_of(signed_in(evening.tom).get(f"/clubs/{evening.club.slug}/games/{plan.pk}/"))
    assert "Paired by Ilse" in page
    shown = plan_page(evening.tom, plan)
    assert (shown.asks, shown.acts, shown.lapses) == (False, True, "")


def test_it_is_agreed_once_all_of_its_people_say_so_and_off_once_one_does_not(
    evening: Evening, plan: PlannedGame
) -> None:
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True)
    assert status(plan) == PlanStatus.PAIRED
    plans.reply_to_plan(by=evening.marta, plan=plan, accepts=True)
    assert status(plan) == PlanStatus.AGREED
    assert plan_page(evening.tom, plan).state == ""
    plans.reply_to_plan(by=evening.marta, plan=plan, accepts=False)
    assert status(plan) == PlanStatus.DECLINED


def test_it_begins_on_its_day_and_is_paired_again_once_that_is_taken_back(
    evening: Evening, scope: Scope, plan: PlannedGame, at: At
) -> None:
    at(evening.night.begins_at + timedelta(hours=1))
    assert my_next_game([evening.tom], evening.night.begins_at)
    assert plans.to_begin(plan).pk == plan.pk
    report = sent_by(evening.marta, scope)
    assert status(plan) == PlanStatus.BEGUN
    reports.withdraw_report(report, Actor(evening.marta))
    assert status(plan) == PlanStatus.PAIRED


def test_the_end_of_its_league_taken_back_leaves_it_paired_and_asks_nobody(
    evening: Evening, plan: PlannedGame
) -> None:
    closed(evening, plan)
    assert plan.status == PlanStatus.OFF
    opened_again(evening, plan)
    assert plan.status == PlanStatus.PAIRED
    assert not plan_page(evening.tom, plan).asks


def test_whoever_moves_it_asks_the_other(evening: Evening, plan: PlannedGame) -> None:
    moved = plans.move_planned_game(
        by=evening.tom, plan=plan, when=When(evening.night.day, evening.night.starts)
    )
    assert moved.status == PlanStatus.ASKED
    assert plan_page(evening.marta, moved).asks
