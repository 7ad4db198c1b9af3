"""Factories for people and clubs. Game state in tests comes from driving procedures, not from here."""

from __future__ import annotations

import os

import factory
from django.contrib.auth.models import User
from django.test import Client
from factory.declarations import LazyAttribute, Sequence, SubFactory
from factory.helpers import post_generation

from campaigns.engine.lines import TodoLine
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.todos import todos_of
from campaigns.models.people import Club, Emblem, Person, Role, Seat

PROCESS = os.environ.get("PYTEST_XDIST_WORKER", "gw")  # scenarios of one process are laid out in others
PASSWORD = "correct horse battery"
NAMES = ("Marta", "Tom", "Ilse", "Oskar", "Nadia", "Pip", "Jonas", "Wren", "Halim", "Sven")


class UserFactory(factory.django.DjangoModelFactory[User]):
    """A guest's sign-in; `password=PASSWORD` makes it a claimed one."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    username = Sequence(lambda n: f"guest-{PROCESS}-{n}")

    @post_generation  # type: ignore[untyped-decorator]  # the library has none
    def password(self, create: bool, extracted: str | None, **kwargs: object) -> None:
        user: object = self
        assert isinstance(user, User)
        user.set_password(extracted)
        user.save()


class PersonFactory(factory.django.DjangoModelFactory[Person]):
    class Meta:
        model = Person

    user = SubFactory(UserFactory)
    display_name = Sequence(lambda n: f"{NAMES[n % len(NAMES)]} {n}")


class ClubFactory(factory.django.DjangoModelFactory[Club]):
    class Meta:
        model = Club

    name = Sequence(lambda n: f"The Brass Lantern {n}")
    slug = Sequence(lambda n: f"brass-lantern-{PROCESS}-{n}")
    time_zone = "Europe/Berlin"


class SeatFactory(factory.django.DjangoModelFactory[Seat]):
    """A player's seat; `SeatFactory(role="organiser", club=club)` for others."""

    class Meta:
        model = Seat

    club = SubFactory(ClubFactory)
    person = SubFactory(PersonFactory)
    name = LazyAttribute(lambda seat: seat.person.display_name)
    role = Role.PLAYER
    emblem = Sequence(lambda n: list(Emblem)[n % len(Emblem)])


# The same as plain functions, which say their types.


def new_club(**kwargs: object) -> Club:
    return ClubFactory.create(**kwargs)


def new_person(**kwargs: object) -> Person:
    return PersonFactory.create(**kwargs)


def new_seat(**kwargs: object) -> Seat:
    """A player's seat, in a club of its own unless `club=` says otherwise."""
    return SeatFactory.create(**kwargs)


def new_organiser(**kwargs: object) -> Seat:
    """An organiser's seat."""
    return new_seat(role=Role.ORGANISER, **kwargs)


def signed_in(who: Seat | Person | None) -> Client:
    """A browser in which `who` is signed in; nobody for `None`."""
    client = Client()
    if who is not None:
        person = who.person if isinstance(who, Seat) else who
        client.force_login(person.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def todos_for(seat: Seat) -> list[TodoLine]:
    """What waits for somebody in the club of this seat."""
    return todos_of(gather_my_leagues(seat.person, [seat]))
