"""What people would add to a to-do of Conquest: the facts of a battle, where to, against whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.conquest import GAME
from rules.conquest.book import ConquestInForce
from rules.conquest.playing.silence import automatic_steps
from rules.conquest.reckoning.challenges import legal_targets
from rules.conquest.rounds.phases import realms_to_act
from rules.conquest.setting_up.beginning import legal_capitals
from rules.conquest.state import Battle, Conquest
from rules.conquest.todos import WHOSE_MOVE
from rules.engine.codec import dump
from rules.engine.todos import Todo
from tests.rules.conquest.play import side, team
from tests.rules.moves import Moves

type Facts = Callable[[Conquest, ConquestInForce, Todo], Mapping[str, Any]]


def _begin(state: Conquest, book: ConquestInForce, todo: Todo) -> Mapping[str, Any]:
    return {"order": sorted(state.realms)} if book.settings.pick_order == "organiser" else {}


def _capital(state: Conquest, book: ConquestInForce, todo: Todo) -> Mapping[str, Any]:
    return {"territory": legal_capitals(state, book)[0].id}


def _defender(state: Conquest, book: ConquestInForce, todo: Todo) -> Mapping[str, Any]:
    return {"defender": legal_targets(state, book, todo.side)[0]}


def _battle(state: Conquest, todo: Todo) -> Battle:
    return state.battles[str(todo.params["battle"])]


def _figures(state: Conquest, book: ConquestInForce, todo: Todo) -> Mapping[str, Any]:
    """Another report than any before: a disputed one is not sent a second time as it was."""
    battle = _battle(state, todo)
    told = (battle.attack, battle.defend, *(t for one in battle.accounts for t in (one.attack, one.defend)))
    hosts = (host for one in told for host in one.hosts)
    points = 1 + max((one.vp for one in hosts), default=0)
    sides = {"attack": battle.attackers, "defend": battle.defenders}
    return {name: dump(team(*(side(one, vp=points) for one in members))) for name, members in sides.items()}


def _size(state: Conquest, book: ConquestInForce, todo: Todo) -> Mapping[str, Any]:
    battle = _battle(state, todo)
    teams = [one for one in (battle.attackers, battle.defenders) if len(one) > 1]
    points = 60 * 12
    return {"points": points, "shares": [(one, points // len(team)) for team in teams for one in team]}


def _name(state: Conquest, book: ConquestInForce, todo: Todo) -> Mapping[str, Any]:
    return {"colour": state.realms[todo.side].colour, "name": "Ours"}


SAMPLES: Mapping[str, Facts] = {
    "add": lambda state, book, todo: {"place": {"id": "somewhere"}, "near": []},
    "begin_play": _begin,
    "pick_capital": _capital,
    "challenge": _defender,
    "choose_battles": lambda state, book, todo: {"mode": "team"},
    "report": _figures,
    "report_outcome": lambda state, book, todo: {"outcome": "draw"},
    "decide": lambda state, book, todo: {"outcome": "draw"},
    "agree_size": _size,
    "rename": _name,
}


def facts(state: Conquest, book: ConquestInForce, todo: Todo) -> Mapping[str, Any]:
    """What somebody would send along with the ids of a to-do."""
    return SAMPLES[todo.act](state, book, todo) if todo.act in SAMPLES else {}


def _goes_on(state: Conquest) -> bool:
    waits = state.now.paused or state.now.phase in ("setup", "finished")
    return bool(waits or automatic_steps(state))


MOVES = Moves(
    game=GAME,
    move=WHOSE_MOVE,
    facts=facts,
    sides=lambda state: list(state.realms),
    out=lambda state: [one.id for one in state.realms.values() if one.status in ("eliminated", "left")],
    waiting_for=realms_to_act,
    goes_on=_goes_on,
)
