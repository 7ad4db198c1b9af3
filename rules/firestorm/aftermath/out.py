"""A faction with neither land nor banners is out at the end of Aftermath. Source: FS-179"""

from __future__ import annotations

from rules.firestorm.faction_figures import banner_count, faction_territories, factions
from rules.firestorm.league_effects import FactionOut
from rules.firestorm.phases.moving_on import LEAVE
from rules.firestorm.state import Firestorm
from rules.firestorm.work import FirestormWork


def has_nothing_left(state: Firestorm, faction: str) -> bool:
    """Whether nothing is left of a faction: no territory and no banner, so none can be raised either.

    Source: FS-12, FS-179
    """
    return not faction_territories(state, faction) and not banner_count(state, faction)


def drop_factions(work: FirestormWork) -> None:
    """Factions of which nothing is left keep their glory and play no more. Source: FS-179"""
    for one in factions(work.state):
        if has_nothing_left(work.state, one.id):
            work.do(FactionOut(faction=one.id, rule="FS-179"))


LEAVE["aftermath"] = drop_factions
