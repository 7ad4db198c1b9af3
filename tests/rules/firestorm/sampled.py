"""What people would add to a to-do of Firestorm: where to, which banner, how a game ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.todos import Todo
from rules.firestorm import GAME
from rules.firestorm.automatic import next_app_steps
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import bouts_of
from rules.firestorm.ground import corner_territories
from rules.firestorm.phases.moving_on import factions_to_act
from rules.firestorm.siege.siege_rules import is_option_open, options_of_side
from rules.firestorm.siege_state import Besieging
from rules.firestorm.state import Firestorm
from rules.firestorm.todos import WHOSE_MOVE
from tests.rules.moves import Moves

type Facts = Callable[[Firestorm, FirestormInForce, Todo], Mapping[str, Any]]


def _corner(state: Firestorm, book: FirestormInForce, todo: Todo) -> Mapping[str, Any]:
    taken = {one.corner for one in state.factions.values()}
    return {"territory": next(one for one in corner_territories(state.territories) if one not in taken)}


def _game(state: Firestorm, book: FirestormInForce, todo: Todo) -> Mapping[str, Any]:
    """A draw; another one where games of the battle were told already."""
    told = bouts_of(state, str(todo.params["battle"]), "reported", "disputed")
    return {"result": "draw", "another": bool(told) and "bout" not in todo.params}


def _assault(state: Firestorm, book: FirestormInForce, todo: Todo) -> Mapping[str, Any]:
    """The besiegers have won; where that is disputed, the besieged."""
    is_disputed = bouts_of(state, str(todo.params["battle"]), "disputed")
    return {"winner": "besieged" if is_disputed else "besieger"}


def _option(state: Firestorm, book: FirestormInForce, todo: Todo) -> Mapping[str, Any]:
    siege = state.sieges[str(todo.params["battle"])]
    side: Besieging = "besieged" if siege.step == "besieged" else "besieger"
    rows = options_of_side(book, side).items()
    return {
        "option": next(key for key, row in rows if not row.target and is_option_open(state, book, siege, key))
    }


def _banner(state: Firestorm, book: FirestormInForce, todo: Todo) -> Mapping[str, Any]:
    mine = (one for one in state.banners.values() if one.faction == todo.side and one.at != "removed")
    return {"banner": next(mine).id}


def _games(state: Firestorm, book: FirestormInForce, todo: Todo) -> Mapping[str, Any]:
    battle = str(todo.params["battle"])
    told, confirmed = len(bouts_of(state, battle)), len(bouts_of(state, battle, "confirmed"))
    return {"games": max(state.battles[battle].games, told, confirmed + 1)}


def _name(state: Firestorm, book: FirestormInForce, todo: Todo) -> Mapping[str, Any]:
    """A new name; a colour that nobody has yet while it may still change."""
    own = state.factions[todo.side].colour
    return {"colour": own if state.now.phase == "finished" else own or todo.side, "name": "Ours"}


def always(**facts: Any) -> Facts:
    """The same whatever it is about."""
    return lambda state, book, todo: facts


SAMPLES: Mapping[str, Facts] = {
    "take_corner": _corner,
    "choose_alliance": always(alliance="order"),
    "report": _game,
    "end_siege": _assault,
    "take_option": _option,
    "remove_banner": _banner,
    "judge_objective": always(reached=True),
    "agree_size": always(points=1000),
    "agree_games": _games,
    "name_scenario": always(name="The Ford"),
    "name_banner": always(name="The Old Guard"),
    "list_character": always(name="Somebody unknown"),
    "bring_upgrade": always(name="A scar"),
    "buy_equipment": always(target="The west wall"),
    "rename": _name,
}


def facts(state: Firestorm, book: FirestormInForce, todo: Todo) -> Mapping[str, Any]:
    """What somebody would send along with the ids of a to-do."""
    return SAMPLES[todo.act](state, book, todo) if todo.act in SAMPLES else {}


def _goes_on(state: Firestorm) -> bool:
    return bool(state.now.paused or state.now.phase in ("setup", "finished") or next_app_steps(state))


MOVES = Moves(
    game=GAME,
    move=WHOSE_MOVE,
    facts=facts,
    sides=lambda state: [*state.factions, *state.players],
    out=lambda state: [one.id for one in state.factions.values() if one.status != "active"],
    waiting_for=factions_to_act,
    goes_on=_goes_on,
    of_phase=lambda todo: todo.kind not in ("fs.objective",),
)
