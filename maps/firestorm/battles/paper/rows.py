"""What the card of a battle has room for below the result: rounds, the table's tiles, what comes afterwards.

So an evening is played to its end without a screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from maps.firestorm.battles.sides import SIDES, SideOfBattle
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.battles.locking import total
from rules.firestorm.battles.sudden_death import summon_limit
from rules.firestorm.book import FirestormInForce
from rules.firestorm.state import Battle

ROUNDS = 6
ROOMY = 13  # lines of both sides' points and reminders beside which rounds and a table have room


@dataclass(frozen=True, slots=True)
class Track:
    """A row of the rounds: whose, and what is counted."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Afterwards:
    """Something to settle after the battle, by the rules that say so."""

    title: str
    lines: tuple[str, ...]
    rules: str


def is_roomy(battle: Battle, sides: tuple[SideOfBattle, ...], reminders: int) -> bool:
    """Whether rounds and a table fit onto the sheet as well."""
    used = max(len(one.lines) + len(one.tags) for one in sides) + reminders
    return battle.games == 1 and len(sides) == len(SIDES) and used <= ROOMY


def tracks(book: FirestormInForce, sides: tuple[SideOfBattle, ...]) -> Iterator[Track]:
    """What both sides count from round to round; mortal wounds only where they bring something."""
    counted = [_("victory points"), _("command points")]
    counted += [_("mortal wounds")] if book.settings.sudden_death else []
    for side in sides:
        yield from (Track(side.name, what) for what in counted)


def limits(viewer: FirestormViewer, battle: Battle) -> dict[str, int]:
    """How much each side may summon without granting a condition; none where that brings nothing."""
    if not viewer.book.settings.sudden_death or not battle.defend or battle.third:
        return {}
    attack, defend = (total(battle.lines, side) for side in SIDES)
    return {
        viewer.state.name_of(battle.attack): summon_limit(viewer.book, attack, defend),
        viewer.state.name_of(battle.defend): summon_limit(viewer.book, defend, attack),
    }


def afterwards_rows(book: FirestormInForce, battle: Battle) -> Iterator[Afterwards]:
    """In the order in which it is settled."""
    if battle.games > 1:
        yield Afterwards(_("Several games"), _several(book), "FS-55, FS-57")
    yield Afterwards(_("The territory"), _territory(), "FS-42, FS-69, FS-70")
    yield Afterwards(_("A beaten banner"), _beaten(book, battle), "FS-60, FS-62, FS-63")
    spoils = (_("each side rolls a D3"), _("the winner may roll again; then the second roll counts"))
    yield Afterwards(_("Build points"), spoils, "FS-71, FS-72")
    yield Afterwards(_("Glory"), _glory(book), "FS-101, FS-103")


def _several(book: FirestormInForce) -> tuple[str, ...]:
    worth = book.book.worth
    major = {
        "unanimous": _("major only if every game was major"),
        "sum2": _("major at a total of 2 or more, or −2 or less"),
    }[book.settings.aggregate]
    figures = {"major": worth["major_victory"], "minor": worth["minor_victory"]}
    return (
        _("major victory +%(major)d, minor victory +%(minor)d, defeats the same but negative: add them up")
        % figures,
        _("above 0 is a victory, below 0 a defeat"),
        major,
    )


def _territory() -> tuple[str, ...]:
    return (
        _("the attacker wins: the territory is theirs, and their banner stays"),
        _("otherwise its owner keeps it"),
        _("a garrison that loses is gone, with its building"),
    )


def _beaten(book: FirestormInForce, battle: Battle) -> tuple[str, ...]:
    face = book.figures.retreat_face
    drawn = {"both": _("draw: both retreat 1 step"), "attacker": _("draw: the attacker retreats 1 step")}
    tabled = ngettext(
        "tabled: scattered, even after a victory",
        "tabled in every game: scattered, even after a victory",
        battle.games,
    )
    return (
        drawn[book.settings.draw_retreat],
        _("minor defeat: it retreats 1 step"),
        _("major defeat, D6: %(low)s scattered, %(high)s retreats 1 step")
        % {"low": f"1–{face - 1}", "high": f"{face}–6"},
        _("nowhere to retreat to: scattered"),
        tabled,
    )


def _glory(book: FirestormInForce) -> tuple[str, ...]:
    worth = book.book.glory
    return (
        _("major victory %(n)d") % {"n": worth["major_victory"]},
        _("minor victory %(n)d") % {"n": worth["minor_victory"]},
        _("draw %(n)d each") % {"n": worth["draw"]},
    )
