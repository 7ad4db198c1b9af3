"""Who is not there to do what falls to them: somebody on holiday, or a side that nobody plays.

Of somebody on holiday the to-dos rest, or go to who stands in for them: somebody who takes no rival's side
and reads nothing of what theirs keeps to itself. What nobody is there to do happens as silence has it
(`campaigns.engine.transaction.driving`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from campaigns.engine.stored.absent import NOBODY, Absent
from campaigns.engine.stored.store import Registration, registration_of
from campaigns.engine.who.access import may_play
from campaigns.engine.who.rights import Actor, is_played
from campaigns.models import Holiday, HolidayStage, Scope, Seat, Summary, Unplayed
from config.database.compiled import compiled
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.engine.state import State

IN_CLUB = Holiday.objects.filter(seat__club=OuterRef("club"), stage=HolidayStage.ON)
OF_SCOPE = Unplayed.objects.filter(scope=OuterRef("pk"))
# Of a scope: whether there is anybody to look for.
IS_ANY = ExpressionWrapper(Q(Exists(IN_CLUB)) | Q(Exists(OF_SCOPE)), output_field=BooleanField())


@dataclass(frozen=True, slots=True)
class _Away:
    """Somebody on holiday: their seats in the club, and who stands in for them."""

    seats: tuple[str, ...]
    stand_in: Actor | None


@dataclass(frozen=True)
class Absences:
    """The same as it is written down for a league, whoever plays which side."""

    scope: Scope
    away: tuple[_Away, ...]
    unplayed: frozenset[str]

    def of[S: State, B](self, state: S, registration: Registration[S, B]) -> Absent:
        """Who is absent as the league stands."""
        stand_ins = dict[str, str]()
        for side in registration.sides_of(state) if registration.rules.goes_on else ():
            members = registration.rules.members_of(state, side)
            for one in self.away:
                if one.stand_in and not set(members).isdisjoint(one.seats):
                    stand_ins |= self._stood(one, side, state, registration)
        nobody = {
            one
            for one in self.unplayed
            if not is_played(self.scope, registration.rules.members_of(state, one))
        }
        return Absent(
            frozenset(seat for one in self.away for seat in one.seats), stand_ins, frozenset(nobody)
        )

    def _stood[S: State, B](
        self, away: _Away, side: str, state: S, registration: Registration[S, B]
    ) -> dict[str, str]:
        """By seat who stands in there: nobody who takes a rival's side."""
        actor = away.stand_in
        if actor is None or actor.seat is None or actor.may_favour(side, self.scope, state, registration):
            return {}
        return dict.fromkeys(away.seats, str(actor.seat.pk))


def refuse_nobody_at_table[S: State, B](
    scope: Scope, state: S, registration: Registration[S, B], params: Params
) -> None:
    """Raise `Refused` where the other sides of a game that the state keeps are said to have agreed at the
    table, and nobody plays any of them.
    """
    games = registration.rules.told_games
    told = next((one for one in games.waiting(state) if one.key in params.values()), None) if games else None
    if told is not None and told.others:
        somebody_agreed(scope, state, registration, told.others)


def somebody_agreed[S: State, B](
    scope: Scope, state: S, registration: Registration[S, B], sides: Iterable[str]
) -> None:
    """Raise `Refused` unless somebody plays one of the sides that are said to have agreed at the table."""
    members = [seat for side in sides for seat in registration.rules.members_of(state, side)]
    if not is_played(scope, members):
        words = _(
            "Nobody plays the other side, so nobody can have agreed at the table. An organiser can decide it."
        )
        raise Refused("", words, admission=True)


def absences_of(scope: Scope) -> Absences:
    """What is written down of who is absent from a league."""
    found = _on_holiday(scope.club_id)
    seats = dict[int, list[str]]()
    people = {one.seat.person_id for one in found}
    own = Seat.objects.filter(club=scope.club_id, person__in=people) if people else Seat.objects.none()
    for pk, person in own.values_list("pk", "person"):
        seats.setdefault(person, []).append(str(pk))
    away = tuple(_Away(tuple(seats[one.seat.person_id]), _stand_in(one)) for one in found)
    return Absences(scope, away, frozenset(_left_to_silence(scope.pk)))


@compiled
def _on_holiday(club: int) -> QuerySet[Holiday]:
    rows = Holiday.objects.filter(seat__club=club, stage=HolidayStage.ON)
    return rows.select_related("seat", "stand_in__person")


@compiled
def _left_to_silence(scope: int) -> QuerySet[Unplayed, str]:
    return Unplayed.objects.filter(scope=scope).values_list("side", flat=True)


def _stand_in(row: Holiday) -> Actor | None:
    seat = row.stand_in
    return Actor(seat) if seat is not None and may_play(seat) else None


def absent_from[S: State, B](scope: Scope, state: S, registration: Registration[S, B]) -> Absent:
    """Who is absent from a league now."""
    absences = absences_of(scope)
    return absences.of(state, registration) if absences.away or absences.unplayed else NOBODY


def leagues_stood_in(seats: Iterable[int]) -> Mapping[int, tuple[str, ...]]:
    """The leagues in which others can act for each of these seats."""
    played = Summary.objects.filter(scope__archived_at=None, members__overlap=[str(one) for one in seats])
    rows = played.order_by("scope").values_list("scope__name", "scope__game", "members")
    goes_on = [(name, members) for name, game, members in rows if registration_of(game).rules.goes_on]
    return {seat: tuple(name for name, members in goes_on if str(seat) in members) for seat in seats}
