"""What happens to units: states set by hand, wounds of the app's units, sections put right.

Source: SOLO-23, SOLO-43, SOLO-45, SOLO-77, A-33.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rules.engine.effects import Effect, apply_all
from rules.engine.language import say
from rules.engine.procedure import Procedure, admit, ask_all, require
from rules.engine.questions import Choose, Face, Option, Roll
from rules.solo import effects as fx
from rules.solo import limits
from rules.solo.book import Rules
from rules.solo.deciding.measures import JUMP_FACE, JUMP_MOST, JUMP_SURE
from rules.solo.deciding.measures import jump as jumps
from rules.solo.deciding.scores import has
from rules.solo.game import GAME, SoloCtx
from rules.solo.picks import Tape, ask_pick
from rules.solo.playing.turns import passes
from rules.solo.printed import Printed
from rules.solo.setting_up.setup import Effects, not_over, of_the_app
from rules.solo.state import DEFENSE, Kill, Leaving, Out, SoloState, Strike, Unit

type Fate = Literal["", "stunned", "ko"]


@GAME.procedure("status", rules=("SOLO-43", "SOLO-45"), slot="status:{unit}", by="table", repeat=True)
def set_status(
    ctx: SoloCtx,
    *,
    unit: str,
    wounds: int | None = None,
    stunned: bool | None = None,
    out: Out | None = None,
    by: str = "",
    may_shoot: bool | None = None,
    leaving: Leaving = "",
) -> Procedure[Effects]:
    """Set a unit’s wounds and state by hand; what is not given stays. `by`: the unit that did it.

    `leaving`: why a unit that is `out` because it left did so. Source: SOLO-43, SOLO-45, OPR-37
    """
    state = ctx.state
    require(unit in state.units, "SOLO-45", say("There is no such unit."), "unit")
    limits.figure(wounds or 0, "wounds")
    _did_it(state, by)
    yield from not_over(ctx, rule="SOLO-45")
    mine = state.units[unit]
    now = mine.out if out is None else out
    yield from _not_conceded(state, mine, now)
    left = now == "left"
    set_to = fx.StatusSet(
        unit=unit,
        wounds=mine.wounds if wounds is None else wounds,
        stunned=mine.stunned if stunned is None else stunned,
        out=now,
        may_shoot=mine.may_shoot if may_shoot is None else may_shoot,
        terms=ctx.book.choice("terms"),
        leaving=(leaving or mine.leaving) if left else "",
        round=(mine.left_round or state.game.round) if left else 0,
        rule="SOLO-45",
    )
    return (*(yield from _comes_back(ctx, set_to)), *fated(ctx, set_to, by))


def _did_it(state: SoloState, by: str) -> None:
    known = not by or by in state.units
    require(known, "SOLO-77", say("The unit that did it is not in this game."), "by")


def _not_conceded(state: SoloState, unit: Unit, out: Out) -> Procedure[None]:
    """Nobody of a side that has conceded stands on the table again. Source: OPR-31"""
    side = state.sides.get(unit.side)
    back = side is not None and side.conceded and unit.leaving == "conceded" and out != "left"
    sentence = say("{unit} left the table when its side conceded.", unit=unit.name)
    yield from admit(not back, "OPR-31", sentence)


def on_table(unit: Unit) -> Procedure[None]:
    """Admission of what only a unit on the table can do. Source: SOLO-45"""
    yield from admit(unit.on_table, "SOLO-45", say("{unit} is not on the table.", unit=unit.name))


def _comes_back(ctx: SoloCtx, set_to: fx.StatusSet) -> Procedure[Effects]:
    """A unit of the app that comes to the table without having been placed stands somewhere.

    Source: SOLO-45
    """
    unit = ctx.state.units[set_to.unit]
    placed = unit.section or set_to.out or unit.on_table
    if placed or ctx.state.camp_of(unit.side) != "ai" or not ctx.state.game.round:
        return ()
    options = (Option("1", say("Section 1")), Option("2", say("Section 2")))
    text = say("In which section does {unit} stand?", unit=unit.name)
    section = yield Choose(f"section:{unit.id}", text, options, rule="SOLO-45", about=unit.id)
    count = ctx.state.game.corrections
    return (fx.SectionCorrected(unit=unit.id, section=int(section), corrections=count, rule="SOLO-45"),)


def fated(ctx: SoloCtx, set_to: fx.StatusSet, by: str = "") -> Effects:
    """A new state together with what follows: the kill noted or struck, and the turn looked at again.

    Source: SOLO-39, SOLO-77
    """
    state, unit = ctx.state, ctx.state.units[set_to.unit]
    found: list[Effect] = [set_to]
    if set_to.out != unit.out or (set_to.out and by):
        noted = [kill.id for kill in state.kills.values() if kill.victim == unit.id]
        found += [fx.KillStruck(kill=one, rule="SOLO-77") for one in noted]
        if set_to.out in ("ko", "routed"):
            how: Literal["ko", "routed"] = "ko" if set_to.out == "ko" else "routed"
            kill = Kill(ctx.new("kill"), unit.id, by if how == "ko" else "", state.game.round, how)
            found.append(fx.KillNoted(kill=kill, rule="SOLO-77"))
    return (*found, *turn_again(apply_all(state, found), ctx.book))


def turn_again(state: SoloState, rules: Rules) -> list[Effect]:
    """Whose turn it is once somebody has left the table or come back. Source: SOLO-39"""
    if state.game.phase != "round":
        return []
    turn = passes(state, rules, advance=0)
    game = state.game
    return [] if (turn.active, turn.warband) == (game.active, game.warband) else [turn]


@GAME.procedure("section", rules=("SOLO-45",), slot="section:{unit}", by="table", repeat=True)
def correct_section(ctx: SoloCtx, *, unit: str, section: Literal[1, 2]) -> Procedure[Effects]:
    """Correct which section one of the app’s units stands in; the unit’s die is rolled again.

    Source: SOLO-45
    """
    state = ctx.state
    of_the_app(ctx, [unit], rule="SOLO-45")
    yield from on_table(state.units[unit])
    count = state.game.corrections + 1
    return (fx.SectionCorrected(unit=unit, section=section, corrections=count, rule="SOLO-45"),)


def save_needed(unit: Unit, ap: int, bonus: int) -> int:
    """The face a Defense roll needs; a 6 always saves, a 1 never does. Source: SOLO-23"""
    return min(max(unit.defense + ap - bonus, 2), 6)


@GAME.procedure("defend", rules=("SOLO-23", "A-33"), slot="defend:{unit}", by="table", repeat=True)
def defend(
    ctx: SoloCtx, *, unit: str, hits: int, ap: int = 0, deadly: int = 1, by: str = ""
) -> Procedure[Effects]:
    """Roll the Defense of one of the app’s units against hits, and what its wounds do.

    `deadly` multiplies wounds; `by`: the unit that hit it.

    Source: SOLO-23, A-33
    """
    state = ctx.state
    of_the_app(ctx, [unit], rule="SOLO-54")
    require(1 <= hits <= 100, "SOLO-54", say("Between 1 and 100 hits."), "hits")
    require(0 <= ap <= 6 and 1 <= deadly <= 12, "SOLO-54", say("AP is 0 to 6, Deadly 1 to 12."), "ap")
    _did_it(state, by)
    mine = state.units[unit]
    yield from on_table(mine)
    occasion = yield from _occasion(state, mine, ap, deadly, by)
    needed = save_needed(mine, ap, state.game.defense)
    shown: list[int] = yield from ask_all(_saves(mine, hits, needed))
    failed = sum(face < needed for face in shown)
    hurt = replace(mine, wounds=mine.wounds + failed * deadly)
    fate = (yield from _fate(hurt, ctx.book)) if failed else ""
    set_to = fx.StatusSet(
        unit=unit,
        wounds=hurt.wounds,
        stunned=mine.stunned or fate == "stunned",
        out="ko" if fate == "ko" else mine.out,
        may_shoot=mine.may_shoot,
        terms=ctx.book.choice("terms"),
        strike=occasion,
        rule="A-33",
    )
    return fated(ctx, set_to, by if fate == "ko" else "")


def _occasion(state: SoloState, mine: Unit, ap: int, deadly: int, by: str) -> Procedure[Strike]:
    """The roll this is; each attack is saved against once. Source: SOLO-23"""
    game = state.game
    now = Strike(round=game.round, weapon=DEFENSE, charger=by, turn=game.turn, needed=ap, hits=deadly)
    once = say(
        "{unit} has already rolled for these hits this turn. Use Undo to take a wrong roll back; hits of one "
        "unit with the same AP and Deadly are rolled together.",
        unit=mine.name,
    )
    yield from admit(now not in mine.strikes, "SOLO-23", once)
    return now


def _saves(unit: Unit, hits: int, needed: int) -> list[Roll]:
    text = say("{unit} saves on {needed}+.", unit=unit.name, needed=needed)
    saved, wound = say("saved"), say("wound")
    faces = tuple(Face(n, saved if n >= needed else wound) for n in range(1, 7))
    return [
        Roll(f"save:{number}", text, rule="SOLO-23", faces=faces, about=unit.id)
        for number in range(1, hits + 1)
    ]


def wound_markers(unit: Unit) -> int:
    """Markers that count for the wound die: those beyond what its Tough takes. Source: A-33"""
    return unit.wounds - unit.tough + 1


def fate_of(shown: int, markers: int, rules: Rules) -> Fate:
    """What a die with so many wound markers means. Source: A-33"""
    total = shown + markers
    if total >= rules.number("knocked_out_from"):
        return "ko"
    return "stunned" if total >= rules.number("stunned_from") else ""


def _fate(unit: Unit, rules: Rules) -> Procedure[Fate]:
    """Stunned or out: by a die for a single model of the smaller game, otherwise when all of it is gone."""
    if unit.models > 1 or rules.choice("terms") == "battle":
        return "ko" if not unit.tough_left else ""
    markers = wound_markers(unit)
    if markers < 1:
        return ""
    told = {"ko": rules.words["ko"], "stunned": rules.words["stunned"], "": say("nothing")}
    faces = tuple(Face(n, told[fate_of(n, markers, rules)]) for n in range(1, 7))
    text = say("What do the wounds do to {unit}? {markers} on the die.", unit=unit.name, markers=markers)
    shown: int = yield Roll("wounded", text, rule="A-33", faces=faces, about=unit.id)
    return fate_of(shown, markers, rules)


@GAME.procedure("jump", rules=("SOLO-73", "SOLO-74", "SOLO-75"), slot="jump:{unit}", by="table", repeat=True)
def jump(ctx: SoloCtx, *, unit: str, gap: int = 0, drop: int = 0) -> Procedure[Effects]:
    """Ask whether a unit of the app jumps; gap and drop in tenths of an inch, the larger one counts.

    Source: SOLO-73, SOLO-74, SOLO-75
    """
    require(unit in ctx.state.units, "SOLO-74", say("There is no such unit."), "unit")
    for tenths in (gap, drop):
        limits.figure(tenths, "inches")
    mine, inches = ctx.state.units[unit], max(gap, drop) / 10
    if has(mine.all_rules, Printed.FLYING):
        return (fx.Jumped(unit=unit, outcome="always", rule="SOLO-75"),)
    dice: list[int] = []
    if JUMP_SURE <= inches <= JUMP_MOST:
        jumped, stopped = say("jumps"), say("goes round or stops")
        faces = tuple(Face(n, jumped if n >= JUMP_FACE else stopped) for n in range(1, 7))
        text = say("{inches}″: does {unit} jump?", inches=f"{inches:g}", unit=mine.name)
        dice.append((yield Roll("jump", text, rule="SOLO-74", faces=faces, about=unit)))
    return (fx.Jumped(unit=unit, outcome=jumps(inches, Tape(dice)), rule="SOLO-74"),)


@GAME.procedure("toss", rules=("SOLO-02",), slot="toss", by="table", repeat=True)
def toss(ctx: SoloCtx, *, count: int) -> Procedure[Effects]:
    """Let a die pick one of several equally good options, numbered as you count them.

    Source: SOLO-02
    """
    require(2 <= count <= 36, "SOLO-03", say("Dice choose among 2 to 36 options."), "count")
    labels = [str(number) for number in range(1, count + 1)]
    chosen = 1 + (yield from ask_pick("toss", labels, say("Which one is it?"), rule="SOLO-02"))
    return (fx.Tossed(count=count, chosen=chosen, rule="SOLO-02"),)
