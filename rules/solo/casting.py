"""A caster's spell within its activation: the die, the way round the list, and whom it is for.

Whether a spell works is a roll of the base game and asked afterwards (`attacks`). Source: SOLO-62, SOLO-63.
"""

from __future__ import annotations

from rules.procedure import Procedure
from rules.questions import Face, Roll, YesNo
from rules.solo.eyes import Eyes
from rules.solo.spells import level_of, round_the_list
from rules.solo.state import Spell


def listed(eyes: Eyes) -> list[Spell]:
    """The spells of the unit's side by number."""
    mine = [spell for spell in eyes.state.spells.values() if spell.side == eyes.unit.side]
    return sorted(mine, key=lambda spell: spell.number)


def cast(eyes: Eyes) -> Procedure[tuple[list[Spell], int]]:
    """The spells tried, in order, and the tokens left. Units that cannot cast are asked nothing."""
    spells, tokens = listed(eyes), eyes.unit.tokens
    tried: list[Spell] = []
    while level_of(eyes.unit) and spells and len(tried) < eyes.rules.number("spells_per_activation"):
        if tokens < min(spell.cost for spell in spells):
            break
        chosen = yield from _one(eyes, spells, tokens, len(tried) + 1)
        if chosen is None:
            break
        tried.append(chosen)
        tokens -= chosen.cost
    return tried, tokens


def _one(eyes: Eyes, spells: list[Spell], tokens: int, nth: int) -> Procedure[Spell | None]:
    unit, level = eyes.unit, level_of(eyes.unit)
    starts = {face: spells[round_the_list(face, level, len(spells))[0]] for face in range(1, 7)}
    faces = tuple(Face(face, _told(spell)) for face, spell in starts.items())
    shown: int = yield Roll(
        f"spell:{unit.id}:{nth}",
        f"Which spell does {unit.name} start from?",
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
    return f"{spell.name} (spell {spell.number})" if spell.name else f"spell {spell.number}"


def _has_target(eyes: Eyes, spell: Spell, nth: int) -> Procedure[bool]:
    """Is somebody valid there? Harmful spells are for enemies, helpful ones for friends. Source: SOLO-63."""
    if spell.aim == "harm" and eyes.no_enemy:
        return False
    whom = "an enemy" if spell.aim == "harm" else "a friend"
    reach = f" within {spell.reach}″" if spell.reach else ""
    answer: bool = yield YesNo(
        f"spell_target:{eyes.unit.id}:{nth}:{spell.number}",
        f"Is {whom}{reach} a valid target for {_named(spell)}?",
        rule="SOLO-63",
        how=f"It costs {spell.cost}; the nearest one gets it.",
        about=eyes.unit.id,
    )
    return answer
