"""What each side of a battle fights with, line by line, fixed when the battle is locked.

Source: FS-20 … FS-24, FS-38, FS-39, FS-51, FS-52, FS-89
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.lazy_tables import peek
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import BattleLocked
from rules.firestorm.faction_figures import engaged, faction_territories, near, on_map, order_id, order_of
from rules.firestorm.state import Battle, Firestorm, PointsRow, SideName
from rules.firestorm.work import FirestormWork

SETTLED = ("settled", "struck", "claimed")


def free_supporters(state: Firestorm, faction: str, territory: str) -> list[str]:
    """Banners of a faction next to a battle that fight nowhere themselves. Source: FS-20"""
    close = near(state).get(territory, ())
    return [one.id for one in on_map(state, faction) if one.territory in close and not engaged(state, one.id)]


def points_rows(state: Firestorm, book: FirestormInForce, battle: Battle) -> tuple[PointsRow, ...]:
    """The points of every side, line by line; the third at one table comes like an attacker.

    Source: FS-51
    """
    sides: tuple[SideName, ...] = ("attack", "defend", "third")
    return tuple(line for side in sides for line in _side(state, book, battle, side))


def _side(state: Firestorm, book: FirestormInForce, battle: Battle, side: SideName) -> Iterator[PointsRow]:
    banner, faction = {
        "attack": (battle.attacker, battle.attack),
        "defend": (battle.defender, battle.defend),
        "third": (battle.third, battle.third_faction),
    }[side]
    garrison = battle.garrison if side == "defend" else 0
    if not faction:
        return
    if banner:
        points = battle.points or book.settings.banner_points
        yield PointsRow(side=side, what="banner", points=points, rule="FS-10")
    else:
        yield PointsRow(side=side, what="garrison", points=garrison, rule="FS-23")
    rule = _support(state, book, battle, banner, faction, garrison)
    if rule:
        helping = tuple(free_supporters(state, faction, battle.territory))
        yield PointsRow(side=side, what="support", points=book.figures.support, rule=rule, banners=helping)
    if banner and fortified(state, banner) and state.factions[faction].alliance == "order":
        yield PointsRow(side=side, what="fortified", points=book.figures.fortify_bonus, rule="FS-38")
    if banner and has_temple(state, book, faction, battle.territory):
        yield PointsRow(side=side, what="temple", points=book.figures.temple_bonus, rule="FS-89")


def _support(
    state: Firestorm, book: FirestormInForce, battle: Battle, banner: str, faction: str, garrison: int
) -> str:
    """The rule by which a side is supported; empty when it is not. Source: FS-20, FS-21, FS-22, FS-23"""
    if banner and garrison:
        return "FS-21"
    if not banner and not book.settings.garrison_support:
        return ""
    return "FS-20" if free_supporters(state, faction, battle.territory) else ""


def fortified(state: Firestorm, banner: str) -> bool:
    """Whether an order to fortify is in force. Source: FS-37"""
    order = order_of(state, banner)
    return order is not None and order.carried == "fortify"


def fatigued(state: Firestorm, banner: str) -> bool:
    """Whether a banner fights tired: it has marched this turn and is in battle. Source: FS-35"""
    return state.banners[banner].marched and engaged(state, banner)


def stood_fortified(state: Firestorm, battle: Battle, banner: str) -> bool:
    """Whether a banner of a battle stood fortified in it, whichever turn it was. Source: FS-37"""
    order = state.orders.get(order_id(battle.turn, banner))
    return order is not None and order.carried == "fortify"


def fought_tired(state: Firestorm, battle: Battle, banner: str) -> bool:
    """Whether a banner of a battle had marched there, whichever turn it was. Source: FS-35"""
    if battle.turn == state.now.turn:
        return state.banners[banner].marched
    order = state.orders.get(order_id(battle.turn, banner))
    if order is None or order.carried != "forced_march" or len(order.trail) < 2:
        return False
    began = order.trail[0]
    return began != battle.territory or began in order.path


def has_temple(state: Firestorm, book: FirestormInForce, faction: str, territory: str) -> bool:
    """Whether a Temple strengthens a faction's banner in a territory it owns. Source: FS-89"""
    if state.territories[territory].owner != faction:
        return False
    own = [one for one in faction_territories(state, faction) if "temple" in one.items]
    everywhere = book.settings.temple_scope == "any_owned"
    return bool(own) if everywhere else territory in {one.id for one in own}


def total(lines: tuple[PointsRow, ...], side: SideName) -> int:
    """A side's points. Source: FS-51"""
    return sum(one.points for one in lines if one.side == side)


def army_total(state: Firestorm, battle: Battle, side: SideName) -> int:
    """The same at the start of its game, as far as a siege has changed the army. Source: FS-51, FS-128"""
    siege, points = peek(state.sieges, battle.id), total(battle.lines, side)
    if siege is None:
        return points
    return points + (siege.besieger_delta if side == "attack" else siege.besieged_delta)


def lock_battle(work: FirestormWork, battle: Battle) -> None:
    """Fix what both sides fight with; nothing changes it later. Source: FS-24, FS-96"""
    gears = {one.owner for one in work.state.territories.values() if one.role == "infinity_gears"}
    work.do(
        BattleLocked(
            battle=battle.id,
            defender=battle.defender,
            defend=battle.defend,
            garrison=battle.garrison,
            lines=points_rows(work.state, work.book, battle),
            gears=tuple(one for one in battle.factions if one in gears),
            rule="FS-24",
        )
    )
