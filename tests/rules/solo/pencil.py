"""A second, short reading of one activation of the app, from the printed rules alone.

The world is plain dictionaries: who stands where, and what somebody with eyes would say of it. Nothing of
`rules/` is used, every die is read off by what it was thrown for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

type Data = dict[str, Any]


@dataclass
class World:
    """Sheets of units, markers, spells; `true`: what the table sees, `dice` by what they are for."""

    ours: list[Data]
    theirs: list[Data]
    markers: list[Data]
    spells: list[Data]
    true: Data
    dice: dict[str, list[int]] = field(default_factory=dict)

    def throw(self, what: str) -> int:
        return self.dice[what].pop(0)

    def one_of(self, options: list[Any], what: str) -> Any:
        """SOLO-03: bands of one die, or of two above six; values beyond the last whole band do not count."""
        if len(options) == 1:
            return options[0]
        width = (6 if len(options) <= 6 else 36) // len(options)
        while True:
            shown = self.throw(what)
            value = shown if len(options) <= 6 else 6 * (shown // 10 - 1) + shown % 10
            if value <= width * len(options):
                return options[-(-value // width) - 1]


def carries(sheet: Data, rule: str) -> bool:
    return any(one.partition("(")[0] == rule for one in sheet.get("rules", ()))


def figure(sheet: Data, rule: str) -> int:
    found = [int(one[len(rule) + 1 : -1]) for one in sheet.get("rules", ()) if one.startswith(f"{rule}(")]
    return max(found, default=0)


def ap(weapon: Data) -> int:
    return max(int(weapon.get("ap", 0)), figure(weapon, "AP"))


def guns(unit: Data) -> list[Data]:
    return [one for one in unit["weapons"] if one.get("range")]


def blades(unit: Data) -> list[Data]:
    return [one for one in unit["weapons"] if not one.get("range")]


def worth(unit: Data, weapon: Data) -> Fraction:
    """SOLO-28: copies times attacks times faces times multiple."""
    hits = 5 if carries(weapon, "Reliable") else min(max(7 - unit["quality"], 1), 5)
    unsaved = min(3 + ap(weapon), 5)
    faces = (hits - 1) * unsaved + 5 if carries(weapon, "Rending") else hits * unsaved
    bonus = "Relentless" if weapon.get("range") else "Furious"
    faces += unsaved if carries(weapon, bonus) or carries(unit, bonus) else 0
    times = Fraction(max(1, min(figure(weapon, "Deadly"), 3)) * max(1, min(figure(weapon, "Blast"), 2)))
    times /= 2 if carries(weapon, "Limited") else 1
    return times * int(weapon.get("count", 1) * weapon["attacks"] * faces)


def type_of(unit: Data) -> str:
    """SOLO-26, SOLO-27, SOLO-29 as far as no die decides."""
    if not guns(unit):
        return "melee"
    far, near = (sum((worth(unit, one) for one in some), Fraction(0)) for some in (guns(unit), blades(unit)))
    if not blades(unit) or far > near:
        return "shooting"
    return "hybrid" if near > far else "shooting" if max(one["range"] for one in guns(unit)) >= 18 else ""


# Who acts: SOLO-39 to SOLO-44


def who_acts(world: World) -> tuple[int, int, Data]:
    """The section rolled, the section used, the unit."""
    left = [one for one in world.ours if not one.get("out") and not one.get("activated")]
    left = [one for one in left if not one.get("stunned")] or left
    rolled = 1 if world.throw("section") <= 3 else 2
    there = [one for one in left if one["section"] == rolled]
    used = rolled if there else 3 - rolled
    there = [one for one in left if one["section"] == used]
    plain = [one for one in there if not carries(one, "Counter")]
    return rolled, used, world.one_of(plain or there, "unit")


# Where to and how: SOLO-31 to SOLO-37, SOLO-67, SOLO-68


@dataclass
class Walk:
    """The facts as they are read, in their order."""

    world: World
    unit: Data
    goal: str = ""
    asked: list[tuple[str, bool]] = field(default_factory=list)

    def ask(self, fact: str) -> bool:
        answer = self._answer(fact)
        if (fact, answer) not in self.asked:
            self.asked.append((fact, answer))
        return answer

    def _answer(self, fact: str) -> bool:
        true = self.world.true
        if fact == "obj":
            self.goal = nearest_free(self.world)
            return bool(self.goal)
        if fact == "rush_only":
            return bool(true["rush_only"])
        if not standing(self.world.theirs):
            return False
        if fact == "shoot":
            return bool(guns(self.unit)) and bool(true["shot_after"])
        if fact == "hold_weapon_now":
            return bool(true["shot_here"])
        return bool({"way": true["way"], "way_charge": true["in_way"], "charge": true["charge"]}[fact])


def standing(units: list[Data]) -> list[Data]:
    return [one for one in units if not one.get("out")]


def free(world: World) -> list[Data]:
    """SOLO-47: not seized by the app, and not more of its own near than enemies."""
    return [one for one in world.markers if one["seized"] != "bot" and one["ai"] <= one["human"]]


def nearest_free(world: World) -> str:
    """SOLO-37; of some that are equally near a die takes one."""
    found = free(world)
    if not found:
        return ""
    close = min(one["distance"] for one in found)
    best: Data = world.one_of([one for one in found if one["distance"] == close], "marker")
    return str(best["id"])


def order(walk: Walk) -> list[tuple[str, str, str]]:
    """(leaf, action, toward): the order of the tree, and the others of the same leaf behind it."""
    unit, ask = walk.unit, walk.ask
    if unit.get("stunned"):
        return [("IDLE", "IDLE", "")]
    holds = any(carries(one, rule) for one in guns(unit) for rule in ("Indirect", "Relentless"))
    if holds and ask("hold_weapon_now"):
        return [("HOLD", "HOLD", "")]
    if unit["type"] == "shooting":
        first, way = ("S1", "objective") if ask("obj") else ("S3", "enemy")
        second = {"S1": "S2", "S3": "S4"}[first]
        return [(first, "ADVANCE", way)] if ask("shoot") else [(second, "RUSH", way)]
    if unit["type"] == "melee":
        if not ask("obj"):
            return [("M4", "CHARGE", "enemy")] if ask("charge") else [("M5", "RUSH", "enemy")]
        if not ask("way"):
            return [("M3", "RUSH", "objective")]
        rush = ("M2", "RUSH", "objective")
        return [("M1", "CHARGE", "enemy_in_way"), rush] if ask("way_charge") else [rush]
    if not ask("obj"):
        if ask("charge"):
            return [("H7", "CHARGE", "enemy")]
        return [("H8", "ADVANCE", "enemy")] if ask("shoot") else [("H9", "RUSH", "enemy")]
    if ask("way"):
        if ask("way_charge"):
            return [("H1", "CHARGE", "enemy_in_way"), ("?", "", "")]
        return _without_charge(walk)
    if ask("rush_only"):
        return [("H4", "RUSH", "objective")]
    return [("H5", "ADVANCE", "objective")] if ask("shoot") else [("H6", "RUSH", "objective")]


def _without_charge(walk: Walk) -> list[tuple[str, str, str]]:
    """The rest of the hybrid's second step: an advance that gives a shot, else a rush."""
    rush = ("H3", "RUSH", "objective")
    return [("H2", "ADVANCE", "objective"), rush] if walk.ask("shoot") else [rush]


type Order = tuple[str, str, str]


def instead(walk: Walk, now: Order, left: list[Order]) -> list[Order]:
    """SOLO-05: the next of the same leaf, else a rush the same way, else hold."""
    leaf, action, toward = now
    if left:
        return _without_charge(walk) if left[0][0] == "?" else left
    if action in ("CHARGE", "ADVANCE"):
        return [(leaf, "RUSH", "objective" if toward == "enemy_in_way" else toward)]
    return [(leaf, "HOLD", "")]


# At whom: SOLO-51 to SOLO-53, SOLO-61, SOLO-65, SOLO-70


def best_target(weapon: Data, kind: str, valid: list[Data]) -> str:
    """The first by the weapon's own rules, then by the general order."""

    def key(one: Data) -> tuple[float, ...]:
        keys: list[float] = []
        if carries(weapon, "Sniper"):
            upgrade = one.get("top_upgrade", 0)
            keys += [0 if one.get("hero") else 1 if upgrade else 2, -upgrade]
        if carries(weapon, "Deadly"):
            tough = one.get("tough", 1) > 1
            left = one["tough"] * one.get("models", 1) - one.get("wounds", 0) if tough else 0
            keys += [2 if not tough else 0 if one.get("models", 1) == 1 else 1, left]
        if ap(weapon):
            keys.append(one["defense"])
        if kind == "charge":
            keys.append(not one.get("stunned"))
        else:
            keys.append(one["cover"])
        return (*keys, bool(one.get("activated")), one["distance"])

    return str(min(valid, key=key)["id"])


def charged(world: World, unit: Data, toward: str) -> str:
    """One target for all blades: the one worth most decides."""
    names = world.true["in_way"] if toward == "enemy_in_way" else world.true["charge"]
    valid = [one for one in world.theirs if one["id"] in names]
    best = max(blades(unit), key=lambda one: worth(unit, one), default={"rules": ()})
    return best_target(best, "charge", valid)


def shots(world: World, unit: Data, seen: str) -> set[tuple[int, str]]:
    valid = [one for one in world.theirs if one["id"] in world.true[seen]]
    return {
        (at, best_target(weapon, "shoot", valid))
        for at, weapon in enumerate(unit["weapons"])
        if weapon.get("range") and valid
    }


# Spells: SOLO-62, SOLO-63


def cast(world: World, unit: Data) -> list[str]:
    level, listed = figure(unit, "Caster"), sorted(world.spells, key=lambda one: int(one["number"]))
    if not level or not listed or unit["tokens"] < min(one["cost"] for one in listed):
        return []
    at = ((world.throw("spell") + 1) // 2 + level - 1) % len(listed)
    for one in listed[at:] + listed[:at]:
        there = one["number"] in world.true["spells"]
        if one["aim"] == "harm":
            there = there and bool(standing(world.theirs))
        if there and one["cost"] <= unit["tokens"]:
            return [str(one["id"])]
    return []


# The whole of it


def activation(world: World) -> Data:
    """What the app does; `world.true["stands"]` says how each attempt ended on the table."""
    rolled, used, unit = who_acts(world)
    walk, refused, hit = Walk(world, unit), list[str](), ""
    orders, endings = order(walk), list(world.true["stands"])
    while True:
        leaf, action, toward = orders[0]
        hit = charged(world, unit, toward) if action == "CHARGE" else ""
        ends = "done" if action in ("HOLD", "IDLE") else endings.pop(0)
        if ends != "cannot":
            break
        refused.append(leaf)
        orders = instead(walk, orders[0], orders[1:])
    idle = action == "IDLE"
    spells = [] if idle else cast(world, unit)
    seen = {"ADVANCE": "shot_after", "HOLD": "shot_here"}.get(action, "")
    struck = shots(world, unit, seen) if seen else set[tuple[int, str]]()
    if action == "CHARGE":
        struck = {(at, hit) for at, one in enumerate(unit["weapons"]) if not one.get("range")}
    section = unit["section"]
    if ends == "crossed":
        section = 3 - section
    elif ends == "line":
        section = world.one_of([1, 2], "line")
    cost = sum(one["cost"] for one in world.spells if one["id"] in spells)
    return {
        "unit": unit["id"],
        "rolled": rolled,
        "used": used,
        "leaf": leaf,
        "action": action,
        "toward": toward,
        "asked": walk.asked,
        "marker": walk.goal,
        "struck": struck,
        "spells": spells,
        "refused": refused,
        "section": section,
        "tokens": unit["tokens"] - cost,
        "dice_left": {what: some for what, some in world.dice.items() if some},
    }
