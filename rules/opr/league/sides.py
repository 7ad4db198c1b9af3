"""Who plays which warband, and which warbands play in a mission."""

from __future__ import annotations

from rules.opr.game import book_of
from rules.opr.state import OprState


def players_of_warband(state: OprState, side: str) -> tuple[str, ...]:
    """Seat ids; nobody of a warband that the app plays. Source: OPR-02"""
    warband = state.warbands.get(side)
    return () if warband is None or not warband.owner else (warband.owner,)


def warbands_in_mission(state: OprState, mission: str) -> tuple[str, ...] | None:
    """All of them; None where there is no such mission. Source: OPR-10"""
    return state.missions[mission].warbands if mission in state.missions else None


def app_die_chooses(state: OprState, who: str) -> bool:
    """Whether a die makes the choices of a warband that the app plays. Source: SOLO-76"""
    warband = state.warbands.get(who.removeprefix("side:"))
    return warband is not None and warband.rival != "" and book_of(state).setting("ai_choices") == "die"
