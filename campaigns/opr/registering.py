"""Which rows keep which book's state, who owns a side, how an entry is told, and what nobody may send.

Called once at start.
"""

from __future__ import annotations

from campaigns.engine.store import FOLLOWED, KNOWN, register
from campaigns.models import (
    League,
    Mission,
    Progress,
    SoloActivation,
    SoloGame,
    SoloKill,
    SoloList,
    SoloMarker,
    SoloSide,
    SoloSpell,
    SoloUnit,
    Unit,
    Warband,
)
from campaigns.opr.against.own_warbands import with_lost, with_lost_and_down, with_own_warbands
from rules.opr.game import book_of
from rules.opr.state import OprState
from rules.opr.telling.entries import tell
from rules.solo.state import SoloState
from rules.solo.telling.entries import tell as tell_solo

OVER = ("ended", "archived")
SOLO = {
    "games": SoloGame,
    "sides": SoloSide,
    "lists": SoloList,
    "units": SoloUnit,
    "markers": SoloMarker,
    "spells": SoloSpell,
    "activations": SoloActivation,
    "kills": SoloKill,
}


def register_games() -> None:
    opr = {
        "campaign": League, "progress": Progress, "warbands": Warband, "units": Unit, "missions": Mission,
    }  # fmt: skip
    register(
        "opr", opr, _owner_of_warband, tell, lambda state: state.league.status in OVER, _by_die,
        lambda state, mission: state.missions[mission].warbands if mission in state.missions else None,
    )  # fmt: skip
    register("solo", SOLO, _owner_of_side, tell_solo)
    KNOWN["opr.round"] = with_own_warbands
    KNOWN["opr.seal_note"] = with_lost
    KNOWN["opr.send"] = with_lost_and_down
    FOLLOWED.update({"opr.seal_note", "opr.send"})


def _by_die(state: OprState, who: str) -> bool:
    """Whether a die makes the choices of a warband that the app plays (SOLO-76)."""
    warband = state.warbands.get(who.removeprefix("side:"))
    return warband is not None and warband.rival != "" and book_of(state).setting("ai_choices") == "die"


def _owner_of_side(state: SoloState, side: str) -> str | None:
    """Everybody at a solo table answers for any side; seats are not bound to people."""
    return None


def _owner_of_warband(state: OprState, side: str) -> str | None:
    warband = state.warbands.get(side)
    return None if warband is None else warband.owner
