"""The banners of a faction and who marches under each: commander, named characters, heroes, units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from campaigns.engine.who.naming import sort_key
from maps.firestorm.place_names import name_on_screen
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.battles.locking import fatigued
from rules.firestorm.decks import chart, upgrade_name
from rules.firestorm.muster_state import CharacterKind, Upgrade
from rules.firestorm.setting_up.armies import commander_of
from rules.firestorm.state import Banner, Faction, Firestorm, Territory

KINDS: dict[CharacterKind, str] = {
    "commander": gettext_noop("commander"),
    "named": gettext_noop("named character"),
    "hero": gettext_noop("hero"),
    "unit": gettext_noop("unit"),
}
ORDER = tuple(KINDS)


@dataclass(frozen=True, slots=True)
class UpgradeLine:
    """An upgrade: what it does, where it was won; `state` is empty while it is held."""

    name: str
    words: str
    won: str
    dice: tuple[int, ...]
    state: str


@dataclass(frozen=True, slots=True)
class CharacterLine:
    id: str
    name: str
    kind: str
    alive: bool
    upgrades: tuple[UpgradeLine, ...]


@dataclass(frozen=True, slots=True)
class ArmyBanner:
    """A banner: where it stands, or waits; `commander` is empty when it wants one."""

    id: str
    name: str
    where: str
    territory: str
    marks: tuple[str, ...]
    commander: str
    characters: tuple[CharacterLine, ...]
    gone: bool


def banner_lines(
    viewer: FirestormViewer, faction: Faction, called: Callable[[Territory], str] = name_on_screen
) -> tuple[ArmyBanner, ...]:
    """Every banner the faction ever raised, those on the map first; `called`: what their places are."""
    mine = [one for one in viewer.state.banners.values() if one.faction == faction.id]
    order = ("map", "reserve", "removed")
    mine.sort(key=lambda one: (order.index(one.at), one.number))
    return tuple(_banner(viewer, one, called) for one in mine)


def _banner(viewer: FirestormViewer, banner: Banner, called: Callable[[Territory], str]) -> ArmyBanner:
    people = tuple(_characters(viewer, banner))
    leads = commander_of(viewer.state, banner.id)
    return ArmyBanner(
        id=banner.id,
        name=viewer.state.name_of(banner.id),
        where=_where(viewer.state, banner, called),
        territory=banner.territory if banner.at == "map" else "",
        marks=(_("fatigued"),) if fatigued(viewer.state, banner.id) else (),
        commander=leads.name if leads else "",
        characters=people,
        gone=banner.at == "removed",
    )


def _where(state: Firestorm, banner: Banner, called: Callable[[Territory], str]) -> str:
    if banner.at == "map":
        return called(state.territories[banner.territory])
    return _("in reserve") if banner.at == "reserve" else _("removed")


def _characters(viewer: FirestormViewer, banner: Banner) -> Iterator[CharacterLine]:
    mine = [one for one in viewer.state.characters.values() if one.banner == banner.id]
    mine.sort(key=lambda one: (not one.alive, ORDER.index(one.kind), sort_key(one.name)))
    for one in mine:
        held = [each for each in viewer.state.upgrades.values() if each.character == one.id]
        held.sort(key=lambda each: each.state != "held")
        lines = tuple(_upgrade(viewer, each) for each in held)
        yield CharacterLine(one.id, one.name, _(KINDS[one.kind]), one.alive, lines)


def _upgrade(viewer: FirestormViewer, one: Upgrade) -> UpgradeLine:
    rows = {row.id: row.words for row in chart(viewer.state, viewer.book, one.chart)}
    state = {"lost": pgettext("an upgrade", "lost"), "replaced": _("replaced")}.get(one.state, "")
    return UpgradeLine(
        upgrade_name(viewer.book.start, one), rows.get(one.row, ""), _won(viewer.state, one), one.dice, state
    )


def _won(state: Firestorm, one: Upgrade) -> str:
    """When and where an upgrade was won."""
    if one.legacy:
        return _("from elsewhere")
    battle = state.battles.get(one.battle)
    if battle is None:
        return _("turn %(n)s") % {"n": one.turn}
    return _("turn %(n)s, %(place)s") % {"n": one.turn, "place": state.name_of(battle.territory)}
