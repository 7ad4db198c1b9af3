"""The organiser's desk as a page: reports that need a word, seats asked for, where everybody stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.template.defaultfilters import date
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Invitation, Report, ReportStatus, RequestStatus, SeatRequest
from campaigns.opr.league.home import can_start
from campaigns.opr.league.waiting import AFTER, STEP_WORDS, player_of, silent, step_url
from campaigns.opr.table.report_words import told
from campaigns.shell.league import Here
from campaigns.shell.seatbook import Known
from config import installation
from rules.opr.standings import waits_for_limit
from rules.opr.state import OprState, Side, Warband


@dataclass(frozen=True, slots=True)
class Saying:
    """One version of a disputed report: who says so, what only they say, and the words of the button."""

    pk: int
    who: str
    emblem: str
    lines: tuple[str, ...]
    button: str


@dataclass(frozen=True, slots=True)
class Need:
    """One thing on the desk. `urgent` ones come first; `sayings` can be decided on the spot."""

    title: str
    note: str
    url: str  # empty: nothing to do on a page
    action: str
    icon: str
    urgent: bool
    due: datetime | None = None
    sayings: tuple[Saying, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a warband is with steps 3 to 6 of its mission; `url` is where one can act for it."""

    name: str
    warband: str
    emblem: str
    what: str
    bars: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True)
class Desk:
    needs: tuple[Need, ...]
    standing: tuple[Standing, ...]
    invitation: Invitation | None
    entries: int


# What leagues of other books lay on the desk: each app adds its own when it is ready.
ON_DESK: dict[str, Callable[[Here], Iterable[Need]]] = {}


def build(here: Here) -> Desk:
    """The desk of one league."""
    people = here.people
    others = ON_DESK[here.scope.game](here) if here.scope.game in ON_DESK else ()
    needs = [
        *_reports(here, people),
        *others,
        *_requests(here),
        *_starting(here),
        *_backups(ZoneInfo(here.scope.time_zone)),
    ]
    invitation = Invitation.objects.filter(club=here.scope.club, revoked_at=None, uses_left__gt=0).first()
    return Desk(
        needs=tuple(sorted(needs, key=lambda need: not need.urgent)),
        standing=tuple(_standings(here, people)),
        invitation=invitation,
        entries=here.scope.seq,
    )


# Reports


def _reports(here: Here, people: dict[str, Known]) -> list[Need]:
    waiting = Report.objects.filter(
        scope=here.scope, status__in=[ReportStatus.SENT, ReportStatus.DISPUTED]
    ).select_related("reporter")
    together: dict[int, list[Report]] = {}
    for report in sorted(waiting, key=lambda one: one.pk):
        together.setdefault(report.answers_to_id or report.pk, []).append(report)
    return [
        _disputed(here, found) if _is_disputed(found) else _silent(here, found[0], people)
        for found in together.values()
    ]


def _is_disputed(reports: list[Report]) -> bool:
    return any(one.status == ReportStatus.DISPUTED for one in reports)


def _disputed(here: Here, reports: list[Report]) -> Need:
    first, others = reports[0], reports[1:]
    who = {"name": first.reporter, "other": named([str(one.reporter) for one in others])}
    title = ngettext(
        "%(other)s disputes %(name)s’s report", "%(other)s dispute %(name)s’s report", len(others)
    )
    title = title if others else _("%(name)s’s report is disputed")
    return Need(
        title % who,
        first.words,
        reverse("campaigns:report", args=[here.scope.pk, first.pk]),
        _("Look at both") if others else _("Decide"),
        "exclamation-diamond-fill",
        urgent=True,
        sayings=tuple(_sayings(here, reports)) if others else (),
    )


def _sayings(here: Here, reports: list[Report]) -> Iterable[Saying]:
    """Each version with the lines the others do not have."""
    lines = {one.pk: told(here, one.facts) for one in reports}
    for one in reports:
        others = {line for pk, said in lines.items() if pk != one.pk for line in said}
        own = tuple(line for line in lines[one.pk] if line not in others)
        name = {"name": one.reporter}
        yield Saying(one.pk, str(one.reporter), one.reporter.emblem, own, _("%(name)s is right") % name)


def _silent(here: Here, report: Report, people: dict[str, Known]) -> Need:
    players = [player_of(people, warband).name for warband in silent(here.state, report)]
    who = {"names": named(players), "name": report.reporter}
    title = ngettext(
        "%(names)s has not answered %(name)s’s report",
        "%(names)s have not answered %(name)s’s report",
        len(players),
    )
    button = _("Confirm for %(names)s") % who
    return Need(
        title % who,
        _("Silence confirms it:"),
        reverse("campaigns:report", args=[here.scope.pk, report.pk]),
        _("Look"),
        "hourglass-split",
        urgent=False,
        due=report.due,
        sayings=(Saying(report.pk, str(report.reporter), report.reporter.emblem, (), button),),
    )


def named(names: list[str]) -> str:
    return get_text_list(names, _("and"))


# Seats


def _requests(here: Here) -> list[Need]:
    asked = SeatRequest.objects.filter(club=here.scope.club, status=RequestStatus.OPEN)
    return [
        Need(
            _("%(name)s says a seat is theirs") % {"name": request.typed_name},
            _("Their screen shows %(figures)s.") % {"figures": request.figures},
            reverse("people:seat_request", args=[here.scope.club.slug, request.pk]),
            _("Look"),
            "person-plus-fill",
            urgent=True,
        )
        for request in asked
    ]


# The start


def _starting(here: Here) -> list[Need]:
    """The league itself, when it could begin or its limit is missing."""
    if not isinstance(here.state, OprState) or here.closed:
        return []
    url = reverse("campaigns:league", args=[here.scope.pk])
    if waits_for_limit(here.state, here.book):
        note = _("Missions begin after it")
        return [Need(_("Roll how long the league runs"), note, url, _("Look"), "dice-5-fill", urgent=True)]
    if not can_start(here):
        return []
    count = len(here.state.active)
    note = ngettext("%(n)s warband", "%(n)s warbands", count) % {"n": count}
    return [Need(_("The league can start"), note, url, _("Look"), "flag", urgent=False)]


def _backups(zone: ZoneInfo) -> list[Need]:
    """The club's data is not safe: whoever runs the machine should hear of it from somebody."""
    trouble = installation.trouble_with_backups()
    if trouble is None:
        return []
    reasons = {
        "room": _("The disk has too little room for it."),
        "other": _("The worker’s log says why."),
        "late": _("The worker that makes it each day does not run."),
    }
    last = _("There is none yet.")
    if trouble.last:
        last = _("The last one is from %(day)s.") % {"day": date(trouble.last.astimezone(zone), "j F Y")}
    note = f"{reasons[trouble.why]} {last} {_('Tell whoever runs the club’s machine.')}"
    return [Need(_("Today’s backup is missing"), note, "", "", "hdd", urgent=True)]


# Where everybody stands


def _standings(here: Here, people: dict[str, Known]) -> list[Standing]:
    state = here.state
    if not isinstance(state, OprState):
        return []
    return [_standing(here, warband, people) for warband in state.active]


def _standing(here: Here, warband: Warband, people: dict[str, Known]) -> Standing:
    owner = player_of(people, warband)
    resting = Standing(
        owner.name,
        warband.name,
        owner.emblem,
        _("nothing open"),
        ("ink",) * len(AFTER),
        reverse("campaigns:warband", args=[here.scope.pk, warband.id]),
    )
    mission = here.state.missions.get(warband.mission)
    if mission is None:
        return resting
    side = mission.side(warband.id)
    url = step_url(here.scope, mission, side)
    if side.step not in AFTER:
        what = _("playing mission %(number)s") % {"number": mission.number}
        return replace(resting, what=what, bars=("",) * len(AFTER), url=url)
    return replace(resting, what=str(STEP_WORDS[side.step].stands), bars=_bars(side), url=url)


def _bars(side: Side) -> tuple[str, ...]:
    place = AFTER.index(side.step)
    return tuple("ink" if n < place else "done" if n == place else "" for n in range(len(AFTER)))
