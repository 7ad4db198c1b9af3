"""What happens to units: states set by hand, sections put right, jumps, dice between equals.

Source: SOLO-23, SOLO-43, SOLO-45, SOLO-77.
"""

from __future__ import annotations

from typing import Literal

from rules.engine.effects import Effect, apply_all
from rules.engine.language import say
from rules.engine.procedure import Procedure, admit, require
from rules.engine.questions import Choose, Face, Option, Roll
from rules.solo import effects as fx
from rules.solo import limits
from rules.solo.book import Rules
from rules.solo.deciding.measures import JUMP_FACE, JUMP_MOST, JUMP_SURE
from rules.solo.deciding.measures import jump_outcome as jumps
from rules.solo.deciding.scores import has
from rules.solo.game import GAME, SoloCtx
from rules.solo.picks import Tape, ask_pick
from rules.solo.playing.turns import pass_turn
from rules.solo.printed import Printed
from rules.solo.setting_up.setup import Effects, not_over, of_the_app
from rules.solo.state import Leaving, Out, Removal, SoloState, TableEvent, Unit


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
    """Set a unit’s wounds and state by hand; anything not given stays as it is. `by`: the unit that did it.

    `leaving`: why a unit that is `out` because it left did so. Source: SOLO-43, SOLO-45, OPR-37
    """
    state = ctx.state
    require(unit in state.units, "SOLO-45", say("There is no such unit."), "unit")
    limits.figure(wounds or 0, "wounds")
    did_it(state, by)
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


def did_it(state: SoloState, by: str) -> None:
    """Raise `Refused` for a doer nobody knows. Source: SOLO-77"""
    known = not by or by in state.units
    require(known, "SOLO-77", say("The unit named as the attacker is not in this game."), "by")


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
    text = say("Which section is {unit} in?", unit=unit.name)
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
            kill = Removal(ctx.new("kill"), unit.id, by if how == "ko" else "", state.game.round, how)
            found.append(fx.KillNoted(kill=kill, rule="SOLO-77"))
    return (*found, *turn_again(apply_all(state, found), ctx.book))


def turn_again(state: SoloState, rules: Rules) -> list[Effect]:
    """Whose turn it is once somebody has left the table or come back. Source: SOLO-39"""
    if state.game.phase != "round":
        return []
    turn = pass_turn(state, rules, advance=0)
    game = state.game
    return [] if (turn.active, turn.warband) == (game.active, game.warband) else [turn]


@GAME.procedure("events", rules=("OPR-33",), slot="events", by="clock", repeat=True)
def know_events(ctx: SoloCtx, *, events: list[TableEvent]) -> Procedure[Effects]:
    """Bring in the events of the league’s mission that change dice at this table.

    Source: OPR-33
    """
    yield from not_over(ctx, rule="OPR-33")
    return (fx.EventsKnown(events=tuple(events), rule="OPR-33"),)


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


@GAME.procedure("jump", rules=("SOLO-73", "SOLO-74", "SOLO-75"), slot="jump:{unit}", by="table", repeat=True)
def jump(ctx: SoloCtx, *, unit: str, gap: int = 0, drop: int = 0) -> Procedure[Effects]:
    """Ask whether one of the app’s units jumps; gap and drop in tenths of an inch, and the larger counts.

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
    require(2 <= count <= 36, "SOLO-03", say("The dice need 2 to 36 options to choose from."), "count")
    labels = [str(number) for number in range(1, count + 1)]
    chosen = 1 + (yield from ask_pick("toss", labels, say("Which one is it?"), rule="SOLO-02"))
    return (fx.Tossed(count=count, chosen=chosen, rule="SOLO-02"),)
