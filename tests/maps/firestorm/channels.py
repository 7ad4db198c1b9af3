"""Every way in which something of a Firestorm league reaches somebody, and everybody it may reach.

Whoever tests a secret plants a mark in it and asks `found` who reads it, and where: pages and fragments, what
programs read, papers (as the words they are pressed from), the file of all that is kept of a person, the
inbox; `admin` is the admin of the whole office, `listening` hears events, logs and letters.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from typing import Any
from unittest import mock

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.urls import get_resolver, reverse

from campaigns.engine.stored.store import registration_of
from campaigns.models import Entry, Role, Scope, Slot, Summary
from campaigns.people.me.program_tokens import new_token
from campaigns.shell.drawn import kept
from tests import factories
from tests.maps.firestorm.play import Table
from tests.test_guards import addresses

OK = 200
LATEST = 4  # entries and slots of a league: the newest
PLAIN = ("ground", "links", "characters", "upgrades", "charts", "turns", "bouts", "fates")  # tables
HOW = "django.contrib.auth.backends.ModelBackend"
LEAGUES = ("l/<int:pk>/", "api/v1/leagues/<int:pk>/")
OF_OTHERS = re.compile(r"l/<int:pk>/(map|m|w|u|solo|warbands|missions)/")  # pages of other books
CHANGES = re.compile(
    r'name="(csrfmiddlewaretoken|once)" value="[^"]*"|"X-CSRFToken": "[^"]*"|nonce="[^"]*"'
    r"|\b\d\d:\d\d(:\d\d)?\b"
)

type Where = tuple[str, str]  # who looks, and at which address
type Read = dict[Where, str]


def everybody(table: Table, playing: str) -> dict[str, Client]:
    """The league's people with a stranger and a spectator; whoever is `playing` organises it as well."""
    seat = table.seats[playing]
    seat.role = Role.ORGANISER
    seat.save()
    table.seats["Looker"] = factories.new_seat(club=table.scope.club, name="Looker", role=Role.SPECTATOR)
    table.seats["Passer-by"] = factories.new_seat(name="Passer-by")
    for name in ("Looker", "Passer-by"):
        table.browsers[name] = factories.signed_in(table.seats[name])
    for name, browser in table.browsers.items():
        browser.defaults["HTTP_AUTHORIZATION"] = f"Token {new_token(table.seats[name].person)}"
    return {**table.browsers, "nobody": Client()}


def places(table: Table) -> list[str]:
    """Every address of the league that can be filled in, and those at which a person finds their own."""
    scope = table.scope
    known = _known(table)
    routes = {route for _name, route in addresses(get_resolver()) if route.startswith(LEAGUES)}
    found = {place for route in routes if not OF_OTHERS.match(route) for place in _filled(route, known)}
    asked = [f"{table.url('map')}?t={one}" for one in list(table.state.territories)[:2]]
    asked += ["/", reverse("people:my_file"), "/inbox/"]
    asked += [f"/clubs/{scope.club.slug}/", f"/api/v1/clubs/{scope.club.slug}/", "/api/v1/leagues/"]
    return sorted(found) + asked


def _known(table: Table) -> dict[str, Sequence[object]]:
    scope, state = table.scope, table.state
    entries = Entry.objects.filter(scope=scope).order_by("-seq").values_list("seq", flat=True)
    slots = Slot.objects.filter(scope=scope).order_by("-pk").values_list("code", flat=True)
    return {
        "pk": [scope.pk],
        "seq": list(entries[:LATEST]),
        "slot": list(slots[:LATEST]),
        "table": [one for one in registration_of("firestorm").tables if one not in PLAIN],
        "faction": list(state.factions)[:2],
        "battle": list(state.battles)[-1:],
        "banner": list(state.banners)[:1],
        "turn": [1],
        "number": [1],
        "deck": ["objective"],
        "card": ["battle", "siege"],
        "what": ["seal_orders"],
        "rule_id": ["FS-04"],
    }


def _filled(route: str, known: Mapping[str, Sequence[object]]) -> Iterator[str]:
    names = re.findall(r"<(?:\w+:)?(\w+)>", route)
    if not set(names) <= set(known):
        return
    for values in product(*(known[name] for name in names)):
        told = dict(zip(names, map(str, values), strict=True))
        yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda one, told=told: told[one[1]], route)  # type: ignore[misc]


def read(people: Mapping[str, Client], at: list[str]) -> Read:
    """All that these people read at these places."""
    return {(who, place): _answer(browser, place) for who, browser in people.items() for place in at}


def _answer(browser: Client, place: str) -> str:
    answer = browser.get(place)
    body = b"".join(answer) if answer.streaming else answer.content
    return body.decode(errors="replace") if answer.status_code == OK else ""


def differences(before: Read, after: Read) -> list[tuple[str, str, str]]:
    """Where two readings differ, with the first lines that do."""
    told = []
    for at, text in after.items():
        if text != before.get(at, ""):
            lines = zip(before.get(at, "").split("\n"), text.split("\n"), strict=False)
            told.append((at[1], *next((pair for pair in lines if pair[0] != pair[1]), ("", ""))))
    return told


def found(texts: Read, mark: str | re.Pattern[str]) -> dict[str, list[str]]:
    """Where people meet a mark, by who."""
    told: dict[str, list[str]] = {}
    for (who, place), text in texts.items():
        if re.search(mark, text):
            told.setdefault(who, []).append(place)
    return told


# The admin


def admin_texts() -> Read:
    """The admin's lists and rows as a superuser reads them, without what changes with each visit.

    The league and its summary are left out: they carry its count of acts, which everybody reads. So is what
    stands beside every page: the names of all models.
    """
    boss, _new = User.objects.get_or_create(username="boss", is_staff=True, is_superuser=True)
    browser = Client()
    browser.force_login(boss, backend=HOW)
    texts: Read = {}
    with mock.patch.object(admin.site, "enable_nav_sidebar", new=False):
        for model in admin.site._registry:
            if model not in (Scope, Summary, User):
                _read_model(browser, f"/admin/{model._meta.app_label}/{model._meta.model_name}/", texts)
    return texts


def _read_model(browser: Client, listed: str, texts: Read) -> None:
    """The list of a model's rows, and the newest of them."""
    texts["boss", listed] = CHANGES.sub("", _answer(browser, listed))
    for page in _newest(re.findall(rf"{listed}(\d+)/change/", texts["boss", listed])):
        at = f"{listed}{page}/change/"
        texts["boss", at] = CHANGES.sub("", _answer(browser, at))


def _newest(numbers: list[str]) -> list[str]:
    """The newest rows of a list."""
    return sorted(set(numbers), key=int)[-LATEST:]


# What is told without being asked for


@dataclass
class Heard:
    """What went out: notifications of the live stream, lines of the log, letters."""

    events: list[str] = field(default_factory=list)
    log: str = ""
    letters: str = ""

    def has(self, mark: str | re.Pattern[str]) -> bool:
        return any(re.search(mark, one) for one in (*self.events, self.log, self.letters))


@contextmanager
def listening(caplog: pytest.LogCaptureFixture) -> Iterator[Heard]:
    """Hear everything that goes out meanwhile."""
    heard = Heard()

    def notified(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "pg_notify" in sql:
            heard.events.append(f"{sql} {params}")
        return execute(sql, params, many, context)

    caplog.set_level(logging.DEBUG)
    logging.getLogger("django.db.backends").setLevel(logging.INFO)  # statements are logged by nobody
    with connection.execute_wrapper(notified):
        yield heard
    heard.log = caplog.text
    heard.letters = " ".join(f"{one.subject} {one.body}" for one in mail.outbox)


def forget() -> None:
    """What the office remembers of drawn pages."""
    caches["parts"].clear()
    kept.clear_shelves()
