"""Figures of banners: how many there may be, where they stand, what an order meets, where the beaten go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from rules.engine.plain import JsonObject
from rules.firestorm.aftermath.applying import banner_side, grade_of
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.aftermath.places import rally_points, retreats
from rules.firestorm.aftermath.razing import raze_problems, ruins, too_many
from rules.firestorm.battles.locking import fatigued, fortified
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import (
    allowed,
    banner_count,
    banner_name_key,
    banners_in_reserve,
    engaged,
    faction_territories,
    holds_tower,
    on_map,
)
from rules.firestorm.figures.league import problem_values
from rules.firestorm.figures.lines import BannerFigures, BannerLimit, FateLine, OrderKindLine, OutlookLine
from rules.firestorm.game import GAME
from rules.firestorm.orders.plans import OrderPlan, may_fortify, most_steps, plan_problems
from rules.firestorm.orders.sheet import KINDS
from rules.firestorm.preparing.banners import entries, raise_problems, returns
from rules.firestorm.reveal.outlook import next_territories, outlook
from rules.firestorm.setting_up.armies import commander_of
from rules.firestorm.state import Banner, Battle, Firestorm
from rules.turns.problems import first_of


@GAME.figure("allowed_banners")
def allowed_banners(state: Firestorm, book: FirestormInForce, faction: str) -> int:
    """Banners a faction may have: one for its tower, one for every four territories. Source: FS-12"""
    return allowed(state, book, faction)


@GAME.figure("held_banners")
def held_banners(state: Firestorm, book: FirestormInForce, faction: str) -> int:
    """Banners a faction has, on the map and in reserve. Source: FS-13"""
    return banner_count(state, faction)


@GAME.figure("banner_limit")
def banner_limit(state: Firestorm, book: FirestormInForce, faction: str) -> BannerLimit:
    """Banners a faction may have and has, what it owes, why it raises none. Source: FS-12 … FS-14"""
    return {
        "faction": faction,
        "territories": len(faction_territories(state, faction)),
        "tower": holds_tower(state, book, faction),
        "allowed": allowed(state, book, faction),
        "held": banner_count(state, faction),
        "on_map": len(on_map(state, faction)),
        "reserve": len(banners_in_reserve(state, faction)),
        "too_many": too_many(state, book, faction),
        "why_not_raise": problem_values(first_of(raise_problems(state, book, faction))),
    }


@GAME.figure("entries")
def entries_now(state: Firestorm, book: FirestormInForce, faction: str) -> list[str]:
    """Where a new banner may enter now. Source: FS-14"""
    return entries(state, book, faction)


@GAME.figure("returns")
def returns_now(state: Firestorm, book: FirestormInForce, banner: str) -> list[str]:
    """Where a banner in reserve may come back. Source: FS-14, FS-65"""
    return returns(state, book, state.banners[banner])


@GAME.figure("banners")
def banners(state: Firestorm, book: FirestormInForce, faction: str = "") -> list[BannerFigures]:
    """Every banner there is, of one faction or all. Source: FS-15, FS-35, FS-37"""
    found = sorted(state.banners.values(), key=banner_name_key)
    return [_banner(state, one) for one in found if faction in ("", one.faction)]


def _banner(state: Firestorm, one: Banner) -> BannerFigures:
    commander = commander_of(state, one.id)
    return {
        "banner": one.id,
        "faction": one.faction,
        "at": one.at,
        "territory": one.territory if one.at == "map" else "",
        "engaged": engaged(state, one.id),
        "moved": one.moved,
        "fatigued": fatigued(state, one.id),
        "fortified": fortified(state, one.id),
        "commander": commander.id if commander else "",
    }


# Orders


@GAME.figure("orders_open")
def orders_open(state: Firestorm, book: FirestormInForce, banner: str) -> list[OrderKindLine]:
    """The kinds of orders a banner may be given, and why not. Source: FS-30, FS-31, FS-34, FS-36, FS-37"""
    one = state.banners[banner]
    shut = one.at == "map" and not may_fortify(book, state.territories[one.territory])
    return [
        {
            "kind": kind,
            "most": most_steps(state, book, one.faction, kind),
            "why_not": problem_values(book.problem("E26")) if shut and kind == "fortify" else None,
        }
        for kind in KINDS
    ]


@GAME.figure("outlook")
def outlook_of(
    state: Firestorm, book: FirestormInForce, plan: OrderPlan, others: tuple[OrderPlan, ...] = ()
) -> OutlookLine:
    """What an order would meet as the map stands, with its faction's other plans. Source: FS-29, FS-33"""
    plans = {one.banner: one for one in (*others, plan)}
    seen = outlook(state, book, plan, plans)
    return {
        "meetings": [
            {
                "territory": one.territory,
                "found": one.found,
                "owner": one.owner,
                "banner": one.banner,
                "garrison": one.garrison,
                "goes": one.goes,
                "friend": one.friend,
            }
            for one in seen.meetings
        ],
        "ends": seen.ends,
        "cut": list(seen.cut),
        "next": list(next_territories(state, book, plan)),
        "support": list(seen.support),
        "garrison": seen.garrison,
        "tired": seen.tired,
        "fortified": seen.fortified,
        "threats": [one.banner for one in seen.threats],
        "why_not": problem_values(first_of(plan_problems(state, book, state.banners[plan.banner], plan))),
    }


@GAME.figure("orders")
def revealed_orders(state: Firestorm, book: FirestormInForce, turn: int = 0) -> list[JsonObject]:
    """Every order of a turn as revealed, with what it came to and why; none before. Source: FS-27, FS-164"""
    wanted = turn or state.now.turn
    return [asdict(one) for one in state.orders.values() if one.turn == wanted]


# Where the beaten go


@GAME.figure("retreat_targets")
def retreat_targets(state: Firestorm, book: FirestormInForce, banner: str, territory: str = "") -> list[str]:
    """Where a banner may retreat to from where it stands, or from another territory. Source: FS-61"""
    one = state.banners[banner]
    return retreats(state, one.faction, territory or one.territory)


@GAME.figure("rally_points")
def rally_points_of(state: Firestorm, book: FirestormInForce, banner: str, territory: str = "") -> list[str]:
    """Where a banner may rally that was beaten there, or where it fell. Source: FS-64 … FS-67"""
    one = state.banners[banner]
    return rally_points(state, book, one.faction, territory or one.fell or one.territory)


@GAME.figure("fates")
def fates(state: Firestorm, book: FirestormInForce) -> list[FateLine]:
    """Banners that still have to leave or rally, in the order in which they do. Source: FS-60 … FS-65"""
    return list(_fates(state, book))


def _fates(state: Firestorm, book: FirestormInForce) -> Iterator[FateLine]:
    due = leaving(state)
    for battle, banner in due:
        yield {
            "banner": banner.id,
            "faction": banner.faction,
            "battle": battle.id,
            "step": "retreat",
            "roll": _rolls(battle, banner),
            "targets": retreats(state, banner.faction, battle.territory),
            "first": banner.faction == due[0][1].faction,
        }
    lost = scattered_banners(state)
    for banner in lost:
        yield {
            "banner": banner.id,
            "faction": banner.faction,
            "battle": next(one.battle for one in state.fates.values() if one.banner == banner.id),
            "step": "rally",
            "roll": False,
            "targets": rally_points(state, book, banner.faction, banner.fell),
            "first": not due and banner.faction == lost[0].faction,
        }


def _rolls(battle: Battle, banner: Banner) -> bool:
    """Whether a die says what becomes of it. Source: FS-62, FS-63"""
    tabled = banner_side(battle, banner.id) in battle.tabled
    return grade_of(battle, banner.id) == "major_defeat" and not tabled


@GAME.figure("raze")
def raze_now(state: Firestorm, book: FirestormInForce, banner: str) -> JsonObject:
    """What a banner would raze where it stands, or why not. Source: FS-44, FS-45, FS-46"""
    one = state.banners[banner]
    falls = ruins(book, state.territories[one.territory]) if one.at == "map" else ()
    return {"items": list(falls), "why_not": problem_values(first_of(raze_problems(state, book, one)))}
