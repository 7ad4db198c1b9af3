"""Every page in a language nobody speaks: what is still English on it, no translator could reach.

The demo club is walked from link to link, as its organiser and as a player.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import translation

from campaigns.engine.plugins import rulebooks
from campaigns.engine.stored.store import registration_of
from campaigns.models import Club, EntryText, Looking, Night, NightAnswer, Person, Report, Scope, Seat
from campaigns.opr.table.report.short_names import short_names
from campaigns.solo.armies import EDITIONS, shipped_armies
from maps.ground.subject import initials
from rules.maps.ready import READY
from tests.pages import unpressed
from tests.pseudo import english, pseudo
from tests.texts import HYPHENED

pytestmark = pytest.mark.django_db

READ = {"title", "aria-label", "placeholder", "alt", "data-confirm", "label"}
QUIET = {"script", "style", "code", "pre", "kbd"}
# Said alike in every language: our own name, rulebooks, what special rules are called, addresses.
NAMES = {"Musterroll", "AP", "AOFS", "GF", "Berlin"}  # the last: where the club’s clock is
ADDRESS = re.compile(r"https?://\S+")
FOR_PROGRAMS = "/api/v1/"  # told by its code, in English
READABLE = ("text/html", "application/pdf")  # paper is `unpressed`


class Reader(HTMLParser):
    """The texts a page shows or tells a screen reader."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._quiet = 0
        self._lines: list[str] | None = None  # of a name on a map, which is one text in several lines

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._quiet += tag in QUIET
        self._lines = [] if tag == "text" else self._lines
        self.said += [value for name, value in attrs if name in READ and value]

    def handle_endtag(self, tag: str) -> None:
        self._quiet -= tag in QUIET
        if tag == "text" and self._lines is not None:
            self.said.append(" ".join(self._lines))
            self._lines = None

    def handle_data(self, data: str) -> None:
        if not self._quiet and data.strip():
            (self.said if self._lines is None else self._lines).append(" ".join(data.split()))


@pytest.fixture
def strange_tongue(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LANGUAGES = [("eo", "Esperanto")]
    settings.LANGUAGE_CODE = "eo"
    real = getattr(translation, "_trans")  # noqa: B009
    monkeypatch.setattr(real, "gettext", pseudo)
    monkeypatch.setattr(real, "pgettext", lambda context, text: pseudo(text))
    monkeypatch.setattr(real, "ngettext", lambda one, many, number: pseudo(one if number == 1 else many))


def written() -> set[str]:
    """Names and words of people: whatever they wrote, and whatever stands in a list or on a map."""
    found = NAMES | {book.title for book in rulebooks()} | {map_.name for map_ in READY}
    for model in (Club, Scope, Seat, Person, EntryText, Report, Night, NightAnswer, Looking):
        found |= {value for row in model.objects.values() for value in row.values() if isinstance(value, str)}
    for army in (army for edition in EDITIONS for army in shipped_armies(edition)):
        found |= {army.name, *army.units}
    for scope in Scope.objects.all():
        loaded: Any = registration_of(scope.game).load(scope.pk)
        state = json.dumps(loaded, default=vars_of)
        found |= set(_strings(json.loads(state)))
        banners = [loaded.name_of(one) for one in getattr(loaded, "banners", ())]
        found |= {initials(name) for name in banners}
    found |= {one.removesuffix(".") for one in found}  # as in brackets
    found |= set(short_names({one: one for one in found}).values())
    return {one for one in found if any(letter.isupper() for letter in one)}


def vars_of(thing: Any) -> Any:
    names = getattr(thing, "__dataclass_fields__", None)
    return {name: getattr(thing, name) for name in names} if names else str(thing)


def _strings(thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from _strings(key)
            yield from _strings(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from _strings(value)


def walked(browser: Client, start: str) -> Iterator[tuple[str, str]]:
    """(address, page) of one address of each named page that links lead to, in each league."""
    seen: set[tuple[str, Any]] = set()
    waiting = [start]
    while waiting:
        address = waiting.pop()
        if _kind_of(address) in seen:
            continue
        seen.add(_kind_of(address))
        page = browser.get(address, follow=True)
        if address.startswith(FOR_PROGRAMS) or not page.headers["Content-Type"].startswith(READABLE):
            continue
        content = page.content.decode()
        yield address, content
        waiting += [link.replace("&amp;", "&") for link in re.findall(r'<a [^>]*href="(/[^"#]*)', content)]


def _kind_of(link: str) -> tuple[str, Any]:
    try:
        found = resolve(link.split("?")[0])
    except Resolver404:
        return link, None
    return found.view_name, found.kwargs.get("pk")


def left(content: str, names: set[str]) -> list[str]:
    """Each text of a page in which something English is left."""
    reader = Reader()
    reader.feed(content)
    return [text for text in dict.fromkeys(reader.said) if english(ADDRESS.sub(" ", text), names)]


def hyphens(content: str) -> list[str]:
    """Each text in which a number below nothing has a hyphen."""
    reader = Reader()
    reader.feed(content)
    return [text for text in dict.fromkeys(reader.said) if HYPHENED.search(text)]


@pytest.mark.parametrize("role", ["organiser", "player"])
@pytest.mark.in_turn(7, kind="every page")
def test_nothing_on_a_page_is_left_in_english(
    strange_tongue: None, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    unpressed(monkeypatch)
    call_command("demo")
    names = {*written(), "Esperanto"}  # a language is called as those call it who speak it
    seat = Seat.objects.select_related("person__user").filter(role=role).order_by("pk")[0]
    assert seat.person is not None
    browser = Client()
    browser.force_login(seat.person.user)
    pages = dict(walked(browser, "/"))
    found = {address: some for address, page in pages.items() if (some := left(page, names))}
    assert not found, "\n".join(f"{address}: {text}" for address, some in found.items() for text in some)
    hyphened = {address: some for address, page in pages.items() if (some := hyphens(page))}
    assert not hyphened, f"a minus is no hyphen: {hyphened}"
