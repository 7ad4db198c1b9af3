"""A night on the screen of the hall: who is there, who is missing, and the code that says "I am here"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.models import Come, Night
from campaigns.nights import evening
from campaigns.nights.evening import Guest, guests_of
from campaigns.nights.games import GameLine, as_range, free_tables, lines_of, plans_on
from campaigns.shell.links import absolute, qr_svg

MOST_MISSING = 6


@dataclass(frozen=True, slots=True)
class Missing:
    """Somebody who said they come, or may, and is not there."""

    name: str
    emblem: str
    note: str


@dataclass(frozen=True, slots=True)
class HallPage:
    title: str
    count: str
    at: datetime
    games: tuple[GameLine, ...]
    free: str
    here: tuple[Guest, ...]
    missing: tuple[Missing, ...]
    more: int
    has_begun: bool
    until: str
    brings: tuple[tuple[str, str], ...]
    qr: SafeString
    off: str


def hall_page(request: HttpRequest, night: Night, now: datetime | None = None) -> HallPage:
    moment = now or timezone.now()
    planned = plans_on([night])
    guests = guests_of(night, evening.members(night.club))
    here = sorted((one for one in guests if one.here_at), key=lambda one: (one.here_at, one.name))
    missing = [one for one in guests if not one.here_at and one.come in (Come.YES, Come.MAYBE)]
    link = absolute(reverse("campaigns:night_here", args=[night.club.slug, night.pk]), request)
    return HallPage(
        title=str(night),
        count=_("%(here)s here, %(more)s to come") % {"here": len(here), "more": len(missing)},
        at=moment,
        games=lines_of(planned, 0),
        free=as_range(free_tables(night, planned)),
        here=tuple(here),
        missing=tuple(_missing(missing[:MOST_MISSING])),
        more=max(len(missing) - MOST_MISSING, 0),
        has_begun=night.begins_at <= moment,
        until=_("Free until %(at)s") % {"at": f"{night.ends:%H:%M}"},
        brings=tuple((one.name, one.brings) for one in guests if one.brings),
        qr=qr_svg(link, title=_("Say that you are here")),
        off=_("This night is called off.") if night.is_off else "",
    )


def _missing(guests: Iterable[Guest]) -> Iterable[Missing]:
    for one in guests:
        maybe = _("said maybe") if one.come == Come.MAYBE else ""
        yield Missing(one.name, one.seat.emblem, "; ".join(filter(None, [maybe, one.words])))
