"""A caster's spell within its activation: the die, the way round the list, and whom it is for.

Whether a spell works is a roll of the base game and asked afterwards (`attacks`). Source: SOLO-62, SOLO-63.
"""

from __future__ import annotations

from rules.engine.language import mark, said, say
from rules.engine.procedure import Procedure
from rules.engine.questions import Face, Roll, YesNo
from rules.solo.activating.eyes import Eyes
from rules.solo.deciding.spells import caster_level, round_the_list
from rules.solo.state import Spell

TARGETS = {
    ("harm", True): mark("Is an enemy within {reach}″ a valid target for {spell}?"),
    ("harm", False): mark("Is an enemy a valid target for {spell}?"),
    ("help", True): mark("Is a friendly unit within {reach}″ a valid target for {spell}?"),
    ("help", False): mark("Is a friendly unit a valid target for {spell}?"),
}


def numbered_spells(eyes: Eyes) -> list[Spell]:
    """The spells of the unit's side by number. Source: SOLO-63"""
    mine = [spell for spell in eyes.state.spells.values() if spell.side == eyes.unit.side]
    return sorted(mine, key=lambda spell: spell.number)


def cast(eyes: Eyes) -> Procedure[tuple[list[Spell], int]]:
    """The spells tried, in order, and the tokens left. Units that cannot cast are asked nothing.

    Source: SOLO-62, SOLO-63
    """
    spells, tokens = numbered_spells(eyes), eyes.unit.tokens
    tried: list[Spell] = []
    while caster_level(eyes.unit) and spells and len(tried) < eyes.rules.number("spells_per_activation"):
        if tokens < min(spell.cost for spell in spells):
            break
        chosen = yield from _one(eyes, spells, tokens, len(tried) + 1)
        if chosen is None:
            break
        tried.append(chosen)
        tokens -= chosen.cost
    return tried, tokens


def _one(eyes: Eyes, spells: list[Spell], tokens: int, nth: int) -> Procedure[Spell | None]:
    unit, level = eyes.unit, caster_level(eyes.unit)
    starts = {face: spells[round_the_list(face, level, len(spells))[0]] for face in range(1, 7)}
    faces = tuple(Face(face, _told(spell)) for face, spell in starts.items())
    shown: int = yield Roll(
        f"spell:{unit.id}:{nth}",
        say("Which spell does {unit} start with?", unit=unit.name),
        rule="SOLO-63",
        faces=faces,
        about=unit.id,
    )
    for at in round_the_list(shown, level, len(spells)):
        spell = spells[at]
        if spell.cost <= tokens and (yield from _has_target(eyes, spell, nth)):
            return spell
    return None


def _told(spell: Spell) -> str:
    return f"{spell.number} {spell.name}".strip()


def _named(spell: Spell) -> str:
    if not spell.name:
        return say("spell {number}", number=spell.number)
    return say("{name} (spell {number})", name=spell.name, number=spell.number)


def _has_target(eyes: Eyes, spell: Spell, nth: int) -> Procedure[bool]:
    """Is somebody valid there? Harmful spells are for enemies, helpful ones for friends. Source: SOLO-63."""
    if spell.aim == "harm" and eyes.no_enemy:
        return False
    answer: bool = yield YesNo(
        f"spell_target:{eyes.unit.id}:{nth}:{spell.number}",
        said(TARGETS[spell.aim, spell.reach > 0], reach=spell.reach, spell=_named(spell)),
        rule="SOLO-63",
        how=say("It costs {cost}; cast it on the nearest valid target.", cost=spell.cost),
        about=eyes.unit.id,
    )
    return answer
