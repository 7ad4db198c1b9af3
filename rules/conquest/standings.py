"""Everybody as the map stands now, and what each round has earned whom."""

from __future__ import annotations

from dataclasses import dataclass

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import active_realms, empire_territories, guarded, measure, size_text
from rules.conquest.state import Conquest


@dataclass(frozen=True, slots=True, kw_only=True)
class RealmStanding:
    """An empire: `halves` is its size, `size` the same in words, as `to_win` says what it still wants."""

    realm: str
    halves: int
    size: str
    cities: int
    castles: int
    territories: int
    gold: int
    guarded: int
    ep: int
    rank: int
    to_win: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EarnedInRound:
    """Empire points that one empire earned in a round."""

    round: int
    realm: str
    points: int
    battles: int


def realm_standings(state: Conquest, book: ConquestInForce) -> list[RealmStanding]:
    """Everybody as the map stands now, largest first; equals as the dice of the round have put them, where it
    has none yet by their ids.

    Source: CQ-13 … CQ-15
    """
    lines = [_standing(state, book, one.id) for one in active_realms(state)]
    return sorted(lines, key=_place)


def _place(one: RealmStanding) -> tuple[int, int, int, bool, int, str]:
    return -one.halves, -one.cities, -one.castles, not one.rank, one.rank, one.realm


def _standing(state: Conquest, book: ConquestInForce, realm: str) -> RealmStanding:
    rank, mine = measure(state, book, realm), state.realms[realm]
    return RealmStanding(
        realm=realm,
        halves=rank.halves,
        size=size_text(rank.halves),
        cities=rank.cities,
        castles=rank.castles,
        territories=len(empire_territories(state, realm)),
        gold=mine.gold,
        guarded=guarded(state, book, realm),
        ep=mine.ep,
        rank=mine.rank,
        to_win=size_text(max(0, 2 * book.settings.win_target - rank.halves)),
    )


def points_history(state: Conquest) -> list[EarnedInRound]:
    """What every round earned whom. Source: CQ-87."""
    return [
        EarnedInRound(round=one.number, realm=line.realm, points=line.points, battles=line.battles)
        for one in sorted(state.rounds.values(), key=lambda one: one.number)
        for line in one.earned
    ]
