"""The three people of every access test."""

from dataclasses import dataclass

import pytest

from campaigns.models.people import Club, Seat
from tests.factories import new_club, new_organiser, new_person, new_seat


@dataclass(frozen=True)
class Cast:
    """Ilse organises, Marta and Tom play, Wren watches; the stranger organises another club."""

    club: Club
    ilse: Seat
    marta: Seat
    tom: Seat
    wren: Seat
    stranger: Seat

    def path(self, rest: str) -> str:
        return f"/clubs/{self.club.slug}/{rest}"


@pytest.fixture
def cast(db: None) -> Cast:
    club = new_club(name="The Brass Lantern")
    ilse = new_organiser(club=club, person=new_person(display_name="Ilse"))
    marta, tom = (new_seat(club=club, person=new_person(display_name=name)) for name in ("Marta", "Tom"))
    wren = new_seat(club=club, person=new_person(display_name="Wren"), role="spectator")
    return Cast(club, ilse, marta, tom, wren, new_organiser(person=new_person(display_name="Sven")))
