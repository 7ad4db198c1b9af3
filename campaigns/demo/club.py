"""The demo club: its people, and the leagues they are in the middle of."""

from __future__ import annotations

from django.utils import timezone

from campaigns.demo.nights import announce_nights
from campaigns.engine.plugins import plugins
from campaigns.models import Club, Role, Seat
from campaigns.people import seats as people

CLUB, ORGANISER, ZONE = "Cellar Dice Society", "Marta", "Europe/Berlin"

# Its players, each with an emblem.
PEOPLE = {
    "Oskar": "vermilion",
    "Marta": "blue",
    "Ana-Sofía": "purple",
    "Ilse": "green",
    "Kwame": "orange",
    "Jun": "sky",
    "Priya": "yellow",
    "Tom": "iron",
}


def make_club() -> Club:
    """The demo club with the leagues of every game."""
    founded = people.found_club(name=CLUB, organiser_name=ORGANISER, time_zone=ZONE)
    seats = _seats(founded.club, founded.organiser)
    for plugin in plugins():
        for play in plugin.demo:
            play(seats, founded.organiser)
    announce_nights(seats, founded.organiser)
    Club.objects.filter(pk=founded.club.pk).update(silent_since=timezone.now())
    return founded.club


def _seats(club: Club, organiser: Seat) -> dict[str, Seat]:
    seats = {ORGANISER: organiser}
    for player, emblem in PEOPLE.items():
        seat = seats.get(player) or _seat(club, player)
        seat.emblem = emblem
        seat.save(update_fields=["emblem"])
        seats[player] = seat
    return seats


def _seat(club: Club, name: str) -> Seat:
    person = people.make_guest(name)
    return Seat.objects.create(club=club, person=person, name=name, role=Role.PLAYER)
