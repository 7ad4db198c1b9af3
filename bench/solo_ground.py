"""A table made of numbers and what is true on it: units are points, cover and walls are discs.

The oracle of the simulated games knows all positions; it answers what a rule may ask, and knows the trees of
the rulebook by hand.
"""

import math
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rules.solo.activating.eyes import hold_weapons
from rules.solo.deciding.measures import moves, to_segment
from rules.solo.deciding.scores import has, usable_weapons
from rules.solo.game import GAME
from rules.solo.state import ArmyRule, PoolList, SoloState, SoloWeapon, Unit

type Point = tuple[float, float]

RULES = ("Ambush", "Scout", "Counter", "Caster(2)", "Flying", "Strider", "Fast", "Slow", "Furious", "Hero")
RANGED = ("Indirect", "Relentless", "Sniper", "Deadly(3)", "AP(2)", "Blast(3)", "Rending", "Reliable")
MELEE = ("AP(1)", "Deadly(2)", "Rending", "Sniper")


class Wrong(AssertionError):
    """The rules and the table disagree."""


@dataclass
class Tally:
    """What came up in many games."""

    games: int = 0
    leaves: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    taps: dict[bool, Counter[int]] = field(default_factory=lambda: {True: Counter(), False: Counter()})
    refused: int = 0


def random_unit(dice: random.Random, name: str, side: str = "") -> Unit:
    weapons = []
    if dice.random() < 0.65:
        rules = tuple(dice.sample(RANGED, dice.choice((0, 0, 1, 1, 2))))
        weapons.append(
            SoloWeapon(
                f"{name} gun", range=dice.choice((9, 12, 18, 24)), attacks=dice.choice((1, 2)), rules=rules
            )
        )
    if dice.random() < 0.9 or not weapons:
        rules = tuple(dice.sample(MELEE, dice.choice((0, 0, 1))))
        weapons.append(SoloWeapon(f"{name} blade", attacks=dice.choice((1, 2, 3)), rules=rules))
    rules = tuple(dice.sample(RULES, dice.choice((0, 0, 1, 1, 2))))
    hero = has(rules, "Hero")
    return Unit(
        id=f"{side or 'u'}{name}",
        side=side,
        name=name,
        hero=hero,
        quality=dice.choice((3, 4, 5)),
        defense=dice.choice((3, 4, 5)),
        tough=dice.choice((1, 1, 3, 6)),
        models=dice.choice((1, 1, 1, 3)),
        top_upgrade=dice.choice((0, 0, 5, 15)),
        weapons=tuple(weapons),
        rules=rules,
        traits=("Vanguard",) if hero and dice.random() < 0.5 else (),
        army_rules=(ArmyRule("War cry", dice.choice(("harm", "help")), 12),) if dice.random() < 0.1 else (),
    )


def random_list(dice: random.Random, number: int) -> PoolList:
    units = tuple(random_unit(dice, f"L{number}{letter}") for letter in "ABCDEF"[: dice.randint(3, 6)])
    return PoolList(f"list{number}", f"List {number}", 150 + number, units)


class Ground:
    """Where everything stands in one game, and what follows from it."""

    def __init__(self, seed: int, tally: Tally | None = None) -> None:
        self.dice = random.Random(seed)  # noqa: S311 - it plays
        self.throw_seed = seed.to_bytes(8)
        self.tally = tally or Tally()
        challenge = self.dice.random() < 0.5
        self.state: SoloState = GAME.begin(
            "", {"challenge": challenge, "markers": self.dice.choice((0, 1, 3, 4))}
        )
        self.at: dict[str, Point] = {}
        self.discs = [(self.spot(), self.dice.uniform(2, 4)) for _ in range(5)]
        self.entries = 0
        self.memo: dict[str, Any] = {}

    # ------------------------------------------------------------ geometry

    def spot(self, low: float = 0, high: float = 48) -> Point:
        return self.dice.uniform(0, 48), self.dice.uniform(low, high)

    def marker_at(self, marker: str) -> Point:
        one = self.state.markers[marker]
        return (one.x or 0) / 100, (one.y or 0) / 100

    def sees(self, one: Point, other: Point) -> bool:
        return all(to_segment(middle, one, other) > 1 for middle, _ in self.discs)

    def in_cover(self, unit: str) -> bool:
        return any(math.dist(self.at[unit], middle) < radius for middle, radius in self.discs)

    def toward(self, start: Point, goal: Point, inches: float) -> Point:
        length = math.dist(start, goal)
        part = min(max(length - 1, 0), inches) / length if length else 0
        return start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part

    def humans(self) -> list[Unit]:
        return self.state.on_table("human")

    def nearest(self, start: Point, names: list[str]) -> str:
        return min(names, key=lambda name: math.dist(start, self.at[name]))

    def near(self, marker: str, units: list[Unit]) -> int:
        return sum(math.dist(self.at[unit.id], self.marker_at(marker)) <= 3 for unit in units)

    # ------------------------------------------------------------ what is true

    def free_markers(self) -> list[str]:
        """Markers not under the app's control, nearest first for nobody in particular."""
        free = []
        for marker in self.state.markers.values():
            mine = [unit for unit in self.state.on_table("ai") if not unit.stunned]
            controls = self.near(marker.id, mine) > self.near(marker.id, self.humans())
            if self.state.camp_of(marker.seized) != "ai" and not controls:
                free.append(marker.id)
        return free

    def objective(self, unit: Unit) -> str:
        free = self.free_markers()
        return min(free, key=lambda m: math.dist(self.at[unit.id], self.marker_at(m)), default="")

    def in_way(self, unit: Unit) -> list[Unit]:
        goal = self.objective(unit)
        if not goal:
            return []
        start, end = self.at[unit.id], self.marker_at(goal)
        return [one for one in self.humans() if to_segment(self.at[one.id], start, end) <= 6]

    def vanguard(self, unit: Unit) -> bool:
        heroes = [u for u in self.state.on_table("ai") if u.id != unit.id and has(u.all_rules, "Vanguard")]
        return any(math.dist(self.at[unit.id], self.at[hero.id]) <= 6 for hero in heroes)

    def reach(self, unit: Unit) -> Any:
        return moves(unit, GAME.book_of(self.state), vanguard=self.vanguard(unit))

    def chargeable(self, unit: Unit, among: list[Unit]) -> list[Unit]:
        far = self.reach(unit).charge
        return [one for one in among if math.dist(self.at[unit.id], self.at[one.id]) <= far]

    def after_advance(self, unit: Unit) -> Point:
        goal = self.objective(unit)
        if goal:
            end = self.marker_at(goal)
        elif self.humans():
            end = self.at[self.nearest(self.at[unit.id], [one.id for one in self.humans()])]
        else:
            end = self.at[unit.id]
        return self.toward(self.at[unit.id], end, self.reach(unit).advance)

    def shootable(self, start: Point, weapons: list[SoloWeapon]) -> list[Unit]:
        far = max((weapon.range for weapon in weapons), default=0)
        return [
            one
            for one in self.humans()
            if math.dist(start, self.at[one.id]) <= far and self.sees(start, self.at[one.id])
        ]

    def holding(self, unit: Unit) -> bool:
        for weapon, rule in hold_weapons(self.state, unit):
            for one in self.humans():
                near = math.dist(self.at[unit.id], self.at[one.id]) <= weapon.range
                if near and (rule == "Indirect" or self.sees(self.at[unit.id], self.at[one.id])):
                    return True
        return False

    def truth(self, unit: Unit, fact: str) -> bool:
        if fact == "obj":
            return bool(self.free_markers())
        if fact == "way":
            return bool(self.in_way(unit))
        if fact == "way_charge":
            return bool(self.chargeable(unit, self.in_way(unit)))
        if fact == "charge":
            return bool(self.chargeable(unit, self.humans()))
        if fact == "shoot":
            weapons = usable_weapons(self.state, unit)
            return bool(weapons) and bool(self.shootable(self.after_advance(unit), weapons))
        if fact == "hold_weapon_now":
            return self.holding(unit)
        if not self.objective(unit):
            raise Wrong(f"{unit.name}: {fact} of no marker at all")
        away = math.dist(self.at[unit.id], self.marker_at(self.objective(unit)))
        return bool(self.reach(unit).advance + 3 < away <= self.reach(unit).rush + 3)

    def leaf(self, unit: Unit) -> str:
        """The rulebook's trees once more, written out by hand."""

        def is_true(fact: str) -> bool:
            return self.truth(unit, fact)

        if unit.stunned:
            return "IDLE"
        if is_true("hold_weapon_now"):
            return "HOLD"
        if unit.type == "shooting":
            toward = ("S1", "S2") if is_true("obj") else ("S3", "S4")
            return toward[0] if is_true("shoot") else toward[1]
        if unit.type == "melee":
            if not is_true("obj"):
                return "M4" if is_true("charge") else "M5"
            if not is_true("way"):
                return "M3"
            return "M1" if is_true("way_charge") else "M2"
        if not is_true("obj"):
            return "H7" if is_true("charge") else "H8" if is_true("shoot") else "H9"
        if is_true("way"):
            return "H1" if is_true("way_charge") else "H2" if is_true("shoot") else "H3"
        if is_true("rush_only"):
            return "H4"
        return "H5" if is_true("shoot") else "H6"
