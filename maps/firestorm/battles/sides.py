"""What each side of a battle fights with: its points line by line, and what holds for its units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from maps.firestorm.battles.battle_labels import LINE_ICONS, LINE_WORDS, side_names
from maps.firestorm.viewer import FirestormViewer
from rules.engine.language import listed, mark, mark_in, said
from rules.firestorm.battles.locking import army_total, fought_tired, stood_fortified, total
from rules.firestorm.faction_figures import fought_by
from rules.firestorm.siege.siege_rules import siege_side, trait_of
from rules.firestorm.state import Battle, PointsRow, SideName

type Two = Literal["attack", "defend"]

SIDES: tuple[Two, ...] = ("attack", "defend")
ROLES: dict[SideName, str] = {
    "attack": mark_in("a side in a battle", "attacker"),
    "defend": mark("defender"),
    "third": mark("against both"),
}


@dataclass(frozen=True, slots=True)
class SidePointsLine:
    """One line of a side's points."""

    words: str
    points: int
    rule: str
    icon: str


@dataclass(frozen=True, slots=True)
class SideOfBattle:
    """A side of a battle. `tags` are what its units are, with the rule that says so."""

    name: str
    faction: str
    colour: str
    players: str
    role: str
    mine: bool
    lines: tuple[SidePointsLine, ...]
    total: int
    tags: tuple[tuple[str, str], ...]


def battle_sides(viewer: FirestormViewer, battle: Battle) -> Iterator[SideOfBattle]:
    """Everybody who fights, at most three; a defender that is not known yet is left out."""
    banners = {"attack": battle.attacker, "defend": battle.defender, "third": battle.third}
    factions = {"attack": battle.attack, "defend": battle.defend, "third": battle.third_faction}
    for side, name in side_names(viewer.state, battle).items():
        yield _side(viewer, battle, side, name, factions[side], banners[side])


def _side(
    viewer: FirestormViewer, battle: Battle, side: SideName, name: str, faction: str, banner: str
) -> SideOfBattle:
    owner = viewer.state.factions[faction]
    found = (one for one in battle.lines if one.side == side)
    return SideOfBattle(
        name=name,
        faction=viewer.state.name_of(faction),
        colour=owner.colour,
        players=listed(_players(viewer, battle, faction)),
        role=said(ROLES[side]),
        mine=viewer.owns(faction),
        lines=(*map(_points, found), *_of_siege(viewer, battle, side)),
        total=total(battle.lines, side) if side == "third" else army_total(viewer.state, battle, side),
        tags=tuple(_tags(viewer, battle, faction, banner)),
    )


def _players(viewer: FirestormViewer, battle: Battle, faction: str) -> list[str]:
    """Who plays in a faction and did so when the battle was fought."""
    people = viewer.people
    return [people[one].name for one in fought_by(viewer.state, battle, faction) if one in people]


def _of_siege(viewer: FirestormViewer, battle: Battle, side: SideName) -> Iterator[SidePointsLine]:
    """What a siege has added to an army or taken from it, to those who follow it."""
    siege = viewer.state.sieges.get(battle.id)
    if siege is not None and side != "third":
        delta = siege.besieger_delta if side == "attack" else siege.besieged_delta
        if delta:
            yield SidePointsLine(_("By the siege"), delta, "FS-128", "bricks")


def _points(one: PointsRow) -> SidePointsLine:
    return SidePointsLine(_(LINE_WORDS[one.what]), one.points, one.rule, LINE_ICONS[one.what])


def _tags(viewer: FirestormViewer, battle: Battle, faction: str, banner: str) -> Iterator[tuple[str, str]]:
    if banner:
        yield from _of_banner(viewer, battle, banner)
    if banner and faction == battle.defend and battle.garrison:
        yield _("with a garrison"), "FS-21"
    trait = trait_of(viewer.state, battle, siege_side(battle, faction))
    if trait and battle.id in viewer.state.sieges:
        yield str(viewer.book.siege.traits[trait]), "FS-145"


def _of_banner(viewer: FirestormViewer, battle: Battle, banner: str) -> Iterator[tuple[str, str]]:
    if fought_tired(viewer.state, battle, banner):
        yield _("fatigued: −%(n)d to hit") % {"n": viewer.book.figures.fatigue}, "FS-35"
    if stood_fortified(viewer.state, battle, banner):
        yield _("fortified: %(n)d obstacles") % {"n": viewer.book.figures.obstacles}, "FS-37"
