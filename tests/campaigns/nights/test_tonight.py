"""What is asked, paired and called off while the evening lasts: it is told, and it does not lapse at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from campaigns.leagues.clock import tick
from campaigns.models import Notice, NoticeKind, PlanStatus
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from tests.campaigns.nights.conftest import Evening, at, evening

__all__ = ["at", "evening"]


@pytest.fixture
def tonight(evening: Evening, at: Callable[[datetime], None]) -> Callable[[timedelta], None]:
    """So long after the doors have opened."""
    begins = evening.night.begins_at
    at(begins - timedelta(hours=2))
    finding.catch_up(begins - timedelta(hours=2))
    return lambda after: at(begins + after)


def kinds(evening: Evening) -> list[str]:
    """What Tom has been told of games: his week comes on Sundays only, and of the night he is asked."""
    told = Notice.objects.filter(person=evening.tom.person, plan__isnull=False)
    return [one.kind for one in told.order_by("pk")]


def test_a_game_asked_for_on_the_evening_is_told_and_waits_until_its_end(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    tonight(timedelta(minutes=30))
    plan = plans.ask(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    tick()
    plan.refresh_from_db()
    assert (plan.status, kinds(evening)) == (PlanStatus.ASKED, [NoticeKind.ASKED])
    tonight(evening.night.ends_at - evening.night.begins_at + timedelta(minutes=1))
    tick()
    plan.refresh_from_db()
    assert plan.status == PlanStatus.LAPSED


def test_pairs_of_the_evening_are_told_to_those_who_play(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    tonight(timedelta(minutes=10))
    plans.arrange(
        by=evening.ilse, pair=[evening.marta, evening.tom], when=When.on(evening.night, 2), scope=None
    )
    tick()
    assert kinds(evening) == [NoticeKind.AGREED]


def test_a_game_that_is_off_on_the_evening_is_told(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    plan = plans.arrange(
        by=evening.ilse, pair=[evening.marta, evening.tom], when=When.on(evening.night, 2), scope=None
    )
    tick()
    tonight(timedelta(minutes=10))
    plans.call_off(by=evening.marta, plan=plan, why="The bus is late.")
    tick()
    assert kinds(evening) == [NoticeKind.AGREED, NoticeKind.GAME_OFF]


def test_what_was_asked_when_the_evening_is_over_is_not_told(
    evening: Evening, tonight: Callable[[timedelta], None]
) -> None:
    plans.ask(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1))
    tonight(timedelta(days=1))
    finding.catch_up(evening.night.begins_at + timedelta(days=1))
    assert NoticeKind.ASKED not in kinds(evening)
