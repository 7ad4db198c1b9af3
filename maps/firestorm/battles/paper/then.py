"""The league as it stood when a battle was fixed: what its sides had then, whoever holds the land by now."""

from __future__ import annotations

from campaigns.engine.stored.journal import initial_state, records
from maps.firestorm.viewer import FirestormViewer
from rules.engine.journal import Record, fold, journal_order
from rules.firestorm.effects import BattleLocked
from rules.firestorm.state import Battle, Firestorm


def as_fought(viewer: FirestormViewer, battle: Battle) -> Firestorm:
    """As it stands while the battle is fought; once it is settled as the entry has left it that fixed the
    battle. Two queries; the journal is read up to there.
    """
    if not battle.locked or battle.status == "open":
        return viewer.state
    journal = journal_order(records(viewer.scope))
    ends = [n for n, one in enumerate(journal, 1) if _fixes(one, battle)]
    then = fold(initial_state(viewer.scope), journal[: ends[-1]]) if ends else viewer.whole
    assert isinstance(then, Firestorm)
    seen: Firestorm = viewer.registration.rules.seen(
        then, lambda side: viewer.is_organiser or viewer.owns(side)
    )
    return seen


def _fixes(record: Record, battle: Battle) -> bool:
    return any(isinstance(one, BattleLocked) and one.battle == battle.id for one in record.effects)
