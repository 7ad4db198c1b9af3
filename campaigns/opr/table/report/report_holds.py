"""What a report waits for before it can count, in words: whose steps after which game, and which report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.asking.agreements import silent_from
from campaigns.engine.reports import REMINDED_EVERY
from campaigns.engine.transaction.parked import holds_of, why_gone
from campaigns.models import Report
from campaigns.models.play import HELD, WAITING
from campaigns.opr.league.waiting import step_url, waited_words, warband_player
from campaigns.opr.viewer import OprViewer
from campaigns.shell.told.away import name_with_holiday
from rules.engine.plain import text_in
from rules.engine.questions import ORGANISER
from rules.engine.todos import Todo
from rules.opr.reports.parked import held_by, waits_on


@dataclass(frozen=True, slots=True)
class HoldLine:
    """One thing it waits for, and by which side. `url` and `button` lead to where that is done, for whoever
    may do it; `remind` is the side to be reminded, `reminded`: somebody has, within the day.
    """

    text: str
    side: str = ""
    url: str = ""
    button: str = ""
    remind: str = ""
    reminded: bool = False


@dataclass(frozen=True, slots=True)
class Hold:
    """What a report waits for before it can count, though all agree; from `silent` on the app throws those
    dice. `gone`: somebody it tells of is lost since, so that an organiser decides (`may_strike`).
    """

    lines: tuple[HoldLine, ...]
    silent: datetime | None
    gone: bool
    may_strike: bool


def hold_of(viewer: OprViewer, report: Report) -> Hold:
    """What holds this one as things stand."""
    gone = report.status in WAITING and bool(why_gone(viewer.registration, viewer.state, report))
    silent = silent_from(report, viewer.scope.silence_hours)
    return Hold(hold_lines(viewer, report), silent, gone, gone and viewer.is_organiser)


def hold_lines(viewer: OprViewer, report: Report) -> tuple[HoldLine, ...]:
    """What this one waits for as things stand."""
    if report.status not in HELD:
        return ()
    holds = holds_of(viewer.registration, viewer.state, report)
    took_part = viewer.is_organiser or any(map(viewer.owns, report.sides))
    rows = (_line(viewer, row, report, remind=took_part) for row in holds.rows)
    return (*rows, *(_earlier(viewer, one) for one in holds.reports))


def _line(viewer: OprViewer, row: Todo, report: Report | None = None, *, remind: bool = False) -> HoldLine:
    mine = viewer.owns(row.side)
    words, url = _text(viewer, row), ""
    if mine or viewer.is_organiser:
        url = step_url(viewer.scope, text_in(row.params, "mission"), row.side, _step(viewer, row))
    button = _("Go to my steps") if mine else _("Act for them")
    asks = "" if mine or viewer.rests(row.side) or not remind or row.who == ORGANISER else row.side
    reminded = report is not None and _is_reminded(report, row.side)
    return HoldLine(words, row.side, url, button if url else "", asks, reminded)


def _step(viewer: OprViewer, row: Todo) -> str:
    mission = viewer.state.missions[text_in(row.params, "mission")]
    return mission.side(row.side).step


def _text(viewer: OprViewer, row: Todo) -> str:
    warband = viewer.state.warbands[row.side]
    mission = viewer.state.missions[text_in(row.params, "mission")]
    known = {
        "name": name_with_holiday(viewer, warband_player(viewer.people, warband)),
        "what": waited_words(row),
        "warband": warband.name,
        "number": mission.number,
    }
    if viewer.owns(row.side):
        return _("%(warband)s still has %(what)s after mission %(number)s.") % known
    return _("%(name)s still has %(what)s for %(warband)s after mission %(number)s.") % known


def _is_reminded(report: Report, side: str) -> bool:
    when = report.reminded.get(side)
    return when is not None and datetime.fromisoformat(when[0]) > timezone.now() - REMINDED_EVERY


def _earlier(viewer: OprViewer, report: Report) -> HoldLine:
    url = reverse("campaigns:report", args=[viewer.scope.pk, report.pk])
    words = _("%(name)s’s earlier report must count first.") % {"name": report.reporter}
    return HoldLine(words, url=url, button=_("View it"))


def will_wait(viewer: OprViewer, warbands: Iterable[str]) -> tuple[HoldLine, ...]:
    """What a report of a game between these would wait for if it were sent now, if everybody came along."""
    rows = waits_on(viewer.state, viewer.book, {"warbands": list(warbands)})
    return tuple(_line(viewer, row) for row in rows)


def open_steps_of(viewer: OprViewer) -> Iterator[HoldLine]:
    """The same of each warband of the league, before anybody is ticked; one's own first. In a league that is
    closed nothing waits.
    """
    if viewer.closed:
        return
    for one in sorted(viewer.state.active, key=lambda one: not viewer.owns(one.id)):
        for row in held_by(viewer.state, viewer.book, one.id):
            yield _line(viewer, row, remind=may_remind(viewer))


def may_remind(viewer: OprViewer) -> bool:
    """Whether the visitor may remind others of steps: who plays there, and organisers."""
    return viewer.is_organiser or any(viewer.owns(one.id) for one in viewer.state.active)
