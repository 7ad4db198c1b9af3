"""The demo club: its people, and the leagues they are in the middle of."""

from __future__ import annotations

from campaigns.demo.cast import SKIRMISH
from campaigns.demo.empires import empires
from campaigns.demo.season import armies, skirmishes
from campaigns.models import Club, Role, Seat
from campaigns.people import seats as people

CLUB, ORGANISER, ZONE = "Cellar Dice Society", "Marta", "Europe/Berlin"


def make_club() -> Club:
    """The demo club with its three leagues."""
    founded = people.found_club(name=CLUB, organiser_name=ORGANISER, time_zone=ZONE)
    seats = _seats(founded.club, founded.organiser)
    for league in (skirmishes, armies, empires):
        league(seats, founded.organiser)
    return founded.club


def _seats(club: Club, organiser: Seat) -> dict[str, Seat]:
    seats = {ORGANISER: organiser}
    for band in SKIRMISH:
        seat = seats.get(band.player) or _seat(club, band.player)
        seat.emblem = band.emblem
        seat.save(update_fields=["emblem"])
        seats[band.player] = seat
    return seats


def _seat(club: Club, name: str) -> Seat:
    person = people.make_guest(name)
    return Seat.objects.create(club=club, person=person, name=name, role=Role.PLAYER)
