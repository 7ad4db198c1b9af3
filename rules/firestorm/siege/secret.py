"""What others learn of a siege: that there is one, and, when it is over, who has won. Source: FS-162"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.firestorm.siege_state import Siege
from rules.firestorm.state import Firestorm

type Owns = Callable[[str], bool]  # whether somebody may know what a faction knows

PUBLIC = ("offered", "field")  # whether it is one at all, everybody may know


def follows_siege(state: Firestorm, owns: Owns, battle: str) -> bool:
    """Whether somebody follows the siege of a battle: one of its two sides does. Source: FS-162"""
    found = state.battles.get(battle)
    return found is not None and any(owns(one) for one in found.factions)


def without_secret_sieges(state: Firestorm, owns: Owns) -> Firestorm:
    """The league as somebody sees it who may know what the factions know that `owns` names; the very same
    where there is no siege but theirs. Source: FS-162
    """
    hidden = {
        key
        for key, one in state.sieges.items()
        if one.step not in PUBLIC and not follows_siege(state, owns, key)
    }
    if not hidden:
        return state
    return replace(
        state,
        sieges={key: _plain(one) if key in hidden else one for key, one in state.sieges.items()},
        gains={key: one for key, one in state.gains.items() if one.siege not in hidden},
        purchases={key: one for key, one in state.purchases.items() if one.siege not in hidden},
    )


def _plain(siege: Siege) -> Siege:
    """That it is under way, or who has won it."""
    if siege.step == "closed":
        return Siege(id=siege.id, step="closed", winner=siege.winner)
    return Siege(id=siege.id, step="start")
