"""What organisers have written on top of a page: of a club, a league or a night."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from campaigns.models import News, NewsKind, Night, Scope, Seat
from config.dates import dated

MOST = 3  # on a page, the newest
OVER = timedelta(days=1)  # what stood until before that is over on every club's clock


@dataclass(frozen=True, slots=True)
class Pinned:
    """A word with its author and day. `club`: whose it is, on a home with several; `change`: where an
    organiser changes it."""

    words: str
    name: str
    day: str
    club: str
    change: str


def pinned(
    seats: Iterable[Seat], *, scope: Scope | None = None, night: Night | None = None
) -> tuple[Pinned, ...]:
    """What stands on the page of a league or a night, or on those of the clubs of these seats, the newest
    first."""
    now, mine = timezone.now(), {seat.club_id: seat for seat in seats}
    rows = News.objects.filter(club__in=mine, kind=NewsKind.WORD, scope=scope, night=night)
    rows = rows.exclude(until__lt=(now - OVER).date())
    standing = rows.filter(to__isnull=True, down_at=None).select_related("by", "club", "night__club")
    found = [one for one in standing.order_by("-id") if one.is_up(now)][:MOST]
    return tuple(_pinned(one, mine[one.club_id], scope, several=len(mine) > 1) for one in found)


def _pinned(word: News, seat: Seat, scope: Scope | None, *, several: bool) -> Pinned:
    may = seat.is_organiser or (scope is not None and seat.organises(scope))
    return Pinned(
        words=word.words,
        name=str(word.by or ""),
        day=dated(word.at.astimezone(word.club.tz), "j F"),
        club=word.club.name if several else "",
        change=reverse("campaigns:word", args=[word.club.slug, word.pk]) if may else "",
    )
