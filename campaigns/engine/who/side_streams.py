"""A live stream of a side's own: what its members write is told to their open pages and to no others.

Its name is `<league>:<mark>`. An event in it names what to fetch again, like any (`engine.touched`); the
league's version stays as it is, so nobody else can tell that anything was written. When other people play
the side than before, whoever follows it is asked anew who they are.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from django.db import connection
from django.utils.crypto import salted_hmac

from campaigns.engine.stored.state_cache import LINE, state_of
from campaigns.engine.stored.store import AnyRegistration, registration_of
from campaigns.engine.stored.topics import CHANNEL
from campaigns.engine.who.access import SCOPE
from campaigns.engine.who.let_in import holding
from campaigns.models import LetIn, Scope
from campaigns.models.people import Person, Seat
from rules.engine.state import State

SEP, MARK = ":", 20  # letters of a mark
SIDE, OTHERS = "side", "others"  # what an event is: something was written, or others play the side now


def stream_of(scope: Scope | int, side: str) -> str:
    """The name of a side's own stream."""
    number = scope if isinstance(scope, int) else scope.pk
    mark = salted_hmac("musterroll.side", f"{number} {side}", algorithm="sha256").hexdigest()[:MARK]
    return f"{number}{SEP}{mark}"


def tell_side(scope: Scope, side: str, touched: str = "", what: str = SIDE) -> None:
    """One notification for a side's pages, sent when this commits."""
    event = {"scope": stream_of(scope, side), "version": 0, "what": what, "touched": touched}
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, json.dumps(event)])


def regrouped(registration: AnyRegistration, before: State, after: State) -> dict[str, tuple[str, ...]]:
    """The sides that others play now than did before, and who did."""
    sides = {**registration.sides_of(before), **registration.sides_of(after)}
    members = registration.rules.members_of
    had = {one: (*members(before, one),) for one in sides}
    return {one: people for one, people in had.items() if {*people} != {*members(after, one)}}


def followable(
    person: Person | None, names: Collection[str], let_in: Sequence[LetIn] = ()
) -> tuple[str, ...]:
    """Those of the names that are streams of sides this person plays, and reads what they keep to themselves;
    `let_in`: what may keep this visitor from it."""
    asked = [name for name in names if SEP in name]
    if person is None or not asked:
        return ()
    leagues = (name.partition(SEP)[0] for name in asked)
    scopes = Scope.objects.filter(pk__in={int(one) for one in leagues if SCOPE.fullmatch(one)})
    own = {stream for scope in scopes.annotate(line=LINE) for stream in _own(scope, person, let_in)}
    return tuple(name for name in asked if name in own)


def _own(scope: Scope, person: Person, let_in: Sequence[LetIn]) -> list[str]:
    state, registration = state_of(scope), registration_of(scope.game)
    if holding(let_in, scope.pk, registration, state):
        return []
    seats = set(
        map(str, Seat.objects.active().filter(person=person, club=scope.club_id).values_list("pk", flat=True))
    )
    sides = (
        side
        for side in registration.sides_of(state)
        if not seats.isdisjoint(registration.rules.members_of(state, side))
    )
    return [stream_of(scope, side) for side in sides]
