"""Who plays which empire, and which empires fight in a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from rules.conquest.effects import BattleSettled, BattleStruck
from rules.conquest.state import Conquest
from rules.engine.effects import Effect
from rules.engine.state import games_of_predecessors, predecessor_at, predecessor_in

PLAYED = ("reported", "disputed", "settled")


def players_of_empire(state: Conquest, side: str) -> tuple[str, ...]:
    """Seat ids. Source: CQ-68"""
    realm = state.realms.get(side)
    return () if realm is None or not realm.owner else (realm.owner,)


def player_in_battle(state: Conquest, side: str, battle: str) -> tuple[str, ...]:
    """The seat id of who played an empire in a battle. Source: CQ-20"""
    realm = state.realms.get(side)
    gone = predecessor_in(realm.predecessors, battle) if realm else None
    return (gone.owner,) if gone else players_of_empire(state, side)


def empire_player_at(state: Conquest, side: str, at: datetime | None) -> tuple[str, ...]:
    """The seat id of who played an empire at a moment. Source: CQ-20"""
    realm = state.realms.get(side)
    gone = predecessor_at(realm.predecessors, at) if realm else None
    return (gone.owner,) if gone else players_of_empire(state, side)


def empire_battles_played(state: Conquest, realm: str) -> tuple[str, ...]:
    """The battles an empire has told or that were decided, since it went to who plays it. Source: CQ-20"""
    earlier = games_of_predecessors(state.realms[realm].predecessors)
    played = (one for one in state.battles.values() if realm in one.members and one.status in PLAYED)
    return tuple(one.id for one in played if one.id not in earlier)


def empires_in_battle(state: Conquest, battle: str) -> tuple[str, ...] | None:
    """Both sides, teams included; None where there is no such battle. Source: CQ-58"""
    return state.battles[battle].members if battle in state.battles else None


def battles_that_ended(effects: Iterable[Effect]) -> Iterator[dict[str, str]]:
    """Parameters of what is still asked about a battle that is settled or struck out: its gold, a roll-off
    half thrown. Source: CQ-67"""
    for one in effects:
        if isinstance(one, BattleSettled | BattleStruck):
            yield {"battle": one.battle}
