"""What the sides of a battle say of a game that waits: every report in full, and what speaks against it."""

from __future__ import annotations

from dataclasses import replace

from campaigns.engine.lines import Version
from campaigns.engine.stored.agreement import Agreement, LastWord
from campaigns.models import Entry
from campaigns.shell.told.let_in import let_in_said
from campaigns.shell.told.versions import answers_now, compared_versions, is_own_word
from maps.firestorm.battles.agreeing import told_game
from maps.firestorm.battles.battle_labels import game_details, graded_lines
from maps.firestorm.viewer import FirestormViewer
from rules.engine.plain import text_in
from rules.firestorm.state import Battle


def game_versions(viewer: FirestormViewer, told: Agreement, me: str = "") -> tuple[Version, ...]:
    """The last word of each side about a game, in the order it was said."""
    battle = viewer.state.battles[told.about]
    entries = [(one, one.of) for one in told.told if isinstance(one.of, Entry)]
    let_in = let_in_said(viewer, (entry.slot_id for _one, entry in entries))
    return compared_versions(
        [
            replace(_version(viewer, battle, one, entry, me), let_in=let_in.get(entry.slot_id, ()))
            for one, entry in entries
        ]
    )


def _version(viewer: FirestormViewer, battle: Battle, one: LastWord, entry: Entry, me: str) -> Version:
    bout = None if one.disputes else told_game(entry)
    return Version(
        who=one.who,
        mine=is_own_word(viewer, text_in(entry.params, "faction"), me, one.seat),
        disputes=one.disputes,
        lines=tuple(graded_lines(viewer, battle, bout)) if bout else (),
        details=tuple(game_details(viewer, battle, bout)) if bout else (),
        words=one.words if viewer.seat else "",  # what was said stays in the club
        answers="" if entry.acting_for else answers_now(viewer, text_in(entry.params, "faction"), one.seat),
    )
