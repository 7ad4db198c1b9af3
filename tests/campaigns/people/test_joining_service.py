"""Founding, inviting and joining, without pages."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from campaigns.models.people import Club, Invitation, Person, Role, Seat
from campaigns.people import seats as people
from rules.engine.refusals import Refused
from tests.factories import new_organiser, new_person, new_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def invitation() -> Invitation:
    return people.invite(by=new_organiser(), uses=2, days=7)


def test_a_club_is_founded_with_an_organiser_who_has_a_way_in() -> None:
    founded = people.found_club(name=" The  Brass Lantern ", organiser_name="Ilse", time_zone="Europe/Berlin")
    assert (founded.club.name, founded.club.slug) == ("The Brass Lantern", "the-brass-lantern")
    assert founded.organiser.is_organiser
    assert founded.organiser.name == "Ilse"
    way_back = people.way_back_of(founded.organiser.person)
    assert way_back
    assert people.way_back_path(way_back).startswith("/back/")


def test_two_clubs_of_one_name_get_addresses_of_their_own() -> None:
    slugs = [people.found_club(name="Ravens", organiser_name="Tom").club.slug for _ in range(3)]
    assert slugs == ["ravens", "ravens-2", "ravens-3"]


def test_a_name_in_another_script_still_gets_an_address() -> None:
    assert people.found_club(name="Клуб", organiser_name="Оля").club.slug == "club"


def test_the_organisers_link_is_the_same_at_every_start() -> None:
    founded = people.found_club(name="Ravens", organiser_name="Tom")
    way_back = people.way_back_of(founded.organiser.person)
    assert way_back
    for _ in range(2):
        assert people.organiser_sign_in_path(founded.club) == people.way_back_path(way_back)


def test_nothing_is_half_founded_when_a_name_does_not_pass() -> None:
    with pytest.raises(ValidationError):
        people.found_club(name="Ravens", organiser_name="x" * 41)
    assert not Club.objects.exists()


def test_the_database_does_not_hold_the_word_of_a_link(invitation: Invitation) -> None:
    row = Invitation.objects.filter(pk=invitation.pk).values().get()
    assert invitation.word
    assert invitation.word not in str(row)
    assert people.find_invitation(invitation.word) == invitation


def test_after_a_change_of_the_servers_key_a_link_works_but_is_not_shown(
    invitation: Invitation, settings: Any
) -> None:
    word = str(invitation.word)
    settings.SECRET_KEY = "another one, long enough to be a key"
    assert invitation.word is None
    assert people.find_invitation(word) == invitation


def test_joining_makes_a_guest_with_a_seat_and_spends_one_use(invitation: Invitation) -> None:
    joined = people.join_club(invitation=invitation, name="Marta", key=uuid4())
    assert joined.is_new
    assert (joined.seat.name, joined.seat.role) == ("Marta", Role.PLAYER)
    assert not joined.seat.person.user.has_usable_password()
    invitation.refresh_from_db()
    assert invitation.uses_left == 1


def test_the_same_form_sent_twice_joins_once(invitation: Invitation) -> None:
    key = uuid4()
    first, second = (people.join_club(invitation=invitation, name="Marta", key=key) for _ in range(2))
    assert first.seat == second.seat
    assert not second.is_new
    invitation.refresh_from_db()
    assert invitation.uses_left == 1


def test_a_form_found_much_later_lets_nobody_into_that_seat(invitation: Invitation) -> None:
    key = uuid4()
    joined = people.join_club(invitation=invitation, name="Marta", key=key)
    Seat.objects.filter(pk=joined.seat.pk).update(joined_at=timezone.now() - timedelta(hours=1))
    with pytest.raises(Refused, match="already has a seat"):
        people.join_club(invitation=invitation, name="Marta", key=key)


@pytest.mark.parametrize(
    "change",
    [
        {"uses_left": 0},
        {"revoked_at": timezone.now()},
        {"expires_at": timezone.now() - timedelta(minutes=1)},
    ],
    ids=["used up", "revoked", "expired"],
)
def test_a_closed_invitation_lets_nobody_in(invitation: Invitation, change: dict[str, Any]) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(**change)
    with pytest.raises(Refused, match="closed"):
        people.join_club(invitation=invitation, name="Marta")
    assert not Person.objects.filter(display_name="Marta").exists()


def test_a_taken_name_is_refused_whatever_its_case_and_spends_nothing(invitation: Invitation) -> None:
    new_seat(club=invitation.club, name="Marta")
    with pytest.raises(Refused, match="already has a seat") as refusal:
        people.join_club(invitation=invitation, name="MARTA")
    assert refusal.value.key == "name"
    invitation.refresh_from_db()
    assert invitation.uses_left == 2


def test_the_same_name_in_another_club_is_fine(invitation: Invitation) -> None:
    new_seat(name="Marta")
    assert people.join_club(invitation=invitation, name="Marta").is_new


def test_somebody_known_takes_a_seat_in_a_second_club_as_the_same_person(invitation: Invitation) -> None:
    person = new_person(display_name="Oskar")
    seat = people.join_club(invitation=invitation, person=person).seat
    assert (seat.person, seat.name) == (person, "Oskar")


def test_joining_again_changes_and_spends_nothing(invitation: Invitation) -> None:
    seat = new_seat(club=invitation.club)
    assert people.join_club(invitation=invitation, person=seat.person).seat == seat
    invitation.refresh_from_db()
    assert invitation.uses_left == 2


def test_an_organisers_invitation_makes_a_player_one(invitation: Invitation) -> None:
    seat = new_seat(club=invitation.club)
    link = people.invite(by=invitation.made_by, role=Role.ORGANISER, uses=1)
    assert people.join_club(invitation=link, person=seat.person).seat.is_organiser
    link.refresh_from_db()
    assert link.uses_left == 0


def test_a_players_invitation_takes_nothing_from_an_organiser(invitation: Invitation) -> None:
    assert people.join_club(invitation=invitation, person=invitation.made_by.person).seat.is_organiser


def test_a_removed_person_does_not_come_back_by_the_open_link(invitation: Invitation) -> None:
    seat = new_seat(club=invitation.club)
    people.remove_seat(by=invitation.made_by, seat=seat)
    with pytest.raises(Refused, match="removed"):
        people.join_club(invitation=invitation, person=seat.person)


def test_emblems_are_given_out_evenly() -> None:
    founded = people.found_club(name="Ravens", organiser_name="Tom")
    link = people.invite(by=founded.organiser, uses=10)
    emblems = [founded.organiser.emblem] + [
        people.join_club(invitation=link, name=f"Player {n}").seat.emblem for n in range(7)
    ]
    assert len(set(emblems)) == 8


@pytest.mark.parametrize(
    "name", ["Zoë", "أحمد", "Оля", "李雷", "Tom 🎲", "👩‍👩‍👧", "O'Neill; DROP TABLE", "<b>Pip</b>"]
)
def test_names_of_every_script_are_kept_as_typed(invitation: Invitation, name: str) -> None:
    assert people.join_club(invitation=invitation, name=name).seat.name == name


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Type a name"),
        ("   ", "Type a name"),
        ("x" * 300, "300 characters"),
        ("Tom\u202eevil", "invisible characters"),
        ("Tom\x00", "invisible characters"),
        ("...", "at least one letter"),
    ],
)
def test_names_nobody_could_read_are_refused_with_a_sentence(
    invitation: Invitation, name: str, sentence: str
) -> None:
    with pytest.raises(ValidationError, match=sentence):
        people.join_club(invitation=invitation, name=name)
    invitation.refresh_from_db()
    assert invitation.uses_left == 2
