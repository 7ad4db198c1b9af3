"""Armies and cards as plain values: characters and units with their upgrades, charts, decks, objectives.

Which objective a player holds stands in none of these tables before it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine.plain import Name, Words

type ChartName = Literal["unit", "champion"]
type CharacterKind = Literal["commander", "named", "hero", "unit"]
type CardKind = Literal["objective", "time_of_war", "sudden_death"]
type DeckName = Literal["objective", "time_of_war", "sudden_death", "unit", "champion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A commander, named character, hero or unit of a banner that the league keeps a record of."""

    id: str
    faction: str
    banner: str
    name: Name = ""
    kind: CharacterKind = "unit"
    alive: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade:
    """An upgrade of a unit or character: a row of a chart, rolled after a battle or brought along.

    `name` is what somebody wrote; a row of the book's charts goes by its id, so that each reads its name in
    their own language.
    """

    id: str
    character: str
    chart: ChartName = "unit"
    row: str = ""
    name: Name = ""
    turn: int = 0
    battle: str = ""
    bout: str = ""
    dice: tuple[int, ...] = ()
    legacy: bool = False
    state: Literal["held", "lost", "replaced"] = "held"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartRow:
    """A row of an advancement chart: the faces it stands for, its name, what it does."""

    id: str
    chart: ChartName
    first: int = 1
    last: int = 1
    name: Name = ""
    words: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card the organiser keeps: an objective with its reward, a Time of War, a sudden death condition."""

    id: str
    kind: CardKind
    name: Name = ""
    words: Words = ""
    glory: int = 0
    build: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveHeld:
    """That a player holds an objective; which one stands under the seal until it is claimed or shown.

    `entry` and `sealed_key` are where it is sealed; `card` is empty until then.
    """

    id: str
    player: str
    entry: str = ""
    sealed_key: str = ""
    card: str = ""
    state: Literal["drawn", "claimed", "accepted", "refused", "shown"] = "drawn"
