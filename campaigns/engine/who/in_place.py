"""Who acts in place of a side nobody plays, and which organisers decide what sides disagree on: said of a
league's rows (`campaigns.engine.stored.whose_move`), once for homes, inboxes and pages.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from campaigns.engine.stored.whose_move import IndexedTodo
from rules.engine.todos import ORGANISERS, Todo

AGREES = "confirm"  # the act of whoever is asked whether a report is right


@dataclass(frozen=True, slots=True)
class LeagueRows:
    """The rows of a league, with who is there: `members` are the seats of those who play a side, `is_there`
    says whether somebody on any of these is in the club, `silent` names the sides that are carried on
    automatically where nobody plays them; `goes_on`: somebody can act for a side.
    """

    rows: Sequence[IndexedTodo]
    members: Mapping[str, Sequence[str]]
    is_there: Callable[[Iterable[str]], bool]
    silent: Callable[[], Container[str]]
    goes_on: bool

    def is_played(self, side: str) -> bool:
        return self.is_there(self.members.get(side, ()))

    def falls_to_organisers(self, todo: Todo) -> bool:
        """Whether they do what a side has to do: they answer a report where nobody plays it, unless it is
        theirs to decide anyway, and do all that others read of where it is not carried on automatically.
        """
        may = todo.stand == "must" and todo.side and (todo.act == AGREES or (self.goes_on and not todo.own))
        if not may or self.is_played(todo.side):
            return False
        return not self._is_decided(todo) if todo.act == AGREES else todo.side not in self.silent()

    def _is_decided(self, todo: Todo) -> bool:
        rulings = (one for one in self.rows if one.is_must and one.todo.side == ORGANISERS)
        return any(one.todo.about == todo.about for one in rulings)


def apart_from(todo: Todo, rows: Iterable[IndexedTodo]) -> frozenset[str]:
    """The seats of those who do not act as organiser in it: who has told the report that is answered, or
    plays a side that waits for a ruling. What concerns the whole league falls to every organiser.
    """
    if not todo.about or (todo.side != ORGANISERS and todo.act != AGREES):
        return frozenset()
    waits = (one for one in rows if one.todo.key == todo.key and one.todo.on)
    return frozenset(seat for one in waits for seat in one.seats)


def who_decides[P](organisers: Collection[P], parties: Collection[P]) -> set[P]:
    """The organisers who rule on what these are parties to: who is none, or every one where all are."""
    return set(organisers) - set(parties) or set(organisers)
