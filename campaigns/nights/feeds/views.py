"""Calendars for other programs: the address a person makes, shows and ends; and what is read there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.who.access import seat_or_404
from campaigns.models import CalendarFeed, Club, Scope, Seat
from campaigns.nights.feeds import feeds
from campaigns.nights.games.leagues import leagues_of
from campaigns.shell.club_pages import draw_club
from campaigns.shell.links import absolute, qr_svg
from campaigns.shell.reading.reader import tapped, word

NOTED = timedelta(minutes=10)  # a reading program is noted so often


@dataclass(frozen=True, slots=True)
class FeedLine:
    """One calendar somebody may have: its address where it is open, as a link phones open and as text."""

    kind: str
    title: str
    note: str
    link: str
    open_in: str
    qr: SafeString


@cache_control(private=True, max_age=900)
@require_safe
def feed(request: HttpRequest, word: str) -> HttpResponse:
    """The calendar itself, for whoever has its address."""
    found = feeds.feed_by(word)
    if found is None:
        raise Http404
    now = timezone.now()
    if found.last_read_at is None or found.last_read_at < now - NOTED:
        CalendarFeed.objects.filter(pk=found.pk).update(last_read_at=now)
    with override(found.person.language or settings.LANGUAGE_CODE):  # a program asks for none
        text = feeds.calendar(feeds.feed_name(found), feeds.events_of(found, now), absolute("", request))
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="musterroll.ics"'
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@never_cache
@require_safe
def calendars(request: HttpRequest, slug: str) -> HttpResponse:
    """My addresses: all that is mine, this club's nights, each league's games."""
    seat = seat_or_404(request, slug)
    open_ones = CalendarFeed.of(seat.person).filter(revoked_at=None).select_related("scope")
    by_kind = {_kind(one): one for one in open_ones}
    lines = [_line(request, kind, of.title, by_kind.get(kind)) for kind, of in _kinds(seat).items()]
    context = {"lines": lines}
    return draw_club(request, seat, "campaigns/nights/calendars.html", context, section="nights")


@dataclass(frozen=True, slots=True)
class FeedKind:
    """What a calendar holds: all that is somebody's, or a club's, or a league's."""

    title: str
    club: Club | None = None
    scope: Scope | None = None


def _kinds(seat: Seat) -> dict[str, FeedKind]:
    """What somebody may subscribe to here."""
    club = FeedKind(_("Everything from %(club)s") % {"club": seat.club}, club=seat.club)
    leagues = {f"league-{one.pk}": FeedKind(one.name, scope=one) for one in leagues_of(seat)}
    return {"mine": FeedKind(_("My games and club nights")), f"club-{seat.club_id}": club, **leagues}


def _kind(one: CalendarFeed) -> str:
    if one.scope_id is not None:
        return f"league-{one.scope_id}"
    return f"club-{one.club_id}" if one.club_id is not None else "mine"


def _line(request: HttpRequest, kind: str, title: str, found: CalendarFeed | None) -> FeedLine:
    if found is None:
        return FeedLine(kind, title, _("no address yet"), "", "", SafeString())
    path = feeds.feed_url(found)
    if not path:
        return FeedLine(
            kind,
            title,
            _("The address can no longer be shown: the server has a new key."),
            "",
            "",
            SafeString(),
        )
    link = absolute(path, request)
    note = _("in use by a calendar app") if found.last_read_at else _("not used by any calendar app yet")
    return FeedLine(kind, title, note, link, _webcal(link), qr_svg(link, title=title))


def _webcal(link: str) -> str:
    """The same address as calendars on phones take it up by themselves."""
    return f"webcal://{link.partition('://')[2]}"


@require_POST
def change_calendar_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an address, or a new one instead of it, or end it."""
    seat = seat_or_404(request, slug)
    kind = word(request, "kind")
    of = _kinds(seat).get(kind)
    if of is None:
        raise Http404
    act = feeds.close_feed if tapped(request, "end") else feeds.open_feed
    act(person=seat.person, club=of.club, scope=of.scope)
    return redirect(f"{reverse('campaigns:calendars', args=[slug])}#{kind}")
