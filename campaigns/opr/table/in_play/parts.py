"""A mission in play by its parts: each unit's row, each side's head, each unit of the ledger.

These are what a tick changes. Whatever else the page shows belongs to its body's mark.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone

from campaigns.opr.table.in_play import kill_page
from campaigns.opr.table.in_play.kill_page import KillPage, KillSide
from campaigns.opr.table.mission_lines import SideView, TableUnitLine
from campaigns.opr.table.mission_page import MissionPage
from campaigns.opr.viewer import OprViewer
from campaigns.shell.drawn.by_value import ByValue, Reader, ValuePart, part_id, reader

ROW = "campaigns/opr/table/_unit_row.html"
HEAD = "campaigns/opr/table/_side_head.html"
CHIP = "campaigns/opr/table/_kill_unit.html"


@dataclass(frozen=True)
class SideInPlay:
    """A side as the page lists it."""

    side: SideView
    head: ValuePart
    rows: tuple[ValuePart, ...]


@dataclass(frozen=True)
class LedgerSide:
    """A side in the ledger."""

    side: KillSide
    units: tuple[ValuePart, ...]


@dataclass(frozen=True)
class InPlay:
    """What the templates draw, and what of it an open page lacks."""

    sides: tuple[SideInPlay, ...]
    ledger: KillPage
    columns: tuple[LedgerSide, ...]
    by_value: ByValue

    @cached_property
    def mark(self) -> str:
        return self.by_value.mark


def in_play(viewer: OprViewer, page: MissionPage) -> InPlay | None:
    """A mission's page by its parts; None while it is not played."""
    if page.status != "playing":
        return None
    with timezone.override(ZoneInfo(viewer.scope.time_zone)):
        by = reader()
    out_url = reverse("campaigns:out", args=[viewer.scope.pk, page.id])
    ledger = kill_page.of(page, {})
    of_page = (("word", page.words.down), ("may_play", page.may_play))
    told = (*of_page, ("out_url", out_url), ("league", viewer.scope.pk), ("mission", page.id))
    sides = tuple(_side(side, told, by) for side in page.others)
    columns = tuple(LedgerSide(side, tuple(_chips(side, out_url, by))) for side in ledger.sides)
    bare = replace(page, sides=tuple(replace(side, units=()) for side in page.sides))
    parts = [part for side in sides for part in (side.head, *side.rows)]
    parts += [part for column in columns for part in column.units] if page.may_play else []
    rest = (bare, viewer.is_organiser, viewer.scope.pk)
    return InPlay(sides, ledger, columns, ByValue("mission", rest, tuple(parts), by))


def _side(side: SideView, told: tuple[tuple[str, Hashable], ...], by: Reader) -> SideInPlay:
    rows = (
        ValuePart(part_id("u", unit.id), ROW, (("unit", _without_how(unit)), *told), by)
        for unit in side.units
    )
    counts = (("side", replace(side, units=())), ("standing", side.standing), ("fielded", side.fielded))
    return SideInPlay(side, ValuePart(part_id("h", side.id), HEAD, counts, by), tuple(rows))


def _without_how(unit: TableUnitLine) -> TableUnitLine:
    return replace(unit, how=frozenset()) if unit.how else unit


def _chips(side: KillSide, out_url: str, by: Reader) -> Iterator[ValuePart]:
    for unit in side.units:
        told = (("unit", unit), ("row", part_id("u", unit.id)), ("out_url", out_url))
        yield ValuePart(part_id("k", unit.id), CHIP, told, by)
