"""Who plays which warband, and which warbands play in a mission."""

from __future__ import annotations

from datetime import datetime

from rules.engine.lazy_tables import peek
from rules.engine.state import predecessor_at
from rules.opr.game import book_of
from rules.opr.state import Mission, OprState


def players_of_warband(state: OprState, side: str) -> tuple[str, ...]:
    """Seat ids; nobody of a warband that the app plays. Source: OPR-02"""
    warband = state.warbands.get(side)
    return () if warband is None or not warband.owner else (warband.owner,)


def player_in_mission(state: OprState, side: str, mission: str) -> tuple[str, ...]:
    """The seat id of who played a warband in a mission: in one that is not over, who plays it now.
    Source: OPR-68"""
    found = peek(state.missions, mission)
    return player_at(state, side, over_at(found) if found else None)


def player_at(state: OprState, side: str, at: datetime | None) -> tuple[str, ...]:
    """The seat id of who played a warband at a moment, None for now. Source: OPR-68"""
    warband = state.warbands.get(side)
    gone = predecessor_at(warband.predecessors, at) if warband else None
    return (gone.owner,) if gone else players_of_warband(state, side)


def over_at(mission: Mission) -> datetime | None:
    """When a mission was over at the table, as far as anybody said so, or in the app; None before.
    Source: OPR-68"""
    return mission.ended or mission.finished if mission.status == "finished" else None


def warbands_in_mission(state: OprState, mission: str) -> tuple[str, ...] | None:
    """All of them; None where there is no such mission. Source: OPR-10"""
    return state.missions[mission].warbands if mission in state.missions else None


def app_die_chooses(state: OprState, who: str) -> bool:
    """Whether a die makes the choices of a warband that the app plays. Source: SOLO-76"""
    warband = state.warbands.get(who.removeprefix("side:"))
    return warband is not None and warband.rival != "" and book_of(state).setting("ai_choices") == "die"
