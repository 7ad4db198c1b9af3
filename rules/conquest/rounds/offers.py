"""What a realm may do with territories while it spends its points: prices, and the sentence why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import FORTS
from rules.conquest.reckoning.checks import problems_of
from rules.conquest.reckoning.reach import ACTS, Act, View, lost_by, price, realm_sight, way_of_reach
from rules.conquest.rounds.admission import realm_turn_problems, stamp_of
from rules.conquest.state import BUILDINGS, Building, Conquest, Territory
from rules.turns.problems import TurnProblem, first_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TerritoryOffer:
    """An act on a territory: its price, or why not; `lost`: the building that would make room."""

    act: Act
    building: Building
    price: int
    how: str
    lost: str
    stamp: str
    why_not: TurnProblem | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reachable:
    """A territory something can be done to; `dear` when points do not suffice."""

    territory: str
    act: Act
    price: int
    dear: bool


def act_problem(
    state: Conquest, book: ConquestInForce, realm: str, act: Act, territory: str, building: Building = ""
) -> TurnProblem | None:
    """The first reason against an act, None when it can be done. Source: CQ-93 … CQ-117"""
    sight, place = realm_sight(state, book, realm), state.territories[territory]
    return first_of(_all_problems(sight, act, place, building))


def territory_offers(
    state: Conquest, book: ConquestInForce, realm: str, territory: str
) -> list[TerritoryOffer]:
    """What a realm may do with a territory: price, or the sentence why not; only what fits the place.

    Source: CQ-93 … CQ-117
    """
    sight, place = realm_sight(state, book, realm), state.territories[territory]
    return [_offer(sight, act, place, building) for act, building in _fitting(sight, place)]


def _fitting(sight: View, place: Territory) -> Iterator[tuple[Act, Building]]:
    """Acts that make sense for this kind of place at all."""
    if place.is_sea:
        return
    if place.owner == sight.realm:
        yield from (("build", building) for building in BUILDINGS)
    elif place.owner:
        yield "conquer", ""
        if place.building in FORTS and sight.book.settings.siege and place.id not in sight.state.sieges:
            yield "besiege", ""
        yield "plunder", ""
        yield "raid", ""
    else:
        yield "claim", ""
        yield "raid", ""


def _offer(sight: View, act: Act, place: Territory, building: Building) -> TerritoryOffer:
    return TerritoryOffer(
        act=act,
        building=building,
        price=price(sight, act, place),
        how=way_of_reach(sight, place) if act in ("claim", "conquer", "besiege") else "",
        lost=lost_by(sight.book, building, place) if building else "",
        stamp=stamp_of(sight.state, sight.realm, place.id),
        why_not=first_of(_all_problems(sight, act, place, building)),
    )


def _all_problems(sight: View, act: Act, place: Territory, building: Building) -> Iterator[TurnProblem]:
    yield from realm_turn_problems(sight.state, sight.book, act, sight.realm, sight.state.now.round)
    yield from problems_of(sight, act, place, building)


def reachable(state: Conquest, book: ConquestInForce, realm: str) -> list[Reachable]:
    """Every territory something can be done to, with the prices; `dear` when points do not suffice.

    Whose turn it is does not matter here, so that a map can show it beforehand. Building is left out.

    Source: CQ-95 … CQ-116
    """
    sight = realm_sight(state, book, realm)
    places = [one for _, one in sorted(state.territories.items()) if not one.is_sea]
    acts: tuple[Act, ...] = tuple(act for act in ACTS if act != "build")
    found = [_badge(sight, act, place) for place in places for act in acts]
    return [badge for badge in found if badge]


def _badge(sight: View, act: Act, place: Territory) -> Reachable | None:
    problem = first_of(problems_of(sight, act, place))
    if problem and problem.code != "E19":
        return None
    return Reachable(territory=place.id, act=act, price=price(sight, act, place), dear=bool(problem))
