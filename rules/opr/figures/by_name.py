"""Derived figures and checks to be asked for by name: values, caps, prices, who rolls, what is in force.

Each is `f(state, rules, **params)` and gives plain JSON values; points unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TypedDict

from rules.engine.games import Ctx
from rules.engine.language import say
from rules.engine.plain import JsonObject, Params
from rules.engine.procedure import drive, from_mapping
from rules.engine.refusals import Refused
from rules.opr.aftermath.casualties import who_rolls
from rules.opr.aftermath.experience import gains, takes_part
from rules.opr.aftermath.market import find_item, sale_of, why_no_gamble
from rules.opr.aftermath.recruiting import why_no_hero, why_no_veteran
from rules.opr.app_sides import VOID
from rules.opr.booking import find_mission, find_side, find_unit, find_warband
from rules.opr.books import InForce, settings_of
from rules.opr.game import GAME
from rules.opr.playing.events import AWAITED, NO_TARGET
from rules.opr.playing.objectives import why_impossible
from rules.opr.playing.owed import entry_of, waiting_for
from rules.opr.playing.setup import available_value, cap_of, underdog_points
from rules.opr.reports.facts import objective_doubt
from rules.opr.state import Event, Item, Mission, OprState, Unit
from rules.opr.values import value_of
from rules.opr.warbands.levels import level_price, levels_due


@GAME.figure("value")
def value(state: OprState, rules: InForce, unit: str) -> int:
    """What a unit is worth. Source: section 2 of the rules, A-04"""
    return _on_record(state.units, unit).value


@GAME.figure("breakdown")
def breakdown(state: OprState, rules: InForce, unit: str) -> dict[str, int]:
    """A unit's value by where it comes from. Source: OPR-39, OPR-49, OPR-56"""
    held = _on_record(state.units, unit)
    return {
        "list": held.list_points,
        "upgrades": held.item_points,
        "levels": held.level_points,
        "casualties": held.casualty_points,
        "value": held.value,
    }


@GAME.figure("warband_value")
def warband_value(state: OprState, rules: InForce, warband: str) -> dict[str, int]:
    """The whole sheet, and what of it can take the field. Source: OPR-23"""
    _on_record(state.warbands, warband)
    return {"sheet": value_of(state.sheet(warband)), "available": available_value(state, warband)}


def _on_record[T](held: Mapping[str, T], key: str) -> T:
    """A unit or warband that is or was: what is dead or disbanded can still be read."""
    if key not in held:
        raise Refused("", say("There is nothing here with that id."))
    return held[key]


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
            for one in gains(state, rules, found, side, unit)
        ]
        for unit in state.sheet(warband)
        if takes_part(side, unit)
    }


@GAME.figure("level")
def level(state: OprState, rules: InForce, unit: str) -> JsonObject:
    """A unit's level, levels due, XP to the next one (None after the last) and its price. Source: OPR-48"""
    held, figures = find_unit(state, unit), rules.figures
    reached = held.xp // figures.xp_per_level
    more = (reached + 1) * figures.xp_per_level - held.xp if reached < figures.levels_max else None
    return {
        "level": held.level,
        "due": levels_due(rules, held),
        "next_in": more,
        "price": level_price(rules, held),
    }


@GAME.figure("settings")
def settings(state: OprState, rules: InForce) -> list[JsonObject]:
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
    return [_told(state, rules, event) for event in found.events if matters(rules, event, now)]


def matters(rules: InForce, event: Event, round: int) -> bool:
    """Whether an event counts in a round: it lasts, it has just happened, or somebody still has to act.

    Source: OPR-33
    """
    entry = entry_of(rules, event)
    met = event.outcome not in (NO_TARGET, "declined") and event.round <= round
    over = event.outcome == VOID or (entry.kind in AWAITED and event.settled)
    if entry.kind == "trap" and event.app:  # nobody writes a note: it waits for whoever springs it
        over = bool(event.number)
    return met and (event.round == round or (entry.when in ("mission", "end") and not over))


def _told(state: OprState, rules: InForce, event: Event) -> JsonObject:
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


class ToDo(TypedDict):
    """What waits for a warband: a procedure with its parameters, or why it cannot be done now."""

    procedure: str
    params: dict[str, str]
    title: str
    why_not: str


@GAME.figure("waiting")
def waiting(state: OprState, rules: InForce, warband: str) -> list[ToDo]:
    """What waits for a warband in its mission, in the order it has to be done. Source: OPR-20, OPR-72"""
    held = find_warband(state, warband)
    if not held.mission:
        return []
    mission = state.missions[held.mission]
    own = _own_events(rules, mission, warband)
    todo = [(_note_step(rules, event, mission), {"event": event.id}) for event in own]
    todo = [(name, more) for name, more in todo if name]
    if mission.status == "finished":
        todo += [(name, {"event": event.id}) for event, name in waiting_for(state, rules, mission, warband)]
    todo += [(name, {}) for name in NEXT.get(mission.side(warband).step, ())]
    return [_todo(state, rules, mission, warband, name, more) for name, more in todo]


NEXT = {
    "setup": ("field", "roll_objective", "begin"),
    "casualties": ("casualties",),
    "experience": ("experience",),
    "upgrades": ("close_upgrades",),
    "recruiting": ("close_recruiting",),
}


def _own_events(rules: InForce, mission: Mission, warband: str) -> list[Event]:
    kinds = ("trap", "revenge", "send")
    return [
        event
        for event in mission.events
        if event.warband == warband and entry_of(rules, event).kind in kinds and not event.settled
    ]


def _note_step(rules: InForce, event: Event, mission: Mission) -> str:
    if event.sealed or mission.status != "playing":
        return ""
    return "send" if entry_of(rules, event).kind == "send" else "seal_note"


def _todo(
    state: OprState, rules: InForce, mission: Mission, warband: str, name: str, more: dict[str, str]
) -> ToDo:
    params = {"mission": mission.id, "warband": warband, **more}
    if name in ("duel", "begin"):
        del params["warband"]
    spec = GAME.spec(f"opr.{name}")
    why_not = refusal_of(state, rules, spec.name, params)
    return {"procedure": spec.name, "params": params, "title": spec.title, "why_not": why_not}


def refusal_of(state: OprState, rules: InForce, procedure: str, params: Params) -> str:
    """The sentence with which this act would be refused now, empty when it would be let in."""
    try:
        drive(GAME.spec(procedure).start(Ctx(state, rules, "look"), params), from_mapping({}))
    except Refused as refused:
        return refused.sentence
    return ""


@GAME.figure("offers")
def offers(state: OprState, rules: InForce, warband: str) -> list[JsonObject]:
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
        why_not = say("That costs {price} points; the pool holds {pool}.", price=price, pool=pool)
    return {
        "act": "sell",
        "unit": unit.id,
        "item": item,
        "points": sale["points"],
        "gamble": sale["gamble"],
        "why_not": why_not,
    }
