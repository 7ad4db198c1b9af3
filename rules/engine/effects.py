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


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Base of all effects; `rule` is the id of the rule that says so.

    Of one that `puts` a thing into a table and does nothing else, the thing is the first field.
    """

    effect: ClassVar[str] = ""
    puts: ClassVar[str] = ""
    thing: ClassVar[str] = ""
    rule: str = ""

    def apply(self, state: Any) -> Any:
        """The state after this effect."""
        if not self.puts:
            raise NotImplementedError
        return state.put(self.puts, getattr(self, self.thing))


@dataclass_transform(frozen_default=True, kw_only_default=True)
def effect[E: type[Effect]](name: str, puts: str = "") -> Callable[[E], E]:
    """Make a class an effect under its lasting name, e.g. `@effect("opr.xp")`: a frozen dataclass."""

    def register(cls: E) -> E:
        if name in EFFECTS and EFFECTS[name].__qualname__ != cls.__qualname__:
            raise ValueError(f"two effects are called {name}")
        cls.effect, cls.puts, cls.thing = name, puts, next(iter(get_annotations(cls)), "")
        EFFECTS[name] = made = dataclass(frozen=True, slots=True, kw_only=True)(cls)
        return cast("E", made)

    return register


def apply_all[S: State](state: S, effects: Iterable[Effect]) -> S:
    """Fold effects over a state."""
    for one in effects:
        state = one.apply(state)
    return state
