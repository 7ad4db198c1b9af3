"""What tells an entry: its parameters, its effects by kind, names for its ids, words many sentences use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from rules.engine.effects import Effect
from rules.engine.language import listed, say
from rules.engine.plain import Params
from rules.opr.books import EDITIONS, in_force
from rules.opr.effects import TraitGained

type Names = Callable[[str], str]
type Teller = Callable[[Told], str]


class Told:
    """What a teller works with: parameters, effects by kind, names, the words of the book; the keys of what
    was asked, for what leaves no effect.
    """

    def __init__(
        self,
        params: Params,
        effects: Sequence[Effect],
        names: Names,
        edition: str,
        asked: Collection[str] = (),
    ) -> None:
        self.params, self.effects, self.names, self.asked = params, effects, names, asked
        self.edition = edition if edition in EDITIONS else EDITIONS[0]
        self.rules = in_force(self.edition, ())

    def all[E: Effect](self, kind: type[E]) -> list[E]:
        return [one for one in self.effects if isinstance(one, kind)]

    def one[E: Effect](self, kind: type[E]) -> E | None:
        return next(iter(self.all(kind)), None)

    def name(self, key: str) -> str:
        return self.names(str(self.params.get(key, "")))

    def listed(self, ids: Sequence[str]) -> str:
        return listed([self.names(one) for one in ids], none=say("nobody"))


def because(told: Told, sentence: str) -> str:
    """The sentence with what somebody has written with it."""
    words = str(told.params.get("words") or "").strip()
    return say("{sentence}: {words}", sentence=sentence, words=words) if words else sentence


def sentences(*told: str) -> str:
    """One after the other, those that there are; the last full stop is set by whoever tells."""
    return ". ".join(one for one in told if one)


def trait(told: Told, gained: TraitGained) -> str:
    """What a unit was given for good: an injury, a talent, a trait of its level."""
    name, unit = trait_name(told, gained), told.names(gained.unit)
    if gained.kind == "injury":
        return say("{unit} was injured: {injury}", unit=unit, injury=name)
    return say("{unit} gained {trait}", unit=unit, trait=name)


def trait_name(told: Told, gained: TraitGained) -> str:
    """What it is called in the book."""
    entry = told.rules.book.trait(gained.kind, gained.key)
    if entry is not None:
        return entry.called(gained.option)
    return f"{gained.key} ({gained.option})" if gained.option else gained.key
