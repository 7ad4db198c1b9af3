"""Derived figures and checks to be asked for by name: values, caps, prices, who rolls, what is in force.

Each is `f(state, rules, **params)` and gives plain JSON values; points unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TypedDict

from rules.engine.language import say, say_many
from rules.engine.plain import JsonObject
from rules.opr.aftermath.experience import earns_xp, experience_gains
from rules.opr.aftermath.market import find_item, sale_of, why_no_gamble
from rules.opr.aftermath.recruiting import why_no_hero, why_no_veteran
from rules.opr.booking import find_mission, find_side, find_unit, find_warband
from rules.opr.books import InForce, settings_of
from rules.opr.game import GAME
from rules.opr.playing.objectives import why_impossible
from rules.opr.playing.owed import entry_of, matters, who_rolls
from rules.opr.playing.setup import cap_of, underdog_points
from rules.opr.reports.facts import objective_doubt
from rules.opr.state import Event, Item, OprState, Unit
from rules.opr.waiting import mission_todos
from rules.opr.warbands.levels import level_price, levels_due
from rules.opr.worth import on_record, unit_worth, warband_worth


@GAME.figure("value")
def value(state: OprState, rules: InForce, unit: str) -> int | None:
    """What a unit is worth; None once it has left the sheet. Source: section 2 of the rules, OPR-41, A-04"""
    return unit_worth(state, rules, unit) if on_record(state.units, unit).living else None


@GAME.figure("breakdown")
def breakdown(state: OprState, rules: InForce, unit: str) -> dict[str, int]:
    """A unit's value by where it comes from. Source: OPR-39, OPR-49, OPR-56"""
    held = on_record(state.units, unit)
    return {
        "list": held.list_points,
        "upgrades": held.item_points,
        "levels": held.level_points,
        "casualties": held.casualty_points,
        "value": held.value,
    }


@GAME.figure("warband_value")
def warband_value(state: OprState, rules: InForce, warband: str) -> JsonObject:
    """The whole sheet, and what of it can take the field. Source: OPR-23"""
    return asdict(warband_worth(state, rules, warband))


@GAME.figure("cap")
def cap(state: OprState, rules: InForce, warbands: Sequence[str]) -> int:
    """What nobody may field more than when these warbands meet. Source: OPR-24"""
    return cap_of(state, rules, [find_warband(state, one, "warbands").id for one in warbands])


@GAME.figure("underdog")
def underdog(state: OprState, rules: InForce, values: Sequence[int]) -> list[int]:
    """Underdog points for these fielded values, in the same order. Source: OPR-26"""
    return [underdog_points(rules, values, own) for own in values]


@GAME.figure("objective_possible")
def objective_possible(state: OprState, rules: InForce, units: Sequence[str]) -> dict[str, str]:
    """Every special objective with why these units cannot reach it, empty when they can. Source: OPR-29"""
    fielded = [find_unit(state, one, key="units") for one in units]
    return {one.key: why_impossible(one, fielded) for one in rules.book.objectives}


@GAME.figure("objective_doubts")
def objective_doubts(state: OprState, rules: InForce, mission: str) -> dict[str, str]:
    """What the kill ledger says against each side's objective, empty when nothing does. Source: OPR-28"""
    found = find_mission(state, mission)
    return {
        side.warband: objective_doubt(state, rules, found, side, found.kills)
        for side in found.sides
        if side.objective
    }


class SalePrice(TypedDict):
    """What a sale brings, or why there is none; `ok_from`: the face from which a gamble is won."""

    points: int
    gamble: bool
    ok_from: int | None
    why_not: str
    rule: str


@GAME.figure("price_sale")
def price_sale(state: OprState, rules: InForce, unit: str, item: str, mission: str = "") -> SalePrice:
    """What selling an item would bring, or why it cannot be sold. Source: OPR-57 to OPR-60"""
    held = find_unit(state, unit)
    sold = find_item(held, item)
    sale = sale_of(rules, sold)
    why_not = sale.why_not
    if sale.gamble and mission and not why_not:
        why_not = why_no_gamble(rules, find_side(find_mission(state, mission), held.warband), sold, mission)
    return {
        "points": sale.points,
        "gamble": sale.gamble,
        "ok_from": rules.figures.sale_gamble_ok if sale.gamble else None,
        "why_not": why_not,
        "rule": sale.rule,
    }


@GAME.figure("sale_of_price")
def sale_of_price(state: OprState, rules: InForce, price: int) -> JsonObject:
    """What an item of this original price sells for. Source: OPR-57 to OPR-60"""
    sale = sale_of(rules, Item("item", say("It"), price))
    return {"points": sale.points, "gamble": sale.gamble, "why_not": sale.why_not, "rule": sale.rule}


@GAME.figure("who_rolls")
def who_rolls_figure(state: OprState, rules: InForce, mission: str, warband: str) -> list[str]:
    """The units that roll a casualty die, in sheet order. Source: OPR-37"""
    found = find_mission(state, mission)
    return [unit.id for unit in who_rolls(state, rules, found, find_side(found, warband))]


@GAME.figure("xp_due")
def xp_due(state: OprState, rules: InForce, mission: str, warband: str) -> dict[str, list[JsonObject]]:
    """The XP each unit gets in step 4 that need no die or choice, with their reasons. Source: OPR-44"""
    found = find_mission(state, mission)
    side = find_side(found, warband)
    return {
        unit.id: [
            {"amount": one.amount, "because": one.because, "rule": one.rule, "about": one.about}
            for one in experience_gains(state, rules, found, side, unit)
        ]
        for unit in state.sheet(warband)
        if earns_xp(side, unit)
    }


@GAME.figure("level")
def level(state: OprState, rules: InForce, unit: str) -> JsonObject:
    """A unit's XP, level, levels due, XP to the next one (None after the last), its price. Source: OPR-48"""
    held, figures = find_unit(state, unit), rules.figures
    reached = held.xp // figures.xp_per_level
    more = (reached + 1) * figures.xp_per_level - held.xp if reached < figures.levels_max else None
    return {
        "xp": held.xp,
        "level": held.level,
        "due": levels_due(rules, held),
        "next_in": more,
        "price": level_price(rules, held),
    }


@GAME.figure("settings")
def settings_figure(state: OprState, rules: InForce) -> list[JsonObject]:
    """Every setting with its value, its choices, and whether it may still be changed."""
    playing = state.so_far.missions_opened > 0
    return [
        {
            "key": one.key,
            "name": one.name,
            "line": one.line,
            "rule": one.rule,
            "value": rules.setting(one.key),
            "default": one.default,
            "choices": [{"value": choice.value, "label": choice.label} for choice in one.choices],
            "open": not (one.frozen and playing),
        }
        for one in settings_of(state.league.edition)
    ]


@GAME.figure("in_force")
def in_force_figure(state: OprState, rules: InForce, mission: str, round: int = 0) -> list[JsonObject]:
    """The events that matter in a round (0: the current one), newest last, with whom they met.

    Source: OPR-33
    """
    found = find_mission(state, mission)
    now = round or found.round
    return [_told(rules, event) for event in found.events if matters(rules, event, now)]


def _told(rules: InForce, event: Event) -> JsonObject:
    entry = entry_of(rules, event)
    return {
        "event": event.id,
        "code": event.code,
        "name": entry.name,
        "text": entry.told(event.number),
        "when": entry.when,
        "remind": list(entry.remind),
        "round": event.round,
        "warband": event.warband,
        "units": list(event.units),
        "quarter": event.quarter,
        "number": event.number,
        "details": [list(pair) for pair in event.details],
        "sealed": event.sealed,
        "settled": event.settled,
        "outcome": event.outcome,
        "app": [asdict(one) for one in event.app],
    }


@GAME.figure("waiting")
def waiting_figure(state: OprState, rules: InForce, warband: str) -> list[JsonObject]:
    """What waits for a warband in its mission, in the order it has to be done. Source: OPR-20, OPR-72"""
    return [asdict(one) for one in mission_todos(state, rules, warband)]


@GAME.figure("offers")
def sheet_offers(state: OprState, rules: InForce, warband: str) -> list[JsonObject]:
    """What a warband may do on its sheet now, with the points it brings (or costs) or why not.

    Source: OPR-56 to OPR-65
    """
    held = find_warband(state, warband)
    if not held.mission:
        return []
    mission = state.missions[held.mission]
    side = mission.side(warband)
    if side.step == "upgrades":
        return [
            _sale_offer(state, rules, mission.id, unit, item.id)
            for unit in state.sheet(warband)
            for item in unit.items
        ]
    if side.step == "recruiting":
        fee = -rules.figures.veteran_fee
        return [
            _offer("recruit", None, ""),
            _offer("recruit_hero", None, why_no_hero(state, rules, side)),
            _offer("recruit_veteran", fee, _veteran_refused(rules, held.pool, why_no_veteran(side))),
            *(_offer("disband_unit", 0, "", unit.id) for unit in state.sheet(warband)),
        ]
    return []


def _veteran_refused(rules: InForce, pool: int, why_not: str) -> str:
    fee = rules.figures.veteran_fee
    if why_not or pool >= fee:
        return why_not
    return say("A veteran costs {fee} more; the pool holds {pool}.", fee=fee, pool=pool)


def _offer(act: str, points: int | None, why_not: str, unit: str = "") -> JsonObject:
    return {"act": act, "unit": unit, "item": "", "points": points, "why_not": why_not}


def _sale_offer(state: OprState, rules: InForce, mission: str, unit: Unit, item: str) -> JsonObject:
    sale = price_sale(state, rules, unit.id, item, mission)
    pool = state.warbands[unit.warband].pool
    why_not = sale["why_not"]
    if not why_not and pool + sale["points"] < 0:
        price = -sale["points"]
        why_not = say_many(
            price,
            "That costs {number} point; the pool holds {pool}.",
            "That costs {number} points; the pool holds {pool}.",
            pool=pool,
        )
    return {
        "act": "sell",
        "unit": unit.id,
        "item": item,
        "points": sale["points"],
        "gamble": sale["gamble"],
        "why_not": why_not,
    }
