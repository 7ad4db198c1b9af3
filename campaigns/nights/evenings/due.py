"""When phases of a club's leagues end, or the time for steps, and what somebody still owes there. The
summary of a league and its to-dos know, so none is read; one that is behind tells no deadline until its next
entry, one that is paused tells none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from campaigns.engine.lines import TodoLine
from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.whose_move import IndexedTodo, kept_moves, move_of
from campaigns.engine.transaction.summaries import SHAPE
from campaigns.engine.who.access import may_play
from campaigns.models import Scope, Seat, Summary, TodoRow
from campaigns.models.absence import sides_left_to_silence
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
    own = _own(seat)
    rows = list(_rows(seat))
    kept = kept_moves([row.scope_id for row in rows])
    timed = [row for row in rows if any(one.is_must and one.todo.until for one in kept[row.scope_id])]
    found = [_deadline(seat, row, own, kept[row.scope_id], row.data["deadline"]) for row in timed]
    found += _of_steps(seat, own)
    return sorted((one for one in found if one.plays or not mine), key=lambda one: (one.at, one.scope.pk))


def _own(seat: Seat) -> frozenset[str]:
    """The seats of this person in the club."""
    seats = seat.club.seats.filter(person=seat.person_id)
    return frozenset(str(one) for one in seats.values_list("pk", flat=True))


def _rows(seat: Seat, **more: object) -> Iterator[Summary]:
    """What is kept of the leagues with a deadline, or of these."""
    wanted = more or {"data__deadline__gt": ""}
    rows = Summary.objects.filter(scope__club=seat.club, scope__archived_at=None, **wanted)
    for row in rows.select_related("scope").annotate(left_to_silence=sides_left_to_silence("scope")):
        if (row.version, row.shape) == (row.scope.version, SHAPE):
            row.scope.club = seat.club
            vars(row.scope)["left_to_silence"] = vars(row)["left_to_silence"]
            yield row


def _of_steps(seat: Seat, own: frozenset[str]) -> Iterator[Deadline]:
    """Of steps after a game that somebody has time for: one for each moment."""
    mine = TodoRow.objects.filter(
        scope__club=seat.club, stand="must", gone_at=None, cover=False, until__isnull=False,
        seats__overlap=list(own),
    )  # fmt: skip
    due: dict[tuple[int, datetime], list[IndexedTodo]] = defaultdict(list)
    for row in mine.select_related("scope").order_by("scope", "place"):
        if row.until is not None and row.kind in plugin_of(row.scope.game).rules.whose_move.afterwards:
            due[row.scope_id, row.until].append(move_of(row))
    kept = {row.scope_id: row for row in _rows(seat, scope__in={scope for scope, _at in due})} if due else {}
    for (scope, at), moves in due.items():
        found = _deadline(seat, kept[scope], own, moves, at.isoformat()) if scope in kept else None
        if found is not None and found.owed:
            yield found


def _deadline(
    seat: Seat, row: Summary, own: frozenset[str], moves: Sequence[IndexedTodo], until: str
) -> Deadline:
    scope = row.scope
    plays = any(not own.isdisjoint(seats) for seats in row.data["members"].values())
    owed: tuple[TodoLine, ...] = ()
    if plays and may_play(seat):
        mine = MyLeagues(
            seats={seat.club_id: seat}, own=own, scopes=(scope,), told={scope.pk: row.data},
            moves={scope.pk: moves}, own_clock=seat.person.own_clock, sees_own=False,
        )  # fmt: skip
        owed = tuple(plugin_of(scope.game).club.todos(mine, scope, {}))
    at = datetime.fromisoformat(until).astimezone(seat.club.tz)
    return Deadline(at, scope, owed, plays)
