"""A game against the app over HTTP: what an answer costs until the next question stands, and what it weighs.

A phone's taps, read from the page itself: the first form, its brass button or the first answer.
"""

from __future__ import annotations

import gzip
import statistics
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

from django.test import Client

from bench.measure import Figure, cpu
from bench.server import signed_in
from campaigns.models import Seat
from campaigns.solo.armies import shipped_armies
from campaigns.solo.games import start_practice

EDITION = "aofs-3.2.0"
ROUNDS, MOST_TAPS = 4, 900
FORM = "application/x-www-form-urlencoded"  # as a browser sends it
PASSED_OVER = ("back", "skip", "done", "roll")


@dataclass
class Form:
    """What one form would send; `answers` are its submit buttons, those under the thumb first."""

    fields: dict[str, str] = field(default_factory=dict)
    answers: list[tuple[str, str]] = field(default_factory=list)
    ticks: list[tuple[str, str]] = field(default_factory=list)


class Screen(HTMLParser):
    """The forms of a fragment."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form())
        elif self.forms and "disabled" not in of:
            self._part(tag, of, self.forms[-1])

    def _part(self, tag: str, of: dict[str, str], form: Form) -> None:
        name, value, kind = of.get("name", ""), of.get("value", ""), of.get("type", "")
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select and (self.select not in form.fields or "selected" in of):
            form.fields[self.select] = value
        elif tag == "button" and name not in PASSED_OVER and kind != "button":
            brass = "btn-brass" in of.get("class", "")
            form.answers.insert(0 if brass else len(form.answers), (name, value))
        elif tag == "input" and kind == "checkbox":
            form.ticks.append((name, value))
        elif tag == "input" and (kind != "radio" or "checked" in of or name not in form.fields):
            form.fields[name] = value


def _next(text: str) -> dict[str, object]:
    """The next tap: not the dice of an attack, and the app lays every marker."""
    forms = [form for form in Screen(text).forms if form.fields.get("do") not in ("attack", "lay_marker")]
    form = next(one for one in forms if one.answers or one.ticks)
    sent: dict[str, object] = dict(form.fields)
    if form.ticks and "key" in form.fields:
        sent[form.ticks[0][0]] = [value for _name, value in form.ticks[:2]]
    name, value = form.answers[0]
    return {**sent, name: value} if name else sent


def _played(client: Client, seat: Seat) -> tuple[list[float], list[int]]:
    """Processor time and weight of every exchange of a whole game that answers a question."""
    settings = {"rounds": ROUNDS}
    game = start_practice(seat=seat, edition=EDITION, armies=shipped_armies(EDITION), settings=settings)
    address, took, weights = f"/l/{game.pk}/solo/", list[float](), list[int]()
    text = client.get(address, headers={"HX-Target": "solo"}).content.decode()
    for _ in range(MOST_TAPS):
        if "The game is over" in text:
            return took, weights
        sent, got = _next(text), list[bytes]()

        def tap(sent: dict[str, object] = sent, got: list[bytes] = got) -> None:
            answer = client.post(address, urlencode(sent, doseq=True), FORM, headers={"HX-Request": "true"})
            assert answer.status_code == 200, (sent, answer.content[:300])
            got.append(answer.content)

        milliseconds = cpu(tap)
        if "key" in sent:
            took.append(milliseconds)
            weights.append(len(gzip.compress(got[0], 6)))
        text = got[0].decode()
    raise AssertionError(f"no end after {MOST_TAPS} taps")


def table(seat: Seat) -> list[Figure]:
    client = signed_in(seat)
    _played(client, seat)  # once to warm up
    took, weights = _played(client, seat)
    took.sort()
    worst = took[int(len(took) * 0.99)]
    time = f"{statistics.median(took):.1f} ms, {worst:.1f} ms in 99 of 100"
    weight = f"{statistics.median(weights) / 1000:.1f} KB, heaviest {max(weights) / 1000:.1f} KB gzip"
    about = f"over HTTP, {len(took)} answers of a game of {ROUNDS} rounds"
    return [
        Figure("answer → next question at a solo table", time, about, "< 15 ms"),
        Figure("the same, what is sent back", weight, about, "≤ 4 KB"),
    ]
