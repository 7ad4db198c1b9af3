"""The league as it stood when a battle was fixed: what its sides had then, whoever holds the land by now."""

from __future__ import annotations

from campaigns.engine.stored.journal import beginning, records
from maps.firestorm.here import FirestormHere
from rules.firestorm.effects import BattleLocked
from rules.firestorm.state import Battle, Firestorm


def as_fought(here: FirestormHere, battle: Battle) -> Firestorm:
    """As it stands while the battle is fought; once it is settled as it was then. Two queries."""
    if not battle.locked or battle.status == "open":
        return here.state
    state, then = beginning(here.scope), None
    for one in records(here.scope):
        for effect in one.effects:
            state = effect.apply(state)
            if isinstance(effect, BattleLocked) and effect.battle == battle.id:
                then = state
    if not isinstance(then, Firestorm):
        return here.state
    seen: Firestorm = here.registration.seen(then, lambda side: here.is_organiser or here.owns(side))
    return seen
