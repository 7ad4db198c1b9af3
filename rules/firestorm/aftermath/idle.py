"""Aftermath ends when all choices are made: a faction that has none is done as soon as it begins.

Source: FS-13, FS-44, FS-60, FS-71, FS-160
"""

from __future__ import annotations

from rules.firestorm.aftermath.applying import apply_all_battles
from rules.firestorm.aftermath.razing import ruins, too_many
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import battles_this_turn, factions, on_map
from rules.firestorm.league_effects import FactionDone
from rules.firestorm.phases.moving_on import BEGIN
from rules.firestorm.state import Firestorm
from rules.firestorm.work import FirestormWork


def is_idle(state: Firestorm, book: FirestormInForce, faction: str) -> bool:
    """It fought nowhere, has no banner too many and nothing to raze. Source: FS-13, FS-44, FS-60"""
    fought = any(faction in one.factions for one in battles_this_turn(state))
    return not fought and not too_many(state, book, faction) and not _may_raze(state, book, faction)


def _may_raze(state: Firestorm, book: FirestormInForce, faction: str) -> bool:
    chaos = state.factions[faction].alliance == "chaos"
    return chaos and any(ruins(book, state.territories[one.territory]) for one in on_map(state, faction))


def begin_aftermath(work: FirestormWork) -> None:
    """Glory and conquests of everything decided; then nobody waits for the idle. Source: FS-42, FS-160"""
    apply_all_battles(work)
    for one in factions(work.state):
        if is_idle(work.state, work.book, one.id):
            work.do(FactionDone(faction=one.id, rule="FS-160"))


BEGIN["aftermath"] = begin_aftermath
