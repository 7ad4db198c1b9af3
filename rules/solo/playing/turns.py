"""Whose turn it is: the two camps take turns until nobody is left to act.

Source: SOLO-39, SOLO-45 and the base game's alternation.
"""

from __future__ import annotations

from typing import Literal

from rules.solo import effects as fx
from rules.solo.book import Rules
from rules.solo.deciding.order import unactivated_units
from rules.solo.state import Camp, SoloState, Unit


def left_to_act(state: SoloState, camp: str) -> list[Unit]:
    """Units of a camp that have not acted this round. While people's activations are not tracked, all of
    theirs count as waiting until they say they are done.

    Source: SOLO-39
    """
    units = state.on_table(camp)
    if camp == "human" and not state.game.tracked:
        return units if any(not unit.activated for unit in units) else []
    return unactivated_units(units)


def has_activations_left(state: SoloState, camp: str) -> bool:
    """Has this camp an activation left? People whose units nobody entered have, until they say otherwise.

    Source: SOLO-39
    """
    if camp == "human" and not state.units_of("human"):
        return not state.game.people_done
    return bool(left_to_act(state, camp))


def other(camp: Camp) -> Literal["ai", "human"]:
    """The other camp. Source: SOLO-39"""
    return "human" if camp == "ai" else "ai"


def pass_turn(state: SoloState, rules: Rules, *, advance: int = 1) -> fx.TurnPassed:
    """The turn after `state.game.active` has acted, given the state that results. `advance` 0 only looks
    again, because somebody left the table meanwhile, or came back to it when everybody had acted.

    Source: SOLO-39
    """
    game = state.game
    mine = game.active
    order: tuple[Camp, ...] = (other(mine), mine) if advance else (mine, other(mine))
    order = order if mine else ("human", "ai")
    active: Camp = next((camp for camp in order if has_activations_left(state, camp)), "")
    done = game.first_done or _ran_out(state, mine)
    seat = next_seat(state, rules, after=game.seat if mine == "human" and advance else game.seat - 1)
    return fx.TurnPassed(
        turn=game.turn + advance,
        active=active,
        seat=seat,
        warband=next_warband(state, rules, acted=mine == "ai" and bool(advance)),
        first_done=done,
        tracked=game.tracked,
        people_done=game.people_done,
        rule="SOLO-39",
    )


def _ran_out(state: SoloState, acted: Camp) -> Camp:
    """The camp that has nobody left while the other one still has, or both at the same time."""
    if not has_activations_left(state, acted):
        return acted
    return other(acted) if not has_activations_left(state, other(acted)) else ""


def next_warband(state: SoloState, rules: Rules, *, acted: bool) -> str:
    """The app's side that goes next when its warbands do not act as one; "" when they do. `acted`: the one
    whose turn it was has had it. Source: SOLO-39."""
    if rules.choice("ai_warbands") == "allied":
        return ""
    sides = [side.id for side in state.ai_sides()]
    waiting = {unit.side for unit in left_to_act(state, "ai")}
    now = state.game.warband
    start = sides.index(now) + acted if now in sides else 0
    return next((side for side in sides[start:] + sides[:start] if side in waiting), "")


def next_seat(state: SoloState, rules: Rules, after: int) -> int:
    """The seat that goes next when people go in seat order; 0 when anybody may. Source: SOLO-01."""
    if rules.choice("turn_order") == "sides":
        return 0
    seats = sorted({state.sides[unit.side].seat for unit in left_to_act(state, "human")})
    return next((seat for seat in seats if seat > after), seats[0] if seats else 0)
