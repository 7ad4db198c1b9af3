"""What is known of nights, read at once for a page: who said what about each, and how a day is called."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.who.naming import sorted_by_name
from campaigns.models import Club, Holiday, HolidayStage, Night, NightAnswer, Seat, SeatStatus
from campaigns.models.nights import with_answers

YESTERDAY = timedelta(days=1)
AWAY = "away"  # a guest who has said nothing about a night in their holiday


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody of the club and what they said about a night; `come` is empty while they have said nothing,
    `AWAY` if it lies in their holiday."""

    seat: Seat
    come: str = ""
    brings: str = ""
    words: str = ""
    here_at: datetime | None = None
    place: int = 0  # on the waiting list, from 1

    @property
    def name(self) -> str:
        return str(self.seat)


def guests_of(night: Night, seats: Iterable[Seat]) -> list[Guest]:
    """Everybody of the club, by their active seat; of a merged person the newer answer counts."""
    said, away = night.said, away_people(night)
    places = {one.seat.person_id: n for n, one in enumerate(night.waiting, 1)}
    return [
        _guest(one, said.get(one.person_id), places.get(one.person_id, 0), is_away=one.person_id in away)
        for one in seats
    ]


def away_people(night: Night) -> set[int]:
    """The people of the club in whose holiday a night lies."""
    found = Holiday.objects.filter(seat__club=night.club_id, begins__lte=night.day, ends__gte=night.day)
    return set(found.exclude(stage=HolidayStage.OVER).values_list("seat__person", flat=True))


def _guest(seat: Seat, answer: NightAnswer | None, place: int, *, is_away: bool) -> Guest:
    if answer is None:
        return Guest(seat, AWAY if is_away else "")
    return Guest(seat, answer.come, answer.brings, answer.words, answer.here_at, place)


def to_come(clubs: Collection[Club], now: datetime, *, most: int = 60) -> list[Night]:
    """The nights of clubs that are not over, soonest first, with their answers; called off ones too."""
    by_pk = {club.pk: club for club in clubs}
    nights = Night.objects.filter(club__in=by_pk, day__gte=now.date() - 2 * YESTERDAY)
    found = list(nights.prefetch_related(with_answers())[:most])
    for night in found:
        night.club = by_pk[night.club_id]
    return [night for night in found if night.ends_at > now]


def night_or_404(seat: Seat, pk: int) -> Night:
    """A night of the seat's club, with what was said about it."""
    night = get_object_or_404(seat.club.nights.prefetch_related(with_answers()), pk=pk)
    night.club = seat.club
    return night


def members(club: Club) -> list[Seat]:
    """Who may come: everybody who is in the club now, by name."""
    seats = club.seats.filter(status=SeatStatus.ACTIVE).select_related("person__user")
    return sorted_by_name(seats)


def night_answer(night: Night, person: int) -> NightAnswer | None:
    """What a person said about a night."""
    return night.said.get(person)


def waiting_list_sentence(night: Night, person: int) -> str:
    """ "You are second on the waiting list"; empty for whoever does not wait."""
    found = [n for n, one in enumerate(night.waiting, 1) if one.seat.person_id == person]
    words = {
        1: _("You’re first on the waiting list."),
        2: _("You’re second on the waiting list."),
        3: _("You’re third on the waiting list."),
    }
    return next((words.get(n) or _("You’re number %(n)s on the waiting list.") % {"n": n} for n in found), "")


def without_place(night: Night, seats: Iterable[Seat]) -> list[Seat]:
    """Those of these who would have to wait if they came too, in this order; but for who waits already."""
    if night.free is None or night.is_off:
        return []
    asked = {one.seat.person_id for one in (*night.coming, *night.waiting)}
    return [one for one in seats if one.person_id not in asked][night.free :]


# Words for a day


def weekday(day: date) -> str:
    return str(date_format(day, "D"))


def hours(night: Night) -> str:
    """ "19:00 to 23:00"."""
    return _("%(from)s to %(to)s") % {"from": f"{night.starts:%H:%M}", "to": f"{night.ends:%H:%M}"}


def how_soon(night: Night, now: datetime) -> str:
    """ "in 2 days", "tomorrow", "now"."""
    if night.begins_at <= now:
        return _("now")
    apart = (night.day - now.astimezone(night.club.tz).date()).days
    if apart == 0:
        return _("today")
    if apart == 1:
        return _("tomorrow")
    return ngettext("in %(n)s day", "in %(n)s days", apart) % {"n": apart}
