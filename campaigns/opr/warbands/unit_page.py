"""One unit: its figures with their receipts, its traits with what they do, what it carries, its story."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.opr.imports.gear import rules_line, weapon_profile
from campaigns.opr.league.trait_labels import trait_name, trait_text, unit_status_words
from campaigns.opr.receipts.entries import UnitDeed, deeds_of
from campaigns.opr.receipts.receipt import Receipt
from campaigns.opr.receipts.story import StoryLine, story_of
from campaigns.opr.receipts.unit_figures import unit_receipt
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands.warband_page import BigFigure, change_url, joined_words, new_xp
from rules.opr.state import Item, Unit, Weapon


@dataclass(frozen=True, slots=True)
class TraitLine:
    """`url` opens what stands behind it."""

    name: str
    text: str
    tone: str
    url: str


@dataclass(frozen=True, slots=True)
class GearLine:
    name: str
    note: str
    points: str = ""


@dataclass(frozen=True, slots=True)
class UnitPage:
    """`back`: its warband, or the mission from which one has looked it up; `query` keeps that in what is
    opened here.
    """

    key: str
    name: str
    warband: str
    back: str
    query: str
    figures: tuple[BigFigure, ...]
    is_hero: bool
    xp: int
    new_xp: int
    next_level: str
    note: str
    fallen: str
    profile: str
    traits: tuple[TraitLine, ...]
    gear: tuple[GearLine, ...]
    rules: str
    story: tuple[StoryLine, ...]
    receipt: Receipt | None
    address: str
    follows: str
    change: str


def sheet_unit_page(viewer: OprViewer, unit: Unit, why: str = "", mission: str = "") -> UnitPage:
    """The page of a unit; `why` names the receipt to open, `mission` the one from which it was looked up."""
    state, book = viewer.state, viewer.book
    back, query = _where_from(viewer, unit, mission)
    deeds = deeds_of(viewer.scope, state, unit.id)
    warband = state.warbands[unit.warband]
    return UnitPage(
        key=unit.id,
        name=unit.name,
        warband=warband.name,
        back=back,
        query=query,
        figures=_figures(unit, deeds, query),
        is_hero=unit.hero,
        xp=unit.xp,
        new_xp=new_xp(state, unit),
        next_level=next_level(unit, book.figures.xp_per_level, book.figures.levels_max),
        note=" · ".join(filter(None, [unit_status_words(unit), joined_words(state, unit)])),
        fallen=_fallen(deeds),
        profile=profile_words(unit),
        traits=tuple(
            TraitLine(
                trait_name(book, one), trait_text(book, one), _tone(one.kind), f"{query}why=why-trait-{n}"
            )
            for n, one in enumerate(unit.traits)
        ),
        gear=(*map(_weapon, unit.profile.weapons), *map(_item, unit.items)),
        rules=rules_line(unit.profile.rules),
        story=story_of(state, book, deeds),
        receipt=unit_receipt(viewer, unit, deeds, why) if why else None,
        address=reverse("campaigns:unit", args=[viewer.scope.pk, unit.id]) + query.rstrip("?&"),
        follows=f"of:{warband.id} missions campaign",
        change=change_url(viewer, "change_unit", unit.id, mine=unit.living and viewer.owns(unit.warband)),
    )


def _where_from(viewer: OprViewer, unit: Unit, mission: str) -> tuple[str, str]:
    """Where one goes back to, and the start of a query that keeps it."""
    found = viewer.state.missions.get(mission)
    if found is None or unit.warband not in found.warbands:
        return reverse("campaigns:warband", args=[viewer.scope.pk, unit.warband]), "?"
    return reverse("campaigns:mission", args=[viewer.scope.pk, mission]), f"?{urlencode({'m': mission})}&"


def _figures(unit: Unit, deeds: list[UnitDeed], query: str) -> tuple[BigFigure, ...]:
    kills = sum(len(deed.kills) for deed in deeds)
    return (
        BigFigure(unit.value, _("value"), f"{query}why=why-points"),
        BigFigure(unit.xp, _("XP"), f"{query}why=why-xp"),
        BigFigure(unit.level, _("level"), f"{query}why=why-level"),
        BigFigure(kills, _("kills"), f"{query}why=why-kills"),
    )


def _fallen(deeds: list[UnitDeed]) -> str:
    """How often it was taken out, in words; its receipt is "why-fallen"."""
    times = sum(1 for deed in deeds if deed.fell_to is not None)
    return ngettext("taken out once", "taken out %(n)s times", times) % {"n": times} if times else ""


def next_level(unit: Unit, per_level: int, most: int) -> str:
    """How far the next level is."""
    if unit.level >= most:
        return _("top level")
    missing = (unit.level + 1) * per_level - unit.xp
    return _("next level in %(n)s XP") % {"n": missing} if missing > 0 else _("level-up due")


def profile_words(unit: Unit) -> str:
    """`Quality 3+ · Defense 4+ · Tough 3 · 5 models`; what nobody entered is left out."""
    profile = unit.profile
    parts = [_("Quality %(n)s+") % {"n": profile.quality}] if profile.quality else []
    parts += [_("Defense %(n)s+") % {"n": profile.defense}] if profile.defense else []
    parts += [_("Tough %(n)s") % {"n": profile.tough}] if profile.tough else []
    parts += [_("%(n)s models") % {"n": profile.models}] if profile.models > 1 else []
    return " · ".join(parts)


def _tone(kind: str) -> str:
    return {"injury": "red", "talent": "verdigris"}.get(kind, "")


def _weapon(weapon: Weapon) -> GearLine:
    count = f"{weapon.count}x " if weapon.count > 1 else ""
    return GearLine(f"{count}{weapon.label}", weapon_profile(weapon))


def _item(item: Item) -> GearLine:
    found = _("found, cannot be sold") if item.origin == "event" else _("upgrade")
    return GearLine(item.label, found, "" if item.price is None else f"{item.price}")
