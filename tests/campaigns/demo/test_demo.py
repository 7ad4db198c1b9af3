"""The demo club is made by the real procedures and its journals fold."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from campaigns.demo.playing import THURSDAY, evening_of
from campaigns.engine.plugins import plugins
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.store import registered, registration_of
from campaigns.models import Club, Scope
from rules.conquest import GAME
from tests.whole_club import demo_club

pytestmark = pytest.mark.django_db
LONG = {"opr": 40, "conquest": 40}  # a league in mid-season has more entries than this


@pytest.mark.in_turn(7, kind="every page")
def test_the_demo_club_is_in_mid_season_and_folds() -> None:
    call_command("demo")
    assert Club.objects.get().seats.count() == 8
    for plugin in plugins():
        assert Scope.objects.filter(game=plugin.game.name).count() == len(plugin.demo)
    for scope in Scope.objects.all():
        assert scope.entries.count() > LONG.get(scope.game, 6)
        assert reconcile(scope) == []


def test_the_map_league_waits_for_its_organiser_and_two_players() -> None:
    demo_club()
    scope = Scope.objects.get(game="conquest")
    state = registered(GAME).load(scope.pk)
    now = [one for one in state.battles.values() if one.round == state.now.round]
    assert state.now.phase == "battle"
    assert {"disputed", "reported"} <= {one.status for one in now}
    assert scope.entries.earliest("at").at < timezone.now() - timedelta(weeks=2)


def test_the_seasons_were_played_on_evenings_of_past_weeks() -> None:
    """And what is still to be done has until an evening to come."""
    club, now = demo_club(), timezone.now()
    for scope in Scope.objects.all():
        dated = scope.entries.order_by("seq").values_list("at", flat=True)
        evenings = [at.astimezone(club.tz) for at in dated]
        assert evenings == sorted(evenings)
        assert evenings[-1] <= now
        assert {19, 20, 21} >= {at.hour for at in evenings}, scope.game
        days = sorted({at.date() for at in evenings})
        assert {at.weekday() for at in days[:-1]} <= {THURSDAY}
        if scope.game in ("conquest", "firestorm"):
            state: Any = registration_of(scope.game).load(scope.pk)
            assert len(days) > 4
            assert state.now.deadline > now
            assert state.now.deadline.astimezone(club.tz).hour == 21


@pytest.mark.parametrize(
    ("now", "weeks_ago", "evening"),
    [
        ("2026-11-28 15:00", 0, "2026-11-27 21:00"),  # a Saturday afternoon
        ("2026-11-28 15:00", 1, "2026-11-26 21:00"),
        ("2026-11-26 22:00", 0, "2026-11-26 21:00"),  # a Thursday, and its games are over
        ("2026-11-26 22:00", 1, "2026-11-19 21:00"),
        ("2026-10-28 15:00", 2, "2026-10-15 21:00"),  # the clocks went back on the 25th
    ],
)
def test_an_evening_is_over_at_nine_where_the_club_is(now: str, weeks_ago: int, evening: str) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    moment = datetime.fromisoformat(now).replace(tzinfo=berlin)
    expected = datetime.fromisoformat(evening).replace(tzinfo=berlin)
    assert evening_of(moment.astimezone(UTC), berlin.key, weeks_ago) == expected


def test_a_second_demo_is_refused() -> None:
    Club.objects.create(name="Ours", slug="ours")
    with pytest.raises(CommandError, match="already"):
        call_command("demo")
