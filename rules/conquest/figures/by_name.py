"""Figures that can be asked for by name: prices, what is reached, standings, whose turn, what silence brings.

Every answer is plain JSON. What an act would cost and why it cannot be done come from the act's own checks.
"""

from __future__ import annotations

from dataclasses import asdict

from rules.conquest.book import ConquestInForce
from rules.conquest.game import GAME
from rules.conquest.playing.challenging import targets
from rules.conquest.playing.events import taken_by
from rules.conquest.realm_figures import FORTS, largest_this_round, ranking_now, size_in_halves, size_text
from rules.conquest.reckoning.challenges import challengers_of
from rules.conquest.reckoning.reach import Act, price, realm_sight
from rules.conquest.reckoning.verdict import earned
from rules.conquest.rounds.admission import stamp_of
from rules.conquest.rounds.offers import act_problem, reachable, territory_offers
from rules.conquest.rounds.phases import PHASES, realms_to_act
from rules.conquest.setting_up.beginning import (
    capital_problems,
    claimable,
    empires_map_advice,
    legal_capitals,
    needed,
    spaced,
)
from rules.conquest.standings import points_history, realm_standings
from rules.conquest.state import Building, Conquest
from rules.engine.language import said
from rules.engine.plain import JsonObject
from rules.turns.problems import TurnProblem, first_of
from rules.turns.telling import PhaseLine, option_lines, phase_lines


@GAME.figure("phases")
def round_phases(state: Conquest, book: ConquestInForce) -> list[PhaseLine]:
    """The round as a table: what was, what is, what comes. Source: CQ-21, CQ-22."""
    return phase_lines(PHASES, state.now.phase)


@GAME.figure("turn")
def conquest_turn_figure(state: Conquest, book: ConquestInForce) -> JsonObject:
    """Where the league stands and who has to act; empty `active` where several may. Source: CQ-21, CQ-22"""
    now = state.now
    return {
        "phase": now.phase,
        "title": said(PHASES[now.phase].title),
        "round": now.round,
        "turn": now.turn,
        "active": now.active,
        "waiting": realms_to_act(state, book),
        "done": list(now.done),
        "deadline": now.deadline,
        "paused": now.paused,
        "winner": now.winner,
    }


@GAME.figure("order")
def order(state: Conquest, book: ConquestInForce) -> list[JsonObject]:
    """The frozen order of this round, largest first, with the dice that decided. Source: CQ-17."""
    return [{**asdict(rank), "size": size_text(rank.halves)} for rank in ranking_now(state)]


@GAME.figure("size")
def realm_size(state: Conquest, book: ConquestInForce, realm: str) -> int:
    """Halves of an empire: a territory 2, a city 4, a besieged one 1. Source: CQ-13, CQ-14."""
    return size_in_halves(state, book, realm)


@GAME.figure("standings")
def realm_standings_figure(state: Conquest, book: ConquestInForce) -> list[JsonObject]:
    """Everybody as the map stands now, largest first; ids decide what only dice could.

    Source: CQ-13 … CQ-15
    """
    return [asdict(one) for one in realm_standings(state, book)]


@GAME.figure("largest")
def largest_realm(state: Conquest, book: ConquestInForce) -> str:
    """The largest empire of the round. Source: CQ-18."""
    return largest_this_round(state)


@GAME.figure("points_history")
def points_history_figure(state: Conquest, book: ConquestInForce) -> list[JsonObject]:
    """What every round earned whom. Source: CQ-87."""
    return [asdict(one) for one in points_history(state)]


@GAME.figure("earned")
def earned_now(state: Conquest, book: ConquestInForce, realm: str) -> JsonObject:
    """Empire points of this round as the settled battles stand. Source: CQ-87 … CQ-90."""
    return asdict(earned(state, book, realm))


# Spending


@GAME.figure("price")
def act_price(state: Conquest, book: ConquestInForce, realm: str, act: Act, territory: str) -> int:
    """Empire points an act would cost, where the place allows it. Source: CQ-105, CQ-115, CQ-117, CQ-128."""
    place = state.territories[territory]
    if act == "plunder" and place.building in FORTS:
        raise book.problem("E25").refused()
    if act == "besiege" and place.building not in FORTS:
        raise book.problem("X11").refused()
    return price(realm_sight(state, book, realm), act, place)


@GAME.figure("why_not")
def why_not_figure(
    state: Conquest, book: ConquestInForce, realm: str, act: Act, territory: str, building: Building = ""
) -> JsonObject | None:
    """The first reason against an act, None when it can be done. Source: CQ-93 … CQ-117"""
    return _told(act_problem(state, book, realm, act, territory, building))


@GAME.figure("offers")
def offers_figure(state: Conquest, book: ConquestInForce, realm: str, territory: str) -> list[JsonObject]:
    """What a realm may do with a territory: price, or the sentence why not; only what fits the place.

    Source: CQ-93 … CQ-117
    """
    found = territory_offers(state, book, realm, territory)
    return [{**asdict(one), "why_not": _told(one.why_not)} for one in found]


def _told(problem: TurnProblem | None) -> JsonObject | None:
    if problem is None:
        return None
    return {"code": problem.code, "rule": problem.rule, "sentence": problem.sentence}


@GAME.figure("reachable")
def reachable_figure(state: Conquest, book: ConquestInForce, realm: str) -> list[JsonObject]:
    """Every territory something can be done to, with the prices; `dear` when points do not suffice.

    Whose turn it is does not matter here, so that a map can show it beforehand. Building is left out.

    Source: CQ-95 … CQ-116
    """
    return [asdict(one) for one in reachable(state, book, realm)]


# Events, challenges, capitals


@GAME.figure("events_open")
def events_open(state: Conquest, book: ConquestInForce) -> list[JsonObject]:
    """All events with who has them, and whether they can be taken. Source: CQ-26."""
    taken = taken_by(state, book)
    return [
        {"event": row.key, "name": row.name, "text": row.text, "taken_by": taken.get(row.key, "")}
        for row in book.events
    ]


@GAME.figure("targets")
def targets_figure(state: Conquest, book: ConquestInForce, realm: str) -> list[JsonObject]:
    """Whom a realm may challenge and what it would cause, or why not. Source: CQ-60."""
    return [{**asdict(one), "why_not": _told(one.why_not)} for one in targets(state, book, realm)]


@GAME.figure("challengers")
def challengers(state: Conquest, book: ConquestInForce, realm: str) -> list[str]:
    """Who stands against a realm this round. Source: CQ-48."""
    return [one.challenger for one in challengers_of(state, realm)]


@GAME.figure("capitals")
def capitals(state: Conquest, book: ConquestInForce) -> list[JsonObject]:
    """Where a capital may be picked now; `added` when the city would be new. Source: CQ-06, CQ-07."""
    return [{"territory": one.id, "added": one.building != "city"} for one in legal_capitals(state, book)]


@GAME.figure("why_no_capital")
def why_no_capital(state: Conquest, book: ConquestInForce, territory: str) -> JsonObject | None:
    """Why this is no place for a capital, null where it is one. Source: CQ-06 … CQ-08."""
    return _told(first_of(capital_problems(state, book, state.territories[territory])))


@GAME.figure("map_advice")
def map_advice_figure(state: Conquest, book: ConquestInForce) -> list[str]:
    """What deserves a look on this league's map, the ways to objectives among it. Source: CQ-11."""
    return empires_map_advice(state)


@GAME.figure("map_size")
def map_size(state: Conquest, book: ConquestInForce) -> dict[str, int]:
    """Territories the map has and needs, and how many capitals still fit. Source: CQ-01."""
    return {
        "found": claimable(state),
        "needed": needed(state, book),
        "places_for_capitals": len(spaced(state, book)),
    }


# The book


@GAME.figure("options")
def conquest_options(state: Conquest, book: ConquestInForce) -> list[JsonObject]:
    """Every option of a league with its plain line, its choices, and what is in force. Source: CQ-12"""
    return option_lines(book.book.settings, book.settings)


@GAME.figure("stamp")
def stamp(state: Conquest, book: ConquestInForce, realm: str, territory: str = "") -> str:
    """The version of what an act on a territory reads, to be sent back with the act. Source: CQ-117"""
    return stamp_of(state, realm, territory)
