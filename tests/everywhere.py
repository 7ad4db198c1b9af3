"""Every address of the site with anything sent to it: by whom, how, what; and nothing of it ever breaks.

`Finger.tap` sends one request and takes back what it did, so that every request meets the same club.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.forms import BaseForm
from django.test import Client
from django.urls import get_resolver

from campaigns.engine.stored.store import registration_of
from campaigns.models import ArmyDraft, Correction, Dialogue, Entry, Invitation, Report, Scope, Slot
from campaigns.shell.drawn import kept
from maps.models import MapTemplate
from rules.engine.games import GAMES
from tests.season.browser import Form, forms_of
from tests.test_guards import ROOT, addresses
from tests.whole_club import WholeClub

METHODS = ("get", "post", "head", "options", "put", "patch", "delete")
ODD = (
    "", "0", "-1", "99999999999", "9" * 5000, "٣", "²", "½", "1e400", "NaN", "nobody", "s1.warband", "A1",
    "'; --", "%s%d%", "{0}", "<b>", "\u202e", "a\0b", "x" * 5000, "2026-13-41T99:99", "[" * 3000, "{}",
    "null", "on", "../..", "//evil.example", "\r\nX: y", "🂡", "s1|organiser", "s1.warband|s2.warband",
)  # fmt: skip
ODD_PATH = ("0", "99999999999999999999", "nobody", "a%00b", "%F0%9F%82%A1", "s1.warband", "x" * 300, "%0A")
FILES = (
    b"", b"{}", b"[" * 100_000, b'{"tiles": [], "name": "a\\u0000"}', b"\x89PNG\r\n\x1a\n", b"PK\x03\x04",
    b"\xff\xfe",
)  # fmt: skip
FORM = "application/x-www-form-urlencoded"
TYPES = ("application/json", "text/plain", "multipart/form-data", FORM)
BODIES = (
    b"", b"[]", b"{", b"[" * 100_000, b"\xff\xfe\x00", b"a=%00&b=%FF", b'{"a": 1e999}', b'{"a": "\\ud800"}',
    b"&".join(b"a=1" for _ in range(1200)),
)  # fmt: skip
ODD_JSON: tuple[Any, ...] = (
    None, True, -1, 10**30, 1.5, "", "a|b", "x" * 500, [], [[]], [[["x"]]], {}, {"a": {}}, [None],
)  # fmt: skip
READ = re.compile(
    r"""(?:POST|post|GET|sent|data)(?:\.get|\.getlist)?[\[(]["']([\w:-]+)["']"""
    r"""|["'](\w+)["'] in (?:\w+\.)*(?:post|POST|GET)"""
)


WORDS = re.compile(r"(?:word|words|tapped)\(([^()]*)\)")  # names given to the reader of forms


def names_read() -> tuple[str, ...]:
    """Every name of a field or a query that some view asks for."""
    texts = [file.read_text() for app in ("campaigns", "maps") for file in Path(ROOT, app).rglob("*.py")]
    found = {one for text in texts for pair in READ.findall(text) for one in pair if one}
    found |= {
        name for text in texts for names in WORDS.findall(text) for name in re.findall(r'"([\w:-]+)"', names)
    }
    found |= {name for form in forms_held(BaseForm) for name in form.base_fields}
    specs = (spec for game in GAMES.values() for spec in game.procedures.values())
    return tuple(sorted(found.union(*(spec.params.model_fields for spec in specs))))


def forms_held(kind: type[Any]) -> Iterator[Any]:
    """Every form of ours."""
    for form in kind.__subclasses__():
        if form.__module__.startswith(("campaigns", "maps")):
            yield form
        yield from forms_held(form)


@dataclass
class Finger:
    """Somebody tapping at random. `tapped` counts answers by status."""

    club: WholeClub
    luck: random.Random
    browsers: dict[str, Client]
    tapped: dict[int, int] = field(default_factory=dict)

    routes = sorted({route for _name, route in addresses(get_resolver())})
    names = names_read()

    def tap(self, who: str, method: str, address: str, data: object = None, **more: object) -> Any:
        """One request, taken back afterwards. Anything but an error is an answer."""
        browser = self.browsers[who]
        cookies = SimpleCookie(browser.cookies)
        with transaction.atomic():
            send = getattr(browser, method)
            answer = send(address, **more) if data is None else send(address, data, **more)
            transaction.set_rollback(True)
        browser.cookies = cookies
        if method not in ("get", "head", "options"):
            caches["parts"].clear()
            kept.clear_shelves()
        self.tapped[answer.status_code] = self.tapped.get(answer.status_code, 0) + 1
        assert answer.status_code < 500, (who, method, address[:300], str(data)[:500], more)
        return answer

    # Addresses

    def address(self, route: str, scope: Scope) -> str:
        """A route as an address: mostly with things that are there, now and then with something odd."""

        def value(found: re.Match[str]) -> str:
            kind, _, name = found[1].rpartition(":")
            if self.luck.random() < 0.08 and kind != "slug":
                odd = [one for one in ODD_PATH if kind != "int" or one.isdecimal()]
                return self.luck.choice(odd)
            return str(self.luck.choice(self._known(kind, name, route, scope) or ["0"]))

        plain = re.sub(r"\(\?P<\w+>.*?\)(?=/|\$|$)", "made-up", route).replace("^", "").replace("$", "")
        return "/" + re.sub(r"<([^>]+)>", value, plain).replace("\\Z", "").replace("\\", "")

    def _known(self, kind: str, name: str, route: str, scope: Scope) -> list[Any]:
        if name == "pk" and route.startswith(("l/", "api/")):
            return [scope.pk]
        if name == "slug":
            return [self.club.club.slug]
        if kind == "int" or name in ("pk", "number", "draft", "seq"):
            return self.numbers
        if name in ("slot", "code"):
            return list(Slot.objects.filter(scope=scope).values_list("code", flat=True))
        if name == "table":
            return list(registration_of(scope.game).tables)
        if name in ("what", "act"):
            return [
                *self.names,
                *(one.partition(".")[2] for one in registration_of(scope.game).game.procedures),
            ]
        return self.keys[scope.pk]

    @cached_property
    def numbers(self) -> list[int]:
        rows = (ArmyDraft, Correction, Entry, Invitation, Report, MapTemplate, Scope)
        found = [pk for row in rows for pk in row._default_manager.values_list("pk", flat=True)[:20]]
        return [*found, *self.club.club.seats.values_list("pk", flat=True), *range(1, 6)]

    @cached_property
    def keys(self) -> dict[int, list[str]]:
        """Ids of everything in a league, and the colours of its realms."""
        found = {}
        for scope in self.club.leagues:
            registration = registration_of(scope.game)
            state = registration.load(scope.pk)
            found[scope.pk] = [key for table in registration.tables for key in getattr(state, table)]
            found[scope.pk] += ["OPR-38", "CQ-30", "SOLO-01", "two_rivers"]
        return found

    # What is sent

    def query(self) -> str:
        """A few odd things behind the question mark."""
        names = self.luck.sample(self.names, self.luck.randrange(3))
        return "&".join(f"{name}={quote(self.luck.choice(ODD)[:300])}" for name in names)

    def fields(self, scope: Scope) -> dict[str, Any]:
        """Fields that some view reads, with anything in them."""
        names = self.luck.sample(self.names, self.luck.randrange(1, 8))
        return {name: self.anything(scope) for name in names}

    def anything(self, scope: Scope) -> Any:
        if self.luck.random() < 0.1:
            return SimpleUploadedFile("a\0.json", self.luck.choice(FILES))
        if self.luck.random() < 0.1:
            return [self.luck.choice(ODD), self.luck.choice(ODD)]
        return self.luck.choice([*ODD, self.luck.choice(self.keys[scope.pk]), "1", "2", "yes"])

    def odd_form(self, form: Form, scope: Scope) -> dict[str, Any]:
        """A form of a page, sent as it stands or with something odd in it."""
        sent: dict[str, Any] = {**form.sent}
        if form.buttons and self.luck.random() < 0.9:
            name, value = self.luck.choice(form.buttons)
            sent |= {name: [value]} if name else {}
        names = sorted(sent)
        for name in self.luck.sample(names, min(len(names), self.luck.randrange(3))):
            if self.luck.random() < 0.2:
                del sent[name]
            else:
                sent[name] = self.anything(scope)
        return sent

    def act(self, scope: Scope) -> dict[str, Any]:
        """A call of the interface: some act with some parameters."""
        spec = self.luck.choice(list(registration_of(scope.game).game.procedures.values()))
        params = {name: self.json(scope) for name in spec.params.model_fields if self.luck.random() < 0.9}
        return {"procedure": spec.name, "params": params}

    def json(self, scope: Scope) -> Any:
        if self.luck.random() < 0.5:
            return self.luck.choice(self.keys[scope.pk])
        return self.luck.choice([*ODD_JSON, 1, 2, [self.luck.choice(self.keys[scope.pk])]])

    def answer(self, scope: Scope) -> dict[str, Any]:
        """An answer to something that is open, or was."""
        codes = list(Slot.objects.filter(scope=scope).values_list("code", flat=True))
        open_now = list(Dialogue.objects.filter(scope=scope).values_list("slot__code", flat=True))
        slot = self.luck.choice(open_now * 20 + codes) if codes else "s1"
        page = self.browsers["organiser"].get(f"/api/v1/leagues/{scope.pk}/dialogues/{slot}/")
        asked = page.json().get("questions", []) if page.status_code == 200 else []
        key = self.luck.choice([one["key"] for one in asked] or ["no"])
        return {"slot": slot, "key": key, "value": self.json(scope)}

    # Whole requests

    def any_request(self) -> None:
        who, scope = self.luck.choice(list(self.browsers)), self.luck.choice(self.club.leagues)
        chance = self.luck.random()
        if chance < 0.45:
            self.any_form(who, scope)
        elif chance < 0.6:
            self.any_call(who, scope)
        else:
            method = self.luck.choice(METHODS[:2] * 4 + METHODS)
            self.any_address(who, scope, self.luck.choice(self.routes), method)

    def any_address(self, who: str, scope: Scope, route: str, method: str) -> None:
        address = self.address(route, scope)
        query = f"{address}?{self.query()}"
        headers = {"HX-Request": "true", "HX-Target": "mission"} if self.luck.random() < 0.2 else {}
        if method == "post" and self.luck.random() < 0.8:
            self.tap(who, "post", query, self.fields(scope), headers=headers)
        elif method in ("get", "head"):
            self.tap(who, method, query, headers=headers)
        else:
            kind = self.luck.choice(TYPES)
            self.tap(who, method, query, self.luck.choice(BODIES), content_type=kind, headers=headers)

    def any_call(self, who: str, scope: Scope) -> None:
        what = self.luck.choice(("act", "answer"))
        said = self.act(scope) if what == "act" else self.answer(scope)
        said["once"] = self.luck.choice((None, "k", "x" * 65, "a\0", 7)) if self.luck.random() < 0.2 else "k"
        text = json.dumps(said)
        self.tap(who, "post", f"/api/v1/leagues/{scope.pk}/{what}/", text, content_type="application/json")

    def any_form(self, who: str, scope: Scope) -> None:
        """Some form of some page this person sees."""
        routes = [one for one in self.routes if one.startswith(("l/", "clubs/", "me/", "join/"))]
        address = self.address(self.luck.choice(routes), scope)
        page = self.tap(who, "get", address)
        if page.status_code != 200 or "text/html" not in page.get("Content-Type", ""):
            return
        forms = [one for one in forms_of(page.content.decode()) if one.method == "post"]
        assert all(len(form.sent["once"]) == 1 and len(form.sent["once"][0]) == 32 for form in forms), address
        for form in self.luck.sample(forms, min(len(forms), 2)):
            headers = {"HX-Request": "true"} if self.luck.random() < 0.2 else {}
            self.tap(who, "post", form.action or address, self.odd_form(form, scope), headers=headers)
