"""What organisers have written on top of a page: of a club, a league or a night."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from campaigns.models import News, NewsKind, Night, Scope, Seat
from config.database.compiled import compiled
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
    over = (now - OVER).date()
    if night is not None:
        rows = list(_standing(over).filter(club__in=mine, scope=scope, night=night))
    else:
        rows = _words_of_clubs([*mine], over) if scope is None else _words_of_league(scope.pk, over)
    found = [one for one in rows if one.club_id in mine and one.is_up(now)][:MOST]
    return tuple(_pinned(one, mine[one.club_id], scope, several=len(mine) > 1) for one in found)


@compiled
def _words_of_league(scope: int, over: date) -> QuerySet[News]:
    return _standing(over).filter(scope=scope, night=None)


@compiled
def _words_of_clubs(clubs: list[int], over: date) -> QuerySet[News]:
    return _standing(over).filter(club__pk__any_of=clubs, scope=None, night=None)


def _standing(over: date) -> QuerySet[News]:
    """The words that may stand on a page, the newest first."""
    rows = News.objects.filter(kind=NewsKind.WORD, to__isnull=True, down_at=None).exclude(until__lt=over)
    return rows.select_related("by", "club", "night__club").order_by("-id")


def _pinned(word: News, seat: Seat, scope: Scope | None, *, several: bool) -> Pinned:
    may = seat.is_organiser or (scope is not None and seat.organises(scope))
    return Pinned(
        words=word.words,
        name=str(word.by or ""),
        day=dated(word.at.astimezone(word.club.tz), "j F"),
        club=word.club.name if several else "",
        change=reverse("campaigns:word", args=[word.club.slug, word.pk]) if may else "",
    )
