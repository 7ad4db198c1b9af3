"""What a league is told of a game against the app, by name."""

from __future__ import annotations

from dataclasses import asdict

from rules.engine.plain import JsonObject
from rules.solo.book import Rules
from rules.solo.game import GAME
from rules.solo.league.handover import league_report, mission_facts
from rules.solo.state import SoloState


@GAME.figure("mission_facts")
def mission_facts_figure(state: SoloState, book: Rules) -> JsonObject:
    """What the game tells the league's mission as it stands. Source: SOLO-77, SOLO-82 to SOLO-84"""
    return asdict(mission_facts(state, book))


@GAME.figure("league_report")
def league_report_figure(state: SoloState, book: Rules) -> JsonObject:
    """The report that the league is offered. Source: SOLO-77, SOLO-83"""
    return asdict(league_report(state, book))
