"""The organiser's acts: rulebook, settings, the limit die, the start, the end (OPR-01 to OPR-09)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rules.engine.games import ActTrait
from rules.engine.language import mark, said, say
from rules.engine.procedure import Procedure, admit, require
from rules.engine.questions import ORGANISER, Face, Roll
from rules.engine.refusals import Refused
from rules.opr.booking import Effects, Ledger, begin_time, steps_of, still_running
from rules.opr.books import InForce, settings_of
from rules.opr.ending import (
    close_now,
    is_past,
    missions_under_way,
    settle_end,
    time_is_up,
    what_is_limited,
)
from rules.opr.game import GAME, OprCtx, book_of, checked_edition, checked_setting
from rules.opr.league_effects import (
    CampaignStarted,
    EditionChosen,
    EndSet,
    LimitRolled,
    LimitSet,
    SettingChanged,
    limit_told,
)
from rules.opr.mission_effects import StepsTimed
from rules.opr.reports.report import abandon_mission
from rules.opr.state import OprState

# By the type of a campaign that has a limit.
HOW_MANY = {
    "game": mark("How many missions?"),
    "point": mark("How many VP?"),
    "time": mark("How many weeks?"),
}
MOST_LIMIT = 200  # by hand


@GAME.procedure("change_edition", rules=("OPR-01",), slot="edition", repeat=True)
def change_edition(ctx: OprCtx, *, edition: str) -> Procedure[Effects]:
    """Choose another rulebook, before anybody has created a warband.

    Source: OPR-01
    """
    chosen = checked_edition(edition)
    nobody = ctx.state.so_far.warbands_founded == 0
    sentence = say(
        "At least one {force} has already been created, so the rulebook can no longer be changed.",
        force=ctx.book.words.force,
    )
    yield from admit(nobody, "OPR-01", sentence)
    return (EditionChosen(edition=chosen, rule="OPR-01"),)


@GAME.procedure(
    "change_setting", rules=("OPR-03", "OPR-10", "OPR-12", "OPR-42", "A-58"), slot="settings", repeat=True
)
def change_setting(ctx: OprCtx, *, key: str, value: str) -> Procedure[Effects]:
    """Change one of the league’s settings.

    Source: OPR-03, OPR-42, section 6 of the rules
    """
    rules: InForce = ctx.book
    yield from still_running(ctx.state)
    checked = checked_setting(ctx.state.league.edition, key, value)
    setting = next(one for one in settings_of(ctx.state.league.edition) if one.key == key)
    before_play = ctx.state.so_far.missions_opened == 0
    sentence = say("{setting} cannot be changed after the first mission.", setting=setting.name)
    yield from admit(before_play or not setting.frozen, setting.rule, sentence)
    ledger = Ledger(ctx.state, rules)
    if checked != rules.setting(key):
        ledger.book(SettingChanged(key=key, value=checked, before=rules.setting(key), rule=setting.rule))
        _book_end(ledger)
        _set_time(ledger, ctx, key)
    return ledger.effects


def _set_time(ledger: Ledger, ctx: OprCtx, key: str) -> None:
    """Whose steps are open has time from now on, or as long as they like. Source: A-58"""
    if key == "step_days":
        everybody = [one.id for one in ledger.state.active]
        for mission, side in filter(None, (steps_of(ledger.state, one) for one in everybody)):
            if book_of(ledger.state).setting(key) == "0" and (side.until or side.overdue):
                ledger.book(StepsTimed(mission=mission.id, warband=side.warband, rule="A-58"))
        begin_time(ledger, ctx.clock, everybody)


@GAME.procedure("roll_limit", rules=("OPR-04",), slot="limit")
def roll_limit(ctx: OprCtx) -> Procedure[Effects]:
    """Roll for how long the league runs.

    Source: OPR-04
    """
    ledger = Ledger(ctx.state, ctx.book)
    endless = ctx.book.setting("campaign_type") not in HOW_MANY
    yield from admit(not endless, "OPR-04", say("This league has no end, so there is no length to roll for."))
    unknown = ctx.state.league.limit is None
    yield from admit(unknown, "OPR-04", say("The league’s length has been rolled for and cannot be changed."))
    yield from _limit(ledger)
    _book_end(ledger)
    return ledger.effects


@GAME.procedure(
    "set_limit",
    rules=("OPR-03", "OPR-04", "OPR-08"),
    slot="limit-by-hand",
    repeat=True,
    traits=(ActTrait.SETS_LENGTH,),
)
def set_limit(ctx: OprCtx, *, number: int, kind: str = "", words: str = "") -> Procedure[Effects]:
    """Set by hand how long the league runs, or give an end to one that has none.

    `kind`: missions ("game"), VP ("point") or weeks ("time"), all counted from the start of the league.
    Source: OPR-04, OPR-08, A-54
    """
    league, before = ctx.state.league, ctx.book.setting("campaign_type")
    kind = kind or before
    yield from still_running(ctx.state)
    decided = say("Only the deciding mission is left, so the length no longer matters.")
    yield from admit(not league.decider, "OPR-09", decided)
    what = say("Choose what ends the league: missions, VP or weeks.")
    require(kind in HOW_MANY, "OPR-04", what, "kind")
    require(
        1 <= number <= MOST_LIMIT,
        "OPR-04",
        say("Enter a number from 1 to {most}.", most=MOST_LIMIT),
        "number",
    )
    begun = ctx.state.so_far.missions_opened > 0
    fixed = say("What ends the league cannot be changed after the first mission; only the number can.")
    yield from admit(not begun or before in (kind, "endless"), "OPR-03", fixed, "kind")
    why = say("Players rely on how long the league runs: give a reason for changing it.")
    yield from admit(bool(words.strip()) or not wants_reason(ctx.state, ctx.book), "A-54", why, "words")
    ledger = Ledger(ctx.state, ctx.book)
    if kind != before:
        ledger.book(SettingChanged(key="campaign_type", value=kind, before=before, rule="A-54"))
    ledger.book(LimitSet(limit=number, kind=what_is_limited(ledger.rules, kind), rule="A-54"))
    _book_end(ledger)
    over = say("That would end the league at once. Choose a higher number, or close the league.")
    yield from admit(not is_past(ledger.state, book_of(ledger.state), ctx.now), "OPR-04", over, "number")
    return ledger.effects


def wants_reason(state: OprState, rules: InForce) -> bool:
    """Whether the league already counts on how long it runs. Source: A-54"""
    limited = rules.setting("campaign_type") in HOW_MANY
    stands = state.league.limit is not None if limited else state.league.status == "running"
    return stands or state.so_far.missions_opened > 0


@GAME.procedure("start", rules=("OPR-02", "OPR-04", "OPR-07"), slot="start")
def start_opr_league(ctx: OprCtx, *, time_zone: str = "UTC") -> Procedure[Effects]:
    """Start the league.

    Source: OPR-02, OPR-07
    """
    _zone(time_zone)
    ledger = Ledger(ctx.state, ctx.book)
    founding = ctx.state.league.status == "founding"
    yield from admit(founding, "OPR-02", say("The league has already started."))
    enough = len(ctx.state.active) >= 2
    sentence = say("You need at least two {forces} to start.", forces=ctx.book.words.forces)
    yield from admit(enough, "OPR-02", sentence)
    if ctx.state.league.limit is None:
        yield from _limit(ledger)
    ledger.book(CampaignStarted(started=ctx.now, time_zone=time_zone, rule="OPR-02"))
    _book_end(ledger)
    return ledger.effects


def _limit(ledger: Ledger) -> Procedure[None]:
    kind = ledger.rules.setting("campaign_type")
    if kind not in HOW_MANY:
        return
    plus = ledger.rules.figures.campaign_limit_plus
    limited = what_is_limited(ledger.rules)
    faces = tuple(Face(face, limit_told(limited, face + plus)) for face in range(1, 7))
    die: int = yield Roll("limit", said(HOW_MANY[kind]), rule="OPR-04", who=ORGANISER, faces=faces)
    ledger.book(LimitRolled(die=die, limit=die + plus, kind=limited, rule="OPR-04"))


def _book_end(ledger: Ledger) -> None:
    ends = _end_of(ledger.state)
    if ends != ledger.state.league.ends:
        ledger.book(EndSet(ends=ends, rule="OPR-07"))


def _end_of(state: OprState) -> datetime | None:
    """N weeks after the start at the same time of day in the club's zone. Source: OPR-07"""
    league = state.league
    limited = book_of(state).setting("campaign_type") == "time"
    if not limited or league.started is None or league.limit is None:
        return None
    there = league.started.astimezone(_zone(league.time_zone)) + timedelta(weeks=league.limit)
    return there.astimezone(UTC)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as unknown:
        raise Refused(
            "OPR-07", say("There is no time zone called {name}.", name=name), "time_zone"
        ) from unknown


@GAME.procedure("time_up", rules=("OPR-07",), slot="end", by="clock", repeat=True)
def time_up(ctx: OprCtx) -> Procedure[Effects]:
    """End the league when its weeks are over.

    A mission whose set-up was confirmed in time is played out first (A-37). Source: OPR-07
    """
    yield from admit(time_is_up(ctx.state, ctx.now), "OPR-07", say("The league’s time is not up yet."))
    under_way = missions_under_way(ctx.state)
    sentence = say("A mission is still being played; the league ends after it.")
    yield from admit(not under_way, "OPR-07", sentence)
    ledger = Ledger(ctx.state, ctx.book)
    settle_end(ledger, ctx.now)
    return ledger.effects


@GAME.procedure(
    "close", rules=("OPR-05", "OPR-08", "OPR-09"), slot="end", repeat=True, traits=(ActTrait.CLOSES_LEAGUE,)
)
def close_league(ctx: OprCtx, *, words: str = "") -> Procedure[Effects]:
    """End the league now, whatever its length; the first to reach the VP limit, or else the leader, wins.

    Missions under way are abandoned. Source: OPR-08, OPR-09, A-36, A-47, A-57
    """
    running = ctx.state.league.status == "running"
    yield from admit(running, "OPR-08", say("Only a running league can be closed."))
    why = say("Players plan around how long the league runs: say why you are ending it.")
    yield from admit(bool(words.strip()), "A-57", why, "words")
    ledger = Ledger(ctx.state, ctx.book)
    for mission in ctx.state.so_far.open_missions:
        abandon_mission(ledger, ctx.state.missions[mission], ctx.now)
    close_now(ledger, ctx.now)
    return ledger.effects
