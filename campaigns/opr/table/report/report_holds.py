"""What a report waits for before it can count, in words: whose steps after which game, and which report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.passage.parked import holds_of, why_gone
from campaigns.engine.reports import REMINDED_EVERY
from campaigns.models import Report
from campaigns.models.play import HELD, WAITING
from campaigns.opr.here import OprHere
from campaigns.opr.league.waiting import WAITED, player_of, step_url
from rules.engine.plain import text_in
from rules.engine.todos import Todo
from rules.opr.reports.parked import waits_on


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


def hold_of(here: OprHere, report: Report) -> Hold:
    """What holds this one as things stand."""
    gone = report.status in WAITING and bool(why_gone(here.registration, here.state, report))
    silent = silent_from(report, here.scope.silence_hours) if report.waits else None
    return Hold(hold_lines(here, report), silent, gone, gone and here.is_organiser)


def hold_lines(here: OprHere, report: Report) -> tuple[HoldLine, ...]:
    """What this one waits for as things stand."""
    if report.status not in HELD:
        return ()
    holds = holds_of(here.registration, here.state, report)
    took_part = here.is_organiser or any(map(here.owns, report.sides))
    rows = (_line(here, row, report, remind=took_part) for row in holds.rows)
    return (*rows, *(_earlier(here, one) for one in holds.reports))


def _line(here: OprHere, row: Todo, report: Report | None = None, *, remind: bool = False) -> HoldLine:
    mine = here.owns(row.side)
    words, url = _text(here, row), ""
    if mine or here.is_organiser:
        url = step_url(here.scope, text_in(row.params, "mission"), row.side, _step(here, row))
    button = _("Go to my steps") if mine else _("Act for them")
    asks = "" if mine or not remind else row.side
    reminded = report is not None and _is_reminded(report, row.side)
    return HoldLine(words, row.side, url, button if url else "", asks, reminded)


def _step(here: OprHere, row: Todo) -> str:
    mission = here.state.missions[text_in(row.params, "mission")]
    return mission.side(row.side).step


def _text(here: OprHere, row: Todo) -> str:
    warband = here.state.warbands[row.side]
    mission = here.state.missions[text_in(row.params, "mission")]
    known = {
        "name": player_of(here.people, warband).name, "what": WAITED[row.kind], "warband": warband.name,
        "number": mission.number,
    }  # fmt: skip
    if here.owns(row.side):
        return _("%(warband)s still has %(what)s after mission %(number)s.") % known
    return _("%(name)s still has %(what)s for %(warband)s after mission %(number)s.") % known


def _is_reminded(report: Report, side: str) -> bool:
    when = report.reminded.get(side)
    return when is not None and datetime.fromisoformat(when[0]) > timezone.now() - REMINDED_EVERY


def _earlier(here: OprHere, report: Report) -> HoldLine:
    url = reverse("campaigns:report", args=[here.scope.pk, report.pk])
    words = _("%(name)s’s earlier report counts first.") % {"name": report.reporter}
    return HoldLine(words, url=url, button=_("View it"))


def will_wait(here: OprHere, warbands: Iterable[str]) -> tuple[HoldLine, ...]:
    """What a report of a game between these would wait for if it were sent now, if everybody came along."""
    rows = waits_on(here.state, here.book, {"warbands": list(warbands)})
    return tuple(_line(here, row) for row in rows)


def open_steps_of(here: OprHere) -> Iterator[HoldLine]:
    """The same of each warband of the league, before anybody is ticked; one's own first."""
    for one in sorted(here.state.active, key=lambda one: not here.owns(one.id)):
        yield from will_wait(here, [one.id])


def silent_from(report: Report, hours: int) -> datetime | None:
    """When the app throws the dice it waits for."""
    return report.held_at and report.held_at + timedelta(hours=hours)
