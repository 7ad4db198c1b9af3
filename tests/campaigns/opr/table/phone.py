"""A mission's page that stays open on a phone: what it shows, as its script keeps it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from campaigns.models import Seat
from campaigns.shell.drawn.by_value import HAS
from tests.campaigns.opr.table.evening import Evening

PLACES = ("mission", "saved", "refused", "ledger-body", "bar", "round")
VOLATILE = re.compile(
    r'name="(?:csrfmiddlewaretoken|once)" value="\w+"|data-version="\d+"| hx-swap-oob="true"'
)
VOID = {"input", "link", "meta", "br", "img", "hr"}


class Elements(HTMLParser):
    """The elements with a mark, and those of known places: by id their mark and their text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, tuple[str, str]] = {}
        self.open: list[tuple[str, str, str, int]] = []  # tag, id, mark, where it begins
        self.text, self.lines = text, [0]
        for line in text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.feed(text)

    @property
    def at(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag not in VOID:
            self.open.append((tag, said.get("id") or "", said.get("data-is") or "", self.at))

    def handle_endtag(self, tag: str) -> None:
        while any(one[0] == tag for one in self.open):
            opened, name, mark, began = self.open.pop()
            if mark or name in PLACES:
                self.found[name] = mark, VOLATILE.sub("", self.text[began : self.at])
            if opened == tag:
                return


class Phone:
    """Somebody's open page of a mission."""

    def __init__(self, evening: Evening, seat: Seat, mission: str) -> None:
        self.client: Client = evening.browser(seat)
        self.address = evening.url(f"m/{mission}/")
        self.shows: dict[str, tuple[str, str]] = {}
        self.came: set[str] = set()
        self.text = ""  # the page as it was opened last
        self.open()

    def open(self) -> None:
        self.text = self.client.get(self.address).content.decode()
        self.shows = Elements(self.text).found

    @property
    def marks(self) -> dict[str, str]:
        return {name: mark for name, (mark, _text) in self.shows.items() if mark}

    def tap(self, tail: str, **data: str) -> Any:
        """Send a form as the page's script does."""
        return self._put(self.client.post(f"{self.address}{tail}/", data, headers=self._headers))

    def hear(self) -> Any:
        """Fetch what is stale after an event."""
        return self._put(self.client.get(self.address, headers={"HX-Target": "mission", **self._headers}))

    def says(self, name: str) -> str:
        """The words of a part."""
        words = re.sub(r"<[^>]*>", " ", self.shows.get(name, ("", ""))[1])
        return " ".join(words.split())

    @property
    def _headers(self) -> dict[str, str]:
        has = " ".join(f"{name}={mark}" for name, mark in self.marks.items())
        return {"HX-Request": "true", HAS: has}

    def _put(self, answer: Any) -> Any:
        if answer.status_code in (200, 409):
            fresh = Elements(answer.content.decode()).found
            self.came = set(fresh)
            if "mission" in fresh:
                self.shows = {name: self.shows[name] for name in PLACES if name in self.shows}
            self.shows |= fresh
        return answer
