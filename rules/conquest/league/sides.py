"""Who plays which empire, and which empires fight in a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.conquest.effects import BattleSettled, BattleStruck
from rules.conquest.state import Conquest
from rules.engine.effects import Effect


def players_of_empire(state: Conquest, side: str) -> tuple[str, ...]:
    """Seat ids. Source: CQ-68"""
    realm = state.realms.get(side)
    return () if realm is None or not realm.owner else (realm.owner,)


def empires_in_battle(state: Conquest, battle: str) -> tuple[str, ...] | None:
    """Both sides, teams included; None where there is no such battle. Source: CQ-58"""
    return state.battles[battle].members if battle in state.battles else None


def battles_that_ended(effects: Iterable[Effect]) -> Iterator[dict[str, str]]:
    """Parameters of what is still asked about a battle that is settled or struck out: its gold, a roll-off
    half thrown. Source: CQ-67"""
    for one in effects:
        if isinstance(one, BattleSettled | BattleStruck):
            yield {"battle": one.battle}
