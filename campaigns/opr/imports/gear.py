"""Weapons and special rules as one line of text, the way list builders print them, and back.

    2x Rifle (24", A1, AP(1)), Axe (A2)        Fearless, Tough(3)

Reading is left to the import package: a line typed by hand means what it would mean in a pasted list.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns import imports
from campaigns.imports.text import NAMELESS
from campaigns.solo.profiles import imported_rules as rules_of_unit
from campaigns.solo.profiles import weapons_from
from rules.opr.state import SpecialRule, Weapon
from rules.opr.values import special_rule_text


class NotUnderstood(ValueError):
    """A part of the line that is no weapon or rule; `sentence` is for the person who typed it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def weapons_line(weapons: tuple[Weapon, ...]) -> str:
    return ", ".join(weapon_text(weapon) for weapon in weapons)


def weapon_text(weapon: Weapon) -> str:
    """`2x Rifle (24", A1, AP(1))`."""
    count = f"{weapon.count}x " if weapon.count > 1 else ""
    profile = weapon_profile(weapon)
    return f"{count}{weapon.label} ({profile})" if profile else f"{count}{weapon.label}"


def weapon_profile(weapon: Weapon) -> str:
    """Everything behind the name: `24", A1, AP(1)`."""
    parts = [f'{weapon.range}"'] if weapon.range else []
    parts += [f"A{weapon.attacks}"] if weapon.attacks else []
    return ", ".join([*parts, *weapon.rules])


def rules_line(rules: tuple[SpecialRule, ...]) -> str:
    return ", ".join(special_rule_text(rule) for rule in rules)


def weapons_of(line: str) -> tuple[Weapon, ...]:
    """The weapons of a line; raises NotUnderstood."""
    return weapons_from(_read(rules="", weapons=line).weapons) if line.strip() else ()


def rules_in_line(line: str) -> tuple[SpecialRule, ...]:
    """The special rules of a line; equipment in it stands by its name before the rules it gives.

    Raises NotUnderstood, for a weapon too: that has a line of its own.
    """
    if not line.strip():
        return ()
    unit = _read(rules=line, weapons="")
    if unit.weapons:
        told = {"weapon": unit.weapons[0].label}
        raise NotUnderstood(_("“%(weapon)s” is a weapon. Enter it under “Weapons”.") % told)
    return rules_of_unit(unit)


def tough_of(rules: tuple[SpecialRule, ...]) -> int:
    """What Tough adds up to, 0 without it."""
    return max((rule.rating or 1 for rule in rules if rule.label.casefold() == "tough"), default=0)


def _read(*, rules: str, weapons: str) -> imports.ImportedUnit:
    one_line = " ".join(f"{rules}{weapons}".split())
    text = f"{NAMELESS} [1] Q4+ D4+ | 0pts | {one_line if rules else ''}\n{one_line if weapons else ''}"
    try:
        unit, *others = (read := imports.read_army_list(text)).units
    except imports.Unreadable as error:
        raise NotUnderstood(error.sentence) from None
    doubts = [notice.sentence for notice in read.notices if notice.level == "refused"]
    if doubts or others:
        raise NotUnderstood(doubts[0] if doubts else _("Enter one unit at a time."))
    return unit
