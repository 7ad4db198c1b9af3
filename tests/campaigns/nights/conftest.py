"""A club with its people and a night that is to come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.models import Club, Night, Notice, Seat
from campaigns.nights import acts
from campaigns.notices.found import finding
from tests.factories import new_club, new_organiser, new_person, new_seat
from tests.scenario import scenario

EVENING: dict[str, object] = {
    "starts": time(19), "ends": time(23), "doors": None, "place": "Back room", "address": "", "tables": 6,
    "places": None, "words": "",
}  # fmt: skip


@dataclass(frozen=True)
class Evening:
    """Ilse organises, Marta, Tom and Jun play, Wren watches; Sven is of another club."""

    club: Club
    ilse: Seat
    marta: Seat
    tom: Seat
    jun: Seat
    wren: Seat
    sven: Seat
    night: Night

    def path(self, rest: str = "") -> str:
        return f"/clubs/{self.club.slug}/nights/{self.night.pk}/{rest}"


def today(club: Club) -> date:
    return timezone.now().astimezone(club.tz).date()


def announced(by: Seat, *, ahead: int = 3, repeats: str = "", **facts: Any) -> Night:
    """A night so many days from now."""
    day = today(by.club) + timedelta(days=ahead)
    return acts.create_night(by=by, day=day, repeats=repeats, facts={**EVENING, **facts})


@pytest.fixture
def evening(db: None) -> Evening:
    return club_with_a_night(date.today())


@scenario
def club_with_a_night(_day: date) -> Evening:
    """The same all day."""
    club = new_club(name="The Brass Lantern")
    ilse = new_organiser(club=club, person=new_person(display_name="Ilse"))
    marta, tom, jun = (
        new_seat(club=club, person=new_person(display_name=one)) for one in ("Marta", "Tom", "Jun")
    )
    wren = new_seat(club=club, person=new_person(display_name="Wren"), role="spectator")
    sven = new_organiser(person=new_person(display_name="Sven"))
    return Evening(club, ilse, marta, tom, jun, wren, sven, announced(ilse))


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Move the clock."""
    return lambda moment: monkeypatch.setattr("django.utils.timezone.now", lambda: moment)


def move_to_noon(at: Callable[[datetime], None], evening: Evening) -> datetime:
    """Noon at the club, today or tomorrow, which nobody sleeps through; all that is told by then is told."""
    here = timezone.now().astimezone(evening.club.tz)
    noon = here.replace(hour=12, minute=0, second=0, microsecond=0)
    noon += timedelta(days=int(noon < here))
    at(noon)
    finding.catch_up(noon)  # on a Sunday the week's word lies between
    Notice.objects.all().delete()
    return noon
