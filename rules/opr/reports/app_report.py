"""A mission against the app: one or more warbands against an opponent without a record, or one that the app
played for somebody who could not come (SOLO-77, SOLO-82 to SOLO-84).

Those who played win together or lose together. Whom they took out of an app's own warband counts for
experience, and nothing of the app's is kept. A mission that was set up in the league is settled, another one
is opened and settled at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import AwareDatetime, ConfigDict

from rules.engine.codec import load
from rules.engine.effects import Effect
from rules.engine.games import ActTrait
from rules.engine.language import say
from rules.engine.plain import listed_in
from rules.engine.procedure import Procedure, admit, require
from rules.opr.booking import Effects, Ledger, find_mission, find_side
from rules.opr.books import InForce
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import Conceded, MissionBegan, SideFrozen, StoodIn
from rules.opr.playing.recalled import recall_all
from rules.opr.playing.setup import mission_opening, opened_then, underdog_points
from rules.opr.reports.afterwards import ToldEvent, prune_told, tell_events
from rules.opr.reports.facts import (
    Left,
    app_victim,
    check_kills,
    check_left,
    check_objectives,
    ordered,
    prune_report,
    rounds_told,
)
from rules.opr.reports.quick import LinedUp, Objective, line_up, prune_quick
from rules.opr.reports.report import Rewards, book_result, give_back, settle_facts
from rules.opr.state import Kill, Mission, OprState


@dataclass(frozen=True, slots=True)
class AppKill:
    """A unit of the app's own taken out by one of the league's; `warband` as a round's events name it."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    killer: str
    hero: bool = False
    round: int = 0
    warband: str = ""
    melee: bool = False
    charge: bool = False
    down: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What the game counts, as agreed when it began: VP, a shared reward, a stand-in whose dead recover."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    vp: bool = True
    shared: bool = False
    recovers: bool = False


def drop_gone_units(
    state: OprState, then: OprState, params: Mapping[str, object]
) -> tuple[dict[str, object], list[str]]:
    """Drop what the report says about units and warbands that are gone, and name it. Source: SOLO-77"""
    mission = state.missions.get(str(params.get("mission") or ""))
    kept, dropped = (prune_report if mission else prune_quick)(state, then, params)
    there = set(mission.fielded) if mission else {one.id for one in state.units.values() if one.available}
    kills = listed_in(params, "app_kills")
    still = [one for one in kills if load(AppKill, one).killer in there]
    if kills:
        kept["app_kills"] = still
    if mission:  # of a mission opened by the report they are dropped with its other facts
        kept, also = prune_told(kept, there, set(mission.warbands))
        dropped += also
    gone = say("A unit that took out one of the app’s units no longer exists.")
    return kept, dropped + [gone] * (len(kills) - len(still))


@GAME.procedure(
    "app_report",
    rules=(
        "OPR-22", "OPR-28", "OPR-30", "OPR-33", "OPR-35", "OPR-36", "OPR-44",
        "SOLO-77", "SOLO-79", "SOLO-82", "SOLO-83", "SOLO-84",
    ),
    slot="app",
    by="member",
    repeat=True,
    prune=drop_gone_units,
    recall=recall_all, traits=(ActTrait.BY_GAMES,),)  # fmt: skip
def app_report(
    ctx: OprCtx,
    *,
    warbands: list[str],
    won: bool,
    rounds: int = 4,
    fielded: dict[str, list[str]] | None = None,
    kills: list[Kill] | None = None,
    app_kills: list[AppKill] | None = None,
    conceded: dict[str, int] | None = None,
    name: str = "",
    words: str = "",
    mission: str = "",
    against: list[str] | None = None,
    objectives: dict[str, Objective] | None = None,
    met: dict[str, bool] | None = None,
    left: list[Left] | None = None,
    app_values: list[int] | None = None,
    terms: Terms | None = None,
    events: list[ToldEvent] | None = None,
    ended: AwareDatetime | None = None,
    moments: dict[str, str] | None = None,
    begun: list[LinedUp] | None = None,
) -> Procedure[Effects]:
    """Report a mission against the app: all of you won, or all of you lost.

    `kills`: losses of the league's own units. `mission`: one set up in the league; those `against` you were
    run by the app, its other warbands are left as they were. `app_values`: what the app's own brought.
    `terms`: else the league's. `begun`: as in `quick_report`. Source: SOLO-77 to SOLO-84, OPR-35, A-52, A-55
    """
    agreed = yield from _agreed(ctx.book, warbands, rounds, terms)
    ledger, foes = Ledger(ctx.state, ctx.book, mission or ctx.new("mission")), against or []
    opened = _opened(ctx, ledger, warbands, foes, name, fielded, objectives, app_values, ended, begun or [])
    yield from _taken_up(ctx, ledger, warbands, foes, agreed) if mission else opened
    winners = _winners(ledger, warbands, foes, (conceded or {}, moments or {}), rounds, won=won)
    claimed = {one: drawn.met for one, drawn in (objectives or {}).items()} | (met or {})
    losses, gone = yield from _checked(ctx, ledger, rounds, claimed, kills, app_kills, events, left)
    settle_facts(ledger, winners, claimed, losses, gone, _rewards(warbands, foes, agreed))
    return book_result(ctx, ledger, winners[0] if winners else "", rounds, words, ended)


def _agreed(rules: InForce, warbands: Sequence[str], rounds: int, terms: Terms | None) -> Procedure[Terms]:
    """On what terms somebody played: the league's, if it was not through the app. Source: SOLO-77"""
    require(bool(warbands), "OPR-25", say("Who played against the app?"), "warbands")
    require(rounds >= 1, "OPR-30", say("How many rounds were played?"), "rounds")
    return terms or (yield from _terms(rules))


def _terms(rules: InForce) -> Procedure[Terms]:
    """Source: SOLO-77"""
    counts = rules.setting("ai_game_counts")
    practice = say("Games against the app are practice games in this league.")
    yield from admit(counts != "practice", "SOLO-77", practice)
    return Terms(
        vp=counts != "no_vp",
        shared=rules.setting("coop_reward") == "split",
        recovers=rules.setting("standin_death") == "recovered",
    )


def _rewards(warbands: Sequence[str], foes: Sequence[str], terms: Terms) -> dict[str, Rewards]:
    """Source: SOLO-77, SOLO-84, A-56"""
    among = tuple(warbands) if terms.shared and len(warbands) > 1 else ()
    return {one: Rewards(terms.vp, among) for one in warbands} | {one: Rewards(terms.vp) for one in foes}


def _opened(
    ctx: OprCtx,
    ledger: Ledger,
    warbands: Sequence[str],
    foes: Sequence[str],
    name: str,
    fielded: Mapping[str, Sequence[str]] | None,
    objectives: Mapping[str, Objective] | None,
    app_values: Sequence[int] | None,
    ended: datetime | None,
    begun: Sequence[LinedUp],
) -> Procedure[None]:
    """Open a mission, field, freeze and begin it. Source: OPR-22, OPR-24, SOLO-79, A-55"""
    none = say("The app can only run a player’s warband in a mission that was set up here.")
    require(not foes, "SOLO-82", none, "against")
    ledger.book(*(yield from (opened_then if begun else mission_opening)(ctx, warbands, name, ended)))
    yield from line_up(ledger, warbands, fielded or {}, objectives or {}, begun)
    if app_values and not begun:
        _underdogs(ledger, app_values)
    ledger.book(MissionBegan(mission=ledger.mission, began=ctx.now, rule="OPR-22"))


def _underdogs(ledger: Ledger, app_values: Sequence[int]) -> None:
    """Underdog points once more, with what the app brought. Source: OPR-26, SOLO-79"""
    sides = ledger.state.missions[ledger.mission].sides
    values = [*(side.value for side in sides), *app_values]
    for side in sides:
        points = underdog_points(ledger.rules, values, side.value)
        ledger.book(
            SideFrozen(
                mission=ledger.mission,
                warband=side.warband,
                units=side.frozen,
                value=side.value,
                underdog=points,
                rule="SOLO-79",
            )
        )


def _taken_up(
    ctx: OprCtx, ledger: Ledger, warbands: Sequence[str], foes: Sequence[str], terms: Terms
) -> Procedure[None]:
    """A mission that was set up in the league: who was run by the app, and with what effect.

    Source: SOLO-82, SOLO-83
    """
    found = find_mission(ctx.state, ledger.mission)
    yield from admit(found.open, "OPR-71", say("This mission already has a result."))
    yield from admit(found.status == "playing", "OPR-20", say("Confirm the set-up first."))
    over = say("The league is over; this no longer counts.")
    yield from admit(ctx.state.league.status == "running", "OPR-06", over)
    named = [*warbands, *foes]
    require(len(set(named)) == len(named), "OPR-10", say("A warband can only take part once."), "warbands")
    for one in named:
        find_side(found, one, "warbands" if one in warbands else "against")
    ghosts = [side for side in found.sides if side.warband not in named and not side.skipped]
    give_back(ledger, found, ghosts)
    for side in ghosts:
        ledger.book(_stood_in(ledger, side.warband, ghost=True))
    for one in foes:
        if not ctx.state.warbands[one].rival:
            ledger.book(_stood_in(ledger, one, recovers=terms.recovers))


def _stood_in(ledger: Ledger, warband: str, *, ghost: bool = False, recovers: bool = False) -> Effect:
    rule = "SOLO-83" if ghost else "SOLO-82"
    return StoodIn(mission=ledger.mission, warband=warband, ghost=ghost, recovers=recovers, rule=rule)


def _winners(
    ledger: Ledger,
    warbands: Sequence[str],
    foes: Sequence[str],
    when_and_how: tuple[Mapping[str, int], Mapping[str, str]],
    rounds: int,
    *,
    won: bool,
) -> Sequence[str]:
    """Book who gave up in which round; a win is of those who did not, and needs somebody. Source: OPR-31"""
    conceded, moments = when_and_how
    known_before = {one.warband for one in ledger.state.missions[ledger.mission].sides if one.conceded}
    for warband, when in conceded.items():
        find_side(ledger.state.missions[ledger.mission], warband, "conceded")
        if warband in known_before:
            continue
        require(1 <= when <= rounds, "OPR-31", rounds_told(rounds), "conceded")
        moment = moments.get(warband, "round_start")
        known = moment in ledger.rules.figures.concede_moments
        require(known, "OPR-31", say("You can only concede at the start of a round."), "moments")
        given_up = Conceded(mission=ledger.mission, warband=warband, round=when, moment=moment, rule="OPR-31")
        ledger.book(given_up)
    standing = [one for one in warbands if one not in {*conceded, *known_before}]
    require(bool(standing) or not won, "OPR-31", say("A side that has conceded cannot have won."), "conceded")
    return standing if won else foes


def _checked(
    ctx: OprCtx,
    ledger: Ledger,
    rounds: int,
    claimed: Mapping[str, bool],
    kills: Sequence[Kill] | None,
    app_kills: Sequence[AppKill] | None,
    events: Sequence[ToldEvent] | None,
    left: Sequence[Left] | None,
) -> Procedure[tuple[tuple[Kill, ...], list[Left]]]:
    """Book what events did; who was taken out, those of the app last, and who left, if the facts agree.

    Source: OPR-28, OPR-33, OPR-36
    """
    gone, lasts = tell_events(ctx, ledger, events or [], rounds, kills or [], app=True)
    gone += left or []
    found, lost = ledger.state.missions[ledger.mission], ordered([*(kills or []), *lasts])
    check_kills(ledger.state, ledger.rules, found, lost, rounds)
    yield from check_objectives(ledger.state, ledger.rules, found, claimed, lost)
    losses = (*lost, *_app_kills(found, app_kills or [], rounds))
    check_left(ledger.rules, found, gone, losses)
    return losses, gone


def _app_kills(mission: Mission, kills: Sequence[AppKill], rounds: int) -> list[Kill]:
    """The app's losses as lines of the kill ledger; only who was fielded took part. Source: OPR-36"""
    for kill in kills:
        there = kill.killer in mission.fielded
        require(there, "OPR-36", say("That unit was not in this mission."), "app_kills")
        require(0 <= kill.round <= rounds, "OPR-36", rounds_told(rounds), "app_kills")
    return [
        Kill(
            victim=app_victim(n, hero=kill.hero, warband=kill.warband),
            killer=kill.killer,
            round=kill.round,
            melee=kill.melee,
            charge=kill.charge,
            down=kill.down,
        )
        for n, kill in enumerate(kills, start=1)
    ]
