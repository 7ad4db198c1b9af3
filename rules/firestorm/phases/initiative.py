"""Who reveals first: a D6 each, the highest first; those who are equal roll again among themselves.

Source: FS-25
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import OPEN_THROWS, Procedure, ask_all
from rules.engine.questions import Draw, Option, Roll, side
from rules.engine.refusals import Refused
from rules.firestorm.faction_figures import factions
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.league_effects import InitiativeRolled
from rules.firestorm.phases.admission import phase_problems
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.state import Firestorm, Rolled
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


@GAME.procedure("roll_initiative", rules=("FS-25", "FS-134"), slot="turn:{turn}:initiative", by="clock")
def roll_initiative(ctx: FirestormCtx, *, turn: int) -> Procedure[tuple[Effect, ...]]:
    """Roll for initiative; everybody sees the result before orders are written. Source: FS-25, FS-134"""
    state = ctx.state
    yield from stop(phase_problems(state, ctx.book, "roll_initiative", turn))
    rolled = yield from _rolled(state, [Rolled(faction=one.id, dice=()) for one in factions(state)], 1)
    work = FirestormWork(ctx)
    order = tuple(one.faction for one in rolled)
    work.do(InitiativeRolled(turn=turn, order=order, rolled=tuple(rolled), rule="FS-25"))
    enter_turn_phase(work, "orders")
    return work.done()


def _rolled(state: Firestorm, tied: list[Rolled], throw: int) -> Procedure[list[Rolled]]:
    """These factions, highest first; the still equal once more. Source: FS-25"""
    if len(tied) <= 1:
        return tied
    if throw > OPEN_THROWS:
        return (yield from _by_lot(state, tied, throw))
    dice: list[int] = yield from ask_all(_die(state, one.faction, throw) for one in tied)
    fallen = [replace(one, dice=(*one.dice, face)) for one, face in zip(tied, dice, strict=True)]
    order: list[Rolled] = []
    for _face, group in groupby(sorted(fallen, key=_last, reverse=True), key=_last):
        order += yield from _rolled(state, list(group), throw + 1)
    return order


def _last(one: Rolled) -> int:
    return one.dice[-1]


def _die(state: Firestorm, faction: str, throw: int) -> Roll:
    name = state.name_of(faction)
    return Roll(
        f"initiative:{faction}:{throw}",
        say("What does {faction} roll for initiative?", faction=name)
        if throw == 1
        else say("{faction} rolled the same as another faction. What is its new roll?", faction=name),
        rule="FS-25",
        who=side(faction),
        about=faction,
        how=say("The highest reveals first."),
    )


def _not_tied(state: Firestorm, faction: str) -> Refused | None:
    if faction not in state.factions:
        return None
    apart = say("{faction} is not among those still tied.", faction=state.name_of(faction))
    return Refused("FS-25", apart)


def _by_lot(state: Firestorm, tied: list[Rolled], throw: int) -> Procedure[list[Rolled]]:
    """After many equal throws the first is drawn, which is as fair and ends."""
    key = f"initiative:{'+'.join(one.faction for one in tied)}:{throw}"
    options = tuple(Option(one.faction, state.name_of(one.faction)) for one in tied)
    first: str = yield Draw(
        key, say("Still tied. Who goes first?"), rule="FS-25", options=options,
        left_out=partial(_not_tied, state),
    )  # fmt: skip
    rest = [one for one in tied if one.faction != first]
    chosen = [one for one in tied if one.faction == first]
    return chosen + (yield from _rolled(state, rest, throw + 1))
