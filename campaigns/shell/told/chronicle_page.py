"""The chronicle as a page: what can be asked for in words, and the entries about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.engine.here import AnyHere
from campaigns.shell.told import chronicle
from campaigns.shell.told.undoing import Undo, undo_beside
from rules.opr.state import OprState, Unit

MISSIONS = 40  # so many can be chosen; older ones lead here from their own page


@dataclass(frozen=True, slots=True)
class Group:
    """A heading with what may be chosen below it: ids and names."""

    label: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ChroniclePage:
    """`before` is the number it begins below, `more` the one to go on from; `words` say what `about` is.

    `undo` is the one entry in it that may be taken back with a tap.
    """

    lines: list[chronicle.Line]
    before: int | None
    more: int | None
    about: str
    words: str
    groups: tuple[Group, ...]
    undo: Undo | None


def build(here: AnyHere, *, about: str = "", before: int | None = None) -> ChroniclePage:
    """Entries about one warband, mission or unit (or everything), newest first."""
    entries = list(chronicle.entries_of(here, about=about, before=before)[: chronicle.PAGE])
    lines = chronicle.lines_of(here, entries)
    more = lines[-1].seq if len(lines) == chronicle.PAGE else None
    groups = _groups(here.state, about) if isinstance(here.state, OprState) else ()
    names = {key: name for group in groups for key, name in group.choices}
    undo = undo_beside(here, entries, lines)
    return ChroniclePage(lines, before, more, about, names.get(about, ""), tuple(groups), undo)


def _groups(state: OprState, about: str) -> tuple[Group, ...]:
    warbands = sorted(state.warbands.values(), key=lambda one: one.name)
    missions = sorted(state.missions.values(), key=lambda one: -one.number)[:MISSIONS]
    found = [
        Group(_("Warbands"), tuple((one.id, one.name) for one in warbands)),
        Group(_("Missions"), tuple((one.id, _mission(one)) for one in missions)),
        _units(state, about),
    ]
    return tuple(group for group in found if group and group.choices)


def _mission(mission: Any) -> str:
    number = _("Mission %(number)s") % {"number": mission.number}
    return f"{number}: {mission.name}" if mission.name else number


def _units(state: OprState, about: str) -> Group | None:
    """The units, fallen ones too, of the warband that is looked at."""
    unit: Unit | None = state.units.get(about)
    warband = state.warbands.get(unit.warband if unit else about)
    if warband is None:
        return None
    units = sorted(
        (one for one in state.units.values() if one.warband == warband.id), key=lambda one: one.order
    )
    label = _("Units of %(name)s") % {"name": warband.name}
    return Group(label, tuple((one.id, one.name) for one in units))
