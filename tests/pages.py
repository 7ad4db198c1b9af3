"""What a page was drawn from, so that a test can ask that and need not hunt through HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from html import unescape
from typing import Any

import pytest
from django.forms import Form
from django.http import HttpResponse, HttpResponseBase
from django.test import RequestFactory

from campaigns.engine.stored.state_cache import LINE
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.models import Scope, Seat
from campaigns.shell.told import chronicle
from rules.engine.refusals import Refused


def page_of(answer: HttpResponseBase) -> Any:
    """The page's dataclass."""
    return answer.context["page"]  # type: ignore[attr-defined]


def words_of(answer: HttpResponseBase) -> str:
    """Every sentence of what was handed to the template, a line each; an address is none."""
    drawn = answer.context  # type: ignore[attr-defined]
    known = (drawn[0] if isinstance(drawn, list) else drawn).flatten()
    return "\n".join(line for name, value in known.items() if name not in OTHERS for line in _lines(value))


def unpressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paper comes as the HTML it is pressed from: for tests that walk past it, or compare its words."""
    monkeypatch.setattr("campaigns.paper.press.pressed", lambda html: html.encode())


OTHERS = {"request", "user", "csrf_token", "messages", "perms", "form", "forms", "debug", "sql_queries"}


def _lines(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from () if value.startswith("/") else (value,)
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _lines(one)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _lines(one)
    elif is_dataclass(value) and not isinstance(value, type) and _is_for_pages(value):
        for field in fields(value):
            yield from _lines(getattr(value, field.name))


def _is_for_pages(value: object) -> bool:
    """State and books stand behind a page and are not shown by it."""
    return not type(value).__module__.startswith("rules.")


def tight(answer: HttpResponseBase) -> str:
    """The page with one blank where its source has many, so that a tag reads as if written in a line."""
    return " ".join(page_text(answer).split()).replace(" >", ">")


def page_text(answer: HttpResponseBase) -> str:
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def body_of(answer: object) -> str:
    """All that an answer sends, whatever it is; nothing of a stream."""
    return answer.content.decode(errors="replace") if isinstance(answer, HttpResponse) else ""


def looking(scope: Scope, seat: Seat | None, section: str = "league", **query: str) -> AnyViewer:
    """A visitor's view of a league as it is now, for a page that is built and not drawn."""
    known = Scope.objects.select_related("club").annotate(line=LINE).get(pk=scope.pk)
    return Viewer(RequestFactory().get("/", query), known, seat, section)


def text_of(answer: HttpResponseBase) -> str:
    """What a reader of the page reads: its text without tags, a blank where there are many."""
    return " ".join(unescape(re.sub("<[^>]*>", "", page_text(answer))).split())


def refusal_of(answer: HttpResponseBase) -> str:
    """The sentence with which the page says no, and does say it."""
    refused: Refused | Mapping[str, str] = answer.context["refused"]  # type: ignore[attr-defined]
    sentence = refused["sentence"] if isinstance(refused, Mapping) else refused.sentence
    assert sentence in text_of(answer)
    return sentence


def told_in(scope: Scope, seat: Seat | None) -> list[str]:
    """The sentences of a league's chronicle for a visitor, newest first."""
    return [line.sentence for line in chronicle.newest_lines(looking(scope, seat, "chronicle"))]


def errors_of(answer: HttpResponseBase, name: str = "form") -> str:
    """What the page says beside the fields of the form that was sent, and above it; a sentence a line."""
    form: Form = answer.context[name]  # type: ignore[attr-defined]
    told, text = [str(one) for errors in form.errors.values() for one in errors], text_of(answer)
    assert [one for one in told if " ".join(one.split()) not in text] == []
    return "\n".join(told)
