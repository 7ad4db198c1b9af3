"""How everybody stood after a mission, and what it changed."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.opr.here import OprHere
from campaigns.shell.links import page_of
from rules.engine.late import peek
from rules.opr.standings import WarbandStanding, after, averages, in_order, standings
from rules.opr.state import Mission


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A warband's place then; `moved` places up by that mission, `gained` VP in it, None where it sat out."""

    rank: int
    name: str
    player: str
    emblem: str
    url: str
    shown: str
    vp: int
    moved: int
    gained: int | None
    mine: bool


@dataclass(frozen=True, slots=True)
class StandingsAfter:
    """`earlier`, `later`: the addresses of the same after the missions around this one, empty at the ends."""

    number: int
    name: str
    mission_url: str
    rows: tuple[StandingRow, ...]
    averaged: bool
    earlier: str
    later: str


def standings_after(here: OprHere, key: str) -> StandingsAfter:
    """The table after a finished mission; 404 for any other."""
    mission = peek(here.state.missions, key)
    if mission is None or mission.status != "finished":
        raise Http404
    earlier, later = _around(in_order(here.state), mission)
    return StandingsAfter(
        number=mission.number,
        name=mission.name,
        mission_url=page_of("campaigns:mission", here.scope.pk, mission.id),
        rows=tuple(_rows(here, mission, earlier)),
        averaged=averages(here.state, here.book),
        earlier=_address(here, earlier),
        later=_address(here, later),
    )


def _around(known: list[Mission], mission: Mission) -> tuple[Mission | None, Mission | None]:
    """The missions reported before and after one."""
    place = [one.id for one in known].index(mission.id)
    return known[place - 1] if place else None, next(iter(known[place + 1 :]), None)


def _address(here: OprHere, mission: Mission | None) -> str:
    return page_of("campaigns:standings_after", here.scope.pk, mission.id) if mission else ""


def _rows(here: OprHere, mission: Mission, earlier: Mission | None) -> list[StandingRow]:
    then = standings(after(here.state, here.book, mission), here.book)
    known = {line.warband: line for line in standings(after(here.state, here.book, earlier), here.book)}
    return [_row(here, line, known[line.warband], mission) for line in then if line.missions]


def _row(here: OprHere, line: WarbandStanding, before: WarbandStanding, mission: Mission) -> StandingRow:
    warband = here.state.warbands[line.warband]
    owner = here.people.get(warband.owner, NO_SEAT)
    return StandingRow(
        rank=line.rank,
        name=warband.name,
        player=owner.name,
        emblem=owner.emblem,
        url=page_of("campaigns:warband", here.scope.pk, warband.id),
        shown=line.shown,
        vp=line.vp,
        moved=before.rank - line.rank if before.missions else 0,
        gained=line.vp - before.vp if warband.id in mission.warbands else None,
        mine=here.owns(warband.id),
    )
