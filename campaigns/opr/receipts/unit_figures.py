"""Every figure of a unit on a tap: price, XP, level, kills, falls, and what is behind each of its traits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.opr.here import OprHere
from campaigns.opr.league.words import trait_name, trait_text
from campaigns.opr.receipts.entries import UnitDeed
from campaigns.opr.receipts.receipt import (
    Receipt,
    ReceiptRow,
    level_row,
    points_receipt,
    receipt,
    row_of,
    xp_receipt,
)
from campaigns.shell.reading.reader import number_of
from rules.opr.effects import LevelGained, TraitGained, TraitLost
from rules.opr.state import Trait, Unit

# The dice a trait comes from, by its kind: the first words of their keys.
DICE_OF = {
    "injury": ("casualty", "casualty-again", "injury", "injury-again"),
    "talent": ("casualty", "casualty-again", "talent"),
    "level": ("trait",),
    "skill": ("setdie", "skill"),
}


def receipt_of(here: OprHere, unit: Unit, deeds: Sequence[UnitDeed], why: str) -> Receipt | None:
    """The receipt a page asks for by its name, such as "why-level"; None for anything else."""
    if why in FIGURES:
        return FIGURES[why](here, unit, deeds)
    number = number_of(why.removeprefix("why-trait-")) if why.startswith("why-trait-") else None
    return None if number is None or number >= len(unit.traits) else _trait(here, unit, deeds, number)


def _level(here: OprHere, unit: Unit, deeds: Sequence[UnitDeed]) -> Receipt:
    rows = [
        replace(level_row(here.book, deed, one), amount="+1")
        for deed in deeds
        for one in deed.of(LevelGained)
    ]
    title = _("Why level %(n)s?") % {"n": unit.level}
    rows = [replace(row, rule="OPR-48") for row in rows]
    return receipt(here, "why-level", title, rows, _("Level now"), unit.level)


def _kills(here: OprHere, unit: Unit, deeds: Sequence[UnitDeed]) -> Receipt:
    rows = [
        row_of(deed, _("Took out %(name)s") % {"name": _name(here, victim)}, 1, "OPR-36")
        for deed in deeds
        for victim in deed.kills
    ]
    title = _("Which %(n)s kills?") % {"n": len(rows)} if len(rows) != 1 else _("Which kill?")
    return receipt(here, "why-kills", title, rows, _("Kills"), len(rows))


def _fallen(here: OprHere, unit: Unit, deeds: Sequence[UnitDeed]) -> Receipt:
    rows = [row_of(deed, _by(here, deed.fell_to), 1, "OPR-37") for deed in deeds if deed.fell_to is not None]
    return receipt(here, "why-fallen", _("When was it taken out?"), rows, _("Times"), len(rows))


def _by(here: OprHere, killer: str) -> str:
    return _("Fell to %(name)s") % {"name": _name(here, killer)} if killer else _("Was taken out")


def _name(here: OprHere, one: str) -> str:
    unit = here.state.units.get(one)
    return unit.name if unit else _("a neutral figure")


def _trait(here: OprHere, unit: Unit, deeds: Sequence[UnitDeed], number: int) -> Receipt:
    trait = unit.traits[number]
    name = trait_name(here.book, trait)
    title, rows = _("Why %(name)s?") % {"name": name}, _gained(trait, deeds)
    return receipt(here, f"why-trait-{number}", title, rows, trait_text(here.book, trait), "")


def _gained(trait: Trait, deeds: Sequence[UnitDeed]) -> Iterator[ReceiptRow]:
    """Where a trait was gained, and lost in between; the same may come back after a correction by hand."""
    for deed in deeds:
        for one in deed.effects:
            if not isinstance(one, TraitGained | TraitLost):
                continue
            if (one.kind, one.key, one.option) != (trait.kind, trait.key, trait.option):
                continue
            if isinstance(one, TraitLost):
                yield replace(row_of(deed, _("Taken off the sheet"), -1, one.rule), amount="")
                continue
            reason = _("Level %(n)s") % {"n": one.level} if one.level else _reason(trait, deed)
            dice = tuple(die for die in deed.dice if _is_of(die.key, trait, one.level))
            gained = row_of(deed, reason, 1, one.rule, note=one.words, dice=dice)
            yield replace(gained, amount="")


def _reason(trait: Trait, deed: UnitDeed) -> str:
    if not deed.dice:
        return _("Written on the sheet by hand")
    return _("Casualty die") if trait.kind in ("injury", "talent") else _("Gained")


def _is_of(key: str, trait: Trait, level: int) -> bool:
    kind, _unit, *rest = key.split(":")
    return kind in DICE_OF.get(trait.kind, ()) and (not level or rest[:1] == [str(level)])


FIGURES = {
    "why-points": points_receipt,
    "why-xp": xp_receipt,
    "why-level": _level,
    "why-kills": _kills,
    "why-fallen": _fallen,
}
