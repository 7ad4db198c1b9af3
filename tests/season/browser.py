"""A browser without a screen: gets pages, fills in their forms, sends them, follows where it is sent.

What it sends is what stands on the page, changed where the person changes it; so a field that a page forgets
is missing here as well. A page that refuses raises, with the words the page shows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

type Sent = dict[str, list[str]]


class Said(Exception):
    """A page that said no: its status and its words."""

    def __init__(self, status: int, address: str, text: str) -> None:
        super().__init__(f"{status} at {address}: {words_of(text)[:600]}")
        self.status = status


@dataclass
class Form:
    """A form as it stands on the page. `buttons` are (name, value) of its buttons."""

    action: str = ""
    method: str = "get"
    id: str = ""
    sent: Sent = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    """Collects forms: ticked boxes, chosen radio buttons and options, typed values."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._select, self._area = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        a = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(a.get("action", ""), a.get("method", "get").lower(), a.get("id", ""))
            self.forms.append(self._open)
        elif self._open is not None and "disabled" not in a:
            self._field(tag, a, self._open)

    def _field(self, tag: str, a: dict[str, str], form: Form) -> None:
        name = a.get("name", "")
        if tag == "button":
            form.buttons.append((name, a.get("value", "")))
        elif tag == "select":
            self._select = name
        elif tag == "textarea":
            self._area = name
            form.sent[name] = [""]
        elif tag == "option" and ("selected" in a or self._select not in form.sent):
            form.sent[self._select] = [a.get("value", "")]
        elif tag == "input" and name:
            self._input(a, name, form)

    def _input(self, a: dict[str, str], name: str, form: Form) -> None:
        ticked = a.get("type") in ("checkbox", "radio")
        if not ticked or "checked" in a:
            form.sent.setdefault(name, []).append(a.get("value", "on" if ticked else ""))

    def handle_data(self, data: str) -> None:
        if self._area and self._open is not None:
            known = self._open.sent[self._area][0]
            self._open.sent[self._area] = [known + (data if known else data.removeprefix("\n"))]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "textarea":
            self._area = ""


def forms_of(text: str) -> list[Form]:
    reader = _Reader()
    reader.feed(text)
    return reader.forms


def words_of(text: str) -> str:
    """The main part of a page without its tags."""
    main = text.partition("<main")[2] or text
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


class Browser:
    """One person's browser. `at` is the address of the page that is open, `text` what it says."""

    def __init__(self) -> None:
        self.client = Client()
        self.at, self.text, self.requests = "", "", 0

    def open(self, address: str, **query: Any) -> str:
        """Get a page; redirects are followed."""
        return self._arrived(self.client.get(address, query), address)

    def send(self, address: str, data: Any) -> str:
        """Post and follow; the address one ends at."""
        return self._arrived(self.client.post(address, data), address)

    def fill(self, button: str = "", form_id: str = "", **changes: Any) -> str:
        """Send the open page's form that has this button (`name` or `name=value`) or id, with changes."""
        form = self.form(button, form_id)
        sent: dict[str, object] = {**form.sent}
        name, _, value = button.partition("=")
        if name:
            sent[name] = [value or next(v for n, v in form.buttons if n == name)]
        sent |= {key: one if isinstance(one, list) else [one] for key, one in changes.items()}
        return self.send(form.action or self.at, sent)

    def form(self, button: str = "", form_id: str = "") -> Form:
        name, _, value = button.partition("=")
        for form in forms_of(self.text):
            if form.method != "post" or (form_id and form.id != form_id):
                continue
            if not name or any(n == name and value in ("", v) for n, v in form.buttons):
                return form
        raise AssertionError(f"No form {form_id} with {button} at {self.at}: {words_of(self.text)[:400]}")

    def _arrived(self, response: Any, address: str) -> str:
        self.requests += 1
        hops = 0
        while response.status_code in (301, 302, 303) and hops < 6:
            address, hops = response["Location"], hops + 1
            response = self.client.get(address)
            self.requests += 1
        self.at, self.text = address, response.content.decode(errors="replace")
        if response.status_code != 200:
            raise Said(response.status_code, address, self.text)
        return address
