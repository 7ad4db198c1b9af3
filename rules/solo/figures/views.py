"""What is asked of a running game by name: whose turn it is, what comes next, the types, the pictures.

Figures over the state; nothing here changes anything. What a league is told stands in `league`.
Source: SOLO-06 to SOLO-08, SOLO-25 to SOLO-30, SOLO-39 to SOLO-45.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict

from rules.engine.plain import JsonObject
from rules.solo.activating import diagrams
from rules.solo.book import Rules
from rules.solo.deciding import ground_plan, measures, order
from rules.solo.deciding.deployment import pool_warnings
from rules.solo.game import GAME
from rules.solo.playing import needs
from rules.solo.playing.next_act import next_act, next_acts
from rules.solo.playing.rounds import challenge_bonus, seized_markers
from rules.solo.playing.turns import left_to_act
from rules.solo.setting_up.markers import marker_ground
from rules.solo.setting_up.placing import keep_off, nearest_goal, place_text
from rules.solo.setting_up.setup import free_lists, without_army
from rules.solo.setting_up.types import type_rows
from rules.solo.state import SoloState


@GAME.figure("hub")
def turn_hub(state: SoloState, book: Rules) -> JsonObject:
    """The turn hub: round, whose turn, how many are left, the bonus, what comes next.

    Source: SOLO-22, SOLO-23, SOLO-39
    """
    game = state.game
    ai, human = seized_markers(state)
    return {
        "phase": game.phase,
        "round": game.round,
        "rounds": book.number("rounds"),
        "active": game.active,
        "seat": game.seat,
        "left": {camp: len(left_to_act(state, camp)) for camp in ("ai", "human")},
        "held": {"ai": ai, "human": human},
        "bonus": {"hit": game.hit, "defense": game.defense},
        "next": asdict(next_act(state, book)),
        "offers": [asdict(one) for one in next_acts(state, book)],
    }


@GAME.figure("coming_bonus")
def _coming_bonus(state: SoloState, book: Rules) -> dict[str, int]:
    """The challenge bonus the next round would begin with. Source: SOLO-22, SOLO-23."""
    hit, defense = challenge_bonus(state, book, state.game.round + 1)
    return {"hit": hit, "defense": defense}


@GAME.figure("types")
def _types(state: SoloState, book: Rules) -> list[JsonObject]:
    """One row per unit of the app: both scores, the proposed type ("" is for a die), what was not understood.

    Source: SOLO-25 to SOLO-30.
    """
    return [{**asdict(one), "unknown": list(one.unknown)} for one in type_rows(state, book)]


@GAME.figure("lists_offered")
def _lists_offered(state: SoloState, book: Rules) -> JsonObject:
    """The pool, who still needs a list, and what is unusual about it. Source: SOLO-06 to SOLO-08."""
    points = [one.points for one in state.lists.values()]
    return {
        "free": [one.id for one in free_lists(state, book)],
        "needs": [side.id for side in without_army(state)],
        "warnings": pool_warnings(points, book) if points else [],
    }


@GAME.figure("moves")
def _moves(state: SoloState, book: Rules, unit: str, vanguard: bool = False) -> dict[str, int]:
    """How far a unit of the app moves with each order, in inches. Source: SOLO-34."""
    return asdict(measures.moves(state.units[unit], book, vanguard=vanguard))


@GAME.figure("sections_now")
def _sections_now(state: SoloState, book: Rules) -> dict[str, list[str]]:
    """Who may be drawn in each section. Source: SOLO-42, SOLO-44."""
    units = state.units_of("ai")
    return {str(section): [one.id for one in order.eligible(units, section)] for section in order.SECTIONS}


@GAME.figure("odds")
def _odds(
    state: SoloState, book: Rules, unit: str, weapon: int = 0, charging: bool = True, target: str = ""
) -> JsonObject:
    """How one of its weapons strikes now: dice, the face needed, AP, and why. Source: SOLO-22."""
    mine = state.units[unit]
    blow = needs.Blow(mine, state.units.get(target), mine.weapons[weapon].is_ranged)
    return asdict(needs.to_hit(state, book, blow, weapon, charging=charging))


@GAME.figure("saves")
def _saves(
    state: SoloState, book: Rules, unit: str, ap: int = 0, by: str = "", shot: bool | None = None
) -> JsonObject:
    """What the Defense of one of the app's units needs now, and why. Source: SOLO-23."""
    return asdict(needs.to_save(state, needs.Blow(state.units[unit], state.units.get(by), shot), ap=ap))


@GAME.figure("placing")
def _placing(state: SoloState, book: Rules, unit: str, section: int) -> dict[str, str]:
    """Where a unit of the app is placed in a section, and on which ground not. Source: SOLO-19, SOLO-20."""
    mine = state.units[unit]
    return {"text": place_text(mine, section, nearest_goal(state)), "ground": keep_off(mine, book)}


@GAME.figure("marker_legal")
def _marker_legal(state: SoloState, book: Rules, x: float, y: float) -> bool | None:
    """May a marker lie there (inches)? None while a marker's place is unknown. Source: SOLO-11."""
    known: ground_plan.GroundPlan | None = marker_ground(state, book)
    return None if known is None else known.legal((x, y))


@GAME.figure("diagram")
def _diagram(state: SoloState, book: Rules, of: str, chosen: int = 0) -> JsonObject:
    """The picture of squares, sections or the deployment in a section."""
    draw: dict[str, Callable[[SoloState, Rules, int], diagrams.Diagram]] = {
        "squares": diagrams.squares,
        "sections": diagrams.sections,
        "deployment": diagrams.deployment,
    }
    return asdict(draw[of](state, book, chosen))


@GAME.figure("leaves")
def _leaves(state: SoloState, book: Rules) -> dict[str, int]:
    """How often each leaf came up in this game."""
    return dict(sorted(Counter(one.leaf for one in state.activations.values()).items()))
