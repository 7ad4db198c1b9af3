"""Two histories of one league, and what a game says of the figures that differ between them.

A correction's page compares them without knowing the game; a game tells its own figures without knowing the
page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.lines import DiffRow
from campaigns.engine.plain import default_empty, no_text
from campaigns.engine.stored.store import Registration
from campaigns.engine.who.seatbook import KnownPerson
from rules.engine.plain import JsonObject
from rules.engine.state import State

type Words = str | Promise

NOBODY = KnownPerson("", "")


@dataclass(frozen=True, slots=True)
class Histories[S: State]:
    """Both states with the people behind them, and what the game says of the figures. `veil`: what the reader
    may see of an entity.
    """

    before: S
    after: S
    registration: Registration[S, object]
    people: Mapping[str, KnownPerson]
    figures: ComparedFigures[S]
    veil: Callable[[JsonObject], JsonObject]

    def hides(self, entity_id: str, field: str, value: object) -> bool:
        """Whether a figure is not for the reader's eyes."""
        return value is not None and self.veil({"id": entity_id, field: value}).get(field) is None

    def name(self, entity_id: str) -> str:
        """What an id is called in either history; the id itself when nothing has it."""
        for state in (self.after, self.before):
            for table in state.tables():
                found = getattr(state, table).get(entity_id)
                if found is not None:
                    return self.figures.called(state, found) or str(getattr(found, "name", "") or "")
        return entity_id

    def owner(self, entity_id: str, at: datetime | None = None) -> KnownPerson:
        """The player of a side, or of what belongs to one, now or at a moment."""
        for state in (self.after, self.before):
            side = self._side(state, entity_id)
            if side in self.registration.sides_of(state):
                return self.people.get(next(iter(self.registration.held_by(state, side, at)), ""), NOBODY)
        return NOBODY

    def _side(self, state: S, entity_id: str) -> str:
        for table in state.tables():
            held = getattr(getattr(state, table).get(entity_id), self.registration.store.held, "")
            if held:
                return str(held)
        return entity_id


class Figure(NamedTuple):
    """A figure that is compared: its label, whether more of it is better (1, -1, 0: neither), and whether of
    a list the number says enough.
    """

    label: Words
    better: int = 0
    counted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedFigures[S: State]:
    """What a player argues about when the past is put right.

    `shown`: figures by the names of the state's fields, in the order they are told. `words`: what a status or
    an outcome is called; `lost`: those whose end is a gain. `called(state, entity)`: what a
    thing without a name is called, empty for its name. `said(both, field, value)`: a value that only the
    game can put into words, empty for the plain one. `within(both, then, now)`: rows about what an entity
    keeps in lists of its own; `sums(both)`: about what the game adds up. `questions`: what a question is
    called that is not asked any more, by the first word of its key. `when`: what a row's occasion is, in
    brief and at length.
    """

    shown: Mapping[str, Figure]
    words: Mapping[str, Words] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()
    called: Callable[[S, object], str] = no_text
    said: Callable[[Histories[S], str, object], str] = no_text
    within: Callable[[Histories[S], object, object], Iterable[DiffRow]] = default_empty
    sums: Callable[[Histories[S]], Iterable[DiffRow]] = default_empty
    questions: Mapping[str, Words] = field(default_factory=dict)
    when: tuple[Words, Words] = ("", lazy("When"))
