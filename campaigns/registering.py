"""Which rows keep which book's state, who owns a side, and how an entry is told. Called once at start."""

from __future__ import annotations

from campaigns.models import League, Mission, Progress, Unit, Warband
from campaigns.store import register
from rules.opr.state import OprState
from rules.opr.telling import tell


def register_games() -> None:
    opr = {
        "campaign": League, "progress": Progress, "warbands": Warband, "units": Unit, "missions": Mission,
    }  # fmt: skip
    register("opr", opr, _owner_of_warband, tell)


def _owner_of_warband(state: OprState, side: str) -> str | None:
    warband = state.warbands.get(side)
    return None if warband is None else warband.owner
