"""Who leads, and how that is computed (OPR-09, OPR-11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import reduce

from rules.engine.language import decimal, say, say_many
from rules.engine.lazy_tables import top
from rules.opr.books import InForce
from rules.opr.state import Mission, OprState, Side, Warband

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class WarbandStanding:
    """One line of the table. `score` is an exact fraction (top, bottom), None before the first mission."""

    warband: str
    name: str
    rank: int
    vp: int
    missions: int
    won: int
    score: tuple[int, int] | None
    shown: str
    how: str
    rival: str = ""


def averages(state: OprState, rules: InForce) -> bool:
    """Whether VP count per mission played. Source: OPR-11, OPR-12"""
    return rules.on("parallel_play") or state.league.averaging


def ranking_score(warband: Warband, averaged: bool) -> Fraction | None:
    """What a warband is ranked by: its VP, or its VP per mission. Source: OPR-11"""
    return warband.average if averaged else Fraction(warband.vp)


def warband_standings(state: OprState, rules: InForce) -> list[WarbandStanding]:
    """The active warbands, best first; equal scores share a rank, no mission yet comes last.

    Source: OPR-09, OPR-11, A-38
    """
    averaged = averages(state, rules)
    scored = _scored(state, averaged)
    ranks = _ranks(scored)
    return [_standing(warband, mine, ranks[mine], averaged) for mine, warband in scored]


def rank_of(state: OprState, rules: InForce, warband: Warband) -> tuple[int, int]:
    """(rank of an active warband, how many there are). Source: A-38"""
    averaged = averages(state, rules)
    scored = _scored(state, averaged)
    return _ranks(scored)[ranking_score(warband, averaged)], len(scored)


def ranks_before(state: OprState, rules: InForce) -> tuple[Mission | None, dict[str, int]]:
    """The latest mission that was reported, and everybody's rank before it. Source: OPR-11"""
    reported = top(state.missions, 1, "finished", "number", status="finished")
    if not reported:
        return None, {}
    (latest,) = reported
    lines = warband_standings(state_before_mission(state, rules, latest), rules)
    return latest, {line.warband: line.rank for line in lines if line.missions}


def state_before_mission(state: OprState, rules: InForce, mission: Mission) -> OprState:
    """The warbands as they stood before a mission's result: its VP, its count and its win taken off.

    Source: OPR-09, OPR-35, SOLO-77, SOLO-84
    """
    earlier = []
    for side in mission.sides:
        if side.skipped or side.warband not in state.warbands:
            continue
        one = state.warbands[side.warband]
        gained = brought_by(mission, side.warband, rules)
        missions, won = max(one.missions - 1, 0), one.won - side.won
        earlier.append(replace(one, vp=one.vp - gained, missions=missions, won=won))
    return state.put("warbands", *earlier)


def state_after_mission(state: OprState, rules: InForce, mission: Mission | None) -> OprState:
    """The warbands as they stood when a mission had been reported, None for before the first: the results of
    those that were reported later taken off. What an organiser gave by hand stays, whenever that was.

    Source: OPR-09, OPR-11
    """
    known = finished_missions(state)
    later = known[[one.id for one in known].index(mission.id) + 1 :] if mission else known
    return reduce(lambda then, one: state_before_mission(then, rules, one), later, state)


def finished_missions(state: OprState) -> list[Mission]:
    """The missions with a result, in the order in which they were reported. Source: OPR-11"""
    finished = [mission for mission in state.missions.values() if mission.status == "finished"]
    return sorted(finished, key=lambda mission: (mission.finished or BEGINNING, mission.number))


def brought_by(mission: Mission, warband: str, rules: InForce) -> int:
    """The VP that a finished mission brought a warband, its events with it.

    Source: OPR-35, SOLO-77, SOLO-84
    """
    events = sum(one.vp for one in mission.events if one.warband == warband)
    return _result_of(mission.side(warband), rules) + events


def _result_of(side: Side, rules: InForce) -> int:
    """The VP of a side's result; against the app it may be fewer."""
    if side.vp is not None:
        return side.vp
    return rules.figures.win_vp if side.won else rules.figures.lose_vp


def _scored(state: OprState, averaged: bool) -> list[tuple[Fraction | None, Warband]]:
    scored = [(ranking_score(warband, averaged), warband) for warband in state.active]
    return sorted(scored, key=lambda pair: (pair[0] is None, -(pair[0] or 0), pair[1].order))


def _ranks(scored: list[tuple[Fraction | None, Warband]]) -> dict[Fraction | None, int]:
    """The rank of each score: the place of the first who has it."""
    return {mine: place for place, (mine, _) in reversed([*enumerate(scored, 1)])}


def _standing(warband: Warband, mine: Fraction | None, rank: int, averaged: bool) -> WarbandStanding:
    return WarbandStanding(
        warband.id,
        warband.name,
        rank,
        warband.vp,
        warband.missions,
        warband.won,
        None if mine is None else (mine.numerator, mine.denominator),
        score_text(mine, averaged),
        _how(warband, mine, averaged),
        warband.rival,
    )


def score_text(mine: Fraction | None, averaged: bool) -> str:
    """Two decimals for an average, half a hundredth rounded up; "–" for none. Source: OPR-11"""
    return decimal(pointed(mine, averaged))


def pointed(mine: Fraction | None, averaged: bool) -> str:
    """The same for programs: with a point in every language. Source: OPR-11"""
    if mine is None:
        return "–"
    if not averaged:
        return str(int(mine))
    cents = (mine * 200 + 1) // 2
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def _how(warband: Warband, mine: Fraction | None, averaged: bool) -> str:
    if not averaged:
        return say("{vp} VP", vp=warband.vp)
    if mine is None:
        return say("no missions played yet")
    return say_many(
        warband.missions, "{vp} VP ÷ {number} mission", "{vp} VP ÷ {number} missions", vp=warband.vp
    )


def standings_leaders(state: OprState, rules: InForce) -> tuple[str, ...]:
    """Whoever is first of those that may win; an unranked rival of the app may not. Source: OPR-09"""
    lines = [line for line in warband_standings(state, rules) if line.rival != "unranked"]
    return tuple(line.warband for line in lines if line.rank == lines[0].rank)
