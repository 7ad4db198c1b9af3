"""Who has the VP of the limit, and who had it first (OPR-06, OPR-13, A-34, A-35, A-52)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import groupby
from zoneinfo import ZoneInfo

from rules.engine.lazy_tables import all_light
from rules.opr.booking import Ledger
from rules.opr.books import InForce
from rules.opr.league_effects import LimitReached
from rules.opr.standings import averages, brought_by, ranking_score, standings_leaders
from rules.opr.state import Mission, OprState, Warband

DAY_BEGINS = timedelta(hours=6)  # what ends before six in the morning ended the evening before


def counts_on_limit(state: OprState, rules: InForce) -> bool:
    """Whether so many VP end this league. Source: OPR-06"""
    return rules.setting("campaign_type") == "point" and state.league.limit is not None


def those_over(state: OprState, rules: InForce) -> list[Warband]:
    """Who has or once had the VP of the limit; what an open mission has brought counts after it.

    Source: OPR-06, A-35, A-52
    """
    if not counts_on_limit(state, rules):
        return []
    ranked = [one for one in state.active if one.rival != "unranked"]
    return [one for one in ranked if one.reached is not None or _is_over(state, rules, _settled(state, one))]


def note_reached(ledger: Ledger, now: datetime | None, mission: Mission | None = None) -> None:
    """Book who has the VP of the limit from now on, or with `mission` has had them since an earlier evening.

    Source: OPR-06, A-52
    """
    state, rules = ledger.state, ledger.rules
    for one in those_over(state, rules):
        told_late = mission is not None and one.id in mission.warbands
        told_late = told_late and _day(state, _end_of(mission)) < _day(state, one.reached)
        if one.reached is None or told_late:
            since = _since(state, rules, one) if mission is not None else now
            if one.reached is None or _day(state, since) < _day(state, one.reached):
                ledger.book(LimitReached(warband=one.id, when=since or now, rule="A-52"))


def first_over(state: OprState, rules: InForce) -> tuple[str, ...]:
    """Who has won a league by its VP limit, nobody before somebody has reached it.

    Missions that ended on one day of the league's clock ended at one moment. Source: A-34, A-35, A-52
    """
    over = those_over(state, rules)
    if not over or rules.setting("point_limit_by") == "average_wins":
        return standings_leaders(state, rules) if over else ()
    days = {one.id: _day(state, one.reached or _since(state, rules, one)) for one in over}
    first = min(days.values())
    had = {
        one: _score_by(state, rules, state.warbands[one], first) for one, day in days.items() if day == first
    }
    return tuple(one for one, points in had.items() if points == max(had.values()))


def ended_in_time(state: OprState, rules: InForce, ended: datetime | None) -> bool:
    """Whether a mission told only now had ended on the day on which somebody reached the limit, or before; in
    a league of weeks, before they were over.

    Source: A-37, A-52
    """
    if ended is not None and rules.setting("campaign_type") == "time":
        return _in_the_weeks(state, ended)
    if ended is None or rules.setting("limit_under_way") != "counts":
        return False
    days = [_day(state, one.reached) for one in those_over(state, rules) if one.reached is not None]
    return bool(days) and _day(state, ended) <= min(days)


def _in_the_weeks(state: OprState, ended: datetime) -> bool:
    """Not where an organiser has ended the league before, or a mission decides or has decided it."""
    league = state.league
    if league.ends is None or ended >= league.ends or league.decider:
        return False
    if league.ended is None:
        return True
    decided = any(one.decider for one in all_light(state.missions).values())
    return league.ended >= league.ends and not decided


def _day(state: OprState, moment: datetime | None) -> date:
    if moment is None:
        return date.max
    return (moment.astimezone(ZoneInfo(state.league.time_zone)) - DAY_BEGINS).date()


def _end_of(mission: Mission | None) -> datetime | None:
    return (mission.ended or mission.finished) if mission else None


def _settled(state: OprState, warband: Warband) -> Warband:
    """Without what missions that are still open have brought it."""
    open_missions = [state.missions[one] for one in state.so_far.open_missions]
    events = [event for mission in open_missions for event in mission.events]
    unsettled = sum(event.vp for event in events if event.warband == warband.id)
    return replace(warband, vp=warband.vp - unsettled)


def _averaged(state: OprState, rules: InForce) -> bool:
    return rules.setting("point_limit_by") == "average" and averages(state, rules)


def _is_over(state: OprState, rules: InForce, warband: Warband) -> bool:
    mine, limit = ranking_score(warband, _averaged(state, rules)), state.league.limit
    return mine is not None and limit is not None and mine >= limit


def _played(state: OprState, warband: str) -> list[Mission]:
    """Its finished missions, by when they ended."""
    finished = (one for one in all_light(state.missions).values() if one.status == "finished")
    return sorted(
        (one for one in finished if warband in one.warbands), key=lambda one: _day(state, _end_of(one))
    )


def _without(rules: InForce, warband: Warband, missions: Iterable[Mission]) -> Warband:
    for one in missions:
        vp = warband.vp - brought_by(one, warband.id, rules)
        warband = replace(warband, vp=vp, missions=max(warband.missions - 1, 0))
    return warband


def _since(state: OprState, rules: InForce, warband: Warband) -> datetime | None:
    """When the mission ended with which it had the VP of the limit, in the order in which they ended."""
    played = _played(state, warband.id)
    for day, ended in groupby(played, key=lambda one: _day(state, _end_of(one))):
        later = [one for one in played if _day(state, _end_of(one)) > day]
        if _is_over(state, rules, _without(rules, _settled(state, warband), later)):
            return _end_of(list(ended)[-1])
    return None


def _score_by(state: OprState, rules: InForce, warband: Warband, day: date) -> Fraction:
    """What it had when that day was over."""
    later = [one for one in _played(state, warband.id) if _day(state, _end_of(one)) > day]
    return ranking_score(
        _without(rules, _settled(state, warband), later), _averaged(state, rules)
    ) or Fraction(0)
