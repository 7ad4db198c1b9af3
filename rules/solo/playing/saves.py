"""The Defense of the app's units against hits, and what wounds do to them.

Source: SOLO-23, and what traits, skills and events add to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.engine.language import say, signed
from rules.engine.procedure import Procedure, admit, ask_all, require
from rules.engine.questions import Face, Roll
from rules.solo import effects as fx
from rules.solo.book import Rules
from rules.solo.game import GAME, SoloCtx
from rules.solo.playing import needs
from rules.solo.playing.needs import Blow, DieModifier
from rules.solo.playing.status import did_it, fated, on_table
from rules.solo.setting_up.setup import Effects, of_the_app
from rules.solo.state import DEFENSE, SoloState, Strike, Unit

type Fate = Literal["", "stunned", "ko"]

IGNORED_FROM = 6  # a wound that a herbalist near has seen to
MOST_WOUNDS = 300


@dataclass(frozen=True, slots=True)
class Hits:
    """What hit it: so many hits, with this AP; `deadly` multiplies wounds."""

    number: int
    ap: int = 0
    deadly: int = 1


@GAME.procedure("defend", rules=("SOLO-01", "SOLO-23"), slot="defend:{unit}", by="table", repeat=True)
def defend(
    ctx: SoloCtx,
    *,
    unit: str,
    hits: int,
    ap: int = 0,
    deadly: int = 1,
    by: str = "",
    shot: bool | None = None,
    also: list[str] | None = None,
    extra: int = 0,
) -> Procedure[Effects]:
    """Roll Defense for one of the app’s units against hits, and roll for what its wounds do.

    `deadly` multiplies wounds; `by`: the unit that hit it; `shot`: from afar, or in melee; `also`: what
    people at the table see of that which the page asks; `extra`: whatever else they see that makes saving
    easier (or harder).

    Source: SOLO-23
    """
    state, rules, blows = ctx.state, ctx.book, Hits(hits, ap, deadly)
    of_the_app(ctx, [unit], rule="SOLO-54")
    did_it(state, by)
    blow = Blow(state.units[unit], state.units.get(by), shot, tuple(also or ()), extra)
    occasion = yield from _occasion(ctx, blow, blows)
    wounds, ones = yield from _wounds(state, rules, blow, blows)
    hurt = replace(blow.unit, wounds=blow.unit.wounds + wounds)
    fate = (yield from _fate(hurt, rules, needs.on_wound_die(rules, blow, ones=ones))) if wounds else ""
    set_to = fx.StatusSet(
        unit=unit,
        wounds=hurt.wounds,
        stunned=hurt.stunned or fate == "stunned",
        out="ko" if fate == "ko" else hurt.out,
        may_shoot=hurt.may_shoot,
        terms=rules.choice("terms"),
        strike=occasion,
        rule="SOLO-01",
    )
    return fated(ctx, set_to, by if fate == "ko" else "")


def _occasion(ctx: SoloCtx, blow: Blow, hits: Hits) -> Procedure[Strike]:
    """The roll this is; each attack is saved against once. Source: SOLO-23"""
    state, mine = ctx.state, blow.unit
    require(1 <= hits.number <= 100, "SOLO-54", say("Enter 1 to 100 hits."), "hits")
    in_bounds = 0 <= hits.ap <= 6 and 1 <= hits.deadly <= 12
    require(in_bounds, "SOLO-54", say("AP must be 0 to 6, Deadly 1 to 12."), "ap")
    yield from on_table(mine)
    needs.check_chips(state, ctx.book, blow, needs.TO_SAVE)
    turn, by = state.game.turn, blow.other.id if blow.other else ""
    now = Strike(state.game.round, DEFENSE, charger=by, turn=turn, needed=hits.ap, hits=hits.deadly)
    once = say(
        "{unit} has already rolled for these hits this turn. Use Undo to take a wrong roll back; hits from "
        "one unit with the same AP and Deadly are rolled together.",
        unit=mine.name,
    )
    yield from admit(now not in mine.strikes, "SOLO-23", once)
    return now


def _wounds(state: SoloState, rules: Rules, blow: Blow, hits: Hits) -> Procedure[tuple[int, bool]]:
    """Wounds that count, and whether a save was a 1. Source: SOLO-23, OPR-33, OPR-54"""
    odds = needs.to_save(state, blow, hits=hits.number, ap=hits.ap)
    shown: list[int] = yield from ask_all(_saves(blow.unit, odds))
    wounds = hits.deadly * sum(face < odds.needed for face in shown)
    ones = 1 in shown
    if ones and needs.FIRST_ONE.key in blow.also and rules.choice("terms") == "battle":
        text = say("{unit} rolled a 1 to block: how many more wounds?", unit=blow.unit.name)
        wounds += yield Roll("weak_spot", text, rule="OPR-33", die="D3", about=blow.unit.id)
    if needs.HERBALIST.key in blow.also:
        shown = yield from ask_all(_seen_to(blow.unit, min(wounds, MOST_WOUNDS)))
        wounds -= sum(face >= IGNORED_FROM for face in shown)
    return wounds, ones


def _saves(unit: Unit, odds: needs.Odds) -> list[Roll]:
    text = say("{unit} saves on {needed}+.", unit=unit.name, needed=odds.needed)
    saved, wound = say("saved"), say("wound")
    faces = tuple(Face(n, saved if n >= odds.needed else wound) for n in range(1, 7))
    how = needs.modifier_reasons(odds.modifiers)
    return [
        Roll(f"save:{number}", text, rule="SOLO-23", faces=faces, about=unit.id, how=how)
        for number in range(1, odds.dice + 1)
    ]


def _seen_to(unit: Unit, wounds: int) -> Sequence[Roll]:
    """One die a wound. Source: OPR-54"""
    text = say("{unit} ignores a wound on {needed}+.", unit=unit.name, needed=IGNORED_FROM)
    ignored, wound = say("ignored"), say("wound")
    faces = tuple(Face(n, ignored if n >= IGNORED_FROM else wound) for n in range(1, 7))
    return [
        Roll(f"ignore:{number}", text, rule="OPR-54", faces=faces, about=unit.id)
        for number in range(1, wounds + 1)
    ]


def wound_markers(unit: Unit) -> int:
    """Markers that count for the wound die: those beyond what its Tough takes. Source: SOLO-01"""
    return unit.wounds - unit.tough + 1


def fate_of(shown: int, markers: int, rules: Rules) -> Fate:
    """What a die with so many wound markers means. Source: SOLO-01"""
    total = shown + markers
    if total >= rules.number("knocked_out_from"):
        return "ko"
    return "stunned" if total >= rules.number("stunned_from") else ""


def _fate(unit: Unit, rules: Rules, more: tuple[DieModifier, ...]) -> Procedure[Fate]:
    """Stunned or out: by a die for a single model of the smaller game, otherwise when all of it is gone."""
    if unit.models > 1 or rules.choice("terms") == "battle":
        return "ko" if not unit.tough_left else ""
    markers = wound_markers(unit)
    if markers < 1:
        return ""
    added = markers + sum(one.amount for one in more)
    told = {"ko": rules.words["ko"], "stunned": rules.words["stunned"], "": say("nothing")}
    faces = tuple(Face(n, told[fate_of(n, added, rules)]) for n in range(1, 7))
    text = say(
        "What do the wounds do to {unit}? {markers} on the wound die.", unit=unit.name, markers=signed(added)
    )
    how = needs.modifier_reasons(more)
    shown: int = yield Roll("wounded", text, rule="SOLO-01", faces=faces, about=unit.id, how=how)
    return fate_of(shown, added, rules)
