"""Entries told to people: one sentence a player would write for each kind of entry.

Pure: names come from a function, because the journal holds ids. `tell` gives None for what it does not know.
What follows of itself (a battle is opened, a phase begins, somebody has won) is told with the entry that did
it. Nothing is told that stands in no effect: what somebody may not know yet is missing among theirs.
"""

from __future__ import annotations

from rules.engine.telling import entry_teller
from rules.firestorm.telling.battles import BATTLES
from rules.firestorm.telling.entry_context import FirestormEntryContext, Teller
from rules.firestorm.telling.following import endings
from rules.firestorm.telling.league import LEAGUE
from rules.firestorm.telling.organiser import ORGANISER
from rules.firestorm.telling.turn import TURN

TELLERS: dict[str, Teller] = {**LEAGUE, **TURN, **BATTLES, **ORGANISER}
tell = entry_teller(FirestormEntryContext, TELLERS, endings)
