"""What an office's first organiser does: look around in the demo, start the club, delete what was put aside.

A club begins once: sent again, by another device too, the five answers lead to the club they made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.models import (
    CalendarFeed,
    Club,
    Invitation,
    Notice,
    Person,
    Scope,
    Seat,
    SeatStatus,
    WayBack,
)
from campaigns.models.people import Stage
from campaigns.nights import acts as nights
from campaigns.people import clubs
from campaigns.people import seats as people

LASTS = timedelta(hours=4)
BEFORE = (Stage.NEW, Stage.DEMO, Stage.SEEN)  # somebody may begin here


@dataclass(frozen=True)
class FirstAnswers:
    """What somebody says of their club. `weekday`: Monday is 0; None: they meet on no fixed day."""

    club: str
    you: str
    time_zone: str
    habits: Mapping[str, str] = field(default_factory=dict)
    weekday: int | None = None
    repeats: str = ""
    starts: time = time(19)


def beginner(person: Person) -> Seat | None:
    """Their seat in a club that waits for its answers, or in the demo; none once they have begun."""
    seats = Seat.objects.organisers().filter(person=person, club__stage__in=BEFORE)
    seat = seats.select_related("club").order_by("club").first()
    if seat is not None:
        seat.person = person
    return seat


def look_around(seat: Seat) -> None:
    """From now on home is the demo's."""
    Club.objects.filter(pk=seat.club_id, stage=Stage.DEMO).update(stage=Stage.SEEN)


# Starting


@transaction.atomic
def set_up_club(seat: Seat, answers: FirstAnswers) -> Club:
    """The club of these answers, and its nights; a demo is put aside."""
    before = Club.objects.select_for_update(no_key=True).get(pk=seat.club_id)
    if before.stage not in BEFORE:
        return _begun(seat)
    if before.stage == Stage.NEW:
        organiser = clubs.name_club(seat=seat, name=answers.club, organiser_name=answers.you)
    else:
        organiser = people.found_club(
            name=answers.club, organiser_name=answers.you, person=seat.person
        ).organiser
        _put_aside(before)
    club = organiser.club
    club.time_zone, club.habits, club.stage = answers.time_zone, dict(answers.habits), Stage.OWN
    club.save(update_fields=["time_zone", "habits", "stage"])
    _announce(organiser, answers)
    return club


def _begun(seat: Seat) -> Club:
    """The club that was started meanwhile."""
    own = Seat.objects.organisers().filter(person=seat.person_id, club__stage=Stage.OWN)
    return own.select_related("club").latest("pk").club


def first_night(weekday: int, starts: time, now: datetime) -> date:
    """The next such day; today, unless its evening is over. `now` on the club's clock."""
    day = now.date() + timedelta(days=(weekday - now.weekday()) % 7)
    is_over = datetime.combine(day, starts, now.tzinfo) + LASTS <= now
    return day + timedelta(weeks=1) if is_over else day


def _announce(by: Seat, answers: FirstAnswers) -> None:
    if answers.weekday is None:
        return
    now = timezone.now().astimezone(by.club.tz)
    ends = (datetime.combine(now.date(), answers.starts) + LASTS).time()
    facts: dict[str, object] = {"starts": answers.starts, "ends": ends, "doors": None, "tables": 4}
    facts |= {"places": None, "place": "", "address": "", "words": ""}
    day = first_night(answers.weekday, answers.starts, now)
    nights.create_night(by=by, day=day, repeats=answers.repeats, facts=facts)


# The demo, once it is left


def _put_aside(demo: Club) -> None:
    """Nobody gets in any more, by whichever link; everything stays until somebody deletes it."""
    now = timezone.now()
    theirs = list(demo.seats.values_list("person_id", flat=True))
    demo.seats.active().update(status=SeatStatus.REMOVED, left_at=now, name_key=None)
    strangers = [pk for pk in theirs if not Seat.objects.active().filter(person=pk).exists()]
    WayBack.objects.filter(person__in=strangers, revoked_at=None).update(revoked_at=now)
    Invitation.objects.filter(club=demo, revoked_at=None).update(revoked_at=now)
    feeds = CalendarFeed.objects.filter(Q(club=demo) | Q(scope__club=demo) | Q(person__in=strangers))
    feeds.filter(revoked_at=None).order_by().update(revoked_at=now)
    Notice.objects.filter(club=demo).delete()
    leagues = Scope.objects.filter(club=demo)
    leagues.update(is_public=False)
    leagues.filter(archived_at=None).update(archived_at=now)
    demo.stage = Stage.ASIDE
    demo.save(update_fields=["stage"])
