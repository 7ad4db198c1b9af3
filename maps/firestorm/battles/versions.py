"""What the sides of a battle say of its games, as long as one waits: every report in full, and what speaks
against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db.models import Q

from campaigns.engine.stored.journal import with_words_restored
from campaigns.models import Entry
from campaigns.shell.told.let_in import let_in_said
from campaigns.shell.told.versions import Version, compared_versions
from maps.firestorm.battles.battle_labels import game_details, graded_lines
from maps.firestorm.viewer import FirestormViewer
from rules.engine.codec import load_effects
from rules.engine.plain import text_in
from rules.firestorm.effects import BoutChanged
from rules.firestorm.state import Battle, Bout

REPORTS = ("firestorm.report", "firestorm.end_siege")
DISPUTE = "firestorm.dispute"


def game_versions(
    viewer: FirestormViewer, battle: Battle, bouts: Iterable[Bout], me: str
) -> dict[str, tuple[Version, ...]]:
    """The last word of each side about each game that waits, in the order it was said."""
    waiting = [one.id for one in bouts if one.status in ("reported", "disputed")]
    if not waiting:
        return {}
    about = Q(procedure__in=REPORTS, params__battle=battle.id) | Q(
        procedure=DISPUTE, params__bout__in=waiting
    )
    last: dict[tuple[str, str, bool], tuple[Entry, Bout]] = {}
    for entry in with_words_restored(viewer.scope.entries.filter(about, void=False).order_by("place", "seq")):
        for bout in _bouts(entry):
            key = bout.id, text_in(entry.params, "faction"), entry.procedure == DISPUTE
            last.pop(key, None)
            last[key] = entry, bout
    let_in = let_in_said(viewer, (entry.slot_id for entry, _bout in last.values()))
    return {
        one: compared_versions(
            [
                replace(_version(viewer, battle, entry, bout, me), let_in=let_in.get(entry.slot_id, ()))
                for entry, bout in last.values()
                if bout.id == one
            ]
        )
        for one in waiting
    }


def _bouts(entry: Entry) -> Iterator[Bout]:
    """The game an entry is about, as it left it."""
    yield from (one.bout for one in load_effects(entry.effects) if isinstance(one, BoutChanged))


def _version(viewer: FirestormViewer, battle: Battle, entry: Entry, bout: Bout, me: str) -> Version:
    faction, disputes = text_in(entry.params, "faction"), entry.procedure == DISPUTE
    return Version(
        who=viewer.state.name_of(faction),
        mine=faction == me,
        disputes=disputes,
        lines=() if disputes else tuple(graded_lines(viewer, battle, bout)),
        details=() if disputes else tuple(game_details(viewer, battle, bout)),
        words=text_in(entry.params, "words") if viewer.seat else "",  # what was said stays in the club
    )
