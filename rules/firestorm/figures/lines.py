"""The shapes of figures: lines of plain JSON, with what stands in each."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypedDict

from rules.engine.plain import JsonObject
from rules.firestorm.state import Grade, OrderKind, PhaseName, SideName


class Reason(TypedDict):
    """Why something cannot be done."""

    code: str
    rule: str
    sentence: str


class TurnLine(TypedDict):
    """Where the league stands."""

    phase: PhaseName
    title: str
    turn: int
    initiative: list[str]
    waiting: list[str]
    done: list[str]
    sealed: list[str]
    deadline: datetime | None
    paused: bool
    winners: list[str]


class RolledLine(TypedDict):
    """A faction's place in a turn's order, with its dice."""

    faction: str
    place: int
    dice: list[int]


class BannerLimit(TypedDict):
    """Banners a faction may have, has, has to remove, and whether it may raise one now."""

    faction: str
    territories: int
    tower: bool
    allowed: int
    held: int
    on_map: int
    reserve: int
    too_many: int
    why_not_raise: Reason | None


class BannerFigures(TypedDict):
    """A banner and what the turn has brought it."""

    banner: str
    faction: str
    at: str
    territory: str
    engaged: bool
    moved: bool
    fatigued: bool
    fortified: bool
    commander: str


class OrderKindLine(TypedDict):
    """What a kind of order allows a banner: steps, and why not."""

    kind: OrderKind
    most: int
    why_not: Reason | None


class MeetingLine(TypedDict):
    """A territory on an order's way, and who stands there."""

    territory: str
    found: str
    owner: str
    banner: str
    garrison: int
    goes: bool
    friend: str


class OutlookLine(TypedDict):
    """What an order would meet as the map stands; `why_not`: it would become Hold."""

    meetings: list[MeetingLine]
    ends: str
    cut: list[str]
    next: list[str]
    support: list[str]
    garrison: int
    tired: bool
    fortified: int
    threats: list[str]
    why_not: Reason | None


class PointsLine(TypedDict):
    """A line of a side's points."""

    what: str
    points: int
    rule: str


class SidePoints(TypedDict):
    """What a side fights with; `support` are the banners that give it, whether one or several."""

    side: SideName
    faction: str
    banner: str
    lines: list[PointsLine]
    total: int
    support: list[str]
    fatigued: bool
    fortified: bool


class ReminderLine(TypedDict):
    """What the players of a battle should have in mind; no faction where it is for both."""

    key: str
    rule: str
    text: str
    faction: str


class CommandPoints(TypedDict):
    """Command points before a game: the tower's die, if there is one, and the settlements."""

    faction: str
    die: str
    settlements: int
    least: int
    most: int


class FateLine(TypedDict):
    """What a beaten banner still has to do, and where it may go."""

    banner: str
    faction: str
    battle: str
    step: Literal["retreat", "rally"]
    roll: bool
    targets: list[str]
    first: bool


class ShopLine(TypedDict):
    """One item in one territory: its price, what it brings at once, or why not; `idle`: nothing now."""

    territory: str
    item: str
    name: str
    price: int
    glory: int
    idle: bool
    why_not: Reason | None


class RowLine(TypedDict):
    """A row of a ledger."""

    id: str
    turn: int
    amount: int
    occasion: str
    battle: str
    territory: str
    rule: str
    reverses: str
    words: str


class BuildPoints(TypedDict):
    """A faction's build points, what its buildings bring each turn, and every row."""

    faction: str
    balance: int
    income: int
    rows: list[RowLine]


class HoldingLine(TypedDict):
    """What a territory is worth: land, what stands there, the map's bonus."""

    territory: str
    land: int
    items: int
    bonus: int
    total: int


class AuditLine(TypedDict):
    """A faction's glory line by line; `total` is the scoreboard's."""

    faction: str
    holdings: list[HoldingLine]
    rows: list[RowLine]
    held: int
    earned: int
    total: int


class ScoreLine(TypedDict):
    """A faction on the scoreboard; `to_win` is what it still wants."""

    faction: str
    holdings: int
    ledger: int
    total: int
    to_win: int
    status: str


class SiegeLine(TypedDict):
    """A siege: where it stands and what waits for its Final Assault."""

    battle: str
    step: str
    level: int
    turn: int
    forced_from: int
    besieger: str
    besieged: str
    besieger_points: int
    besieged_points: int
    besieger_delta: int
    besieged_delta: int
    pending: list[JsonObject]
    bought: list[JsonObject]


class OptionLine(TypedDict):
    """An option of a side in this siege turn; `quick` is the face that works, 0 for none."""

    option: str
    name: str
    quick: int
    by: str
    plan: int
    targets: list[str]
    why_not: Reason | None


class EquipmentLine(TypedDict):
    """Siege equipment: its price now and for what."""

    item: str
    name: str
    price: int
    per: str
    why_not: Reason | None


class CandidateLine(TypedDict):
    """Somebody who may be upgraded after a game, or why not."""

    character: str
    chart: str
    why_not: Reason | None


class Upgrades(TypedDict):
    """Upgrades of a faction after a game: how many it has, has used, and who may have one."""

    allowance: int
    used: int
    candidates: list[CandidateLine]


class ObjectiveLine(TypedDict):
    """That a player holds an objective; which one only once everybody may know."""

    player: str
    state: str
    card: str
    name: str


class SightLine(TypedDict):
    """Whether somebody may see a thing of a faction now, and until when not."""

    thing: str
    sees: bool
    until: str


class FactionTodo(TypedDict):
    """Something a faction has to do, or may do, now; `about`: a banner, battle or game."""

    act: str
    about: str
    text: str
    must: bool


class ResultLine(TypedDict):
    """What games add up to for the attacker, with the glory and what becomes of both banners."""

    result: Grade
    attack: int
    defend: int


class Automatic(TypedDict):
    """A procedure that the app starts without anybody."""

    do: str
    params: JsonObject
