"""Special objectives: the roll, and another one when the table agrees that the first cannot be reached.

Source: OPR-28, OPR-29, A-16
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.games import ActTrait
from rules.engine.language import say, say_many
from rules.engine.procedure import Procedure, admit, require, roll_until
from rules.engine.questions import ORGANISER, YesNo
from rules.engine.questions import side as side_of
from rules.opr.booking import (
    Effects,
    at_step,
    find_mission,
)
from rules.opr.books import InForce, TableLine, entry_for, faces_for
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import ObjectiveDrawn
from rules.opr.state import OprState, Side, Unit


@GAME.procedure(
    "roll_objective",
    rules=("OPR-28", "OPR-29"),
    slot="mission:{mission}:{warband}:objective",
    by="side:{warband}",
    traits=(ActTrait.MINOR,),
)
def roll_objective(ctx: OprCtx, *, mission: str, warband: str) -> Procedure[Effects]:
    """Roll for the special objective.

    One that cannot be reached is rolled again. Source: OPR-28, OPR-29, A-16
    """
    side = yield from at_step(ctx, mission, warband, "setup")
    yield from admit(side.ready, "OPR-29", say("First confirm which units are taking part."))
    yield from admit(not side.objective, "OPR-28", say("The objective has already been rolled."))
    sentence = say("Rivals run by the app have no special objective in this league.")
    yield from admit(may_have_objective(ctx.state, ctx.book, warband), "SOLO-80", sentence)
    drawn = yield from _objective(ctx, mission, side, impossible_objectives(ctx.state, ctx.book, side))
    return (drawn,)


def may_have_objective(state: OprState, rules: InForce, warband: str) -> bool:
    """Whether a warband has a special objective: the app's rivals do where the league says so.

    Source: OPR-28, SOLO-80
    """
    return not state.warbands[warband].rival or rules.on("ai_special_objective")


@GAME.procedure(
    "reroll_objective",
    rules=("OPR-29",),
    slot="mission:{mission}:{warband}:objective-again",
    by="side:{warband}",
    repeat=True,
)
def reroll_objective(ctx: OprCtx, *, mission: str, warband: str, words: str = "") -> Procedure[Effects]:
    """Roll for another objective, because the table agrees that this one cannot be reached.

    The others, or an organiser, say first whether they agree. Source: OPR-29, A-16
    """
    side = yield from at_step(ctx, mission, warband, "setup")
    require(bool(side.objective), "OPR-29", say("There is no objective yet."))
    if not (yield from _agreed(ctx, mission, side, words)):
        return ()
    again = impossible_objectives(ctx.state, ctx.book, side) | {side.objective}
    drawn = yield from _objective(ctx, mission, side, again, words, rule="OPR-29")
    return (drawn,)


def _agreed(ctx: OprCtx, mission: str, side: Side, words: str) -> Procedure[bool]:
    """Whether somebody else at the table agrees that an objective cannot be reached. Source: OPR-29, A-16"""
    others = [one for one in find_mission(ctx.state, mission).warbands if one != side.warband]
    drawn = next(one for one in ctx.book.book.objectives if one.key == side.objective)
    text = say(
        "{warband} says its objective, {objective}, cannot be met. Roll another one?",
        warband=ctx.state.warbands[side.warband].name,
        objective=drawn.name,
    )
    yes, no = say("Roll another"), say("Keep this one")
    who = "|".join([*map(side_of, others), ORGANISER])
    agreed: bool = yield YesNo(
        "agreed", text, rule="OPR-29", who=who, about=side.warband, how=words, yes=yes, no=no
    )
    return agreed


def impossible_objectives(state: OprState, rules: InForce, side: Side) -> frozenset[str]:
    """The keys of objectives this side cannot reach, as far as the sheet shows it. Source: A-16"""
    units = [state.units[one] for one in side.fielded]
    return frozenset(one.key for one in rules.book.objectives if why_impossible(one, units))


def why_impossible(objective: TableLine, fielded: Sequence[Unit]) -> str:
    """A sentence, or empty when it can be reached. Source: OPR-29"""
    if len(fielded) < objective.least_units:
        return say_many(
            objective.least_units,
            "This objective needs at least {number} unit.",
            "This objective needs at least {number} units.",
        )
    if objective.needs_caster and not any(unit.caster for unit in fielded):
        return say("There is no caster.")
    return ""


def _objective(
    ctx: OprCtx, mission: str, side: Side, again: frozenset[str], words: str = "", rule: str = "OPR-28"
) -> Procedure[ObjectiveDrawn]:
    table = ctx.book.book.objectives
    face = yield from roll_until(
        "objective",
        faces_for(table, again),
        text=say("Which special objective?"),
        rule=rule,
        who=side_of(side.warband),
        about=side.warband,
    )
    return ObjectiveDrawn(
        mission=mission,
        warband=side.warband,
        objective=entry_for(table, face).key,
        dice=(*side.objective_dice, face),
        words=words,
        rule=rule,
    )
