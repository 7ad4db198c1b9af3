"""A league's games against the app's own warbands, alone or together: no mission has to be set up before.

Such a game brings the league its mission when it is reported. Source: SOLO-76 to SOLO-80, SOLO-84.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.who.seatbook import KnownPerson
from campaigns.opr.against import league_games as shared
from campaigns.opr.against.forms import RivalForm, TermsForm
from campaigns.opr.against.mission_page import app_table_sides, league_side
from campaigns.opr.league.app_games import lists_within_cap
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.reader import sent_ids, sent_to, tapped
from campaigns.solo.armies import PoolArmy
from campaigns.solo.unit_labels import COUNTS
from rules.engine.refusals import Refused
from rules.opr.playing.setup import above_cap, cap_of
from rules.opr.queues import not_free
from rules.opr.state import Warband
from rules.solo.league.campaign import list_cap
from rules.solo.league.muster import muster
from rules.solo.state import TableSide, Unit


@dataclass(frozen=True, slots=True)
class AgainstPage:
    """`counts`: what a game that this visitor starts would count; `cap`: how many of them do, in words.

    `chosen` and `practice` are what is ticked, `rivals` says of each warband who plays it.
    """

    sides: tuple[shared.SideChoice, ...]
    terms: TermsForm
    games: tuple[shared.AgainstGame, ...]
    may_make: bool
    why_not: str
    counts: str
    cap: str
    may_have_rivals: bool
    chosen: frozenset[str]
    practice: bool
    rivals: tuple[tuple[shared.SideChoice, RivalForm], ...]

    @property
    def free(self) -> tuple[shared.SideChoice, ...]:
        return free_sides(self.sides)


def free_sides(sides: Iterable[shared.SideChoice]) -> tuple[shared.SideChoice, ...]:
    return tuple(side for side in sides if not side.why_not and not side.rival)


def against_page(viewer: OprViewer, *, typed: bool = False, too_many: bool = False) -> AgainstPage:
    """`typed`: with what was sent and refused; `too_many` points, which practice allows."""
    running = viewer.state.league.status == "running"
    people = viewer.people
    sides = tuple(_choice(viewer, warband, people) for warband in viewer.state.active)
    counts = _counts(viewer)
    over = "" if running else _("The league is not running; nothing counts at the moment.")
    return AgainstPage(
        sides=sides,
        terms=terms(viewer, typed=typed),
        games=shared.against_games(viewer, "", over),
        may_make=running and (viewer.is_organiser or any(side.mine for side in free_sides(sides))),
        why_not=_why_not(sides) if running else "",
        counts=str(COUNTS[counts]),
        cap=shared.cap_words(viewer, sides) if counts != "practice" else "",
        may_have_rivals=viewer.is_organiser and viewer.book.setting("ai_opponent_record") == "rival",
        chosen=frozenset(sent_ids(viewer.request, "w") if typed else _usual(viewer, sides)),
        practice=too_many or (typed and tapped(viewer.request, "practice") != ""),
        rivals=tuple((side, _rival(n, side)) for n, side in enumerate(sides, 1)),
    )


def terms(viewer: OprViewer, *, typed: bool) -> TermsForm:
    """The terms of a game that needs no mission."""
    return TermsForm(
        sent_to(viewer.request) if typed else None,
        shared.drawable_armies(viewer),
        shared.term_choices(viewer),
    )


def _why_not(sides: Iterable[shared.SideChoice]) -> str:
    """Why a warband of the reader's own cannot play now."""
    told = (_("%(name)s %(why)s.") % {"name": one.name, "why": one.why_not} for one in sides if one.mine)
    return next(told, "")


def _usual(viewer: OprViewer, sides: Iterable[shared.SideChoice]) -> list[str]:
    """My own; for an organiser the only one there is."""
    some = free_sides(sides)
    return [side.id for side in some if side.mine or (viewer.is_organiser and len(some) == 1)]


def _rival(n: int, side: shared.SideChoice) -> RivalForm:
    start = {"rival": side.id, "kind": side.rival}
    return RivalForm(initial=start, auto_id=f"%s-{n}")


def _counts(viewer: OprViewer) -> str:
    setting = viewer.book.setting("ai_game_counts")
    return ("fully" if viewer.is_organiser else "practice") if setting == "by_creator" else setting


def _choice(viewer: OprViewer, warband: Warband, people: dict[str, KnownPerson]) -> shared.SideChoice:
    units = shared.everybody(viewer, warband.id)
    busy = (
        _("is in a mission, or has steps left to finish")
        if not_free(viewer.state, viewer.book, warband)[0]
        else ""
    )
    nobody = "" if units else _("has nobody who can fight")
    return shared.side_choice(viewer, warband.id, units, people, why_not=busy or nobody)


def league_game_sides(
    viewer: OprViewer, warbands: Sequence[str], apps: int, *, practice: bool = False
) -> tuple[list[TableSide], list[Unit]]:
    """The app's own sides first, then everybody of these warbands.

    Raises `Refused` above the cap, which binds only games that count.
    """
    sides, units = app_table_sides(apps), list[Unit]()
    for number, warband in enumerate(warbands, start=1):
        there = shared.everybody(viewer, warband)
        side = league_side(viewer, warband, f"w{number}", len(sides) + 1, there)
        if above_cap(viewer.state, viewer.book, warbands, side.points) and not practice:
            raise Refused("OPR-24", _above(side, cap_of(viewer.state, viewer.book, warbands)), "w")
        sides.append(side)
        units += [muster(unit, f"w{number}", at) for at, unit in enumerate(there, start=1)]
    return sides, units


def _above(side: TableSide, cap: int) -> str:
    told = {"name": side.name, "points": side.points, "cap": cap}
    sentence = _(
        "%(name)s brings %(points)s points; only %(cap)s are allowed. Play it as a practice game, or open a "
        "mission and leave some units at home."
    )
    return sentence % told


def armies_for(viewer: OprViewer, values: Sequence[int], apps: int, wanted: str) -> list[PoolArmy]:
    """The lists to draw from, or the one that was chosen; only such as fit. Source: SOLO-78"""
    over = viewer.book.figures.match_cap_over_lowest
    fit = lists_within_cap(shared.drawable_armies(viewer), values, over)
    chosen = [army for army in fit if army.id == wanted] if wanted else fit
    if len(chosen) < apps and wanted:
        raise Refused(
            "SOLO-78",
            _(
                "That list is over the limit, or one list is not enough. Choose another, or “drawn at the "
                "table”."
            ),
            "list",
        )
    if len(chosen) < apps:
        small = ngettext(
            "You need %(apps)s list of at most %(most)s points to draw from. Add one.",
            "You need %(apps)s lists of at most %(most)s points to draw from. Add as many as are missing.",
            apps,
        )
        raise Refused("SOLO-78", small % {"most": list_cap(values, over), "apps": apps}, "list")
    return chosen
