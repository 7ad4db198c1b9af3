"""The sides people play in the leagues of a club, when they leave it or turn out to be one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.utils.translation import gettext as _

from campaigns.engine import door
from campaigns.engine.stored.store import AnyRegistration, registration_of, registrations
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, ScopeKind, Seat
from rules.engine.refusals import Refused
from rules.engine.state import State


def leave_sides(by: Seat, seat: Seat) -> None:
    """Who leaves the club is out of every side at once, where the game says so; `by` is who does it.

    It is done again for who comes back, should a league have been in the archive: they are taken in anew.
    """
    seats = _seats(seat.person_id, seat.club_id)
    games = [name for name, one in registrations().items() if one.parting]
    for scope in Scope.objects.filter(club=seat.club_id, game__in=games, archived_at=None).order_by("pk"):
        registration = registration_of(scope.game)
        assert registration.parting is not None
        for procedure, params in registration.parting(registration.load(scope.pk), seats):
            door.act(scope.pk, Actor(by), procedure, params)


def require_one_side(keep: Seat, drop: Seat) -> None:
    """Raise `Refused` when two people who become one play different sides of a league that goes on."""
    clubs = Seat.objects.filter(person=drop.person_id).values("club")
    for scope in Scope.objects.filter(club__in=clubs, kind=ScopeKind.LEAGUE, archived_at=None):
        registration = registration_of(scope.game)
        state = registration.load(scope.pk)
        if registration.is_over(state):
            continue
        mine, theirs = (set(_sides(registration, state, scope, one.person_id)) for one in (keep, drop))
        if mine and theirs and mine != theirs:
            names = registration.sides_of(state)
            told = {
                "league": scope.name,
                "name": keep,
                "side": names[min(mine)].name,
                "other": drop,
                "rival": names[min(theirs)].name,
            }
            sentence = _(
                "In %(league)s %(name)s plays for %(side)s and %(other)s for %(rival)s. Nobody can "
                "play on two sides: one of them must leave or hand over first."
            )
            raise Refused("", sentence % told, "drop")


def _sides(registration: AnyRegistration, state: State, scope: Scope, person: int | None) -> Iterator[str]:
    seats = _seats(person, scope.club_id)
    for side in filter(partial(registration.in_play, state), registration.sides_of(state)):
        if seats.intersection([*registration.members_of(state, side), *registration.near(state, side)]):
            yield side


def _seats(person: int | None, club: int) -> frozenset[str]:
    found = Seat.objects.filter(person=person, club=club)
    return frozenset(map(str, found.values_list("pk", flat=True)))
