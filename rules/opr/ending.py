"""When a campaign is over, and who has won it then (OPR-05 to OPR-09, A-34 to A-37, A-52, A-57)."""

from __future__ import annotations

from datetime import datetime
from math import ceil

from rules.engine.language import say, say_many
from rules.engine.procedure import Procedure, admit
from rules.opr.booking import Ledger
from rules.opr.books import InForce
from rules.opr.first_over import ended_in_time, first_over, note_reached, those_over
from rules.opr.game import OprCtx
from rules.opr.league_effects import EACH, TOGETHER, CampaignEnded, DeciderCalled
from rules.opr.queues import being_played
from rules.opr.standings import standings_leaders
from rules.opr.state import Mission, OprState, Warband


def season_sentence(state: OprState, rules: InForce) -> str:
    """How far the campaign is. Source: OPR-03 to OPR-08"""
    kind = rules.setting("campaign_type")
    limit, finished = state.league.limit, state.so_far.missions_finished
    if state.league.status == "ended":
        return say_many(finished, "{number} mission played.", "{number} missions played.")
    if kind == "endless":
        return say_many(
            finished,
            "{number} mission played; this league has no end.",
            "{number} missions played; this league has no end.",
        )
    if waits_for_limit(state, rules):
        return say("The league’s length has not been rolled for yet; missions can begin once it has.")
    if limit is None:
        return say("Not started yet.")
    if kind == "point" and played_out(state, rules):
        return say(
            "The limit of {limit} VP has been reached. Missions under way will be played to the end.",
            limit=limit,
        )
    if kind == "point":
        return say("The first to reach {limit} VP wins.", limit=limit)
    if kind == "time":
        return say_many(limit, "The league lasts {number} week.", "The league lasts {number} weeks.")
    if counts_per_warband(rules):
        return say_many(
            limit,
            "Each {force} plays {number} mission.",
            "Each {force} plays {number} missions.",
            force=rules.words.force,
        )
    return say("Mission {mission} of {limit}.", mission=min(finished + 1, limit), limit=limit)


def counts_per_warband(rules: InForce) -> bool:
    """Whether the mission limit is for each warband rather than for the league. Source: A-36"""
    return rules.on("parallel_play") and rules.setting("game_limit_scope") == "warband"


def what_is_limited(rules: InForce, kind: str = "") -> str:
    """A type of campaign, the league's own if none is named, for a sentence: where several missions are
    played at once, whose of them are counted. Source: A-36
    """
    kind = kind or rules.setting("campaign_type")
    if kind != "game" or not rules.on("parallel_play"):
        return kind
    return EACH if counts_per_warband(rules) else TOGETHER


def settle_end(ledger: Ledger, now: datetime | None, mission: Mission | None = None) -> None:
    """Book the end of the campaign if it has come; the last thing of step 2.

    Source: OPR-05, OPR-06, OPR-07, OPR-72, A-34 to A-37, A-52
    """
    note_reached(ledger, now, mission)
    league, rules = ledger.state.league, ledger.rules
    if league.status == "ended" and mission is not None and rules.setting("campaign_type") == "time":
        _crown_late(ledger)
    elif league.status == "ended":
        _crown_anew(ledger)
    if league.status != "running":
        return
    if mission is not None and mission.decider:
        _crown(ledger, (mission.winner,), now, "OPR-09")
    elif not league.decider:
        _look_at_limit(ledger, rules.setting("campaign_type"), now)


def _crown_anew(ledger: Ledger) -> None:
    """A mission that had ended before the league was told of only now: perhaps somebody else was first.

    Source: A-52
    """
    league, winners = ledger.state.league, first_over(ledger.state, ledger.rules)
    if winners and winners != league.winners:
        ledger.book(CampaignEnded(winners=winners, ended=league.ended, because="A-52", rule="A-52"))


def _crown_late(ledger: Ledger) -> None:
    """A mission of the weeks told after them: perhaps somebody else leads, or leads as well. Source: A-37"""
    league, winners = ledger.state.league, standings_leaders(ledger.state, ledger.rules)
    if winners and winners != league.winners:
        ledger.book(CampaignEnded(winners=winners, ended=league.ended, because="A-37", rule="A-37"))


def _look_at_limit(ledger: Ledger, kind: str, now: datetime | None) -> None:
    state, limit = ledger.state, ledger.state.league.limit
    if limit is None:
        return
    if kind == "point" and not played_out(state, ledger.rules):
        _crown(ledger, first_over(state, ledger.rules), now, "OPR-06")
    elif kind == "game" and _all_played(state, ledger.rules, limit):
        _crown(ledger, standings_leaders(state, ledger.rules), now, "OPR-05")
    elif kind == "time" and time_is_up(state, now) and not missions_under_way(state):
        _crown(ledger, standings_leaders(state, ledger.rules), now, "OPR-07")


def played_out(state: OprState, rules: InForce) -> bool:
    """Whether somebody has the VP of the limit and only missions that have begun are left. Source: A-52"""
    waits = rules.setting("limit_under_way") == "counts" and bool(missions_under_way(state))
    return waits and bool(those_over(state, rules))


def still_counts(ctx: OprCtx, ended: datetime | None) -> Procedure[None]:
    """Whether the league takes in a mission that is opened, or was played until `ended`.

    Source: OPR-05, OPR-06, A-52
    """
    in_time = ended_in_time(ctx.state, ctx.book, ended)
    running = ctx.state.league.status == "running" or in_time
    yield from admit(running, "OPR-05", say("The league is over."))
    if not in_time:
        yield from still_begins(ctx)


def still_begins(ctx: OprCtx) -> Procedure[None]:
    """Whether a mission may still begin. Source: OPR-06, OPR-07, A-52"""
    in_time = not time_is_up(ctx.state, ctx.now)
    yield from admit(in_time, "OPR-07", say("This league’s time is up."))
    last = played_out(ctx.state, ctx.book)
    sentence = say(
        "The VP limit has been reached: missions under way can be finished, but no new ones can begin."
    )
    yield from admit(not last, "A-52", sentence)


def _all_played(state: OprState, rules: InForce, limit: int) -> bool:
    if counts_per_warband(rules):
        return all(warband.missions >= limit for warband in state.active)
    return state.so_far.missions_finished >= limit


def missions_left(state: OprState, rules: InForce) -> int:
    """How many missions are still to be played where their number is the limit; else none.

    Where each warband has its own, two play in one. Source: OPR-05, A-36
    """
    limit = state.league.limit
    if limit is None or rules.setting("campaign_type") != "game":
        return 0
    if counts_per_warband(rules):
        return ceil(sum(max(limit - one.missions, 0) for one in state.active) / 2)
    return max(limit - state.so_far.missions_finished, 0)


def is_past(state: OprState, rules: InForce, now: datetime | None) -> bool:
    """Whether a limit that is being set has been reached or passed already. Source: A-54"""
    limit = state.league.limit
    if limit is None or rules.setting("campaign_type") != "game":
        return bool(those_over(state, rules)) or time_is_up(state, now)
    if counts_per_warband(rules):
        taken = [one.missions + _in_open_mission(state, one) for one in state.active]
        return any(missions > limit for missions in taken) or _all_played(state, rules, limit)
    so_far = state.so_far
    return _all_played(state, rules, limit) or so_far.missions_finished + len(so_far.open_missions) > limit


def _in_open_mission(state: OprState, warband: Warband) -> bool:
    return being_played(state, warband) is not None


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


def _crown(ledger: Ledger, winners: tuple[str, ...], now: datetime | None, rule: str) -> None:
    if not winners:
        return
    if len(winners) > 1 and ledger.rules.setting("tie_break") == "decider_mission":
        ledger.book(DeciderCalled(warbands=winners, rule="OPR-09"))
    else:
        ledger.book(CampaignEnded(winners=winners, ended=now, because=rule, rule=rule))


def close_now(ledger: Ledger, now: datetime | None) -> None:
    """The organiser ends the campaign: who had the VP limit first has won, else whoever leads.

    An endless one has no winner; where a mission was to decide between several, a second time they share it.
    Source: OPR-08, OPR-09, A-57
    """
    league = ledger.state.league
    if ledger.rules.setting("campaign_type") == "endless":
        ledger.book(CampaignEnded(winners=(), ended=now, because="OPR-08", rule="OPR-08"))
    elif league.decider:
        ledger.book(CampaignEnded(winners=league.decider, ended=now, because="A-57", rule="A-57"))
    else:
        winners = first_over(ledger.state, ledger.rules) or standings_leaders(ledger.state, ledger.rules)
        _crown(ledger, winners, now, "OPR-09")
