"""What people would add to a to-do of a warband: who comes along, how it ended, what is bought."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.engine.todos import Todo
from rules.opr import GAME
from rules.opr.books import InForce
from rules.opr.playing.setup import available_units, cap_of
from rules.opr.state import OprState
from rules.opr.todos import WHOSE_MOVE, partners
from tests.rules.moves import Moves

type Facts = Callable[[OprState, InForce, Todo], Mapping[str, Any]]


def fitting(state: OprState, rules: InForce, warbands: Sequence[str], warband: str) -> list[str]:
    """Those who may come along under the cap of these warbands, dearest first."""
    room, chosen = cap_of(state, rules, warbands), list[str]()
    for unit in sorted(available_units(state, warband), key=lambda one: -one.value):
        if unit.value <= room:
            room, chosen = room - unit.value, [*chosen, unit.id]
    return chosen


def _field(state: OprState, rules: InForce, todo: Todo) -> Mapping[str, Any]:
    mission = state.missions[str(todo.params["mission"])]
    return {"units": fitting(state, rules, mission.warbands, todo.side)}


def _result(state: OprState, rules: InForce, todo: Todo) -> Mapping[str, Any]:
    mission = state.missions[str(todo.params["mission"])]
    standing = [one.warband for one in mission.sides if not one.conceded and not one.skipped]
    return {"winners": standing[:1], "rounds": max(1, mission.round)}


def _mission(state: OprState, rules: InForce, todo: Todo) -> Mapping[str, Any]:
    return {"warbands": partners(state, rules, todo.side)} if "warbands" not in todo.params else {}


def _quick(state: OprState, rules: InForce, todo: Todo) -> Mapping[str, Any]:
    both = partners(state, rules, todo.side)
    fielded = {one: fitting(state, rules, both, one) for one in both}
    return {"warbands": both, "winners": both[:1], "rounds": 1, "fielded": fielded}


def _concede(state: OprState, rules: InForce, todo: Todo) -> Mapping[str, Any]:
    return {"round": max(1, state.missions[str(todo.params["mission"])].round)}


def _bought(state: OprState, rules: InForce, todo: Todo) -> Mapping[str, Any]:
    return {"unit": state.sheet(todo.side)[0].id, "item": {"label": "Rope"}}


def _offered(state: OprState, rules: InForce, todo: Todo) -> Mapping[str, Any]:
    return {"offered": [{"unit": state.sheet(todo.side)[0].id, "item": {"label": "Rope"}}]}


RECRUIT = {"name": "Somebody unknown", "points": 0}
SAMPLES: Mapping[str, Facts] = {
    "field": _field,
    "result": _result,
    "open_mission": _mission,
    "quick_report": _quick,
    "concede": _concede,
    "buy": _bought,
    "recruit": lambda state, rules, todo: {"unit": RECRUIT},
    "rival_upgrades": _offered,
    "rival_recruits": lambda state, rules, todo: {"offered": [RECRUIT]},
    "choose_team": lambda state, rules, todo: {"team": state.league.teams[0].id},
    "rename_warband": lambda state, rules, todo: {"name": "The Nameless"},
    "set_limit": lambda state, rules, todo: {"number": 5, "words": "So that it ends."},
}


def facts(state: OprState, rules: InForce, todo: Todo) -> Mapping[str, Any]:
    """What somebody would send along with the ids of a to-do."""
    return SAMPLES[todo.act](state, rules, todo) if todo.act in SAMPLES else {}


MOVES = Moves(
    game=GAME,
    move=WHOSE_MOVE,
    facts=facts,
    sides=lambda state: list(state.warbands),
    out=lambda state: [one.id for one in state.warbands.values() if one.status != "active"],
)
