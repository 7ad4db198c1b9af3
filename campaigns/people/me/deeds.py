"""What was done as somebody on a device that another's word let in, league by league."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.http import Http404, HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import ActRequestStatus, LetIn, Report, Scope
from campaigns.models.play import WAITING
from campaigns.people.me.letting_in import OUTSIDE
from campaigns.shell.league import member_or_404
from campaigns.shell.told import chronicle
from config.dates import dated

MOST = 50  # of each league, the newest


@dataclass(frozen=True, slots=True)
class DeviceDeed:
    """An entry, or without `seq` what still waits for somebody; `at` by the league's clock."""

    at: datetime
    league: str
    sentence: str
    seq: int
    void: bool
    url: str

    @property
    def day(self) -> str:
        return dated(self.at, "j M")

    @property
    def hour(self) -> str:
        return f"{self.at:%H:%M}"


def deeds(request: HttpRequest, row: LetIn) -> list[DeviceDeed]:
    """All of it that this visitor may know of, newest first."""
    done = Q(all_slots__in=row.traces.values("slot")) | Q(reports__in=row.traces.values("report"))
    done |= Q(act_requests__in=row.traces.values("request"))
    found = list[DeviceDeed]()
    for scope in Scope.objects.filter(done).distinct().order_by("pk"):
        try:
            viewer = member_or_404(request, scope.pk, "api")
        except Http404:
            continue
        found += [*_entries(viewer, row), *_reports(viewer, row), *_requests(viewer, row)]
    return sorted([*found, *_outside(row)], key=lambda one: one.at, reverse=True)


def _outside(row: LetIn) -> Iterator[DeviceDeed]:
    """What no league tells of, with the club it was in."""
    traces = row.traces.filter(view__in=OUTSIDE).order_by("-at")[:MOST]
    own = row.person.own_clock or (row.by.club.tz if row.by else None)
    clubs = {seat.club.slug: seat.club.name for seat in row.person.seats.active().select_related("club")}
    for trace in traces:
        words, page = OUTSIDE[trace.view]
        slug = trace.about.get("slug", "")
        if trace.at is not None and (not slug or slug in clubs):
            url = _page(page, trace.about)
            yield DeviceDeed(trace.at.astimezone(own), clubs.get(slug, ""), str(words), 0, False, url)


def _page(view: str, about: Mapping[str, object]) -> str:
    """The address of a page that takes so many of the arguments."""
    slug = {name: about[name] for name in ("slug",) if name in about}
    try:
        return reverse(view, kwargs=slug)
    except NoReverseMatch:
        return reverse(view, kwargs={**slug, "pk": about["pk"]})


def _entries(viewer: AnyViewer, row: LetIn) -> Iterator[DeviceDeed]:
    known = chronicle.known_entries(viewer).filter(slot__in=row.traces.values("slot"))
    for line in chronicle.chronicle_lines(
        viewer, list(known.select_related("slot").order_by("-at", "-seq")[:MOST])
    ):
        url = reverse("campaigns:entry", args=[viewer.scope.pk, line.seq])
        yield DeviceDeed(_clock(viewer, line.at), viewer.scope.name, line.sentence, line.seq, line.void, url)


def _reports(viewer: AnyViewer, row: LetIn) -> Iterator[DeviceDeed]:
    waiting = Report.objects.filter(
        scope=viewer.scope, pk__in=row.traces.values("report"), status__in=WAITING
    )
    for report in waiting:
        url = reverse("campaigns:report", args=[viewer.scope.pk, report.pk])
        yield DeviceDeed(
            _clock(viewer, report.sent_at),
            viewer.scope.name,
            _("A report that does not count yet"),
            0,
            False,
            url,
        )


def _requests(viewer: AnyViewer, row: LetIn) -> Iterator[DeviceDeed]:
    asked = viewer.scope.act_requests.filter(pk__in=row.traces.values("request"))
    for one in asked.filter(status=ActRequestStatus.OPEN):
        url, at = reverse("campaigns:request", args=[viewer.scope.pk, one.pk]), _clock(viewer, one.asked_at)
        yield DeviceDeed(at, viewer.scope.name, _("A request that is still open"), 0, False, url)


def _clock(viewer: AnyViewer, at: datetime) -> datetime:
    return at.astimezone(ZoneInfo(viewer.scope.time_zone))
