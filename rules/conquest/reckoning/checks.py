"""Why an act on a territory cannot be done, first things first.

The order is the rulebook's: existence and ownership, victory over the owner, the shore port, reach, what the
act itself asks, the price last. Procedures and pages read the same iterators.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.conquest.realm_figures import FORTS, empire_territories, has_beaten, held_sieges
from rules.conquest.reckoning.reach import Act, View, borders, may_stand, price, unfit, way_of_reach
from rules.conquest.state import Building, Territory
from rules.turns.problems import TurnProblem


def problems_of(sight: View, act: Act, place: Territory, building: Building = "") -> Iterator[TurnProblem]:
    """Everything against `act` on `place`, the price last. Source: CQ-95 … CQ-116."""
    if act == "claim":
        yield from _claim(sight, place)
    elif act == "conquer":
        yield from _conquer(sight, place)
    elif act == "besiege":
        yield from _besiege(sight, place)
    elif act == "build":
        yield from building_problems(sight, place, building)
    elif act == "raid":
        yield from _raid(sight, place)
    else:
        yield from _plunder(sight, place)
    yield from _price(sight, act, place)


def _claim(sight: View, place: Territory) -> Iterator[TurnProblem]:
    yield from _land(sight, place)
    yield from _not_mine(sight, place)
    if place.owner:
        yield sight.book.problem("E22", player=sight.state.name_of(place.owner))
    yield from _reached(sight, place)


def _conquer(sight: View, place: Territory) -> Iterator[TurnProblem]:
    yield from _land(sight, place)
    yield from _not_mine(sight, place)
    yield from _owned(sight, place)
    yield from _taking(sight, place)


def _besiege(sight: View, place: Territory) -> Iterator[TurnProblem]:
    book = sight.book
    if not book.settings.siege:
        yield book.problem("X03")
    yield from _land(sight, place)
    yield from _not_mine(sight, place)
    yield from _owned(sight, place)
    yield from _not_besieged(sight, place)
    yield from _taking(sight, place)
    if place.building not in FORTS:
        yield book.problem("X11")
    if _declined(sight, place):
        yield book.problem("E28", player=sight.state.name_of(place.owner)).leading(realm=place.owner)


def building_problems(sight: View, place: Territory, building: Building) -> Iterator[TurnProblem]:
    """Why this building cannot go there, the price aside. Source: CQ-101 … CQ-103, CQ-108 … CQ-112."""
    book = sight.book
    yield from _land(sight, place)
    if place.owner != sight.realm:
        yield book.problem("E08")
    yield from _not_besieged(sight, place)
    if not building:
        yield book.problem("X33")
        return
    if not may_stand(book, building, place):
        yield unfit(book, building, place)
    row = book.book.buildings[building]
    if row.upgrades and place.building not in (row.upgrades, building):
        yield book.problem("E06")
    if place.building == building:
        yield book.problem("E07", building=row.name)


def _raid(sight: View, place: Territory) -> Iterator[TurnProblem]:
    book = sight.book
    yield from _land(sight, place)
    yield from _not_mine(sight, place)
    if book.settings.raid_range == "adjacent" and not borders(sight, place):
        yield book.problem("X06")
    if book.settings.raid_same_tile == "once" and place.id in sight.me.raided:
        yield book.problem("X05")


def _plunder(sight: View, place: Territory) -> Iterator[TurnProblem]:
    book, owner = sight.book, place.owner
    yield from _land(sight, place)
    yield from _not_mine(sight, place)
    yield from _owned(sight, place)
    yield from _not_besieged(sight, place)
    yield from _victory(sight, place)
    if place.building in FORTS:
        yield book.problem("E25")
    if book.settings.plunder_limit == "one_per_opponent" and owner in sight.me.plundered:
        yield book.problem("E26", player=sight.state.name_of(owner))
    last = len(empire_territories(sight.state, owner)) == 1 and not held_sieges(sight.state, owner)
    if book.settings.plunder_last_tile == "refuse" and last and not place.building:
        yield book.problem("X07")


def _taking(sight: View, place: Territory) -> Iterator[TurnProblem]:
    """What conquering and besieging ask alike; the relief of one's own fort no shore port. Source: CQ-158."""
    book = sight.book
    yield from _victory(sight, place)
    strict = book.settings.naval and book.settings.naval_port == "strict" and sight.me.sails
    if strict and place.shore and not sight.has_shore_port and not sight.relieves(place):
        yield book.problem("E31")
    yield from _reached(sight, place)
    if book.settings.conquer_limit == "one" and place.owner in sight.me.conquered:
        yield book.problem("X04")


def _land(sight: View, place: Territory) -> Iterator[TurnProblem]:
    if place.is_sea:
        yield sight.book.problem("E32")


def _not_mine(sight: View, place: Territory) -> Iterator[TurnProblem]:
    if place.owner == sight.realm:
        yield sight.book.problem("E27")


def _owned(sight: View, place: Territory) -> Iterator[TurnProblem]:
    if not place.owner:
        yield sight.book.problem("E23")


def _not_besieged(sight: View, place: Territory) -> Iterator[TurnProblem]:
    if place.id in sight.state.sieges:
        yield sight.book.problem("E30")


def _victory(sight: View, place: Territory) -> Iterator[TurnProblem]:
    if not has_beaten(sight.state, sight.realm, place.owner):
        yield sight.book.problem("E24", player=sight.state.name_of(place.owner))


def _reached(sight: View, place: Territory) -> Iterator[TurnProblem]:
    if not way_of_reach(sight, place):
        yield sight.book.problem("E21" if sight.ports else "E20")


def _declined(sight: View, place: Territory) -> bool:
    """Whether the owner has said no to this siege this round. Source: CQ-128."""
    return any(
        (one.round, one.besieger, one.territory) == (sight.state.now.round, sight.realm, place.id)
        and not one.given
        for one in sight.state.consents.values()
    )


def _price(sight: View, act: Act, place: Territory) -> Iterator[TurnProblem]:
    cost = price(sight, act, place)
    if sight.me.ep < cost:
        yield sight.book.problem("E19", price=cost, ep=sight.me.ep)
