"""A league's games against the app's own warbands, alone or together: no mission has to be set up before.

Such a game brings the league its mission when it is reported. Source: SOLO-76 to SOLO-80, SOLO-84.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.league_page import Here
from campaigns.seatbook import Known
from campaigns.services.solo_league import fitting
from campaigns.solo import league_games as shared
from campaigns.solo.armies import Army
from campaigns.solo.mission_page import league_side, own_sides
from rules.opr.setup import cap_of
from rules.opr.state import Warband
from rules.refusals import Refused
from rules.solo.muster import muster
from rules.solo.state import Side, Unit


@dataclass(frozen=True, slots=True)
class Against:
    """`counts`: what a game that this visitor starts would count."""

    sides: tuple[shared.SideChoice, ...]
    pool: tuple[Army, ...]
    settings: tuple[shared.Choice, ...]
    games: tuple[shared.Game, ...]
    may_make: bool
    counts: str
    may_have_rivals: bool

    @property
    def free(self) -> tuple[shared.SideChoice, ...]:
        return tuple(side for side in self.sides if not side.why_not and not side.rival)


def build(here: Here) -> Against:
    running = here.state.league.status == "running"
    people = here.people
    sides = tuple(_choice(here, warband, people) for warband in here.state.active)
    setting = here.book.setting("ai_game_counts")
    counts = ("fully" if here.is_organiser else "practice") if setting == "by_creator" else setting
    over = "" if running else _("The league is not running; nothing counts now.")
    return Against(
        sides=sides,
        pool=shared.lists(here),
        settings=shared.choices(here),
        games=shared.games(here, "", over),
        may_make=running and (here.is_organiser or any(side.mine for side in sides)),
        counts=str(shared.COUNTS[counts]),
        may_have_rivals=here.is_organiser and here.book.setting("ai_opponent_record") == "rival",
    )


def _choice(here: Here, warband: Warband, people: dict[str, Known]) -> shared.SideChoice:
    units = shared.everybody(here, warband.id)
    busy = _("is in a mission, or has steps left to do") if warband.mission else ""
    nobody = "" if units else _("has nobody who can fight")
    return shared.side_choice(here, warband.id, units, people, why_not=busy or nobody)


def sides_and_units(here: Here, warbands: Sequence[str], apps: int) -> tuple[list[Side], list[Unit]]:
    """The app's own sides first, then everybody of these warbands. Raises `Refused` above the cap."""
    sides, units = own_sides(apps), list[Unit]()
    cap = cap_of(here.state, here.book, warbands)
    for number, warband in enumerate(warbands, start=1):
        there = shared.everybody(here, warband)
        side = league_side(here, warband, f"w{number}", len(sides) + 1, there)
        if side.points > cap:
            raise Refused("OPR-24", _above(side, cap), "w")
        sides.append(side)
        units += [muster(unit, f"w{number}", at) for at, unit in enumerate(there, start=1)]
    return sides, units


def _above(side: Side, cap: int) -> str:
    told = {"name": side.name, "points": side.points, "cap": cap}
    sentence = _(
        "%(name)s brings %(points)s of %(cap)s points allowed. Set up a mission and leave some at home."
    )
    return sentence % told


def armies_for(here: Here, values: Sequence[int], apps: int, wanted: str) -> list[Army]:
    """The lists to draw from, or the one that was chosen; only such as fit. Source: SOLO-78"""
    over = here.book.figures.match_cap_over_lowest
    fit = fitting(shared.lists(here), values, over)
    chosen = [army for army in fit if army.id == wanted] if wanted else fit
    if len(chosen) < apps and wanted:
        raise Refused(
            "SOLO-78", _("That list brings too many points, or is too few. Choose another."), "list"
        )
    if len(chosen) < apps:
        small = _("The pool needs %(apps)s lists of at most %(most)s points. Add one that small.")
        raise Refused("SOLO-78", small % {"most": min(values) + over, "apps": apps}, "list")
    return chosen
