"""Secret words stay out of logs, and out of what other sites are told."""

import io
import logging
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from campaigns.models import MailAddress
from campaigns.nights.feeds import feeds
from campaigns.notices.ways import addresses
from campaigns.people import seats as people
from config.processes.logs import HideSecretLinks
from tests.factories import new_organiser, new_seat
from tests.test_guards import addresses as routes

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


def test_a_link_in_a_mail_is_logged_without_its_word(log: io.StringIO) -> None:
    kept = MailAddress.objects.create(person=new_seat().person, address="robin@example.org")
    paths = {"mail_confirm": "confirm", "mail_stop": "stop", "mail_stop_week": "stop-week"}
    for name, purpose in paths.items():
        path = reverse(f"campaigns:{name}", args=[kept.pk, kept.word(purpose)])
        assert Client().put(path).status_code == 405
        assert path.replace(kept.word(purpose), "…") in log.getvalue()
        assert kept.word(purpose) not in log.getvalue()


def test_with_another_key_links_in_mails_end_and_calendars_are_only_not_shown_again(settings: Any) -> None:
    seat = new_seat()
    kept = MailAddress.objects.create(person=seat.person, address="robin@example.org")
    feed = feeds.open_feed(person=seat.person, club=seat.club)
    mail, calendar = kept.word("stop"), str(feed.word)
    assert addresses.by_word("stop", kept.pk, mail) == kept
    settings.SECRET_KEY = "another one, long enough to be a key"
    assert addresses.by_word("stop", kept.pk, mail) is None
    assert feeds.feed_by(calendar) == feed
    assert feeds.feed_url(feed) == ""


# What a path may name by a word, by its first part: who is signed in decides what that opens.
HARMLESS = {
    "admin": {"content_type_id", "object_id"},
    "api": {"key", "slot", "slug", "table"},
    "clubs": {"key", "slug"},
    "first-evening": {"who"},
    "l": {
        *("act", "battle", "card", "code", "deck", "faction", "key", "realm", "rule_id", "slot"),
        *("warband", "what", "game", "question"),
    },
    "maps": {"key"},
}
NUMBERS = {"int": "7", "uuid": "6e1f3a52-6a0e-4d8e-9a43-2f3c3c5d7a11"}


def words_left(route: str) -> set[str]:
    """The parameters of an address that a log line would show, numbers left out."""
    filled = re.sub(r"<(\w+):\w+>", lambda one: NUMBERS.get(one[1], one[0]), f"/{route}")
    filled = re.sub(
        r"<(?:\w+:)?(\w+)>", r"word-of-\1", re.sub(r"\(\?P(<\w+>).*?\)(?=[-/]|\$|$)", r"\1", filled)
    )
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", (filled,), None)
    HideSecretLinks().filter(record)
    return set(re.findall(r"word-of-(\w+)", record.getMessage()))


def test_a_word_in_an_address_is_hidden_or_only_a_name() -> None:
    shown = {}
    for _, route in routes(get_resolver()):
        route = route.replace("^", "").removesuffix("$")
        if left := words_left(route) - HARMLESS.get(route.partition("/")[0], set()):
            shown[route] = left
    assert not shown, f"hide it in `config.processes.logs`, or list it where it opens nothing alone: {shown}"


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
