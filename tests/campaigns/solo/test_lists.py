"""A club's own lists for games against the app, brought by import."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import PracticeList
from tests import factories
from tests.campaigns import play
from tests.campaigns.solo.walk import Walk, new_game, signed_in
from tests.pages import errors_of

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[1] / "imports" / "data"


@pytest.mark.parametrize("file", ["shared.txt", "resolved-2026.json", "roster.ros"])
def test_a_list_of_any_kind_joins_the_pool_and_is_played(file: str) -> None:
    seat = factories.new_seat(name="Marta")
    browser = signed_in(seat)
    upload = SimpleUploadedFile(file, (DATA / file).read_bytes())
    told = {"edition": "aofs-3.2.0", "name": "Ours", "file": upload}
    assert browser.post(f"/clubs/{seat.club.slug}/solo/lists/", told).status_code == 302
    row = PracticeList.objects.get()
    scope = new_game(browser, seat, rounds="1")
    choose = {"do": "choose_list", "side": "app1", "list": f"own-{row.pk}"}
    assert browser.post(f"/l/{scope.pk}/solo/", choose).status_code == 302
    walk = Walk(browser, scope)
    walk.hurry("over")
    assert play.state_of(scope).sides["app1"].list == f"own-{row.pk}"


def test_what_is_no_list_is_said_beside_the_field_and_stays_typed() -> None:
    seat = factories.new_seat()
    told = {"edition": "gf-3.4.0", "text": "milk, eggs", "name": "Shopping"}
    answer = signed_in(seat).post(f"/clubs/{seat.club.slug}/solo/lists/", told)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert (form["text"].value(), form["name"].value()) == ("milk, eggs", "Shopping")
    assert form.errors["text"]
    assert not PracticeList.objects.exists()


def test_whoever_added_a_list_or_an_organiser_takes_it_away() -> None:
    seat = factories.new_seat()
    text = (DATA / "shared.txt").read_text()
    address = f"/clubs/{seat.club.slug}/solo/lists/"
    signed_in(seat).post(address, {"edition": "gf-3.4.0", "text": text})
    row = PracticeList.objects.get()
    signed_in(factories.new_seat(club=seat.club)).post(address, {"remove": row.pk})
    assert PracticeList.objects.exists()
    signed_in(factories.new_organiser(club=seat.club)).post(address, {"remove": row.pk})
    assert not PracticeList.objects.exists()


def test_too_many_people_are_refused_beside_the_field() -> None:
    seat = factories.new_seat()
    answer = signed_in(seat).post(f"/clubs/{seat.club.slug}/solo/", {"people": "a,b,c,d,e,f,g"})
    assert answer.status_code == 422
    assert "At most 6 people" in errors_of(answer)
