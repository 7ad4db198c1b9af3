"""Reveals of a league as the journal has them: the map before, and one step after another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import reduce

from campaigns.engine.stored.journal import initial_state, records
from campaigns.engine.transaction.viewer import Viewer
from campaigns.models import Scope
from maps.firestorm.viewer import FirestormViewer
from rules.engine.journal import Record
from rules.firestorm.reveal.replay import RevealStep, reveal_steps
from rules.firestorm.state import Firestorm

REVEAL = "firestorm.reveal"


@dataclass(frozen=True, slots=True)
class RevealShown:
    """A reveal: its entry, the map before it, its steps; `turns` are all that have been revealed."""

    record: Record
    turn: int
    before: Firestorm
    steps: tuple[RevealStep, ...]
    turns: tuple[int, ...]

    @property
    def began(self) -> datetime | None:
        return self.record.now


def revealed(scope: Scope, turn: int | None = None) -> RevealShown | None:
    """The reveal of a turn, the latest unless one is named; None when there is none. Two queries."""
    journal = records(scope)
    turns = {_turn(one): one for one in journal if one.procedure == REVEAL}
    if not turns or turn not in (None, *turns):
        return None
    chosen = turns[max(turns) if turn is None else turn]
    before = _before(scope, journal, chosen)
    return RevealShown(
        chosen, _turn(chosen), before, reveal_steps(before, chosen.effects), tuple(sorted(turns))
    )


def before_reveal(viewer: FirestormViewer) -> FirestormViewer:
    """The same visitor while the orders of this turn still lay sealed; as the league stands when they do."""
    shown = revealed(viewer.scope, viewer.state.now.turn)
    if shown is None:
        return viewer
    then: FirestormViewer = Viewer(viewer.request, viewer.scope, viewer.seat, viewer.section)
    then.whole, then.people = shown.before, viewer.people
    if viewer.seat is not None:
        then.actor = viewer.actor
    return then


def _turn(record: Record) -> int:
    turn = record.params.get("turn")
    return turn if isinstance(turn, int) else 0


def _before(scope: Scope, journal: list[Record], chosen: Record) -> Firestorm:
    state = initial_state(scope)
    for one in journal:
        if one is chosen:
            break
        state = reduce(lambda before, effect: effect.apply(before), one.effects, state)
    assert isinstance(state, Firestorm)
    return state
