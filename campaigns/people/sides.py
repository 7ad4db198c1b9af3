"""The sides people play in the leagues of a club, when they leave it or turn out to be one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.engine import door
from campaigns.engine.stored.state_cache import LINE, state_of
from campaigns.engine.stored.store import AnyRegistration, registration_of, registrations
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.transaction.writing import LEFT_CLUB, write_bare_entry
from campaigns.engine.who.offices import notify_of_leaving
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.models import Person, Scope, ScopeKind, Seat
from rules.engine.refusals import Refused
from rules.engine.state import State


def leave_sides(by: Seat, seat: Seat) -> None:
    """Who leaves the club is out of every side at once, where the game says so; `by` is who does it.

    It is done again for who comes back, should a league have been in the archive: they are taken in anew.
    """
    seats = _seats(seat.person_id, seat.club_id)
    games = [name for name, one in registrations().items() if one.rules.parting]
    for scope in _open_leagues(seat.club_id).filter(game__in=games):
        registration = registration_of(scope.game)
        assert registration.rules.parting is not None
        for procedure, params in registration.rules.parting(registration.load(scope.pk), seats):
            door.act(scope.pk, Actor(by), procedure, params)


def tell_of_leaving(by: Seat, seat: Seat) -> None:
    """The chronicle says of each side somebody leaves that nobody plays it any more, which organisers hear;
    where there is none, they hear that somebody has left."""
    seats, found = _seats(seat.person_id, seat.club_id), False
    for scope in _open_leagues(seat.club_id).annotate(line=LINE):
        registration, state = registration_of(scope.game), state_of(scope)
        sides = [*_left_alone(registration, state, seats)]
        if sides and not registration.rules.is_over(state):
            found = True
            _note_left_alone(by, scope, registration.store.traces.side, sides)
    if not found:
        notify_of_leaving(by, seat)


def _note_left_alone(by: Seat, scope: Scope, trace: str, sides: list[str]) -> None:
    with scope_transaction(scope.pk, CLOCK) as transaction, transaction.by_itself(Actor(by)):
        for side in sides:
            write_bare_entry(transaction, LEFT_CLUB, {trace: side})
        transaction.count("left")


def lost_sides(seat: Seat, *, own: bool) -> Iterator[str]:
    """What somebody leaves and loses in each league when they leave the club, said before; `own`: to them."""
    seats = _seats(seat.person_id, seat.club_id)
    for scope in _open_leagues(seat.club_id).annotate(line=LINE):
        registration, state = registration_of(scope.game), state_of(scope)
        if registration.rules.is_over(state):
            continue
        said = registration.rules.lost_with(state, seats, own) or _left_alone_words(
            registration, state, seats
        )
        if told := " ".join(said):
            yield _("%(league)s: %(what)s") % {"league": scope.name, "what": told}


def _left_alone(registration: AnyRegistration, state: State, seats: frozenset[str]) -> Iterator[str]:
    """The sides that nobody else plays."""
    for key in registration.sides_of(state):
        members = registration.rules.members_of(state, key)
        if members and seats.issuperset(members) and registration.rules.in_play(state, key):
            yield key


def _left_alone_words(registration: AnyRegistration, state: State, seats: frozenset[str]) -> Iterator[str]:
    told = _("Nobody else plays %(side)s, so an organiser will act for it or hand it to somebody.")
    for key in _left_alone(registration, state, seats):
        yield told % {"side": registration.sides_of(state)[key].name}


def _open_leagues(club: int) -> QuerySet[Scope]:
    leagues = Scope.objects.filter(club=club, kind=ScopeKind.LEAGUE, archived_at=None)
    return leagues.order_by("pk")


def require_one_side(keep: Seat, drop: Seat) -> None:
    """Raise `Refused` when two people who become one play different sides of a league that goes on."""
    clubs = Seat.objects.filter(person=drop.person_id).values("club")
    for scope in Scope.objects.filter(club__in=clubs, kind=ScopeKind.LEAGUE, archived_at=None):
        registration = registration_of(scope.game)
        state = registration.load(scope.pk)
        if registration.rules.is_over(state):
            continue
        mine, theirs = (_sides(registration, state, scope, one.person_id) for one in (keep, drop))
        if mine and theirs and mine.keys() != theirs.keys():
            rivals = [(one, other) for one in mine for other in theirs if one != other]
            side, rival = min(rivals, key=lambda pair: (not mine[pair[0]], not theirs[pair[1]], pair))
            names = registration.sides_of(state)
            told = {
                "league": scope.name,
                "name": keep,
                "side": names[side].name,
                "other": drop,
                "rival": names[rival].name,
            }
            raise Refused("", _why_two(both_play=mine[side] and theirs[rival]) % told, "drop")


def _why_two(*, both_play: bool) -> str:
    if both_play:
        return _(
            "In %(league)s, %(name)s plays for %(side)s and %(other)s for %(rival)s. Nobody can play for "
            "two sides: one of them must leave their side or hand it over first."
        )
    return _(
        "In %(league)s, %(name)s is tied to %(side)s this turn and %(other)s to %(rival)s. If one of them "
        "has left a side, merge them next turn; if one is about to join a side, they must leave that side "
        "first."
    )


def turns_played(person: Person) -> dict[str, int]:
    """In which turn each open league is in which somebody has to do with a side."""
    found = dict[str, int]()
    for club in Seat.objects.filter(person=person).values_list("club", flat=True).distinct():
        for scope in _open_leagues(club).annotate(line=LINE):
            registration, state = registration_of(scope.game), state_of(scope)
            if not registration.rules.is_over(state) and _sides(registration, state, scope, person.pk):
                turn = registration.rules.turn
                found[str(scope.pk)] = turn(state) if turn else 0
    return found


def _sides(registration: AnyRegistration, state: State, scope: Scope, person: int | None) -> dict[str, bool]:
    """The sides that somebody has to do with, and whether they play for it now."""
    seats, found = _seats(person, scope.club_id), dict[str, bool]()
    for side in filter(partial(registration.rules.in_play, state), registration.sides_of(state)):
        plays = not seats.isdisjoint(registration.rules.members_of(state, side))
        if plays or not seats.isdisjoint(registration.rules.near(state, side)):
            found[side] = plays
    return found


def _seats(person: int | None, club: int) -> frozenset[str]:
    found = Seat.objects.filter(person=person, club=club)
    return frozenset(map(str, found.values_list("pk", flat=True)))
