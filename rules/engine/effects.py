"""Effects: frozen dataclasses that say what happened, as booked after caps and floors, and by which rule.

An effect knows how to change a state and nothing about saving. It is registered under a name that stays for
ever, because journals of past seasons hold it; new fields need defaults. Words that people wrote stand in
fields called `name` or `words`, so that the journal can keep them apart from ids and facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import get_annotations
from typing import Any, ClassVar, cast, dataclass_transform

from rules.engine.state import State

EFFECTS: dict[str, type[Effect]] = {}
ONLY_TOLD = ("before", "words")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Base of all effects; `rule` is the id of the rule that says so.

    Of one that `puts` a thing into a table and does nothing else, the thing is the first field. One that
    `sets` fields of a thing in a table has the thing's id first, and then the fields by their names; what
    was `before` and anybody's `words` are only told.
    """

    effect: ClassVar[str] = ""
    puts: ClassVar[str] = ""
    sets: ClassVar[str] = ""
    given: ClassVar[tuple[str, ...]] = ()
    rule: str = ""

    def apply(self, state: Any) -> Any:
        """The state after this effect."""
        thing, *fields = self.given
        if self.puts:
            return state.put(self.puts, getattr(self, thing))
        if self.sets:
            values = {one: getattr(self, one) for one in fields if one not in ONLY_TOLD}
            return state.change(self.sets, getattr(self, thing), **values)
        raise NotImplementedError


@dataclass_transform(frozen_default=True, kw_only_default=True)
def effect[E: type[Effect]](name: str, puts: str = "", sets: str = "") -> Callable[[E], E]:
    """Make a class an effect under its lasting name, e.g. `@effect("opr.xp")`: a frozen dataclass."""

    def register(cls: E) -> E:
        if name in EFFECTS and EFFECTS[name].__qualname__ != cls.__qualname__:
            raise ValueError(f"two effects are called {name}")
        cls.effect, cls.puts, cls.sets, cls.given = name, puts, sets, tuple(get_annotations(cls))
        EFFECTS[name] = made = dataclass(frozen=True, slots=True, kw_only=True)(cls)
        return cast("E", made)

    return register


def apply_all[S: State](state: S, effects: Iterable[Effect]) -> S:
    """Fold effects over a state."""
    for one in effects:
        state = one.apply(state)
    return state
