"""Whose word a report of a battle needs, and who has written down that the others agreed."""

from __future__ import annotations

from campaigns.engine.correcting import still_open
from maps.conquest.acting import at_table
from maps.conquest.here import ConquestHere
from rules.conquest.state import Battle, Conquest
from rules.engine.refusals import Refused


def is_theirs(battle: Battle, me: str, *statuses: str) -> bool:
    """Whether a battle I fight stands in a report of the other side."""
    theirs = battle.side_of(me) != battle.side_of(battle.reported_by or me)
    return me in battle.members and battle.status in statuses and theirs


def speaker_for(here: ConquestHere, battle: Battle, me: str) -> str:
    """Who has written down that my side agreed at the table, if I may still dispute it."""
    due = at_table.taken_back(here.state, {"battle": battle.id, "realm": me})
    try:
        said = still_open(here.scope, due) if due else None
    except Refused:
        return ""
    return str(said.actor or here.state.name_of(battle.reported_by)) if said else ""


def must_wait(state: Conquest, battle: Battle, me: str) -> str:
    """Who has to agree to my side's report."""
    if battle.status != "reported" or me not in battle.members:
        return ""
    if not battle.reported_by or battle.side_of(me) != battle.side_of(battle.reported_by):
        return ""
    others = battle.defenders if battle.side_of(me) == "attack" else battle.attackers
    return ", ".join(state.name_of(one) for one in others)
