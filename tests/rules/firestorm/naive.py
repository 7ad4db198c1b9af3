"""A second reveal, written from the text of the rules alone: slow, plain, with nothing of `rules/` in it.

A world is dictionaries; banners are moved one territory at a time, and everything is looked up anew. It knows
the rulebook's defaults only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

GARRISONS = {"mustering_ground": 1500, "barracks": 1500, "war_lodge": 2000}
Order = tuple[str, tuple[str, ...], int]  # kind, path, when


@dataclass
class World:
    near: dict[str, set[str]]
    owner: dict[str, str]
    items: dict[str, set[str]]
    at: dict[str, str]
    faction: dict[str, str]
    alliance: dict[str, str]
    fights: list[dict[str, object]] = field(default_factory=list)
    reason: dict[str, str] = field(default_factory=dict)
    carried: dict[str, str] = field(default_factory=dict)
    marched: set[str] = field(default_factory=set)


def garrison(world: World, place: str) -> int:
    return max([GARRISONS.get(one, 0) for one in world.items[place]], default=0) if world.owner[place] else 0


def enemies(world: World, place: str, mine: str) -> bool:
    banner = any(there == place and world.faction[one] != mine for one, there in world.at.items())
    return banner or (world.owner[place] not in ("", mine) and garrison(world, place) > 0)


def friends(world: World, place: str, banner: str) -> list[str]:
    mine = world.faction[banner]
    return [
        one
        for one, there in world.at.items()
        if there == place and world.faction[one] == mine and one != banner
    ]


def in_fight(world: World, banner: str) -> bool:
    return any(banner in (one["attacker"], one["defender"]) for one in world.fights)


def legal(world: World, banner: str, order: Order) -> bool:
    kind, path, _when = order
    here = world.at[banner]
    if kind in ("fortify", "hold"):
        forbidden = {"stronghold", "lords_tower"} & world.items[here]
        return not path and not (kind == "fortify" and forbidden)
    far = 1 if kind == "move" else 3 if world.alliance[world.faction[banner]] == "destruction" else 2
    if not 0 < len(path) <= far:
        return False
    for there in path:
        if there not in world.near[here]:
            return False
        here = there
    return True


def reveal(world: World, initiative: list[str], orders: dict[str, Order]) -> World:
    """Everybody in turn, the highest first."""
    for mine in initiative:
        going = []
        for banner in sorted(one for one in world.at if world.faction[one] == mine):
            world.carried[banner], world.reason[banner] = "hold", ""
            if banner not in orders:
                world.reason[banner] = "none_given"
            elif not legal(world, banner, orders[banner]):
                world.reason[banner] = "illegal"
            elif orders[banner][0] in ("move", "forced_march") and in_fight(world, banner):
                world.reason[banner] = "attacked_first"
            else:
                world.carried[banner] = orders[banner][0]
                if orders[banner][1]:
                    going.append(banner)
        _all_go(world, sorted(going, key=lambda one: (orders[one][2], one)), orders)
    return world


def _all_go(world: World, going: list[str], orders: dict[str, Order]) -> None:
    """In turn; who waits for a friend who is still to leave goes to the end of the queue."""
    put_off = 0
    while going:
        banner = going.pop(0)
        if _waits_for(world, banner, going, orders):
            going.append(banner)
            put_off += 1
            if put_off < len(going):
                continue
            circle = _circle(world, going, orders)
            _turn(world, circle, orders)
            for one in circle:
                going.remove(one)
        else:
            _go(world, banner, orders)
        put_off = 0


def _waits_for(world: World, banner: str, others: list[str], orders: dict[str, Order]) -> str:
    path = orders[banner][1]
    clear = not any(enemies(world, place, world.faction[banner]) for place in path)
    return next((one for one in friends(world, path[-1], banner) if one in others and clear), "")


def _circle(world: World, going: list[str], orders: dict[str, Order]) -> list[str]:
    """Follow whoever waits for whom until somebody comes up twice."""
    for first in going:
        seen = [first]
        while True:
            after = _waits_for(world, seen[-1], going, orders)
            if after in seen:
                found = seen[seen.index(after) :]
                return [one for one in going if one in found]
            if not after:
                break
            seen.append(after)
    raise AssertionError("everybody waits, so some wait for each other")


def _turn(world: World, circle: list[str], orders: dict[str, Order]) -> None:
    for banner in circle:
        for place in orders[banner][1]:
            world.owner[place] = world.faction[banner]
        if orders[banner][0] == "forced_march":
            world.marched.add(banner)
    for banner in circle:
        world.at[banner] = orders[banner][1][-1]


def _go(world: World, banner: str, orders: dict[str, Order]) -> None:
    kind, path, _when = orders[banner]
    mine, began = world.faction[banner], world.at[banner]
    passed = [began]
    for number, place in enumerate(path):
        if enemies(world, place, mine):
            if friends(world, place, banner):
                break
            world.at[banner] = place
            if kind == "forced_march":
                world.marched.add(banner)
            _fight(world, banner, place)
            return
        if number == len(path) - 1 and friends(world, place, banner):
            break
        world.owner[place] = mine
        passed.append(place)
    stands = [place for place in passed if not friends(world, place, banner)][-1]
    world.at[banner] = stands
    went = len(passed) > 1 and (stands != began or began in path)
    if kind == "forced_march" and went:
        world.marched.add(banner)


def _fight(world: World, banner: str, place: str) -> None:
    mine = world.faction[banner]
    here = [one for one in world.fights if one["place"] == place]
    for one in here:
        if world.owner[place] == mine and one["garrison"] and not one["defender"] and not one["queued"]:
            one["defender"] = banner  # the garrison's relief
            return
    against = next(
        (one for one, there in world.at.items() if there == place and world.faction[one] != mine), ""
    )
    theirs = garrison(world, place) if world.owner[place] != mine else 0
    queued = bool(here)
    world.fights.append(
        {
            "place": place,
            "attacker": banner,
            "defender": "" if queued else against,
            "garrison": 0 if queued else theirs,
            "queued": queued,
        }
    )


def points(world: World) -> dict[tuple[str, str], int]:
    """(place, banner or "garrison") to points, of every fight that is not queued."""
    found = {}
    for one in world.fights:
        if one["queued"]:
            continue
        place = str(one["place"])
        for banner in (str(one["attacker"]), str(one["defender"])):
            if banner:
                beside = bool(one["garrison"]) and banner == one["defender"]
                found[place, banner] = _strength(world, banner, place, beside)
        if one["garrison"] and not one["defender"]:
            found[place, "garrison"] = int(str(one["garrison"]))
    return found


def _strength(world: World, banner: str, place: str, beside: bool) -> int:
    mine = world.faction[banner]
    close = [one for one, there in world.at.items() if there in world.near[place] and one != banner]
    helped = beside or any(world.faction[one] == mine and not in_fight(world, one) for one in close)
    temple = any(world.owner[one] == mine and "temple" in world.items[one] for one in world.items)
    whole = 2000 + 250 * helped
    if world.carried.get(banner) == "fortify" and world.alliance[mine] == "order":
        whole += 150
    return whole + 150 * (temple and world.owner[place] == mine)
