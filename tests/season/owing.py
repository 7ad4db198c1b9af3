"""What the rules say of the leagues of a season, read again when something was written in one of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from campaigns.engine.stored.store import registration_of
from campaigns.models import Scope
from rules.engine.todos import Todo

if TYPE_CHECKING:
    from tests.season.living import Living


def pk(living: Living, name: str) -> str:
    return str(living.club.seats[name].pk)


def state_now(scope: Scope) -> Any:
    """The state of a league, read again when something was written in it."""
    return _as_it_stands(
        scope.pk, scope.game, Scope.objects.values_list("version", flat=True).get(pk=scope.pk)
    )[0]


def musts(scope: Scope) -> list[Todo]:
    """What the rules say that anybody must do in a league."""
    version = Scope.objects.values_list("version", flat=True).get(pk=scope.pk)
    return _as_it_stands(scope.pk, scope.game, version)[1]


@lru_cache(maxsize=3)
def _as_it_stands(pk: int, game: str, version: int) -> tuple[Any, list[Todo]]:
    registration = registration_of(game)
    state = registration.load(pk)
    found = registration.rules.whose_move.owed(state, registration.game.book_of(state))
    return state, [one for one in found if one.stand == "must"]


def rows(scope: Scope) -> list[str]:
    return [f"{one.side}: {one.key}" for one in musts(scope)]


def deadline(scope: Scope) -> datetime | None:
    """When the time of what is open there is up next."""
    ends: Iterable[datetime | None] = (one.until for one in musts(scope))
    now = getattr(state_now(scope), "now", None)
    known = [one for one in (*ends, getattr(now, "deadline", None)) if one is not None]
    return min(known, default=None)
