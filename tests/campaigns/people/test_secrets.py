"""Secret words stay out of logs, and out of what other sites are told."""

import io
import logging
from typing import Any

import pytest
from django.test import Client

from campaigns.people import seats as people
from config.logs import HideSecretLinks
from tests.factories import new_organiser, new_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def log() -> Any:
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.addFilter(HideSecretLinks())
    logging.getLogger("django").addHandler(handler)
    yield lines
    logging.getLogger("django").removeHandler(handler)


def test_refused_requests_are_logged_without_the_word(log: io.StringIO) -> None:
    link = people.invite(by=new_organiser())
    back = people.make_way_back(person=new_seat().person)
    Client().post(people.invitation_path(link), {"name": ""})
    Client(enforce_csrf_checks=True).post(people.way_back_path(back))
    assert "/join/…/" in log.getvalue()
    assert "/back/…/" in log.getvalue()
    for word in (link.word, back.word):
        assert str(word) not in log.getvalue()


def test_every_handler_hides_them(settings: Any) -> None:
    for handler in settings.LOGGING["handlers"].values():
        assert "no_secrets" in handler["filters"]


def test_an_address_with_a_word_in_it_is_told_to_nobody_else() -> None:
    page = Client().get(people.invitation_path(people.invite(by=new_organiser())))
    assert page["Referrer-Policy"] == "same-origin"
    assert "no-store" in page["Cache-Control"]


def test_links_are_in_no_page_but_their_owners(settings: Any) -> None:
    seat = new_seat()
    organiser = new_organiser(club=seat.club)
    word = str(people.make_way_back(person=seat.person).word)
    browser = Client()
    browser.force_login(organiser.person.user, backend="django.contrib.auth.backends.ModelBackend")
    club = f"/clubs/{seat.club.slug}/people/"
    for path in (club, f"{club}{seat.pk}/", f"{club}{seat.pk}/way-back/", "/me/way-back/"):
        assert word not in browser.get(path).content.decode()
