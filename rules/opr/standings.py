"""Who leads, how that is computed, and when a campaign is over (OPR-05 to OPR-13)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from rules.engine.language import decimal, say, say_many
from rules.engine.late import top
from rules.engine.procedure import Procedure, admit
from rules.opr.booking import Ledger
from rules.opr.books import InForce
from rules.opr.game import OprCtx
from rules.opr.league_effects import CampaignEnded, DeciderCalled
from rules.opr.state import Mission, OprState, Side, Warband


@dataclass(frozen=True, slots=True)
class Standing:
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


def score(warband: Warband, averaged: bool) -> Fraction | None:
    """What a warband is ranked by: its VP, or its VP per mission. Source: OPR-11"""
    return warband.average if averaged else Fraction(warband.vp)


def standings(state: OprState, rules: InForce) -> list[Standing]:
    """The active warbands, best first; equal scores share a rank, no mission yet comes last.

    Source: OPR-09, OPR-11, A-38
    """
    averaged = averages(state, rules)
    scored = _scored(state, averaged)
    return [_standing(scored, place, averaged) for place in range(len(scored))]


def rank_of(state: OprState, rules: InForce, warband: Warband) -> tuple[int, int]:
    """(rank of an active warband, how many there are). Source: A-38"""
    averaged = averages(state, rules)
    scored = _scored(state, averaged)
    return _rank(scored, score(warband, averaged)), len(scored)


def ranks_before(state: OprState, rules: InForce) -> tuple[Mission | None, dict[str, int]]:
    """The latest mission that was reported, and everybody's rank before it. Source: OPR-11"""
    reported = top(state.missions, 1, "finished", "number", status="finished")
    if not reported:
        return None, {}
    (latest,) = reported
    lines = standings(without(state, rules, latest), rules)
    return latest, {line.warband: line.rank for line in lines if line.missions}


def without(state: OprState, rules: InForce, mission: Mission) -> OprState:
    """The warbands as they stood before a mission's result: its VP, its count and its win taken off.

    Source: OPR-09, OPR-35, SOLO-77, SOLO-84
    """
    earlier = []
    for side in mission.sides:
        if side.skipped or side.warband not in state.warbands:
            continue
        one = state.warbands[side.warband]
        gained = _brought(side, rules) + sum(one.vp for one in mission.events if one.warband == side.warband)
        missions, won = max(one.missions - 1, 0), one.won - side.won
        earlier.append(replace(one, vp=one.vp - gained, missions=missions, won=won))
    return state.put("warbands", *earlier)


def _brought(side: Side, rules: InForce) -> int:
    """The VP of a side's result; against the app it may be fewer. Source: OPR-35, SOLO-77, SOLO-84"""
    if side.vp is not None:
        return side.vp
    return rules.figures.win_vp if side.won else rules.figures.lose_vp


def _scored(state: OprState, averaged: bool) -> list[tuple[Fraction | None, Warband]]:
    scored = [(score(warband, averaged), warband) for warband in state.active]
    return sorted(scored, key=lambda pair: (pair[0] is None, -(pair[0] or 0), pair[1].order))


def _rank(scored: list[tuple[Fraction | None, Warband]], mine: Fraction | None) -> int:
    return 1 + next(n for n, (other, _) in enumerate(scored) if other == mine)


def _standing(scored: list[tuple[Fraction | None, Warband]], place: int, averaged: bool) -> Standing:
    mine, warband = scored[place]
    return Standing(
        warband.id,
        warband.name,
        _rank(scored, mine),
        warband.vp,
        warband.missions,
        warband.won,
        None if mine is None else (mine.numerator, mine.denominator),
        shown(mine, averaged),
        _how(warband, mine, averaged),
        warband.rival,
    )


def shown(mine: Fraction | None, averaged: bool) -> str:
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
        return say("no mission played yet")
    return say_many(
        warband.missions, "{vp} VP ÷ {number} mission", "{vp} VP ÷ {number} missions", vp=warband.vp
    )


def season_sentence(state: OprState, rules: InForce) -> str:
    """How far the campaign is. Source: OPR-03 to OPR-08"""
    kind = rules.setting("campaign_type")
    limit, finished = state.league.limit, state.so_far.missions_finished
    if kind == "endless":
        return say_many(
            finished,
            "{number} mission played; this league has no end.",
            "{number} missions played; this league has no end.",
        )
    if waits_for_limit(state, rules):
        return say("The limit has not been rolled yet; missions begin after it.")
    if limit is None:
        return say("Not started yet.")
    if kind == "point" and played_out(state, rules):
        return say("Somebody has {limit} VP. Missions that have begun are played out.", limit=limit)
    if kind == "point":
        return say("The first with {limit} VP wins.", limit=limit)
    if kind == "time":
        return say_many(limit, "It lasts {number} week.", "It lasts {number} weeks.")
    if counts_per_warband(rules):
        return say_many(limit, "Each plays {number} mission.", "Each plays {number} missions.")
    return say("Mission {mission} of {limit}.", mission=min(finished + 1, limit), limit=limit)


def counts_per_warband(rules: InForce) -> bool:
    """Whether the mission limit is for each warband rather than for the league. Source: A-36"""
    return rules.on("parallel_play") and rules.setting("game_limit_scope") == "warband"


def settle_end(ledger: Ledger, now: datetime | None, mission: Mission | None = None) -> None:
    """Book the end of the campaign if it has come; the last thing of step 2.

    Source: OPR-05, OPR-06, OPR-07, OPR-72, A-34 to A-37, A-52
    """
    state, rules = ledger.state, ledger.rules
    if state.league.status != "running":
        return
    if mission is not None and mission.decider:
        _crown(ledger, (mission.winner,), now, "OPR-09")
    elif not state.league.decider:
        _look_at_limit(ledger, rules.setting("campaign_type"), now)


def _look_at_limit(ledger: Ledger, kind: str, now: datetime | None) -> None:
    state, limit = ledger.state, ledger.state.league.limit
    if limit is None:
        return
    if kind == "point" and not played_out(state, ledger.rules):
        _crown(ledger, _over_the_limit(state, ledger.rules), now, "OPR-06")
    elif kind == "game" and _all_played(state, ledger.rules, limit):
        _crown(ledger, leaders(state, ledger.rules), now, "OPR-05")
    elif kind == "time" and time_is_up(state, now) and not missions_under_way(state):
        _crown(ledger, leaders(state, ledger.rules), now, "OPR-07")


def _reached(state: OprState, rules: InForce) -> list[Warband]:
    """Who has the VP of the limit; what an open mission has brought counts after it. Source: OPR-06, A-35"""
    limit = state.league.limit
    if limit is None or rules.setting("campaign_type") != "point":
        return []
    averaged = rules.setting("point_limit_by") == "average" and averages(state, rules)
    ranked = [replace(one, vp=_settled_vp(state, one)) for one in state.active if one.rival != "unranked"]
    return [one for one in ranked if (mine := score(one, averaged)) is not None and mine >= limit]


def _settled_vp(state: OprState, warband: Warband) -> int:
    open_missions = [state.missions[one] for one in state.so_far.open_missions]
    events = [event for mission in open_missions for event in mission.events]
    return warband.vp - sum(event.vp for event in events if event.warband == warband.id)


def _over_the_limit(state: OprState, rules: InForce) -> tuple[str, ...]:
    """Who has won a league by its VP limit, nobody before somebody has reached it. Source: A-34, A-35"""
    over = _reached(state, rules)
    if over and rules.setting("point_limit_by") != "total":
        return leaders(state, rules)
    best = max((warband.vp for warband in over), default=0)
    return tuple(warband.id for warband in over if warband.vp == best)


def played_out(state: OprState, rules: InForce) -> bool:
    """Whether somebody has the VP of the limit and only missions that have begun are left. Source: A-52"""
    waits = rules.setting("limit_under_way") == "counts" and bool(missions_under_way(state))
    return waits and bool(_reached(state, rules))


def still_begins(ctx: OprCtx) -> Procedure[None]:
    """Whether a mission may still begin. Source: OPR-06, OPR-07, A-52"""
    in_time = not time_is_up(ctx.state, ctx.now)
    yield from admit(in_time, "OPR-07", say("The weeks of this league are over."))
    last = played_out(ctx.state, ctx.book)
    sentence = say("The VP limit is reached: what has begun is played out, nothing more begins.")
    yield from admit(not last, "A-52", sentence)


def _all_played(state: OprState, rules: InForce, limit: int) -> bool:
    if counts_per_warband(rules):
        return all(warband.missions >= limit for warband in state.active)
    return state.so_far.missions_finished >= limit


def is_past(state: OprState, rules: InForce, now: datetime | None) -> bool:
    """Whether a limit that is being set has been reached or passed already. Source: A-54"""
    limit = state.league.limit
    if limit is None or rules.setting("campaign_type") != "game":
        return bool(_reached(state, rules)) or time_is_up(state, now)
    if counts_per_warband(rules):
        taken = [one.missions + _in_open_mission(state, one) for one in state.active]
        return any(missions > limit for missions in taken) or _all_played(state, rules, limit)
    so_far = state.so_far
    return _all_played(state, rules, limit) or so_far.missions_finished + len(so_far.open_missions) > limit


def _in_open_mission(state: OprState, warband: Warband) -> bool:
    return warband.mission in state.so_far.open_missions


def lacks_limit(state: OprState, rules: InForce) -> bool:
    """Whether the league has a limit that nobody has rolled or set. Source: OPR-04"""
    return rules.setting("campaign_type") != "endless" and state.league.limit is None


def waits_for_limit(state: OprState, rules: InForce) -> bool:
    """Whether that keeps a league that runs from its first mission: it was to have no end. Source: OPR-04"""
    return state.league.status == "running" and lacks_limit(state, rules)


def time_is_up(state: OprState, now: datetime | None) -> bool:
    """Whether the weeks of a time-limited league have passed. Source: OPR-07"""
    ends = state.league.ends
    return ends is not None and now is not None and now >= ends


def missions_under_way(state: OprState) -> list[str]:
    """Open missions whose set-up is confirmed; they still count after the end has come. Source: A-37, A-52"""
    return [one for one in state.so_far.open_missions if state.missions[one].status == "playing"]


def leaders(state: OprState, rules: InForce) -> tuple[str, ...]:
    """Whoever is first of those that may win; an unranked rival of the app may not. Source: OPR-09"""
    lines = [line for line in standings(state, rules) if line.rival != "unranked"]
    return tuple(line.warband for line in lines if line.rank == lines[0].rank)


def _crown(ledger: Ledger, winners: tuple[str, ...], now: datetime | None, rule: str) -> None:
    if not winners:
        return
    if len(winners) > 1 and ledger.rules.setting("tie_break") == "decider_mission":
        ledger.book(DeciderCalled(warbands=winners, rule="OPR-09"))
    else:
        ledger.book(CampaignEnded(winners=winners, ended=now, because=rule, rule=rule))


def close_now(ledger: Ledger, now: datetime | None) -> None:
    """The organiser closes the campaign: whoever leads has won; an endless one has no winner.

    Source: OPR-08, OPR-09
    """
    endless = ledger.rules.setting("campaign_type") == "endless"
    reached = _over_the_limit(ledger.state, ledger.rules)
    winners = () if endless else reached or leaders(ledger.state, ledger.rules)
    if endless:
        ledger.book(CampaignEnded(winners=(), ended=now, because="OPR-08", rule="OPR-08"))
    else:
        _crown(ledger, winners, now, "OPR-09")
