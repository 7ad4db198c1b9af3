"""How everybody stood after a mission, and what it changed."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.opr.viewer import OprViewer
from campaigns.shell.links import page_of
from rules.engine.lazy_tables import peek
from rules.opr.league.sides import over_at, player_at
from rules.opr.standings import (
    WarbandStanding,
    averages,
    finished_missions,
    state_after_mission,
    warband_standings,
)
from rules.opr.state import Mission


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A warband's place then, and who played it; `moved` places up by that mission, `gained` VP in it, None
    where it sat out."""

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


def standings_after_page(viewer: OprViewer, key: str) -> StandingsAfter:
    """The table after a finished mission; 404 for any other."""
    mission = peek(viewer.state.missions, key)
    if mission is None or mission.status != "finished":
        raise Http404
    earlier, later = _around(finished_missions(viewer.state), mission)
    return StandingsAfter(
        number=mission.number,
        name=mission.name,
        mission_url=page_of("campaigns:mission", viewer.scope.pk, mission.id),
        rows=tuple(_rows(viewer, mission, earlier)),
        averaged=averages(viewer.state, viewer.book),
        earlier=_address(viewer, earlier),
        later=_address(viewer, later),
    )


def _around(known: list[Mission], mission: Mission) -> tuple[Mission | None, Mission | None]:
    """The missions reported before and after one."""
    place = [one.id for one in known].index(mission.id)
    return known[place - 1] if place else None, next(iter(known[place + 1 :]), None)


def _address(viewer: OprViewer, mission: Mission | None) -> str:
    return page_of("campaigns:standings_after", viewer.scope.pk, mission.id) if mission else ""


def _rows(viewer: OprViewer, mission: Mission, earlier: Mission | None) -> list[StandingRow]:
    then = warband_standings(state_after_mission(viewer.state, viewer.book, mission), viewer.book)
    known = {
        line.warband: line
        for line in warband_standings(state_after_mission(viewer.state, viewer.book, earlier), viewer.book)
    }
    return [_row(viewer, line, known[line.warband], mission) for line in then if line.missions]


def _row(viewer: OprViewer, line: WarbandStanding, before: WarbandStanding, mission: Mission) -> StandingRow:
    warband = viewer.state.warbands[line.warband]
    seats = player_at(viewer.state, warband.id, over_at(mission))
    owner = viewer.people.get(next(iter(seats), ""), NO_SEAT)
    return StandingRow(
        rank=line.rank,
        name=warband.name,
        player=owner.name,
        emblem=owner.emblem,
        url=page_of("campaigns:warband", viewer.scope.pk, warband.id),
        shown=line.shown,
        vp=line.vp,
        moved=before.rank - line.rank if before.missions else 0,
        gained=line.vp - before.vp if warband.id in mission.warbands else None,
        mine=viewer.seat is not None and any(map(viewer.actor.is_seat, seats)),
    )
