"""Figures that follow from the map: sizes, forts, who is active, the frozen order, events in force.

Sizes are counted in halves of a territory. A fort under siege belongs to its holder, the banner to the
besieger; both count a half. Source: CQ-13 … CQ-20.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.conquest.book import ConquestInForce, conquest_in_force
from rules.conquest.state import Battle, Conquest, Event, Rank, Realm, Result, Territory
from rules.engine.lazy_tables import having

FORTS = ("castle", "city")


def active_realms(state: Conquest) -> list[Realm]:
    """Everybody still in the league, in id order. Source: CQ-20."""
    return [one for _, one in sorted(state.realms.items()) if one.status == "active"]


def empire_territories(state: Conquest, realm: str) -> list[Territory]:
    """Territories with this realm's banner, besieged ones included, in id order. Source: CQ-13, CQ-130"""
    return [one for _, one in sorted(state.territories.items()) if one.owner == realm]


def held_sieges(state: Conquest, realm: str) -> list[Territory]:
    """Territories whose fort this realm holds against a besieger. Source: CQ-130"""
    return [
        state.territories[one.id]
        for _, one in sorted(state.sieges.items())
        if one.holder == realm and one.id in state.territories
    ]


def own_buildings(state: Conquest, realm: str) -> list[Territory]:
    """Territories whose building is this realm's: its own ones and forts it holds. Source: CQ-19, CQ-31."""
    mine = [one for one in empire_territories(state, realm) if one.building and one.id not in state.sieges]
    return sorted((*mine, *held_sieges(state, realm)), key=lambda one: one.id)


def own_forts(state: Conquest, realm: str) -> list[Territory]:
    """Castles and cities of this realm, those it holds in a siege too. Source: CQ-19"""
    return [one for one in own_buildings(state, realm) if one.building in FORTS]


def size_in_halves(state: Conquest, book: ConquestInForce, realm: str) -> int:
    """Size of an empire in halves. Source: CQ-13, CQ-14."""
    return sum(
        worth(state, book, one) for one in (*empire_territories(state, realm), *held_sieges(state, realm))
    )


def worth(state: Conquest, book: ConquestInForce, place: Territory) -> int:
    """Halves a territory counts, for each side of a siege. Source: CQ-13, CQ-14"""
    whole = 2 * book.figures.city_counts if place.building == "city" else 2
    if place.id not in state.sieges:
        return whole
    return whole // 2 if book.settings.siege_share == "half_of_city" else 1


def measure(state: Conquest, book: ConquestInForce, realm: str) -> Rank:
    """What the order compares: size, cities, castles (a city is a castle too). Source: CQ-15."""
    forts = own_forts(state, realm)
    cities = sum(one.building == "city" for one in forts)
    return Rank(realm=realm, halves=size_in_halves(state, book, realm), cities=cities, castles=len(forts))


def guarded(state: Conquest, book: ConquestInForce, realm: str) -> int:
    """Gold raiders cannot take. Source: CQ-104."""
    return book.figures.guarded * len(own_forts(state, realm))


def size_text(size: int) -> str:
    """Halves as people write them: 9 -> "4½". Source: CQ-13, CQ-14"""
    whole, half = divmod(size, 2)
    return f"{whole or ''}½" if half else str(whole)


def ranking_now(state: Conquest) -> tuple[Rank, ...]:
    """The frozen order, largest first; as the map stands before one was taken. Source: CQ-17."""
    taken = state.rounds.get(f"round:{state.now.round}")
    if taken is not None:
        return taken.ranking
    book = conquest_in_force(state)
    ranks = [measure(state, book, one.id) for one in active_realms(state)]
    return tuple(sorted(ranks, key=lambda rank: (-rank.halves, -rank.cities, -rank.castles, rank.realm)))


def ascending(state: Conquest) -> list[str]:
    """The order of this round, smallest first, without those who are out. Source: CQ-20, CQ-22"""
    return [rank.realm for rank in reversed(ranking_now(state)) if is_active(state, rank.realm)]


def largest_this_round(state: Conquest) -> str:
    """The largest empire of this round, whatever happened since. Source: CQ-18."""
    ranking = ranking_now(state)
    return ranking[0].realm if ranking else ""


def is_active(state: Conquest, realm: str) -> bool:
    """Whether this is a realm still in the league. Source: CQ-20"""
    return realm in state.realms and state.realms[realm].status == "active"


def events_now(state: Conquest) -> list[Event]:
    """Events of this round, in id order. Source: CQ-38."""
    return [one for _, one in sorted(having(state.events, "round", state.now.round).items())]


def has_event(state: Conquest, realm: str, event: str) -> bool:
    """Whether this realm took this event this round. Source: CQ-27"""
    return any(one.realm == realm and one.event == event for one in events_now(state))


def targeted(state: Conquest, realm: str, event: str) -> bool:
    """Whether somebody named this realm with the event this round. Source: CQ-28"""
    return any(one.target == realm and one.event == event for one in events_now(state))


def battles_this_round(state: Conquest, *, kind: str = "") -> list[Battle]:
    """Battles of this round in id order, of one kind or all. Source: CQ-58"""
    found = sorted(having(state.battles, "round", state.now.round).items())
    return [one for _, one in found if kind in ("", one.kind)]


def undecided_battles(state: Conquest, *, kind: str = "") -> list[Battle]:
    """Those of them that do not count yet. Source: CQ-22, CQ-88"""
    return [one for one in battles_this_round(state, kind=kind) if one.status not in ("settled", "struck")]


def open_battles(state: Conquest) -> list[Battle]:
    """Battles that keep the round waiting. Source: CQ-23."""
    return undecided_battles(state, kind="land")


def beaten(state: Conquest) -> Iterator[tuple[str, str]]:
    """(winner, loser) of this round's land battles. Source: CQ-77, CQ-97."""
    for battle in battles_this_round(state, kind="land"):
        yield from ((w, o) for w in won_by(battle) for o in _opponents(battle, w))


def won_by(battle: Battle) -> tuple[str, ...]:
    """Who has won a battle that is settled: a lead on points alone may be nobody's victory. Source: CQ-79"""
    return _graded(battle, lambda one: one.won)


def losers_in(battle: Battle) -> tuple[str, ...]:
    """Who has lost it, which may be one side where nobody has won. Source: CQ-79"""
    return _graded(battle, lambda one: one.grade == "lose" and not one.won)


def _graded(battle: Battle, is_so: Callable[[Result], bool]) -> tuple[str, ...]:
    found = {one.realm for one in battle.results if battle.status == "settled" and is_so(one)}
    return tuple(one for one in battle.members if one in found)


def _opponents(battle: Battle, realm: str) -> tuple[str, ...]:
    return battle.defenders if realm in battle.attackers else battle.attackers


def has_beaten(state: Conquest, winner: str, loser: str) -> bool:
    """Whether `winner` has beaten `loser` in a land battle of this round. Source: CQ-77, CQ-97"""
    return (winner, loser) in beaten(state)


def lives_on(state: Conquest, realm: str) -> bool:
    """Whether a realm still has a territory or holds a fort. Source: CQ-126."""
    return bool(empire_territories(state, realm) or held_sieges(state, realm))
