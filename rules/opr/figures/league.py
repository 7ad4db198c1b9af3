"""A league by name: its table, how far it is, and what a list would be told before it is founded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import TypedDict

from rules.engine.plain import JsonObject
from rules.opr.books import InForce
from rules.opr.ending import season_sentence
from rules.opr.game import GAME
from rules.opr.league.team_standings import team_standings
from rules.opr.standings import averages, pointed, warband_standings
from rules.opr.state import OprState
from rules.opr.warbands.founding import NewUnit, problems_for


@GAME.figure("standings")
def warband_standings_figure(state: OprState, rules: InForce) -> list[JsonObject]:
    """The table with how each score is computed. Source: OPR-11"""
    averaged, scores = averages(state, rules), warband_standings(state, rules)
    texts = (pointed(Fraction(*line.score) if line.score else None, averaged) for line in scores)
    return [{**asdict(line), "shown": text} for line, text in zip(scores, texts, strict=True)]


@GAME.figure("teams")
def team_standings_figure(state: OprState, rules: InForce) -> list[JsonObject]:
    """The table of teams with how each score is computed. Source: A-60"""
    return [asdict(line) for line in team_standings(state, rules)]


class Season(TypedDict):
    """A campaign's type and limit, what is over of it, who has won, and a sentence for it."""

    type: str
    limit: int | None
    status: str
    finished: int
    averages: bool
    ends: str | None
    winners: list[str]
    decider: list[str]
    sentence: str


@GAME.figure("season")
def league_progress(state: OprState, rules: InForce) -> Season:
    """How far the campaign is: type, limit, missions finished, and a sentence for it.

    Source: OPR-03 to OPR-08
    """
    league, so_far = state.league, state.so_far
    kind = rules.setting("campaign_type")
    return {
        "type": kind,
        "limit": league.limit,
        "status": league.status,
        "finished": so_far.missions_finished,
        "averages": averages(state, rules),
        "ends": league.ends.isoformat() if league.ends else None,
        "winners": list(league.winners),
        "decider": list(league.decider),
        "sentence": season_sentence(state, rules),
    }


@GAME.figure("check_founding")
def check_founding(
    state: OprState, rules: InForce, name: str = "", units: Sequence[NewUnit] = (), owner: str = ""
) -> JsonObject:
    """Live points of a list being typed, and a sentence for everything that does not pass yet.

    Source: OPR-15 to OPR-19
    """
    spent = sum(unit.cost for unit in units)
    problems = problems_for(state, rules, name, units, owner)
    return {
        "budget": rules.figures.start_points,
        "spent": spent,
        "left": rules.figures.start_points - spent,
        "save_max": rules.figures.start_save_max,
        "heroes": sum(unit.hero for unit in units),
        "problems": [asdict(problem) for problem in problems],
    }
