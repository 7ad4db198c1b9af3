"""What waits for a warband, and whether an act would be let in now."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.games import Ctx
from rules.engine.plain import Params
from rules.engine.procedure import drive, from_mapping
from rules.engine.refusals import Refused
from rules.opr.booking import find_warband
from rules.opr.books import InForce
from rules.opr.game import GAME
from rules.opr.playing.owed import entry_of, to_settle
from rules.opr.queues import missions_at_hand
from rules.opr.state import Event, Mission, OprState


@dataclass(frozen=True, slots=True, kw_only=True)
class WarbandTodo:
    """What waits for a warband: a procedure with its parameters, or why it cannot be done now."""

    procedure: str
    params: dict[str, str]
    title: str
    why_not: str


def mission_todos(state: OprState, rules: InForce, warband: str) -> list[WarbandTodo]:
    """What waits for a warband in its missions, in the order it has to be done. Source: OPR-20, OPR-72"""
    missions = missions_at_hand(state, find_warband(state, warband))
    return [one for mission in missions for one in _of_mission(state, rules, mission, warband)]


def _of_mission(state: OprState, rules: InForce, mission: Mission, warband: str) -> list[WarbandTodo]:
    own = _own_events(rules, mission, warband)
    todo = [(_note_step(rules, event, mission), {"event": event.id}) for event in own]
    todo = [(name, more) for name, more in todo if name]
    if mission.status == "finished":
        todo += [(name, {"event": event.id}) for event, name in to_settle(state, rules, mission, warband)]
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
) -> WarbandTodo:
    params = {"mission": mission.id, "warband": warband, **more}
    if name in ("duel", "begin"):
        del params["warband"]
    spec = GAME.spec(f"opr.{name}")
    why_not = refusal_sentence(state, rules, spec.name, params)
    return WarbandTodo(procedure=spec.name, params=params, title=spec.title, why_not=why_not)


def refusal_sentence(state: OprState, rules: InForce, procedure: str, params: Params) -> str:
    """The sentence with which this act would be refused now, empty when it would be let in."""
    try:
        drive(GAME.spec(procedure).start(Ctx(state, rules, "look"), params), from_mapping({}))
    except Refused as refused:
        return refused.sentence
    return ""
