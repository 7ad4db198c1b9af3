"""The result of a mission: what its facts bring, and the order it is booked in (OPR-30 to OPR-37, OPR-72).

A report is a draft outside the rules until it is confirmed; then `opr.result` books its facts, or
`opr.quick_report` the whole mission at once. `check_report` tells beforehand what they would bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import AwareDatetime

from rules.engine.games import ActTrait
from rules.engine.language import say
from rules.engine.procedure import Procedure, admit, require
from rules.opr.booking import Effects, Ledger, begin_time, find_mission, find_side
from rules.opr.dying import frozen_of
from rules.opr.effects import Experience, ItemLost, UnitReturned, UnitStatusSet
from rules.opr.ending import settle_end
from rules.opr.first_over import ended_in_time
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import (
    NO_SHOW,
    Conceded,
    EventChanged,
    KillsWritten,
    MissionAbandoned,
    MissionFinished,
    SideNoted,
    SideResult,
)
from rules.opr.playing.owed import entry_of
from rules.opr.playing.recalled import recall_end
from rules.opr.playing.rounds import conceding
from rules.opr.queues import lost_in, parks
from rules.opr.reports.facts import (
    Left,
    bounty,
    check_kills,
    check_left,
    check_objectives,
    counts_as_casualty,
    ordered,
    prune_report,
    rounds_told,
    warband_of,
)
from rules.opr.state import Kill, Mission, OprState, Side
from rules.opr.values import pay_share


@GAME.procedure(
    "result",
    rules=("OPR-28", "OPR-30", "OPR-31", "OPR-35", "OPR-36", "OPR-37", "OPR-72"),
    slot="mission:{mission}:result",
    by="table",
    prune=prune_report,
    recall=recall_end,
)
def record_result(
    ctx: OprCtx,
    *,
    mission: str,
    winners: list[str],
    rounds: int,
    kills: list[Kill] | None = None,
    met: dict[str, bool] | None = None,
    conceded: dict[str, int] | None = None,
    moments: dict[str, str] | None = None,
    left: list[Left] | None = None,
    words: str = "",
    ended: AwareDatetime | None = None,
) -> Procedure[Effects]:
    """Report how the mission ended: one winner, who took out whom, which objectives were met.

    `conceded` gives the round (and `moments` the moment, if it was not the round's start) for everybody whose
    concession is not written down yet. `ended`: when it was over, if not now. Source: OPR-30, OPR-72, A-52
    """
    yield from _in_play(ctx, mission, ended)
    ledger = Ledger(ctx.state, ctx.book, mission)
    for warband, round in (conceded or {}).items():
        require(round <= rounds, "OPR-31", rounds_told(rounds), "conceded")
        moment = (moments or {}).get(warband, "round_start")
        ledger.book((yield from conceding(ledger.state, ctx.book, mission, warband, round, moment)))
    found = ledger.state.missions[mission]
    winner = _one_winner(ledger.state, found, winners, rounds)
    ledgered = ordered(kills or [])
    check_kills(ledger.state, ctx.book, found, ledgered, rounds)
    check_left(ctx.book, found, left or [], ledgered)
    yield from check_objectives(ledger.state, ctx.book, found, met or {}, ledgered)
    settle_facts(ledger, [winner], met or {}, ledgered, left or [])
    return book_result(ctx, ledger, winner, rounds, words, ended)


def _in_play(ctx: OprCtx, mission: str, ended: datetime | None) -> Procedure[None]:
    """Source: OPR-06, OPR-20, OPR-30, OPR-71, A-52"""
    found = find_mission(ctx.state, mission)
    yield from admit(found.status != "finished", "OPR-71", say("This mission already has a result."))
    yield from admit(found.status != "abandoned", "OPR-30", say("This mission was abandoned."))
    yield from admit(found.status == "playing", "OPR-20", say("Confirm the set-up first."))
    over = say("The league is over; this no longer counts.")
    running = ctx.state.league.status == "running" or ended_in_time(ctx.state, ctx.book, ended)
    yield from admit(running, "OPR-06", over)
    ahead = ended is not None and ctx.now is not None and ended > ctx.now
    require(not ahead, "A-52", say("A mission that has been played cannot end in the future."), "ended")


def book_result(
    ctx: OprCtx, ledger: Ledger, winner: str, rounds: int, words: str, ended: datetime | None = None
) -> Effects:
    """Book the result, and the end of the league if that was it; gives all that was booked. Source: OPR-30"""
    finished = MissionFinished(
        mission=ledger.mission,
        winner=winner,
        round=rounds,
        finished=ctx.now,
        words=words,
        ended=ended,
        rule="OPR-30",
    )
    ledger.book(finished)
    settle_end(ledger, ctx.now, ledger.state.missions[ledger.mission])
    begin_time(ledger, ctx.clock, ledger.state.missions[ledger.mission].warbands)
    return ledger.effects


@dataclass(frozen=True, slots=True)
class Rewards:
    """What a mission against the app leaves of its reward: perhaps no VP, and a pay shared `among` these."""

    vp: bool = True
    among: tuple[str, ...] = ()


WHOLE = Rewards()


def settle_facts(
    ledger: Ledger,
    winners: Sequence[str],
    met: Mapping[str, bool],
    kills: Sequence[Kill],
    left: Sequence[Left],
    rewards: Mapping[str, Rewards] | None = None,
) -> None:
    """Book what the facts bring, in this order. Several winners only against the app. Source: OPR-72"""
    ledger.book(KillsWritten(mission=ledger.mission, kills=tuple(kills), rule="OPR-36"))
    _earn_nothing(ledger)
    before = ledger.state.warbands
    _rewards(ledger, winners, met, rewards or {})
    _event_rewards(ledger, kills, left)
    for side in ledger.state.missions[ledger.mission].sides:
        if not side.skipped:
            brought = ledger.state.warbands[side.warband].vp - before[side.warband].vp
            _side_result(ledger, side, side.warband in winners, met, kills, brought)


def _earn_nothing(ledger: Ledger) -> None:
    """Whom the dice of an earlier mission have taken away since gets no XP of this one. Source: A-55"""
    lost = lost_in(ledger.state, ledger.rules, ledger.state.missions[ledger.mission])
    for side in ledger.state.missions[ledger.mission].sides:
        if gone := tuple(unit for unit in side.fielded if unit in lost):
            ledger.book(SideNoted(mission=ledger.mission, warband=side.warband, no_xp=gone, rule="A-55"))


def _one_winner(state: OprState, mission: Mission, winners: Sequence[str], rounds: int) -> str:
    """Source: OPR-30, OPR-31"""
    require(rounds >= 1, "OPR-30", say("How many rounds were played?"), "rounds")
    sentence = say("A mission can have only one winner. Still level? Play another round.")
    require(len(winners) == 1, "OPR-30", sentence, "winners")
    side = find_side(mission, winners[0], "winners")
    standing = [one for one in mission.sides if not one.conceded and not one.skipped]
    if len(standing) == 1:
        name = state.warbands[standing[0].warband].name
        alone = say("Everybody else has conceded: {warband} has won.", warband=name)
        require(standing[0] == side, "OPR-31", alone, "winners")
    require(not side.conceded, "OPR-31", say("A side that has conceded cannot win."), "winners")
    return side.warband


def _rewards(
    ledger: Ledger, winners: Sequence[str], met: Mapping[str, bool], rewards: Mapping[str, Rewards]
) -> None:
    """Mission VP and points, special objectives. Source: OPR-28, OPR-35, A-44"""
    figures, mission = ledger.rules.figures, ledger.state.missions[ledger.mission]
    unpaid = int(ledger.rules.setting("concede_min_round"))
    for side in mission.sides:
        if side.skipped:
            continue
        won, kept = side.warband in winners, rewards.get(side.warband, WHOLE)
        because = "win" if won else "lose"
        vp = (figures.win_vp if won else figures.lose_vp) if kept.vp else 0
        ledger.vp(side.warband, vp, because, "OPR-35")
        if won or not side.conceded or side.conceded >= unpaid:
            points = figures.win_pts if won else figures.lose_pts
            if kept.among:
                rest = _takes_rest(ledger, side, kept.among, winners)
                points = pay_share(points, len(kept.among), takes_rest=rest)
            ledger.points(side.warband, points, because, "OPR-35")
        if met.get(side.warband):
            ledger.points(side.warband, figures.special_objective_pts, "objective", "OPR-28", side.objective)


def _takes_rest(ledger: Ledger, side: Side, among: Sequence[str], winners: Sequence[str]) -> bool:
    """Whether what cannot be split goes to this side: it fielded least of those who won, or of all who lost.

    Source: A-56
    """
    paid = [one for one in among if one in winners] or list(among)
    state = ledger.state
    fielded = {one: state.missions[ledger.mission].side(one).value for one in paid}
    return side.warband == min(paid, key=lambda one: (fielded[one], state.warbands[one].order))


def _event_rewards(ledger: Ledger, kills: Sequence[Kill], left: Sequence[Left]) -> None:
    """Bounties, escorts, markers. Source: OPR-72, A-21, A-26"""
    mission = ledger.state.missions[ledger.mission]
    by_event = {one.event: one for one in left}
    for event in mission.events:
        entry = entry_of(ledger.rules, event)
        if entry.kind == "bounty":
            for warband, taken in bounty(ledger.state, ledger.rules, kills, event).items():
                ledger.points(warband, taken * entry.points, "bounty", "OPR-72", event.id)
        elif entry.kind == "escort" and not event.settled:
            through = event.id in by_event
            outcome = "left" if through else "stayed"
            ledger.book(_became(mission, event.id, outcome, settled=not through))
        elif entry.kind == "marker" and not event.settled:
            one = by_event.get(event.id)
            if one:
                ledger.vp(warband_of(ledger.state, one.unit), entry.vp, "event", "OPR-72", event.id)
            outcome = "left" if one else "stayed"
            ledger.book(_became(mission, event.id, outcome, unit=one.unit if one else ""))
        elif entry.kind == "send" and not event.settled:
            ledger.book(_became(mission, event.id, "declined"))


def _became(
    mission: Mission, event: str, outcome: str, *, unit: str = "", settled: bool = True
) -> EventChanged:
    return EventChanged(
        mission=mission.id, event=event, outcome=outcome, unit=unit, settled=settled, rule="OPR-72"
    )


def _side_result(
    ledger: Ledger, side: Side, won: bool, met: Mapping[str, bool], kills: Sequence[Kill], brought: int
) -> None:
    figures = ledger.rules.figures
    whole = figures.win_vp if won else figures.lose_vp
    victims = {kill.victim for kill in kills if counts_as_casualty(ledger.rules, kill)}
    victims -= set(lost_in(ledger.state, ledger.rules, ledger.state.missions[ledger.mission]))
    ledger.book(
        SideResult(
            mission=ledger.mission,
            warband=side.warband,
            won=won,
            met=met.get(side.warband),
            casualties=tuple(unit for unit in side.fielded if unit in victims),
            vp=None if brought == whole else brought,
            rule="OPR-37",
        )
    )


@GAME.procedure(
    "walk_over",
    rules=("OPR-31", "OPR-35"),
    slot="mission:{mission}:result",
    by="table",
    recall=recall_end,
)
def walk_over(
    ctx: OprCtx, *, mission: str, winner: str, words: str = "", ended: AwareDatetime | None = None
) -> Procedure[Effects]:
    """Nobody came to play against the winner: everyone else counts as having conceded in round 1.

    Source: OPR-31, OPR-35, A-44
    """
    yield from _in_play(ctx, mission, ended)
    ledger = Ledger(ctx.state, ctx.book, mission)
    found = find_mission(ctx.state, mission)
    find_side(found, winner, "winner")
    for side in found.sides:
        if side.warband != winner and not side.skipped and not side.conceded:
            away = Conceded(mission=mission, warband=side.warband, round=1, moment=NO_SHOW, rule="OPR-31")
            ledger.book(away)
    _one_winner(ledger.state, ledger.state.missions[mission], [winner], 1)
    settle_facts(ledger, [winner], {}, [], [])
    return book_result(ctx, ledger, winner, 1, words, ended)


@GAME.procedure(
    "abandon", rules=("OPR-30",), slot="mission:{mission}:abandon", by="table", traits=(ActTrait.CALLS_OFF,)
)
def abandon(ctx: OprCtx, *, mission: str, words: str = "") -> Procedure[Effects]:
    """Abandon the mission: it never counted, and whatever its events gave is taken back.

    Source: A-47
    """
    found = find_mission(ctx.state, mission)
    yield from admit(found.open, "OPR-30", say("Only an open mission can be abandoned."))
    ledger = Ledger(ctx.state, ctx.book)
    abandon_mission(ledger, found, ctx.now, words)
    if found.status == "playing":
        settle_end(ledger, ctx.now)
    return ledger.effects


def abandon_mission(ledger: Ledger, mission: Mission, now: datetime | None, words: str = "") -> None:
    """Book that an open mission never was. Source: A-47"""
    ledger.mission = mission.id
    give_back(ledger, mission, mission.sides)
    ledger.book(MissionAbandoned(mission=mission.id, finished=now, words=words, rule="A-47"))


def give_back(ledger: Ledger, mission: Mission, sides: Iterable[Side]) -> None:
    """What events of the mission have brought these sides so far goes back. Source: A-47"""
    sides = tuple(sides)
    warbands = {side.warband for side in sides}
    for event in mission.events:
        if event.warband in warbands:
            ledger.points(event.warband, -event.points, "abandoned", "A-47", event.id)
            ledger.vp(event.warband, -event.vp, "abandoned", "A-47", event.id)
    for side in sides:
        for unit in side.fielded:
            _as_before(ledger, mission, unit)


def _as_before(ledger: Ledger, mission: Mission, unit: str) -> None:
    """Undo what events did to a unit: captivity, a lost duel, XP, found things."""
    held = ledger.state.units[unit]
    before = frozen_of(mission, held.warband, unit)
    if before is None:
        return
    taken = {one for event in mission.events for one in event.units}
    if not held.living:
        if held.left == mission.id or not parks(ledger.rules):
            ledger.book(UnitReturned(unit=unit, rule="A-47"))
    elif held.status != "active" and (unit in taken or not parks(ledger.rules)):
        ledger.book(UnitStatusSet(unit=unit, status="active", mission=mission.id, rule="A-47"))
    if held.xp != before.xp:
        ledger.book(
            Experience(
                unit=unit,
                amount=before.xp - held.xp,
                because="abandoned",
                mission=mission.id,
                rule="A-47",
            )
        )
    kept = {item.id for item in before.items}
    for item in held.items:
        if item.id not in kept:
            ledger.book(
                ItemLost(unit=unit, item=item.id, because="abandoned", mission=mission.id, rule="A-47")
            )
