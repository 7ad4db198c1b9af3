"""What is kept of whose move it is, beside what the rules say of the same league now."""

from __future__ import annotations

from campaigns.engine.stored.store import registration_of
from campaigns.engine.stored.whose_move import kept_moves, made_of, todo_row
from campaigns.engine.transaction.summaries import believed
from campaigns.engine.who.absent import absent_from
from campaigns.models import Scope
from rules.engine.plain import JsonObject


def kept_of(scope: Scope) -> list[JsonObject]:
    """The rows of a league, as they are kept."""
    return in_order([todo_row(one) for one in kept_moves([scope.pk])[scope.pk]])


def made_now(scope: Scope) -> list[JsonObject]:
    """The same, made of its state."""
    registration = registration_of(scope.game)
    state = registration.load(scope.pk)
    moves = made_of(scope, registration, state, absent_from(scope, state, registration))
    return in_order([todo_row(one) for one in moves])


def in_order(rows: list[JsonObject]) -> list[JsonObject]:
    return sorted(rows, key=lambda one: (str(one["side"]), str(one["key"]), str(one["cover"])))


def assert_kept_as_made(scope: Scope) -> None:
    """Where they are believed."""
    if believed([Scope.objects.select_related("summary").get(pk=scope.pk)]):
        assert kept_of(scope) == made_now(scope)
