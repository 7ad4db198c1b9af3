"""The teams of a league: how they stand, who is in them, and what a visitor may say about that."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.opr.viewer import OprViewer
from rules.engine.language import decimal
from rules.opr.league.team_standings import TeamStanding, team_standings
from rules.opr.league.teams import choosing_is_open
from rules.opr.standings import averages
from rules.opr.state import OprState, Warband


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the table, best first; `how` explains the figure."""

    id: str
    rank: int
    name: str
    colour: str
    members: tuple[str, ...]
    figure: str
    how: str
    mine: bool


@dataclass(frozen=True, slots=True)
class TeamsPage:
    """`own`: the visitor's warband, where they may choose a team for it now."""

    rows: tuple[TeamRow, ...]
    counting: str
    teamless: tuple[str, ...]
    own: Warband | None


def teams_page(viewer: OprViewer) -> TeamsPage:
    state = viewer.state
    return TeamsPage(
        rows=team_rows(viewer),
        counting=team_counting(viewer),
        teamless=teamless_warbands(state),
        own=chooser(viewer),
    )


def teamless_warbands(state: OprState) -> tuple[str, ...]:
    """The names of the warbands that are in no team, where a league has teams."""
    return tuple(one.name for one in state.active if not one.team) if state.league.teams else ()


def team_rows(viewer: OprViewer) -> tuple[TeamRow, ...]:
    """The table of teams, empty where a league has none."""
    lines = team_standings(viewer.state, viewer.book) if viewer.state.league.teams else []
    return tuple(_row(viewer, one) for one in lines)


def _row(viewer: OprViewer, line: TeamStanding) -> TeamRow:
    return TeamRow(
        line.team,
        line.rank,
        line.name,
        line.colour,
        tuple(viewer.state.warbands[one].name for one in line.warbands),
        decimal(line.shown),
        line.how,
        any(map(viewer.owns, line.warbands)),
    )


def team_counting(viewer: OprViewer) -> str:
    """How a team's score comes about. Source: A-60"""
    if averages(viewer.state, viewer.book):
        return _("A team’s score is the average of its warbands’ averages.")
    return _("A team’s score is the average of its warbands’ VP.")


def chooser(viewer: OprViewer) -> Warband | None:
    """The visitor's warband, where they may say themselves which team it is in. Source: A-60"""
    return own_warband(viewer) if choosing_is_open(viewer.state) and not viewer.closed else None


def own_warband(viewer: OprViewer) -> Warband | None:
    """The one the visitor leads now."""
    return next((one for one in viewer.state.active if viewer.owns(one.id)), None)
