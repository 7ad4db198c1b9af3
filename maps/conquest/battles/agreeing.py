"""Whose word a report of a battle needs, and who has written down that the others agreed."""

from __future__ import annotations

from maps.conquest.acting import at_table
from maps.conquest.viewer import ConquestViewer
from maps.turns.at_table import AtTable, said_at_table
from rules.conquest.state import Battle, Conquest


def is_theirs(battle: Battle, me: str, *statuses: str) -> bool:
    """Whether a battle I fight stands in a report of the other side."""
    theirs = battle.side_of(me) != battle.side_of(battle.reported_by or me)
    return me in battle.members and battle.status in statuses and theirs


def word_at_table(viewer: ConquestViewer, battle: Battle, me: str) -> AtTable:
    """Who has written down that my side agreed at the table."""
    due = at_table.battle_taken_back(viewer.state, {"battle": battle.id, "realm": me})
    return said_at_table(viewer, due, viewer.state.name_of(battle.reported_by))


def must_wait(state: Conquest, battle: Battle, me: str) -> str:
    """Who has to agree to my side's report."""
    if battle.status != "reported" or me not in battle.members:
        return ""
    if not battle.reported_by or battle.side_of(me) != battle.side_of(battle.reported_by):
        return ""
    others = battle.defenders if battle.side_of(me) == "attack" else battle.attackers
    return ", ".join(state.name_of(one) for one in others)
