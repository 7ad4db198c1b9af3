"""What a game goes on with now: the act that is offered first, and what else may be done."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.language import mark, said, say
from rules.engine.plain import JsonObject
from rules.solo.book import Rules
from rules.solo.setting_up.markers import next_label
from rules.solo.state import SoloState


@dataclass(frozen=True, slots=True)
class NextAct:
    """The act a page offers now: the procedure's name and its parameters; empty when the game is over."""

    do: str
    params: JsonObject
    words: str


def next_act(state: SoloState, rules: Rules) -> NextAct:
    """What is to be done now, as the procedure to start.

    Source: SOLO-07, SOLO-10, SOLO-13, SOLO-22, SOLO-25, SOLO-39
    """
    game = state.game
    if game.phase == "round":
        return _next_turn(state)
    if game.phase == "setup" and not state.sides:
        return NextAct("open", {}, say("Prepare the game"))
    number, following = len(state.markers) + 1, game.round + 1
    steps: dict[str, tuple[str, JsonObject, str]] = {
        "setup": ("draw", {}, mark("Draw the lists")),
        "types": ("types", {}, mark("Set the types of the app’s units")),
        "markers": ("place_marker", {"number": number}, mark("Place marker {marker}")),
        "zones": ("zones", {}, mark("Roll for the edges")),
        "deployment": ("deployed", {}, mark("Deploy your units first")),
        "ai_deployment": ("deploy", {}, mark("Deploy the app’s units")),
        "between": ("start_round", {"round": following}, mark("Begin round {round}")),
        "over": ("", {}, mark("The game is over")),
    }
    do, params, words = steps[game.phase]
    return NextAct(do, params, said(words, marker=next_label(state), round=following))


def _next_turn(state: SoloState) -> NextAct:
    game = state.game
    if game.active == "ai":
        return NextAct("activate", {"turn": game.turn}, say("The app’s next unit"))
    if game.active == "human":
        return NextAct("human_turn", {"turn": game.turn}, say("Your turn: which unit acted?"))
    return NextAct("end_round", {"round": game.round}, say("End round {round}", round=game.round))


def next_acts(state: SoloState, rules: Rules) -> list[NextAct]:
    """Everything that may be done now to go on; the first is what next_act says. Source: SOLO-07, SOLO-11"""
    first, number = next_act(state, rules), len(state.markers) + 1
    more = [first] if first.do else []
    if state.game.phase == "setup" and state.sides:
        more.append(NextAct("choose_list", {}, say("Choose a list")))
    if state.game.phase == "markers":
        words = say("You place marker {marker}", marker=next_label(state))
        more.append(NextAct("lay_marker", {"number": number}, words))
        more.append(NextAct("markers_done", {}, say("Continue with these markers")))
    return more
