"""The shapes of figures that pages read as well: lines of plain JSON, with what stands in each."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from rules.conquest.reckoning.reach import Act
from rules.conquest.state import Building
from rules.engine.plain import JsonObject


class Reason(TypedDict):
    """Why something cannot be done."""

    code: str
    rule: str
    sentence: str


class Turn(TypedDict):
    """Where the league stands; `active` is empty where several may act."""

    phase: str
    title: str
    round: int
    turn: int
    active: str
    waiting: list[str]
    done: list[str]
    deadline: datetime | None
    paused: bool
    winner: str


class Standing(TypedDict):
    """An empire: `halves` is its size, `size` the same in words, as `to_win` says what it still wants."""

    realm: str
    halves: int
    size: str
    cities: int
    castles: int
    territories: int
    gold: int
    guarded: int
    ep: int
    rank: int
    to_win: str


class EarnedLine(TypedDict):
    """Empire points that one empire earned in a round."""

    round: int
    realm: str
    points: int
    battles: int


class Offer(TypedDict):
    """An act on a territory: its price, or why not; `lost`: the building that would make room."""

    act: Act
    building: Building
    price: int
    how: str
    lost: str
    stamp: str
    why_not: Reason | None


class Reachable(TypedDict):
    """A territory something can be done to; `dear` when points do not suffice."""

    territory: str
    act: Act
    price: int
    dear: bool


class Target(TypedDict):
    """An empire that may be challenged, and what that would cause."""

    realm: str
    cause: str
    why_not: Reason | None


class CapitalLine(TypedDict):
    """A place for a capital; `added` when its city would be new."""

    territory: str
    added: bool


class MapSize(TypedDict):
    """Territories that a map has and needs, and how many capitals still fit."""

    found: int
    needed: int
    places_for_capitals: int


class ToDo(TypedDict):
    """What a player has to do now; `waits`: others come first."""

    act: str
    about: str
    text: str
    waits: bool


class Fielded(TypedDict):
    """Points an empire fields in a battle, bonuses apart."""

    realm: str
    base: int
    largest: int
    gold: int
    total: int


class ModifierLine(TypedDict):
    """What one side adds to its dice in a roll-off."""

    side: str
    reason: str
    amount: int


class Reminder(TypedDict):
    """What the players of a battle should have in mind; no realm where it is for all."""

    rule: str
    text: str
    realm: str


class Automatic(TypedDict):
    """A procedure that the app may start without anybody."""

    do: str
    params: JsonObject


class Silence(Automatic):
    """One that it starts when nobody does anything; `realm`: whose silence it is, where it is one's."""

    realm: str
    sentence: str
