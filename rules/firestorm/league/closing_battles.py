"""What becomes of the battles that are still open when the organiser ends the phase now.

Silence decides what was reported and nobody answered; a dispute it leaves to the organiser, who can settle it
before. What is left then ends with the phase. Source: FS-50, FS-57, FS-160
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.engine.language import mark, said
from rules.firestorm.battles.locking import SETTLED
from rules.firestorm.battles.results import is_twin
from rules.firestorm.faction_figures import battles_this_turn, bouts_of
from rules.firestorm.state import Battle, Firestorm

type EndKind = Literal["disputed", "cut_short", "counts", "played", "queued", "unfought"]

ENDS_WITH_PHASE: dict[EndKind, str] = {
    "disputed": mark(
        "The report of the battle for {place} is disputed; unless an organiser decides first, the battle is "
        "struck out."
    ),
    "cut_short": mark(
        "A report of the battle for {place} is disputed; unless an organiser decides first, the other games "
        "decide the battle."
    ),
    "counts": mark("The report of the battle for {place} counts."),
    "played": mark("The battle for {place} is decided by the games that count."),
    "queued": mark(
        "The battle for {place} is still waiting for an earlier one to be decided. It is struck out unless "
        "no opponent is left, in which case the side that arrived claims the territory."
    ),
    "unfought": mark("The battle for {place} has not been reported, so it is struck out."),
}


@dataclass(frozen=True, slots=True)
class BattleEnd:
    """What ending the phase now brings to a battle: `kind` is one of `ENDS_WITH_PHASE`."""

    kind: EndKind
    battle: str
    place: str

    @property
    def waits_for_ruling(self) -> bool:
        """Whether the organiser can decide a disputed report of it before."""
        return self.kind in ("disputed", "cut_short")


def battle_ends(state: Firestorm) -> list[BattleEnd]:
    """Of every battle of the turn that is not decided, the disputed ones first; in other phases none.

    Source: FS-50, FS-160
    """
    if state.now.phase != "battles":
        return []
    found = [BattleEnd(kind, one.id, one.territory) for one in _open(state) if (kind := _end_of(state, one))]
    return sorted(found, key=lambda one: not one.waits_for_ruling)


def battle_end_sentence(state: Firestorm, end: BattleEnd) -> str:
    """The same in words. Source: FS-160"""
    return said(ENDS_WITH_PHASE[end.kind], place=state.name_of(end.place))


def _open(state: Firestorm) -> Iterator[Battle]:
    return (one for one in battles_this_turn(state) if one.status not in SETTLED)


def _end_of(state: Firestorm, battle: Battle) -> EndKind:
    if battle.status == "queued":
        return "queued"
    games = bouts_of(state, battle.id)
    told = any(one.status == "reported" and not is_twin(state, one) for one in games)
    played = any(one.status == "confirmed" for one in games)
    if any(one.status == "disputed" for one in games):
        return "cut_short" if told or played else "disputed"
    if told:
        return "counts"
    return "played" if played else "unfought"
