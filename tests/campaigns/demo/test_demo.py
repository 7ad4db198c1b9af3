"""The demo club is made by the real procedures and its journals fold."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from campaigns.engine.desk import desks
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.stored.store import registered
from campaigns.models import Club, Scope
from rules.conquest import GAME
from tests.whole_club import demo_club

pytestmark = pytest.mark.django_db
LONG = {"opr": 40, "conquest": 40}  # a league in mid-season has more entries than this


def test_the_demo_club_is_in_mid_season_and_folds() -> None:
    call_command("demo")
    assert Club.objects.get().seats.count() == 8
    for desk in desks():
        assert Scope.objects.filter(game=desk.game.name).count() == len(desk.demo)
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


def test_a_second_demo_is_refused() -> None:
    Club.objects.create(name="Ours", slug="ours")
    with pytest.raises(CommandError, match="already"):
        call_command("demo")
