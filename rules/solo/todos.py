"""Whose move it is at a table with the app: nobody outside waits for it, until it counts in a league.

Source: SOLO-07, SOLO-11, SOLO-39, SOLO-77
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.plain import JsonObject
from rules.engine.questions import TABLE
from rules.engine.todos import Todo, WhoseMove, is_admitted
from rules.solo.book import Rules
from rules.solo.game import GAME
from rules.solo.playing.next_act import next_acts
from rules.solo.setting_up.setup import without_army
from rules.solo.state import SoloState

REPORT = "opr.app_report"  # a procedure of the league's own game


def table_todos(state: SoloState, rules: Rules) -> Iterator[Todo]:
    """What a game over has to tell its league, by any whose warband took part. Source: SOLO-77"""
    if state.game.phase == "over" and state.game.counts != "practice":
        for side in state.in_seat_order():
            if side.source and not side.is_ai:
                yield Todo(kind="so.report", side=side.id, act=REPORT, any_of=True)


def table_options(state: SoloState, rules: Rules, side: str) -> Iterator[Todo]:
    """What goes on with the game, by anybody who sits at its table. Source: SOLO-07, SOLO-11, SOLO-39"""
    if side not in state.sides and state.sides:
        return
    for one in next_acts(state, rules):
        for params in _ways(state, one.do, one.params):
            if is_admitted(GAME, state, one.do, params):
                yield Todo(
                    kind="so.turn", stand="may", side=side, who=TABLE, act=one.do, params=params, any_of=True
                )


def _ways(state: SoloState, act: str, params: JsonObject) -> list[JsonObject]:
    """An act with each thing it may be about: a list for a side, a unit that acts."""
    if act == "choose_list":
        free = [one.id for one in state.lists.values() if not one.drawn_by]
        return [{"side": side.id, "list": one} for side in without_army(state) for one in free]
    if act == "human_turn":
        units = [one.id for one in state.on_table("human") if not one.activated]
        return [*({**params, "unit": one} for one in units), {**params, "done": True}]
    return [params]


WHOSE_MOVE = WhoseMove(owed=table_todos, may=table_options)
