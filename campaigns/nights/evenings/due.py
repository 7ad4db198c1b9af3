"""When phases of a club's leagues end, and what somebody still owes there. The summary of a league knows, so
none is read; one that is behind tells no deadline until the league's next entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from campaigns.engine.desk import desk_of
from campaigns.engine.lines import TodoLine
from campaigns.engine.mine import Mine
from campaigns.engine.passage.summaries import SHAPE
from campaigns.engine.stored.whose_move import Move, kept_moves
from campaigns.engine.who.access import may_play
from campaigns.models import Scope, Seat, Summary
from campaigns.shell.links import page_of


@dataclass(frozen=True, slots=True)
class Due:
    """A phase of a league ends: what I owe until then and what happens if I do not; or that it ends."""

    title: str
    note: str
    where: str
    url: str


@dataclass(frozen=True, slots=True)
class Deadline:
    """When it is; `owed`: what waits for me there, `plays`: whether I have a side in it."""

    at: datetime
    scope: Scope
    owed: tuple[TodoLine, ...]
    plays: bool

    def lines(self, now: datetime) -> Iterator[Due]:
        """Each thing I owe, or one line for the league."""
        for todo in self.owed:
            yield Due(todo.title, todo.deadline, todo.where, todo.url)
        if not self.owed:
            told = _("A phase ends at %(at)s.") if self.at > now else _("A phase ended at %(at)s.")
            nothing = _("Nothing is waiting for you there.") if self.plays else ""
            url = page_of("campaigns:league", self.scope.pk)
            yield Due(self.scope.name, told % {"at": f"{self.at:%H:%M}"}, nothing, url)


def deadlines(seat: Seat, *, mine: bool) -> list[Deadline]:
    """Of the leagues somebody plays in, or of all of their club; the soonest first."""
    rows = list(_rows(seat))
    kept = kept_moves([row.scope_id for row, _own in rows])
    found = [_deadline(seat, row, own, kept[row.scope_id]) for row, own in rows]
    return sorted((one for one in found if one.plays or not mine), key=lambda one: (one.at, one.scope.pk))


def _rows(seat: Seat) -> Iterator[tuple[Summary, frozenset[str]]]:
    """What is kept of the leagues with a deadline, each with the seats of this person."""
    club = seat.club
    own = frozenset(str(one) for one in club.seats.filter(person=seat.person_id).values_list("pk", flat=True))
    rows = Summary.objects.filter(scope__club=club, scope__archived_at=None, data__deadline__gt="")
    for row in rows.select_related("scope"):
        if (row.version, row.shape) == (row.scope.version, SHAPE):
            row.scope.club = club
            yield row, own


def _deadline(seat: Seat, row: Summary, own: frozenset[str], moves: Sequence[Move]) -> Deadline:
    scope = row.scope
    plays = any(not own.isdisjoint(seats) for seats in row.data["members"].values())
    owed: tuple[TodoLine, ...] = ()
    if plays and may_play(seat):
        mine = Mine(
            seats={seat.club_id: seat}, own=own, scopes=(scope,), told={scope.pk: row.data},
            moves={scope.pk: moves}, own_clock=seat.person.own_clock, sees_own=False,
        )  # fmt: skip
        owed = tuple(desk_of(scope.game).todos(mine, scope, {}))
    at = datetime.fromisoformat(row.data["deadline"]).astimezone(seat.club.tz)
    return Deadline(at, scope, owed, plays)
