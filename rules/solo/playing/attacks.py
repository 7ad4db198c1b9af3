"""The app's own attack dice: the hits, what the elite roll once more, and whether a spell works.

These are rolls of the base game with what the solo rules add: the challenge bonus and underdog points. People
roll their own saves. Each weapon strikes once in its unit's activation, and once at everybody who charges it.
Source: SOLO-22, SOLO-28, SOLO-54, SOLO-63, SOLO-79.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.language import per_language, say
from rules.engine.lazy_tables import having
from rules.engine.procedure import Procedure, admit, gather, require
from rules.engine.questions import Face, Roll
from rules.solo import effects as fx
from rules.solo.book import Rules
from rules.solo.deciding.scores import has
from rules.solo.game import GAME, SoloCtx
from rules.solo.playing import needs
from rules.solo.playing.needs import Blow, Odds
from rules.solo.playing.status import on_table
from rules.solo.printed import Printed
from rules.solo.setting_up.setup import Effects, of_the_app
from rules.solo.state import SPELL, SoloState, Strike, Unit

MOST_DICE = 60


@GAME.procedure(
    "attack", rules=("SOLO-22", "SOLO-54", "SOLO-79"), slot="attack:{unit}", by="table", repeat=True
)
def attack(
    ctx: SoloCtx,
    *,
    unit: str,
    weapon: int = 0,
    target: str = "",
    extra: int = 0,
    strikes_back: bool = False,
    also: list[str] | None = None,
) -> Procedure[Effects]:
    """Roll to hit for one of the app’s units.

    `weapon`: its place on the sheet; `also`: what people at the table see of that which the page asks;
    `extra`: whatever bonus (or penalty) else they see; `strikes_back`: the unit was charged, by `target`.
    Source: SOLO-22, SOLO-54, SOLO-79
    """
    state = ctx.state
    blow = _blow(ctx, unit, weapon, target, also or (), extra)
    mine = blow.unit
    yield from _able(ctx, mine, strikes_back=strikes_back)
    occasion = yield from _occasion(state, mine, weapon, target, strikes_back=strikes_back)
    chance = needs.to_hit(state, ctx.book, blow, weapon, charging=not strikes_back)
    dice = min(chance.dice, MOST_DICE)
    point = needs.underdog_point(state, ctx.book, mine) if dice else 0
    left = state.sides[mine.side].underdog - point if mine.side in state.sides else 0
    hits = yield from _rolled(mine, dice, chance)
    return (
        fx.Attacked(
            unit=unit,
            target=target,
            weapon=mine.weapons[weapon].label,
            dice=dice,
            needed=chance.needed,
            hits=hits,
            ap=chance.ap,
            underdog=left,
            strike=replace(occasion, dice=dice, needed=chance.needed, hits=hits),
            rule="SOLO-79" if point else "SOLO-22",
        ),
    )


def _rolled(unit: Unit, dice: int, chance: Odds) -> Procedure[int]:
    """How many hit. Source: SOLO-22"""
    how = needs.modifier_reasons(chance.modifiers)
    shown = yield from gather(*(_hit(unit, f"hit:{n}", chance.needed, how) for n in range(1, dice + 1)))
    return sum(shown)


def strike_rolled(
    state: SoloState, unit: Unit, weapon: int, charger: str = "", *, back: bool = False
) -> Strike | None:
    """What the app has rolled for it in this activation, or at this charge. Source: SOLO-22, SOLO-54"""
    game = state.game
    now = [
        one for one in unit.strikes if one.round == game.round and one.weapon == weapon and one.back == back
    ]
    if back and not charger:  # nobody entered who may charge
        return next((one for one in now if one.turn == game.turn), None)
    return next((one for one in now if not back or one.charger == charger), None)


def _occasion(
    state: SoloState, mine: Unit, weapon: int, target: str, *, strikes_back: bool
) -> Procedure[Strike]:
    """The roll this is; each is rolled once. Source: SOLO-22, SOLO-54"""
    game, charger = state.game, target if strikes_back else ""
    if strikes_back:
        known = charger or not state.units_of("human")
        require(bool(known), "SOLO-54", say("Choose which unit charged it."), "target")
        enemy = not charger or state.units[charger].side != mine.side
        require(enemy, "SOLO-54", say("A unit cannot charge its own side."), "target")
    rolled = strike_rolled(state, mine, weapon, charger, back=strikes_back)
    names = {"unit": mine.name, "weapon": mine.weapons[weapon].label}
    once = say(
        "{unit} has already rolled for {weapon} in this activation. Use Undo to take a wrong roll back.",
        **names,
    )
    if charger:
        once = say(
            "{unit} has already struck back at {charger} with {weapon} this round. Use Undo to take "
            "a wrong roll back.",
            charger=state.units[charger].name,
            **names,
        )
    elif strikes_back:
        once = say(
            "{unit} has already struck back with {weapon} this turn. Use Undo to take a wrong roll back.",
            **names,
        )
    yield from admit(rolled is None, "SOLO-54" if strikes_back else "SOLO-22", once)
    return Strike(round=game.round, weapon=weapon, back=strikes_back, charger=charger, turn=game.turn)


@GAME.procedure("reroll", rules=("SOLO-22", "SOLO-28"), slot="reroll:{unit}", by="table", repeat=True)
def reroll(ctx: SoloCtx, *, unit: str) -> Procedure[Effects]:
    """Roll again for one of the app’s elite units, in the attack it has just rolled.

    In a skirmish one die that missed, once in a round; in a battle all of its dice, once in a game.
    Source: SOLO-22, SOLO-28
    """
    of_the_app(ctx, [unit], rule="SOLO-28")
    mine = ctx.state.units[unit]
    yield from on_table(mine)
    why_not = why_no_reroll(ctx.state, ctx.book, mine)
    yield from admit(not why_not, "SOLO-28", why_not)
    latest = mine.latest_strike
    dice = latest.dice if in_battle(ctx.book) else 1
    shown = yield from gather(*(_hit(mine, f"again:{n}", latest.needed) for n in range(1, dice + 1)))
    kept = 0 if in_battle(ctx.book) else latest.hits
    strike = replace(latest, hits=kept + sum(shown))
    return (fx.Rerolled(unit=unit, strike=strike, dice=dice, rule="SOLO-28"),)


def in_battle(rules: Rules) -> bool:
    """Whether it is a game of whole armies, in which elite re-roll a roll and not a die. Source: SOLO-01"""
    return rules.choice("terms") == "battle"


def why_no_reroll(state: SoloState, rules: Rules, unit: Unit) -> str:
    """The sentence why a unit does not roll once more now; empty when it may. Source: SOLO-22, SOLO-28"""
    if not has(unit.all_rules, Printed.ELITE):
        return say("{unit} is not elite.", unit=unit.name)
    if unit.rerolled and (in_battle(rules) or unit.rerolled == state.game.round):
        once = say("{unit} has already re-rolled this round.", unit=unit.name)
        return say("{unit} has already re-rolled this game.", unit=unit.name) if in_battle(rules) else once
    latest = unit.latest_strike
    if latest.round != state.game.round or latest.weapon == SPELL or latest.hits == latest.dice:
        return say("{unit} has no missed dice to re-roll.", unit=unit.name)
    return ""


def _blow(ctx: SoloCtx, unit: str, weapon: int, target: str, also: Sequence[str], extra: int) -> Blow:
    """The weapon that strikes, and at whom. Source: SOLO-22, SOLO-28, SOLO-51"""
    of_the_app(ctx, [unit], rule="SOLO-54")
    state, mine = ctx.state, ctx.state.units[unit]
    require(0 <= weapon < len(mine.weapons), "SOLO-28", say("The unit has no such weapon."), "weapon")
    require(not target or target in state.units, "SOLO-51", say("There is no such target."), "target")
    shot = mine.weapons[weapon].is_ranged
    blow = Blow(mine, state.units.get(target), shot, tuple(also), extra)
    needs.check_chips(state, ctx.book, blow, needs.TO_HIT)
    return blow


def _able(ctx: SoloCtx, unit: Unit, *, strikes_back: bool) -> Procedure[None]:
    """Source: SOLO-54"""
    yield from on_table(unit)
    cannot = say(
        "{unit} is {stunned}, so it cannot do that.", unit=unit.name, stunned=ctx.book.words["stunned"]
    )
    yield from admit(not (strikes_back and unit.stunned), "SOLO-54", cannot)


def _hit(unit: Unit, key: str, least: int, how: str = "") -> Procedure[bool]:
    """One die; a 6 always hits, a 1 never does."""
    text = say("{unit} hits on {needed}+.", unit=unit.name, needed=least)
    shown: int = yield Roll(key, text, rule="SOLO-22", faces=_hits(least), about=unit.id, how=how)
    return shown >= least


@per_language
def _hits(least: int) -> tuple[Face, ...]:
    hit, miss = say("hit"), say("miss")
    return tuple(Face(n, hit if n >= least else miss) for n in range(1, 7))


@GAME.procedure("spell", rules=("SOLO-63",), slot="spell:{unit}", by="table", repeat=True)
def spell_works(ctx: SoloCtx, *, unit: str, spell: str) -> Procedure[Effects]:
    """Roll to see whether a spell works; its tokens have already been spent.

    Source: SOLO-63
    """
    state = ctx.state
    nothing = say("There is no such caster or spell.")
    require(unit in state.units, "SOLO-63", nothing, "unit")
    require(spell in state.spells, "SOLO-63", nothing, "spell")
    yield from on_table(state.units[unit])
    cast, round = state.spells[spell], state.game.round
    casts = having(state.activations, "round", round).values()
    tried = max(1, sum(one.spells.count(spell) for one in casts if one.unit == unit))
    now = [one for one in state.units[unit].strikes if one.round == round and one.weapon == SPELL]
    rolled = sum(one.charger == spell for one in now) < tried
    yield from admit(
        rolled, "SOLO-63", say("This spell has already been rolled for. Use Undo to take a wrong roll back.")
    )
    least = ctx.book.number("spell_success")
    works, fails = say("works"), say("fails")
    faces = tuple(Face(n, works if n >= least else fails) for n in range(1, 7))
    label = cast.name or say("spell {number}", number=cast.number)
    text = say("{spell} works on {needed}+.", spell=label, needed=least)
    shown: int = yield Roll("works", text, rule="SOLO-63", faces=faces, about=unit)
    strike = Strike(round=round, weapon=SPELL, charger=spell, turn=state.game.turn)
    return (fx.SpellWorked(unit=unit, spell=spell, works=shown >= least, strike=strike, rule="SOLO-63"),)
