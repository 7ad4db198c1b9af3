"""Who took out whom, as two columns to tap: first who did it, then who is out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.opr.table import event_view
from campaigns.opr.table.event_view import EventReminder
from campaigns.opr.table.mission_lines import SideView, TableUnitLine
from campaigns.opr.table.mission_page import MissionPage
from campaigns.opr.table.mission_page import mission_page as mission
from campaigns.opr.viewer import OprViewer
from rules.opr.books import BookWords
from rules.opr.state import Mission


@dataclass(frozen=True, slots=True)
class KillUnit:
    """A unit to tap. `gone`: out already, and not the one being changed."""

    id: str
    name: str
    note: str
    gone: bool
    did_it: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class KillSide:
    name: str
    emblem: str
    units: tuple[KillUnit, ...]


@dataclass(frozen=True, slots=True)
class KillPage:
    """`changing`: a unit that is out already is being changed; `other`: nobody of the table did it."""

    id: str
    name: str
    round: int
    sides: tuple[KillSide, ...]
    changing: bool
    other: bool
    how: frozenset[str]
    words: BookWords
    reminders: tuple[EventReminder, ...] = ()


def kill_page(viewer: OprViewer, found: Mission, sent: Mapping[str, object]) -> KillPage:
    """The page with what was tapped so far, or with what is known of `victim`."""
    return of(mission(viewer, found.id), sent)


def of(page: MissionPage, sent: Mapping[str, object]) -> KillPage:
    """The same of a mission's page."""
    victim = str(sent.get("victim", ""))
    known = next((unit for side in page.sides for unit in side.units if unit.id == victim and unit.out), None)
    killer = known.killer if known and "killer" not in sent else str(sent.get("killer", ""))
    how = known.how if known and "killer" not in sent else _ticked(sent)
    return KillPage(
        id=page.id,
        name=page.name,
        round=known.out if known else page.round or 1,
        sides=tuple(_side(side, victim, killer) for side in _mine_first(page)),
        changing=known is not None,
        other=("killer" in sent or known is not None) and not killer,
        how=how,
        words=page.words,
        reminders=event_view.at("kill", page.events),
    )


def _ticked(sent: Mapping[str, object]) -> frozenset[str]:
    words = {word for word in ("melee", "charge", "down") if word in sent}
    return frozenset(words | ({"routed"} if sent.get("way") == "routed" else set()))


def _mine_first(page: MissionPage) -> tuple[SideView, ...]:
    return tuple(side for side in page.others if not side.skipped)


def _side(side: SideView, victim: str, killer: str) -> KillSide:
    return KillSide(side.name, side.emblem, tuple(_unit(unit, victim, killer) for unit in side.units))


def _unit(unit: TableUnitLine, victim: str, killer: str) -> KillUnit:
    gone = bool(unit.out or unit.away) and unit.id not in (victim, killer)
    return KillUnit(unit.id, unit.name, _note(unit), gone, unit.id == killer, unit.id == victim)


def _note(unit: TableUnitLine) -> str:
    if unit.away:
        return unit.left
    if unit.out:
        return _("out in round %(round)s") % {"round": unit.out}
    kills = ngettext("%(n)s kill", "%(n)s kills", unit.kills) % {"n": unit.kills} if unit.kills else ""
    return " · ".join(filter(None, [_("hero") if unit.hero else "", kills]))
