"""What tells an entry: its parameters, its effects by kind, names for its ids, words many sentences use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from rules.engine import telling
from rules.engine.language import say, with_heading
from rules.opr.books import EDITIONS, InForce, edition_in_force
from rules.opr.effects import TraitGained

type Teller = Callable[[OprEntryContext], str]


class OprEntryContext(telling.EntryContext):
    """What a teller works with: parameters, effects by kind, names, the words of the book; the keys of what
    was asked, for what leaves no effect.
    """

    EDITIONS = EDITIONS

    @cached_property
    def rules(self) -> InForce:
        return edition_in_force(self.edition, ())


def because(told: OprEntryContext, sentence: str) -> str:
    """The sentence with what somebody has written with it."""
    words = str(told.params.get("words") or "").strip()
    return with_heading(sentence, words) if words else sentence


def trait(told: OprEntryContext, gained: TraitGained) -> str:
    """What a unit was given for good: an injury, a talent, a trait of its level."""
    name, unit = gained_trait_name(told, gained), told.names(gained.unit)
    if gained.kind == "injury":
        return say("{unit} was injured: {injury}", unit=unit, injury=name)
    return say("{unit} gained {trait}", unit=unit, trait=name)


def gained_trait_name(told: OprEntryContext, gained: TraitGained) -> str:
    """What it is called in the book."""
    entry = told.rules.book.trait(gained.kind, gained.key)
    if entry is not None:
        return entry.called(gained.option)
    return f"{gained.key} ({gained.option})" if gained.option else gained.key
