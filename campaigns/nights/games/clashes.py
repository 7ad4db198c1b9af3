"""What stands against a game, said before it is planned and beside it afterwards: somebody plays another at
that hour, has no place on its night, or is not in its league; before it, also that somebody is on holiday.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Club, Holiday, HolidayStage, PlannedGame, PlanStatus, Scope, Seat
from campaigns.models.nights import with_answers
from campaigns.nights import evening
from campaigns.nights.games.games import joined_names, no_place, plan_url
from campaigns.nights.games.hours import at_once
from campaigns.nights.games.leagues import LeagueOfClub, league_of_club
from campaigns.nights.games.plans import When
from campaigns.shell.told.away import away_days


@dataclass(frozen=True, slots=True)
class Clash:
    """Somebody who is to play has another game then; `url`: that game."""

    words: str
    url: str


def clash_sentence(seats: Iterable[Seat], when: When, moved: PlannedGame | None = None) -> str:
    """What to say before a game of these people is planned for then; empty where they are all free."""
    people = {one.person_id: one for one in seats}
    club = next(iter(people.values())).club
    moment = PlannedGame(club=club, day=when.day, starts=when.starts)
    return " ".join(one.words for one in _clashing(moment, people, moved.pk if moved else None))


def of_plan(plan: PlannedGame) -> list[Clash]:
    """The other games at the hour of one that is still to be played."""
    if not plan.is_open:
        return []
    people = {one.seat.person_id: one.seat for one in plan.sides.all()}
    return list(_clashing(plan, people, plan.pk))


def _clashing(moment: PlannedGame, people: dict[int, Seat], own: int | None) -> Iterator[Clash]:
    for other in _open_on(moment.club, moment):
        there = {one.seat.person_id: one.seat for one in other.sides.all()}
        if other.pk == own or not at_once(moment, other):
            continue
        for person in people.keys() & there.keys():
            yield _clash(other, people[person], [one for key, one in there.items() if key != person])


def _open_on(club: Club, moment: PlannedGame) -> list[PlannedGame]:
    found = PlannedGame.objects.open().filter(club=club, day=moment.day)
    return list(found.select_related("club").prefetch_related("sides__seat"))


def _clash(other: PlannedGame, seat: Seat, others: Collection[Seat]) -> Clash:
    known = {
        "name": seat,
        "others": joined_names([str(one) for one in others]),
        "at": f"{other.starts:%H:%M}",
    }
    alone = _("%(name)s already has a game then, at %(at)s.")
    against = _("%(name)s already has a game then, with %(others)s at %(at)s.")
    words = against if others else alone
    return Clash(words % known, plan_url(other))


# Who is on holiday


def away_sentence(seats: Iterable[Seat], when: When) -> str:
    """What to say before these agree to a game on that day; empty where nobody is on holiday then."""
    found = Holiday.objects.filter(seat__in=seats, begins__lte=when.day, ends__gte=when.day)
    away = found.exclude(stage=HolidayStage.OVER).select_related("seat__person").order_by("seat")
    words = _("%(name)s is %(days)s.")
    return " ".join(words % {"name": one.seat, "days": _days_of(one)} for one in away)


def own_holiday_sentence(seat: Seat, day: date) -> str:
    """What to say before somebody comes on a day of their own holiday; empty where it is none."""
    found = Holiday.objects.filter(seat__person=seat.person_id, seat__club=seat.club_id)
    row = found.filter(begins__lte=day, ends__gte=day).exclude(stage=HolidayStage.OVER).first()
    if row is None:
        return ""
    said = _(
        "You’re %(days)s. You can come all the same, but your holiday stays as it is. If you’re back, end "
        "it or change its dates."
    )
    return said % {"days": _days_of(row)}


def _days_of(holiday: Holiday) -> str:
    return away_days(holiday.begins, holiday.ends, is_away=holiday.stage == HolidayStage.ON)


# Who has no place on the night


def full(seats: Iterable[Seat], when: When, me: Seat) -> str:
    """What to say to one of them before these agree to a game on a night that is full; empty where all have a
    place, or wait for one already."""
    return would_wait(evening.without_place(when.night, seats), me) if when.night is not None else ""


def would_wait(seats: Collection[Seat], me: Seat) -> str:
    others = {"names": joined_names([str(one) for one in seats if one.person_id != me.person_id])}
    if not seats:
        return ""
    if not others["names"]:
        return _("The night is full: you would be on its waiting list.")
    if any(one.person_id == me.person_id for one in seats):
        return _("The night is full: you and %(names)s would be on its waiting list.") % others
    said = ngettext(
        "The night is full: %(names)s would be on its waiting list.",
        "The night is full: %(names)s would be on its waiting list.",
        len(seats),
    )
    return said % others


def full_of(plan: PlannedGame, me: Seat) -> str:
    """The same of a game that is still to be played: who waits for a place, or would if all accepted."""
    if plan.night is None or plan.night.places is None or not plan.is_open:
        return ""
    prefetch_related_objects([plan.night], with_answers())
    seats = [side.seat for side in plan.sides.all()]
    waiting = {one.seat.person_id for one in plan.night.waiting}
    left = [one for one in seats if one.person_id in waiting]
    said = "" if plan.status != PlanStatus.ASKED else would_wait(evening.without_place(plan.night, seats), me)
    return said or (no_place(left, me.person_id) if left else "")


# Who is not in the league


def outsiders_sentence(seats: Iterable[Seat], scope: Scope | None) -> str:
    """What to say before these agree to a game of this league; empty where all of them play in it."""
    return _words(seats, league_of_club(scope)) if scope is not None else ""


def absent_of(plan: PlannedGame, found: LeagueOfClub) -> str:
    """The same of a game that is still to be played."""
    return _words([side.seat for side in plan.sides.all()], found) if plan.is_open else ""


def _words(seats: Iterable[Seat], found: LeagueOfClub) -> str:
    missing = [str(seat) for seat in seats if not found.sides_of(seat.person_id)]
    if not missing:
        return ""
    said = ngettext(
        "%(names)s doesn’t play in %(league)s yet, and has to join it before the game.",
        "%(names)s don’t play in %(league)s yet, and have to join it before the game.",
        len(missing),
    )
    return said % {"names": joined_names(missing), "league": found.scope.name}
