"""A league's mission in which the app plays a side: for whom it stands in, and the way back to the league.

Consent is a fact of the mission, written by whoever owns the warband. Source: SOLO-76, SOLO-82, SOLO-83.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext as _

from campaigns.opr.against import league_games as shared
from campaigns.opr.against.forms import AgainstMissionForm
from campaigns.opr.league.facts import counting_facts
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.fields import Data
from rules.opr.state import Mission
from rules.opr.state import Unit as LeagueUnit
from rules.opr.values import total_value
from rules.solo.league.muster import muster
from rules.solo.state import Kind, TableSide, Unit

STANDIN = "standin"


@dataclass(frozen=True, slots=True)
class MissionSolo:
    """`lendable`: the warbands for which the app may stand in; a rival it plays anyway."""

    key: str
    name: str
    status: str
    sides: tuple[shared.SideChoice, ...]
    terms: AgainstMissionForm
    games: tuple[shared.AgainstGame, ...]
    may_make: bool
    standin: str
    cap: str

    lendable: tuple[shared.SideChoice, ...]

    @property
    def boxes(self) -> tuple[tuple[BoundWidget, shared.SideChoice], ...]:
        """The warbands for which the app may stand in, each with its box to tick."""
        return tuple(zip(self.terms["standin"], self.lendable, strict=True))

    @property
    def rivals(self) -> tuple[shared.SideChoice, ...]:
        return tuple(side for side in self.sides if side.rival)


def against_mission_page(viewer: OprViewer, mission: Mission, data: Data = None) -> MissionSolo:
    ticked, people = counting_facts(viewer.scope, mission.id), viewer.people
    sides = tuple(
        shared.side_choice(
            viewer, one, taking_part(viewer, mission, one), people, consent=(STANDIN, one) in ticked
        )
        for one in mission.warbands
    )
    standin = viewer.book.setting("standin")
    lendable = () if standin == "off" else tuple(side for side in sides if not side.rival)
    return MissionSolo(
        key=mission.id,
        name=mission.name or _("Mission %(number)s") % {"number": mission.number},
        status=mission.status,
        sides=sides,
        terms=AgainstMissionForm(data, shared.drawable_armies(viewer), shared.term_choices(viewer), lendable),
        lendable=lendable,
        games=shared.against_games(viewer, mission.id, _why_not(mission)),
        may_make=mission.open and (viewer.is_organiser or any(side.mine for side in sides)),
        standin=standin,
        cap=shared.cap_words(viewer, sides),
    )


def _why_not(mission: Mission) -> str:
    if mission.status == "setup":
        return _("Begin the mission in the league first; then the game can be reported.")
    return "" if mission.status == "playing" else _("This mission already has a result.")


def taking_part(viewer: OprViewer, mission: Mission, warband: str) -> list[LeagueUnit]:
    """Who comes along: those confirmed, else everybody who can fight."""
    side = mission.side(warband)
    if side.ready:
        return [viewer.state.units[unit] for unit in side.fielded]
    return shared.everybody(viewer, warband)


def mission_game_sides(
    viewer: OprViewer, mission: Mission, standins: Iterable[str], apps: int
) -> tuple[list[TableSide], list[Unit]]:
    """The sides of the game with their units mustered; the app's own come first."""
    ticked = counting_facts(viewer.scope, mission.id)
    run = {one: _kind(viewer, one, set(standins)) for one in mission.warbands}
    sides, units = app_table_sides(apps), list[Unit]()
    for number, warband in enumerate(sorted(run, key=lambda one: run[one] == "human"), start=1):
        there = taking_part(viewer, mission, warband)
        underdog, consent = mission.side(warband).underdog_left, (STANDIN, warband) in ticked
        side = league_side(viewer, warband, f"w{number}", len(sides) + 1, there)
        sides.append(replace(side, kind=run[warband], underdog=underdog, consent=consent))
        units += [muster(unit, f"w{number}", at) for at, unit in enumerate(there, start=1)]
    return sides, units


def _kind(viewer: OprViewer, warband: str, standins: set[str]) -> Kind:
    if viewer.state.warbands[warband].rival:
        return "ai_rival"
    return "ai_standin" if warband in standins else "human"


def app_table_sides(apps: int) -> list[TableSide]:
    """The app's own warbands, whose lists are drawn at the table."""
    names = [_("The app")] if apps == 1 else [_("The app %(n)s") % {"n": n} for n in range(1, apps + 1)]
    return [TableSide(f"app{at}", name, "ai_neutral", at) for at, name in enumerate(names, start=1)]


def league_side(viewer: OprViewer, warband: str, id: str, seat: int, units: list[LeagueUnit]) -> TableSide:
    """A warband of the league as a side of the game, played by people."""
    name = viewer.state.warbands[warband].name
    return TableSide(id, name, "human", seat, source=warband, points=total_value(units))
