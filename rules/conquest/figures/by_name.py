"""Figures that can be asked for by name: prices, what is reached, standings, whose turn, what silence brings.

Every answer is plain JSON. What an act would cost and why it cannot be done come from the act's own checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from rules.conquest.book import InForce
from rules.conquest.figures.lines import (
    CapitalLine,
    EarnedLine,
    MapSize,
    Offer,
    Reachable,
    Reason,
    Standing,
    Target,
    Turn,
)
from rules.conquest.game import GAME
from rules.conquest.ground import advice, fairness, warnings
from rules.conquest.playing.challenging import challenge_problems
from rules.conquest.playing.events import taken_by
from rules.conquest.reckoning.challenges import cause, challengers_of
from rules.conquest.reckoning.checks import problems_of
from rules.conquest.reckoning.reach import ACTS, Act, View, lost_by, price, reach, view
from rules.conquest.reckoning.verdict import earned
from rules.conquest.rounds.admission import stamp_of, turn_problems
from rules.conquest.rounds.phases import PHASES, waiting_for
from rules.conquest.setting_up.beginning import capital_problems, claimable, legal_capitals, needed, spaced
from rules.conquest.standing import (
    FORTS,
    active_realms,
    guarded,
    halves,
    in_words,
    largest,
    measure,
    owned,
    ranking_now,
)
from rules.conquest.state import BUILDINGS, Building, Conquest, Earned, Territory
from rules.engine.language import said
from rules.engine.plain import JsonObject
from rules.maps.model import Ground, Map
from rules.turns.problems import Problem, first_of
from rules.turns.telling import PhaseLine, option_lines, phase_lines


@GAME.figure("phases")
def phases(state: Conquest, book: InForce) -> list[PhaseLine]:
    """The round as a table: what was, what is, what comes. Source: CQ-21, CQ-22."""
    return phase_lines(PHASES, state.now.phase)


@GAME.figure("turn")
def turn(state: Conquest, book: InForce) -> Turn:
    """Where the league stands and who has to act; empty `active` where several may. Source: CQ-21, CQ-22"""
    now = state.now
    return {
        "phase": now.phase,
        "title": said(PHASES[now.phase].title),
        "round": now.round,
        "turn": now.turn,
        "active": now.active,
        "waiting": waiting_for(state, book),
        "done": list(now.done),
        "deadline": now.deadline,
        "paused": now.paused,
        "winner": now.winner,
    }


@GAME.figure("order")
def order(state: Conquest, book: InForce) -> list[JsonObject]:
    """The frozen order of this round, largest first, with the dice that decided. Source: CQ-17."""
    return [{**asdict(rank), "size": in_words(rank.halves)} for rank in ranking_now(state)]


@GAME.figure("size")
def size(state: Conquest, book: InForce, realm: str) -> int:
    """Halves of an empire: a territory 2, a city 4, a besieged one 1. Source: CQ-13, CQ-14."""
    return halves(state, book, realm)


@GAME.figure("standings")
def standings(state: Conquest, book: InForce) -> list[Standing]:
    """Everybody as the map stands now, largest first; ids decide what only dice could.

    Source: CQ-13 … CQ-15
    """
    lines = [_standing(state, book, one.id) for one in active_realms(state)]
    return sorted(lines, key=lambda one: (-one["halves"], -one["cities"], -one["castles"], one["realm"]))


def _standing(state: Conquest, book: InForce, realm: str) -> Standing:
    rank, mine = measure(state, book, realm), state.realms[realm]
    return {
        "realm": realm,
        "halves": rank.halves,
        "size": in_words(rank.halves),
        "cities": rank.cities,
        "castles": rank.castles,
        "territories": len(owned(state, realm)),
        "gold": mine.gold,
        "guarded": guarded(state, book, realm),
        "ep": mine.ep,
        "rank": mine.rank,
        "to_win": in_words(max(0, 2 * book.settings.win_target - rank.halves)),
    }


@GAME.figure("largest")
def largest_realm(state: Conquest, book: InForce) -> str:
    """The largest empire of the round. Source: CQ-18."""
    return largest(state)


@GAME.figure("points_history")
def points_history(state: Conquest, book: InForce) -> list[EarnedLine]:
    """What every round earned whom. Source: CQ-87."""
    rounds = sorted(state.rounds.values(), key=lambda one: one.number)
    return [_earned(one.number, line) for one in rounds for line in one.earned]


def _earned(number: int, line: Earned) -> EarnedLine:
    return {"round": number, "realm": line.realm, "points": line.points, "battles": line.battles}


@GAME.figure("earned")
def earned_now(state: Conquest, book: InForce, realm: str) -> JsonObject:
    """Empire points of this round as the settled battles stand. Source: CQ-87 … CQ-90."""
    return asdict(earned(state, book, realm))


# Spending


@GAME.figure("price")
def price_of(state: Conquest, book: InForce, realm: str, act: Act, territory: str) -> int:
    """Empire points an act would cost. Source: CQ-115, CQ-117."""
    return price(view(state, book, realm), act, state.territories[territory])


@GAME.figure("why_not")
def why_not(
    state: Conquest, book: InForce, realm: str, act: Act, territory: str, building: Building = ""
) -> Reason | None:
    """The first reason against an act, None when it can be done. Source: CQ-93 … CQ-117"""
    sight, place = view(state, book, realm), state.territories[territory]
    problem = first_of(_all_problems(sight, act, place, building))
    return _told(problem) if problem else None


@GAME.figure("offers")
def offers(state: Conquest, book: InForce, realm: str, territory: str) -> list[Offer]:
    """What a realm may do with a territory: price, or the sentence why not; only what fits the place.

    Source: CQ-93 … CQ-117
    """
    sight, place = view(state, book, realm), state.territories[territory]
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


def _offer(sight: View, act: Act, place: Territory, building: Building) -> Offer:
    problem = first_of(_all_problems(sight, act, place, building))
    return {
        "act": act,
        "building": building,
        "price": price(sight, act, place),
        "how": reach(sight, place) if act in ("claim", "conquer", "besiege") else "",
        "lost": lost_by(sight.book, building, place) if building else "",
        "stamp": stamp_of(sight.state, sight.realm, place.id),
        "why_not": _told(problem) if problem else None,
    }


def _all_problems(sight: View, act: Act, place: Territory, building: Building) -> Iterator[Problem]:
    yield from turn_problems(sight.state, sight.book, act, sight.realm, sight.state.now.round)
    yield from problems_of(sight, act, place, building)


def _told(problem: Problem) -> Reason:
    return {"code": problem.code, "rule": problem.rule, "sentence": problem.sentence}


@GAME.figure("reachable")
def reachable(state: Conquest, book: InForce, realm: str) -> list[Reachable]:
    """Every territory something can be done to, with the prices; `dear` when points do not suffice.

    Whose turn it is does not matter here, so that a map can show it beforehand. Building is left out.

    Source: CQ-95 … CQ-116
    """
    sight = view(state, book, realm)
    places = [one for _, one in sorted(state.territories.items()) if not one.is_sea]
    acts: tuple[Act, ...] = tuple(act for act in ACTS if act != "build")
    found = [_badge(sight, act, place) for place in places for act in acts]
    return [badge for badge in found if badge]


def _badge(sight: View, act: Act, place: Territory) -> Reachable | None:
    problem = first_of(problems_of(sight, act, place))
    if problem and problem.code != "E19":
        return None
    return {"territory": place.id, "act": act, "price": price(sight, act, place), "dear": bool(problem)}


# Events, challenges, capitals


@GAME.figure("events_open")
def events_open(state: Conquest, book: InForce) -> list[JsonObject]:
    """All events with who has them, and whether they can be taken. Source: CQ-26."""
    taken = taken_by(state, book)
    return [
        {"event": row.key, "name": row.name, "text": row.text, "taken_by": taken.get(row.key, "")}
        for row in book.events
    ]


@GAME.figure("targets")
def targets(state: Conquest, book: InForce, realm: str) -> list[Target]:
    """Whom a realm may challenge and what it would cause, or why not. Source: CQ-60."""
    return [_target(state, book, realm, one.id) for one in active_realms(state) if one.id != realm]


def _target(state: Conquest, book: InForce, realm: str, defender: str) -> Target:
    problem = first_of(challenge_problems(state, book, realm, defender, state.now.round))
    return {
        "realm": defender,
        "cause": cause(state, realm, defender),
        "why_not": _told(problem) if problem else None,
    }


@GAME.figure("challengers")
def challengers(state: Conquest, book: InForce, realm: str) -> list[str]:
    """Who stands against a realm this round. Source: CQ-48."""
    return [one.challenger for one in challengers_of(state, realm)]


@GAME.figure("capitals")
def capitals(state: Conquest, book: InForce) -> list[CapitalLine]:
    """Where a capital may be picked now; `added` when the city would be new. Source: CQ-06, CQ-07."""
    return [{"territory": one.id, "added": one.building != "city"} for one in legal_capitals(state, book)]


@GAME.figure("why_no_capital")
def why_no_capital(state: Conquest, book: InForce, territory: str) -> Reason | None:
    """Why this is no place for a capital, null where it is one. Source: CQ-06 … CQ-08."""
    problem = first_of(capital_problems(state, book, state.territories[territory]))
    return _told(problem) if problem else None


@GAME.figure("map_advice")
def map_advice(state: Conquest, book: InForce) -> list[str]:
    """What deserves a look on this league's map, the ways to objectives among it. Source: CQ-11."""
    ground = state.ground["map"] if "map" in state.ground else Ground()
    map = Map(ground=ground, places=tuple(state.territories.values()), links=tuple(state.links.values()))
    capitals = [one.capital for one in active_realms(state) if one.capital in state.territories]
    return [*warnings(map), *fairness(map, capitals)] if capitals else advice(map, len(state.realms))


@GAME.figure("map_size")
def map_size(state: Conquest, book: InForce) -> MapSize:
    """Territories the map has and needs, and how many capitals still fit. Source: CQ-01."""
    return {
        "found": claimable(state),
        "needed": needed(state, book),
        "places_for_capitals": len(spaced(state, book)),
    }


# The book


@GAME.figure("options")
def options(state: Conquest, book: InForce) -> list[JsonObject]:
    """Every option of a league with its plain line, its choices, and what is in force. Source: CQ-12"""
    return option_lines(book.book.settings, book.settings)


@GAME.figure("stamp")
def stamp(state: Conquest, book: InForce, realm: str, territory: str = "") -> str:
    """The version of what an act on a territory reads, to be sent back with the act. Source: CQ-117"""
    return stamp_of(state, realm, territory)
