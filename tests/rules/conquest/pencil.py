"""A second, short reading of Conquest's scoring and spending, from the printed rules and defaults alone.

A world is plain dictionaries, and everything is looked up anew; nothing of `rules/` is used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

type Data = dict[str, Any]

WORTH = {"lose": 1, "draw": 2, "minor": 3, "major": 4, "massacre": 5}  # CQ-83
WINS = ("minor", "major", "massacre")
FORTS = ("castle", "city")


@dataclass
class World:
    """`land`: territories by id; `fort`: who holds the fort of a besieged one; `events`: (realm, event)."""

    land: dict[str, Data]
    near: dict[str, set[str]]
    realms: list[str]
    fort: dict[str, str] = field(default_factory=dict)
    ep: dict[str, int] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)
    events: set[tuple[str, str]] = field(default_factory=set)
    order: list[str] = field(default_factory=list)  # largest first
    over: set[tuple[str, str]] = field(default_factory=set)  # (who has naval advantage, over whom)
    sails: set[str] = field(default_factory=set)
    beaten: set[tuple[str, str]] = field(default_factory=set)
    worth: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)


# Empires: CQ-13 to CQ-16


def owned(world: World, realm: str) -> list[str]:
    return [place for place, one in world.land.items() if one["owner"] == realm]


def size(world: World, realm: str) -> Fraction:
    found = Fraction(0)
    for place, one in world.land.items():
        if place in world.fort:
            found += Fraction(1, 2) * (realm in (one["owner"], world.fort[place]))
        elif one["owner"] == realm:
            found += 2 if one["building"] == "city" else 1
    return found


def forts(world: World, realm: str, kinds: Collection[str] = FORTS) -> int:
    """A besieged fort is its holder's. CQ-19"""
    held = {place: world.fort.get(place, one["owner"]) for place, one in world.land.items()}
    return sum(holder == realm and world.land[place]["building"] in kinds for place, holder in held.items())


def ranking(world: World, dice: dict[str, list[int]]) -> list[str]:
    """Largest first: size, cities, castles, and then the dice, throw by throw."""

    def key(realm: str) -> Any:
        return (
            size(world, realm),
            forts(world, realm, ("city",)),
            forts(world, realm),
            dice.get(realm, []),
        )

    return sorted(world.realms, key=key, reverse=True)


# Battles: CQ-73 to CQ-92, CQ-150 to CQ-156


def graded(ours: Data, theirs: Data) -> tuple[str, str]:
    """What both sides have, ours first; the first line that fits decides."""
    found = _line(ours, theirs)
    for winner in (0, 1):
        side = (ours, theirs)[winner]
        if found[winner] in WINS and len(side["hosts"]) > 1 and any(one["general"] for one in side["hosts"]):
            return "draw", "draw"
    return found


def _line(ours: Data, theirs: Data) -> tuple[str, str]:
    vp, more = (sum(one["vp"] for one in side["hosts"]) for side in (ours, theirs))
    if ours["surrendered"] != theirs["surrendered"]:
        return ("lose", _victory(theirs)) if ours["surrendered"] else (_victory(ours), "lose")
    if ours["withdrew"] and not theirs["withdrew"]:
        return ("lose", _victory(theirs)) if more > vp else ("draw", "draw")
    if theirs["withdrew"] and not ours["withdrew"]:
        return (_victory(ours), "lose") if vp > more else ("draw", "draw")
    if vp == more:
        return "draw", "draw"
    return ("draw", "lose") if vp > more else ("lose", "draw")


def _victory(side: Data) -> str:
    lost, broken = (sum(one[what] for one in side["hosts"]) for what in ("lost", "bp"))
    if 4 * lost <= broken:
        return "massacre"
    return "major" if 2 * lost <= broken else "minor"


def rolled_off(world: World, dice: Iterable[int], battle: Data) -> tuple[str, str]:
    """Two dice and what each side adds; a high total favours the challengers."""
    ours, theirs = battle["attackers"], battle["defenders"]
    total = sum(dice) + _edge(world, battle, ours, theirs) - _edge(world, battle, theirs, ours)
    if total <= 2:
        return "lose", "major"
    if total <= 5:
        return "lose", "minor"
    if total <= 8:
        return "draw", "draw"
    return ("minor", "lose") if total <= 11 else ("major", "lose")


def _edge(world: World, battle: Data, ours: list[str], theirs: list[str]) -> int:
    def have(side: list[str], event: str) -> bool:
        return any((one, event) in world.events for one in side)

    scouts = have(ours, "scouts") and not have(theirs, "scouts")
    hundreds = int(sum(battle["gold"].get(one, 0) for one in ours) // 100)
    return scouts + have(ours, "elite_army") + (world.order[0] in ours) + min(hundreds, 2)


def settled(world: World, battle: Data, grades: tuple[str, str]) -> None:
    """Write down what a battle was worth to everybody, and who has beaten whom."""
    sides = battle["attackers"], battle["defenders"]
    for grade, ours, theirs in zip(grades, sides, sides[::-1], strict=True):
        won = grade in WINS
        for realm in ours:
            points = WORTH[grade] - (1 if len(ours) > 1 else 0)
            world.worth.setdefault(realm, []).append((points, won))
            world.beaten |= {(realm, other) for other in theirs if won}


def earned(world: World, realm: str) -> int:
    """CQ-87 to CQ-90: the average, rounded down; then All or Nothing."""
    fought = world.worth.get(realm, [])
    if not fought:
        return 0
    points = sum(one for one, _won in fought) // len(fought)
    if (realm, "all_or_nothing") in world.events:
        return points + 2 if all(won for _one, won in fought) else 0
    return points


def army(world: World, realm: str, share: int, gold: int) -> int:
    """CQ-62 to CQ-64: each addition of the share alone, each rounded down by itself."""
    return share + (share // 40 if world.order[0] == realm else 0) + share * gold // 2000


# Spending: CQ-93 to CQ-120, CQ-128 to CQ-144


def water(one: Data) -> bool:
    return bool(one["river"] or one["shore"])


def ports(world: World, realm: str) -> list[str]:
    return [place for place in owned(world, realm) if world.land[place]["building"] == "port"]


def reaches(world: World, realm: str, place: str) -> bool:
    if world.fort.get(place) == realm:  # the relief of one's own fort
        return True
    if any(world.land[one]["owner"] == realm for one in world.near[place]):
        return True
    return water(world.land[place]) and bool(ports(world, realm))


def price(world: World, realm: str, act: str, place: str) -> int:
    one = world.land[place]
    mountain = int(one["terrain"] == "mountain")
    if act == "claim":
        return (1 if (realm, "land_grab") in world.events else 2) + mountain
    if act in ("conquer", "besiege"):
        fort = int(act == "conquer" and one["building"] in FORTS and place not in world.fort)
        base = (3 if act == "conquer" else 2) + mountain + fort
        return max(1, base + _at_sea(world, realm, place))
    return 2 if act == "plunder" else 1


def _at_sea(world: World, realm: str, place: str) -> int:
    one = world.land[place]
    if not one["shore"] or world.fort.get(place) == realm:
        return 0
    if (one["owner"], realm) in world.over:
        return 1
    return -1 if (realm, one["owner"]) in world.over else 0


def may(world: World, realm: str, act: str, place: str, building: str = "") -> bool:
    one = world.land[place]
    able = world.ep[realm] >= price(world, realm, act, place)
    if one["terrain"] == "sea" or not able:
        return False
    if act == "build":
        there = one["owner"] == realm and place not in world.fort
        return there and _may_stand(one, building)
    if one["owner"] == realm:
        return False
    if act == "claim":
        return not one["owner"] and reaches(world, realm, place)
    if act == "raid":
        return True
    if (realm, one["owner"]) not in world.beaten:
        return False
    if act == "plunder":
        return place not in world.fort and one["building"] not in FORTS
    if not reaches(world, realm, place) or not _sea_lets(world, realm, place):
        return False
    return act == "conquer" or (place not in world.fort and one["building"] in FORTS)


def _sea_lets(world: World, realm: str, place: str) -> bool:
    """CQ-143: who sails needs a port on a shore for shores of others, but not to relieve a fort."""
    if realm not in world.sails or not world.land[place]["shore"] or world.fort.get(place) == realm:
        return True
    return any(world.land[one]["shore"] for one in ports(world, realm))


def _may_stand(one: Data, building: str) -> bool:
    if one["building"] == building:
        return False
    if building == "castle":
        return bool(one["terrain"] != "marsh")
    if building == "city":
        return one["terrain"] not in ("mountain", "marsh") and one["building"] == "castle"
    if building == "mine":
        return bool(one["river"] or one["terrain"] == "mountain")
    return water(one)


def raided(world: World, realm: str, place: str, dice: Iterable[int]) -> None:
    """CQ-104: three dice on free land, two on another's, who keeps 25 for each castle and city."""
    found, owner = 10 * sum(dice), world.land[place]["owner"]
    if owner:
        found = max(0, min(found, world.gold[owner] - 25 * forts(world, owner)))
        world.gold[owner] -= found
    world.gold[realm] += found
