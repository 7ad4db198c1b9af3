"""Names: when two are one, which hold signs nobody sees, in which order they stand, how they are found."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from campaigns.engine.stored.unseen import has_unseen, without_unseen
from campaigns.engine.who.naming import sorted_by_name
from campaigns.leagues import organise_page
from campaigns.models import Invitation, Person, Scope, Seat
from campaigns.people import seats as people
from campaigns.people import signin
from campaigns.people.forms import SeatChoiceForm
from campaigns.people.keys import seat_named, sign_in_named
from campaigns.people.queries import people_page
from campaigns.shell.reading.names import clean_name
from rules.engine.names import name_key
from rules.engine.refusals import Refused
from tests.campaigns.people.conftest import Cast
from tests.campaigns.play import found_league
from tests.factories import new_club, new_person, new_seat, signed_in
from tests.pages import errors_of, looking, text_of

DATA = Path(__file__).parent / "data"
PASSWORD = "a lantern over the door"
TWINS = ("Marta", "Márta")


def case(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text())
    return told


FOLDED = [*map(tuple, case("names-that-fold-differently")["pairs"]), ("Nora", "Nóra"), ("Straße", "STRASSE")]
UNSEEN = case("names-that-look-alike")["names"]
SORTED = case("sorted-names")
NEEDED = [
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 Voss",  # a family
    "Iron \u2764\ufe0f\u200d\U0001f525",  # a heart in flames
    "\U0001f3f3\ufe0f\u200d\U0001f308",  # a flag of many colours
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Iain",  # Scotland's
    "1\ufe0f\u20e3 First",  # a key of a telephone
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
    "\u0915\u094d\u200d\u0937",  # Hindi
    "한글",
    "Łukasz",
]


@pytest.fixture
def invitation(cast: Cast) -> Invitation:
    return people.invite(by=cast.ilse, uses=9)


def twins(cast: Cast) -> tuple[Seat, Seat]:
    """Two people who were alike before there were keys, as that version wrote them."""
    marta = cast.marta
    return marta, new_seat(club=cast.club, name="Márta", person=new_person(display_name="Márta"))


def fill() -> None:
    import_module("campaigns.migrations.0049_keys_of_names").fill(apps, None)


# One or two


@pytest.mark.parametrize(("first", "second"), FOLDED)
def test_a_name_a_reader_takes_for_another_is_refused_beside_its_field(
    invitation: Invitation, first: str, second: str
) -> None:
    path = people.invitation_path(invitation)
    assert Client().post(path, {"name": first}).status_code == 302
    page = Client().post(path, {"name": second})
    assert page.status_code == 422
    assert "already has a seat here" in str(errors_of(page))


@pytest.mark.parametrize(("first", "second"), FOLDED)
def test_nobody_renames_into_such_a_name_nor_comes_back_with_it(cast: Cast, first: str, second: str) -> None:
    people.rename_seat(seat=cast.tom, name=first)
    with pytest.raises(Refused, match="already has a seat"):
        people.rename_seat(seat=cast.wren, name=second)
    people.rename_seat(seat=cast.wren, name="Wren")
    people.remove_seat(by=cast.ilse, seat=cast.tom)
    people.rename_seat(seat=cast.wren, name=second)
    with pytest.raises(Refused, match="already has a seat"):
        people.restore_seat(by=cast.ilse, seat=cast.tom)


def test_nothing_but_letters_figures_and_signs_makes_a_name_another_one() -> None:
    """What the database takes for one name when it lowers the letters, is one here too."""
    letters = [chr(at) for at in range(sys.maxunicode) if chr(at).lower() != chr(at)]
    assert len(letters) > 1000
    assert [one for one in letters if name_key(f"a{one}") != name_key(f"a{one}".lower())] == []
    different = [
        "Anna",
        "Anne",
        "Łukasz",
        "Omar",
        "ÆON",
        "が",
        "か",
        "한글",
        "Nº 1",
        "Nº 2",
        NEEDED[3],
        NEEDED[2],
    ]
    assert len({name_key(one) for one in different}) == len(different)


def test_a_request_for_a_seat_finds_it_by_a_name_written_otherwise(cast: Cast) -> None:
    marta, márta = twins(cast)
    assert seat_named(cast.club, "MARTA") == marta
    assert seat_named(cast.club, "Márta") == márta
    assert seat_named(cast.club, "tòm") == cast.tom
    assert seat_named(cast.club, "Nobody") is None


# Signing in


def test_a_sign_in_name_is_one_however_it_is_written(cast: Cast) -> None:
    signin.set_sign_in(person=cast.marta.person, sign_in_name="İbrahim", password=PASSWORD)
    with pytest.raises(Refused, match="That sign-in name is already taken"):
        signin.set_sign_in(person=cast.tom.person, sign_in_name="ibrahim", password=PASSWORD)
    page = Client().post("/accounts/login/", {"login": "IBRAHIM", "password": PASSWORD})
    assert page.status_code == 302
    assert Client().post("/accounts/login/", {"login": "ibrahim", "password": "wrong"}).status_code == 422


def test_who_signed_in_alike_before_goes_on_and_nobody_joins_them(cast: Cast) -> None:
    for seat, name in ((cast.marta, "Marta"), (cast.tom, "Márta")):
        User.objects.filter(person=seat.person).update(username=name)
        seat.person.user.refresh_from_db()
        seat.person.user.set_password(PASSWORD + name)
        seat.person.user.save()
    fill()
    assert Person.objects.exclude(sign_in_key=None).get() == cast.marta.person
    for name in TWINS:
        page = Client().post("/accounts/login/", {"login": name, "password": PASSWORD + name})
        assert page.status_code == 302
    with pytest.raises(Refused, match="That sign-in name is already taken"):
        signin.set_sign_in(person=cast.wren.person, sign_in_name="MARTÀ", password=PASSWORD)


def test_a_sign_in_name_that_a_version_before_gave_up_is_free(cast: Cast) -> None:
    signin.set_sign_in(person=cast.marta.person, sign_in_name="marta", password=PASSWORD)
    User.objects.filter(person=cast.marta.person).update(username="rook")  # it knows no keys
    signin.set_sign_in(person=cast.tom.person, sign_in_name="Marta", password=PASSWORD)
    assert sign_in_named("ROOK") == cast.marta.person.user
    assert sign_in_named("marta") == cast.tom.person.user


# Rows of a version before, and of long ago


def test_two_who_are_alike_already_stay_and_organisers_are_told(cast: Cast, rf: Any) -> None:
    marta, márta = twins(cast)
    scope = found_league(cast.ilse)
    fill()
    assert list(Seat.objects.filter(name_key="marta")) == [marta]
    people.change_seat(by=márta, seat=márta, name="Márta", emblem="iron")
    assert people_page(cast.ilse).alike == ["Marta and Márta"]
    assert people_page(cast.tom).alike == []
    assert "Names that look alike: Marta and Márta" in text_of(signed_in(cast.ilse).get(cast.path("people/")))
    needs = [
        need.title for need in organise_page.league_organise_page(looking(scope, cast.ilse, "desk")).club
    ]
    assert "Names that look alike: Marta and Márta" in needs
    people.rename_seat(seat=márta, name="Márta V")
    assert people_page(cast.ilse).alike == []
    people.rename_seat(seat=márta, name="Martha")
    assert Seat.objects.get(pk=márta.pk).name_key == "martha"


def test_a_name_that_a_version_before_gave_up_is_free_and_the_one_it_gave_is_taken(
    cast: Cast, invitation: Invitation
) -> None:
    people.rename_seat(seat=cast.tom, name="Toni")
    Seat.objects.filter(pk=cast.tom.pk).update(name="Rook")  # it knows no keys
    assert people.join_club(invitation=invitation, name="TONI").is_new
    with pytest.raises(Refused, match="already has a seat"):
        people.join_club(invitation=invitation, name="rook")


def test_keys_are_filled_in_once_for_all_who_are_there(cast: Cast) -> None:
    people.remove_seat(by=cast.ilse, seat=cast.tom)
    other = new_seat(club=new_club(), person=new_person(display_name="Wren"))
    scope = found_league(cast.ilse, name="Der Äußere Ring")
    Scope.objects.update(name_key=None)
    for _ in range(2):
        fill()
        keys = dict(Seat.objects.values_list("pk", "name_key"))
        assert keys[cast.wren.pk] == keys[other.pk] == "wren"
        assert keys[cast.tom.pk] is None
        assert Scope.objects.get(pk=scope.pk).name_key == "der aussere ring"


# Signs nobody sees


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_with_signs_nobody_sees_is_refused(invitation: Invitation, name: str) -> None:
    page = Client().post(people.invitation_path(invitation), {"name": name})
    assert page.status_code == 422
    assert "invisible characters" in str(errors_of(page))
    assert name_key(name) == "marta"
    assert without_unseen(name) == "Marta"


@pytest.mark.parametrize("name", NEEDED)
def test_signs_that_a_script_or_an_emoji_needs_stay(invitation: Invitation, name: str) -> None:
    assert not has_unseen(name)
    assert people.join_club(invitation=invitation, name=name).seat.name == name


# Lists


def test_people_stand_as_a_reader_has_the_letters(cast: Cast) -> None:
    club = new_club()
    seats = [new_seat(club=club, person=new_person(display_name=one)) for one in SORTED["names"]]
    assert [one.name for one in sorted_by_name(seats)] == SORTED["right"]
    assert [one.name for one in people_page(seats[0]).here] == SORTED["right"]
    choices = SeatChoiceForm(club=club).fields["seat"].choices  # type: ignore[attr-defined]
    assert [label for _value, label in choices] == ["Choose a seat", *SORTED["right"]]


@pytest.mark.parametrize("find", ["ausser", "ÄUSSER", "äußer"])
def test_a_league_is_found_however_its_letters_are_written(cast: Cast, find: str) -> None:
    for name in ("Der Äußere Ring", "Another", "Der äussere Wall"):
        found_league(cast.ilse, name=name)
    Scope.objects.filter(name__startswith="Der ä").update(name_key=None)  # a version before made it
    page = signed_in(cast.ilse).get(cast.path(f"?find={find}"))
    assert [one.name for one in page.context["leagues"]] == ["Der äussere Wall", "Der Äußere Ring"]


def test_a_league_of_another_name_is_found_by_that(cast: Cast) -> None:
    scope = found_league(cast.ilse, name="Iron Winter")
    path = f"/l/{scope.pk}/settings/"
    form = {"name": "Élan", "silence_hours": "48"}
    assert signed_in(cast.ilse).post(path, form).status_code == 302
    found = signed_in(cast.ilse).get(cast.path("?find=elan")).context["leagues"]
    assert [one.name for one in found] == ["Élan"]


@pytest.mark.parametrize("name", ["M\u0430rta", "\u041eskar", "T\u03bfm Fen"])
def test_a_word_with_a_letter_of_another_alphabet_that_looks_the_same_is_no_name(name: str) -> None:
    with pytest.raises(ValidationError, match="alphabet"):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["\u041c\u0430\u0440\u0442\u0430", "\u0410\u043d\u043d\u0430 Fen", "Zoë 2", "李 Wren"]
)
def test_a_name_of_one_alphabet_a_word_is_one(name: str) -> None:
    assert clean_name(name) == name
