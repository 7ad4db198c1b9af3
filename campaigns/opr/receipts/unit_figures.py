"""Every figure of a unit on a tap: price, XP, level, kills, falls, and what is behind each of its traits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.opr.league.trait_labels import trait_name, trait_text
from campaigns.opr.receipts.entries import UnitDeed
from campaigns.opr.receipts.receipt import (
    Receipt,
    ReceiptRow,
    level_row,
    points_receipt,
    receipt,
    receipt_row,
    xp_receipt,
)
from campaigns.opr.viewer import OprViewer
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


def unit_receipt(viewer: OprViewer, unit: Unit, deeds: Sequence[UnitDeed], why: str) -> Receipt | None:
    """The receipt a page asks for by its name, such as "why-level"; None for anything else."""
    if why in FIGURES:
        return FIGURES[why](viewer, unit, deeds)
    number = number_of(why.removeprefix("why-trait-")) if why.startswith("why-trait-") else None
    return None if number is None or number >= len(unit.traits) else _trait(viewer, unit, deeds, number)


def _level(viewer: OprViewer, unit: Unit, deeds: Sequence[UnitDeed]) -> Receipt:
    rows = [
        replace(level_row(viewer.book, deed, one), amount="+1")
        for deed in deeds
        for one in deed.of(LevelGained)
    ]
    title = _("Why level %(n)s?") % {"n": unit.level}
    rows = [replace(row, rule="OPR-48") for row in rows]
    return receipt(viewer, "why-level", title, rows, _("Level now"), unit.level)


def _kills(viewer: OprViewer, unit: Unit, deeds: Sequence[UnitDeed]) -> Receipt:
    rows = [
        receipt_row(deed, _("Took out %(name)s") % {"name": _name(viewer, victim)}, 1, "OPR-36")
        for deed in deeds
        for victim in deed.kills
    ]
    told = ngettext("Which kill?", "Which %(n)s kills?", len(rows)) if rows else _("No kills yet")
    title = told % {"n": len(rows)}
    return receipt(viewer, "why-kills", title, rows, _("Kills"), len(rows))


def _fallen(viewer: OprViewer, unit: Unit, deeds: Sequence[UnitDeed]) -> Receipt:
    rows = [
        receipt_row(deed, _by(viewer, deed.fell_to), 1, "OPR-37")
        for deed in deeds
        if deed.fell_to is not None
    ]
    return receipt(viewer, "why-fallen", _("When was it taken out?"), rows, _("Times taken out"), len(rows))


def _by(viewer: OprViewer, killer: str) -> str:
    return _("Fell to %(name)s") % {"name": _name(viewer, killer)} if killer else _("Was taken out")


def _name(viewer: OprViewer, one: str) -> str:
    unit = viewer.state.units.get(one)
    return unit.name if unit else _("a neutral figure")


def _trait(viewer: OprViewer, unit: Unit, deeds: Sequence[UnitDeed], number: int) -> Receipt:
    trait = unit.traits[number]
    name = trait_name(viewer.book, trait)
    title, rows = _("Why %(name)s?") % {"name": name}, _gained(trait, deeds)
    return receipt(viewer, f"why-trait-{number}", title, rows, trait_text(viewer.book, trait), "")


def _gained(trait: Trait, deeds: Sequence[UnitDeed]) -> Iterator[ReceiptRow]:
    """Where a trait was gained, and lost in between; the same may come back after a correction by hand."""
    for deed in deeds:
        for one in deed.effects:
            if not isinstance(one, TraitGained | TraitLost):
                continue
            if (one.kind, one.key, one.option) != (trait.kind, trait.key, trait.option):
                continue
            if isinstance(one, TraitLost):
                yield replace(receipt_row(deed, _("Taken off the sheet"), -1, one.rule), amount="")
                continue
            reason = _("Level %(n)s") % {"n": one.level} if one.level else _reason(trait, deed)
            dice = tuple(die for die in deed.dice if _is_of(die.key, trait, one.level))
            gained = receipt_row(deed, reason, 1, one.rule, note=one.words, dice=dice)
            yield replace(gained, amount="")


def _reason(trait: Trait, deed: UnitDeed) -> str:
    if not deed.dice:
        return _("Added to the sheet by hand")
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
