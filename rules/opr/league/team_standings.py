"""The table of teams: each by the mean of its warbands' scores, so that teams of any size compare.

Source: A-60
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rules.engine.language import say, say_many
from rules.opr.books import InForce
from rules.opr.league.small_parts import Team
from rules.opr.standings import averages, pointed, ranking_score
from rules.opr.state import OprState, Warband


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One line of the table. `score` is an exact fraction (top, bottom), None where nobody has one yet."""

    team: str
    name: str
    colour: str
    rank: int
    warbands: tuple[str, ...]
    score: tuple[int, int] | None
    shown: str
    how: str


def team_standings(state: OprState, rules: InForce) -> list[TeamStanding]:
    """The teams, best first; equal scores share a rank, one without a score comes last. Source: A-60"""
    averaged = averages(state, rules)
    scored = [(_mean(_scores(state, one, averaged)), one) for one in state.league.teams]
    scored.sort(key=lambda pair: (pair[0] is None, -(pair[0] or 0)))
    ranks = {mine: place for place, (mine, _team) in reversed([*enumerate(scored, 1)])}
    return [_team_line(state, team, mine, ranks[mine], averaged) for mine, team in scored]


def team_of(state: OprState, warband: Warband) -> Team | None:
    """The team a warband belongs to. Source: A-60"""
    return next((one for one in state.league.teams if one.id == warband.team), None)


def members_of_team(state: OprState, team: str) -> list[Warband]:
    """The active warbands of a team. Source: A-60"""
    return [one for one in state.active if team and one.team == team]


def _scores(state: OprState, team: Team, averaged: bool) -> list[Fraction]:
    scores = (ranking_score(one, averaged) for one in members_of_team(state, team.id))
    return [one for one in scores if one is not None]


def _mean(scores: list[Fraction]) -> Fraction | None:
    return sum(scores, Fraction(0)) / len(scores) if scores else None


def _team_line(state: OprState, team: Team, mine: Fraction | None, rank: int, averaged: bool) -> TeamStanding:
    members = members_of_team(state, team.id)
    count = len(_scores(state, team, averaged))
    total = sum(one.vp for one in members)
    if mine is None:
        how = say("nobody has a score yet") if members else say("no members yet")
    elif averaged:
        how = say_many(count, "{number} warband’s average", "the average of {number} warbands’ averages")
    else:
        how = say_many(count, "{vp} VP ÷ {number} warband", "{vp} VP ÷ {number} warbands", vp=total)
    exact = None if mine is None else (mine.numerator, mine.denominator)
    shown = pointed(mine, True)
    return TeamStanding(
        team.id, team.name, team.colour, rank, tuple(one.id for one in members), exact, shown, how
    )
