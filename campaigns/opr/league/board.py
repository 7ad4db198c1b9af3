"""What a league of warbands puts on the club-night board."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.on_the_board import BoardNews, BoardRow, Happening, Ranking
from campaigns.opr.league import home
from campaigns.opr.league.facts import OUT, counting_facts
from campaigns.opr.league.waiting import awaited_players
from campaigns.opr.teams.teams_page import team_rows
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.names import isolated
from rules.opr.playing.owed import matters
from rules.opr.standings import averages
from rules.opr.state import Event, Mission, OprState

NEWEST = 2  # missions that are told of


def warband_board(viewer: OprViewer) -> Ranking:
    """Standings, missions being played, who is waited for, who has just taken out whom."""
    state: OprState = viewer.state
    rows = tuple(
        _row(one, averaged=one.figure != str(one.vp)) for one in home.standings_rows(viewer, viewer.people)
    )
    playing = [one for one in reversed(state.under_way) if one.status == "playing"]
    return Ranking(
        counting=str(_("average VP per mission") if averages(state, viewer.book) else _("victory points")),
        rows=rows,
        nobody=_("No warbands yet"),
        now=tuple(_happening(viewer, mission) for mission in playing),
        waited=tuple(one.name for one in awaited_players(viewer)),
        teams=tuple(f"{one.rank}. {isolated(one.name)} {one.figure}" for one in team_rows(viewer)),
        news=tuple(one for mission in playing[:NEWEST] for one in _taken_out(viewer, mission)),
    )


def _row(line: home.StandingsRow, *, averaged: bool) -> BoardRow:
    if averaged:
        told = ngettext("%(vp)s VP in %(n)s mission", "%(vp)s VP in %(n)s missions", line.played)
    else:
        told = ngettext("%(n)s mission", "%(n)s missions", line.played)
    played = told % {"vp": line.vp, "n": line.played}
    note = " · ".join(filter(None, (line.player and isolated(line.player), played)))
    return BoardRow(str(line.rank), line.name, note, line.emblem, line.figure, line.moved)


def _happening(viewer: OprViewer, mission: Mission) -> Happening:
    """A mission that is played, with the event that counts in it."""
    names = [isolated(viewer.state.warbands[one].name) for one in mission.warbands]
    title = _(" against ").join(names)
    place = mission.name or _("Mission %(number)s") % {"number": mission.number}
    where = _("%(place)s, round %(round)s") % {"place": place, "round": mission.round or 1}
    event = next((one for one in reversed(mission.events) if matters(viewer.book, one, mission.round)), None)
    return _event(viewer, event, where) if event else Happening(where, title)


def _event(viewer: OprViewer, event: Event, where: str) -> Happening:
    entry = viewer.book.event_by_code[event.code]
    return Happening(where, entry.name, entry.told(event.number), (event.code // 10, event.code % 10))


def _taken_out(viewer: OprViewer, mission: Mission) -> Iterator[BoardNews]:
    """Who took out whom, as it is ticked at the table."""
    units = viewer.state.units
    for (kind, victim), fact in counting_facts(viewer.scope, mission.id).items():
        if kind != OUT or victim not in units:
            continue
        killer = units.get(fact.data.get("killer", ""))
        names = {"victim": isolated(units[victim].name), "killer": isolated(killer.name) if killer else ""}
        sentence = _("%(killer)s took out %(victim)s.") if killer else _("%(victim)s is out.")
        owner = viewer.people.get(viewer.state.warbands[killer.warband].owner) if killer else None
        yield BoardNews(fact.at, sentence % names, owner.emblem if owner else "")
