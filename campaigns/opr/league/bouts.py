"""Who plays whom in a league of warbands: its missions, who stands near whom, how one is opened."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import Act, BoutState, Encounter
from campaigns.opr.viewer import OprViewer
from rules.engine.lazy_tables import peek
from rules.opr.books import InForce
from rules.opr.league.team_standings import members_of_team
from rules.opr.mission_effects import NO_SHOW
from rules.opr.standings import warband_standings
from rules.opr.state import Mission, MissionStatus, OprState

STATES: Mapping[MissionStatus, BoutState] = {
    "setup": "waits", "playing": "plays", "finished": "over", "abandoned": "off",
}  # fmt: skip


def mission_encounter(state: OprState, key: str) -> Encounter | None:
    """A mission by its id."""
    found = peek(state.missions, key)
    return None if found is None else _told(found)


def _told(mission: Mission) -> Encounter:
    """Of a mission nobody has drawn: where no warband has won it, the app has, and all of them have lost."""
    won = tuple(side.warband for side in mission.sides if side.won)
    return Encounter(
        id=mission.id,
        sides=mission.warbands,
        title=_("Mission %(number)s") % {"number": mission.number},
        state=STATES[mission.status],
        at=mission.finished or mission.began or mission.opened,
        winners=won,
        losers=mission.warbands if mission.status == "finished" and not won else (),
        absent=tuple(side.warband for side in mission.sides if side.moment == NO_SHOW),
        note=_("Round %(n)s") % {"n": mission.round} if mission.status == "playing" and mission.round else "",
    )


def warband_teams(state: OprState) -> list[list[str]]:
    """The warbands of each team. Source: A-60"""
    return [[one.id for one in members_of_team(state, team.id)] for team in state.league.teams]


def warband_ranks(state: OprState, book: InForce) -> dict[str, int]:
    """The place of each warband in the standings. Source: OPR-09, OPR-11, OPR-68"""
    return {line.warband: line.rank for line in warband_standings(state, book)}


def mission_between(viewer: OprViewer, sides: tuple[str, ...]) -> Act | str:
    """A mission; of one alone the app takes the other side, which is set up on a page of its own."""
    if len(sides) == 1:
        return reverse("campaigns:against", args=[viewer.scope.pk])
    return "opr.open_mission", {"warbands": list(sides), "name": ""}
