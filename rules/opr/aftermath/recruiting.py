"""Step 6: recruiting, veterans, disbanding, and closing the mission for a warband (OPR-62 to OPR-67)."""

from __future__ import annotations

from rules.engine.games import ActTrait
from rules.engine.language import say, say_many
from rules.engine.procedure import Procedure, admit
from rules.engine.questions import side as side_of
from rules.opr.booking import Effects, Ledger, at_step, begin_time, find_unit, find_warband
from rules.opr.books import InForce
from rules.opr.dying import lower_counters
from rules.opr.effects import UnitLeft
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import SideNoted, StepTaken
from rules.opr.state import OprState, Side
from rules.opr.warbands.founding import (
    NewUnit,
    price_problems,
    require_fine,
    unit_effects,
    unit_name_problems,
)
from rules.opr.warbands.levels import gain_levels


def why_no_hero(state: OprState, rules: InForce, side: Side) -> str:
    """Why no hero can be recruited now, empty when one can. Source: OPR-62"""
    figures = rules.figures
    if side.heroes_recruited >= figures.heroes_recruited_per_mission:
        return say("You can recruit only one hero after each mission, and you have already done so.")
    if sum(unit.hero for unit in state.sheet(side.warband)) >= figures.heroes_max:
        return say_many(
            figures.heroes_max,
            "Each {force} can have at most {number} hero.",
            "Each {force} can have at most {number} heroes.",
            force=rules.words.force,
        )
    return ""


def why_no_veteran(side: Side, hero: bool = False) -> str:
    """Why this recruit cannot be a veteran, empty when it can. Source: OPR-64, A-41"""
    if hero:
        return say("A hero cannot be recruited as a veteran.")
    if side.veterans:
        return say("You can recruit only one veteran after each mission, and you have already done so.")
    return ""


@GAME.procedure(
    "recruit",
    rules=("OPR-18", "OPR-62", "OPR-63", "OPR-64"),
    slot="mission:{mission}:{warband}:recruit",
    by="side:{warband}",
    repeat=True,
)
def recruit(
    ctx: OprCtx, *, mission: str, warband: str, unit: NewUnit, veteran: bool = False
) -> Procedure[Effects]:
    """Recruit a unit with its upgrades; one regular unit may come as a veteran.

    Source: OPR-62, OPR-63, OPR-64, A-41, A-42
    """
    side = yield from at_step(ctx, mission, warband, "recruiting")
    no_hero = why_no_hero(ctx.state, ctx.book, side) if unit.hero else ""
    yield from admit(not no_hero, "OPR-62", no_hero)
    no_veteran = why_no_veteran(side, unit.hero) if veteran else ""
    yield from admit(not no_veteran, "OPR-64", no_veteran)
    for problem in unit_name_problems(ctx.state, ctx.book, warband, [unit.name]):
        yield from admit(False, problem.rule, problem.sentence, "unit.name")
    require_fine(price_problems([unit]))
    ledger = Ledger(ctx.state, ctx.book, mission)
    [joined] = unit_effects(ctx, warband, [unit], recruited=mission, veteran=veteran)
    ledger.book(joined)
    ledger.points(warband, -unit.cost, "recruit", "OPR-63", joined.id)
    if unit.hero:
        ledger.book(SideNoted(mission=mission, warband=warband, heroes_recruited=1, rule="OPR-62"))
    if veteran:
        yield from _veteran(ledger, warband, joined.id)
    return ledger.effects


def _veteran(ledger: Ledger, warband: str, unit: str) -> Procedure[None]:
    """Source: OPR-64"""
    figures = ledger.rules.figures
    ledger.points(warband, -figures.veteran_fee, "veteran", "OPR-64", unit)
    ledger.book(SideNoted(mission=ledger.mission, warband=warband, veterans=1, rule="OPR-64"))
    ledger.xp(unit, figures.veteran_xp, "veteran", "OPR-64")
    yield from gain_levels(ledger, unit, side_of(warband))


@GAME.procedure(
    "disband_unit",
    rules=("OPR-65",),
    slot="mission:{mission}:{warband}:disband:{unit}",
    by="side:{warband}",
    repeat=True,
)
def disband_unit(ctx: OprCtx, *, mission: str, warband: str, unit: str) -> Procedure[Effects]:
    """Disband a unit: it leaves with its XP, traits and upgrades, and nothing is paid back.

    Source: OPR-65
    """
    yield from at_step(ctx, mission, warband, "recruiting")
    gone = find_unit(ctx.state, unit, warband)
    return (UnitLeft(unit=gone.id, status="disbanded", because="disbanded", mission=mission, rule="OPR-65"),)


@GAME.procedure("dismiss_unit", rules=("OPR-65",), slot="warband:{warband}:dismiss:{unit}", repeat=True)
def dismiss_unit(ctx: OprCtx, *, warband: str, unit: str) -> Procedure[Effects]:
    """Disband a unit between two missions.

    Source: OPR-65, A-43
    """
    busy = find_warband(ctx.state, warband).mission
    yield from admit(
        not busy,
        "OPR-65",
        say("A mission is under way. You can disband units once it reaches the recruiting step."),
    )
    gone = find_unit(ctx.state, unit, warband)
    return (UnitLeft(unit=gone.id, status="disbanded", because="disbanded", rule="OPR-65"),)


@GAME.procedure(
    "close_recruiting",
    rules=("OPR-21", "OPR-67"),
    slot="mission:{mission}:{warband}:recruiting",
    by="side:{warband}",
    traits=(ActTrait.MINOR,),
)
def close_recruiting(ctx: OprCtx, *, mission: str, warband: str) -> Procedure[Effects]:
    """Step 6 is done: the mission is closed for this warband, and the pool is kept.

    Source: OPR-21, OPR-67
    """
    side = yield from at_step(ctx, mission, warband, "recruiting")
    ledger = Ledger(ctx.state, ctx.book, mission)
    lower_counters(ledger, warband, frozenset(side.fielded))
    ledger.book(StepTaken(mission=mission, warband=warband, step="done", rule="OPR-67"))
    begin_time(ledger, ctx.clock, (warband,))
    return ledger.effects
