"""A season by the habits of real people: late, silent, gone, back, on holiday, twice an evening.

Fourteen people, three leagues of different books, a clock that is moved. `make test` lives two weeks of it,
`make season` all twelve.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.notices.found import finding
from tests.campaigns import play
from tests.season.clock import Clock, moved_by_hand
from tests.season.habits import HABITS
from tests.season.hearing import Hearing
from tests.season.living import Living
from tests.season.society import gathered, posting

pytestmark = [pytest.mark.django_db, pytest.mark.season]
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
WEEKS, STEP = (12, timedelta(hours=8)) if ALL else (2, timedelta(hours=24))
BEGINS, FIRST = datetime(2026, 9, 10, 8, tzinfo=UTC), date(2026, 9, 10)  # a Thursday


@pytest.fixture
def clock() -> Iterator[Clock]:
    with moved_by_hand(BEGINS) as found:
        yield found


@pytest.fixture
def living(clock: Clock, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Living]:
    dice = random.Random(36)  # those of the app, too, so that a season that fails is found again
    monkeypatch.setattr("campaigns.engine.transaction.writing.new_seed", lambda: dice.randbytes(32))
    with posting(settings) as (mails, posts):
        club = gathered(FIRST, posts.url)
        for key, value in (("step_days", "3"), ("step_silence", "dice")):
            play.act(club.warbands, club.seats["Ilse"], "change_setting", key=key, value=value)
        finding.catch_up(clock.at)
        names = {seat.person_id: name for name, seat in club.seats.items()}
        yield Living(club, clock, FIRST, random.Random(36), STEP, Hearing(names, mails, posts))


@pytest.mark.timeout(3600)
@pytest.mark.in_turn(7, kind="seasons")
def test_a_season_of_late_silent_and_absent_people_does_not_stand_still(living: Living) -> None:
    living.days(7 * WEEKS)
    club = living.club
    assert not [one for scope in (*club.leagues, *club.past) for one in reconcile(scope)]
    assert living.phases[club.realms.scope.pk] > WEEKS
    assert sum(living.phases[one.pk] for one in (club.factions.scope, *club.past)) > WEEKS
    assert living.done["opr.quick_report"] >= WEEKS
    for scope in club.leagues:
        assert living.done[f"{scope.game} handed over"], scope
    assert living.pushed
    twice = [one for one, times in living.pushed.items() if times > 1]
    assert not twice, f"pushed more than once on a day: {twice}"
    living.hearing.check_outside(WEEKS)
    silent = {name for name, habit in HABITS.items() if habit.pace == "silent"}
    assert not silent & set(living.acted)
    assert set(living.acted)
