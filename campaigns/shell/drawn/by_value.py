"""Parts of a page by the values they show: an open page says what it has and is sent what it lacks.

A part is a template, and values that need nothing else: neither page nor request, no form. Both phones at a
table share its text, and so do an undo and its redo; nothing has to be made stale. Its mark stands in the
page (`data-is`), and the page says the marks it has (`X-Has`), to its own tap and to what it fetches. The
mark of the body hangs on all the rest of it: a page with another one is sent its body as a whole. A mark is
made of what its reader may see, so that it tells them nothing.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import cast

from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from config.memory import remembered

HAS, VERSION = "X-Has", "X-Version"
PLAIN = re.compile(r"[A-Za-z0-9._:-]{1,60}")
MARKS = re.compile(r"[^\s=]{1,80}=[0-9a-f]{12}(?: [^\s=]{1,80}=[0-9a-f]{12}){0,400}")


def mark_of(*values: object) -> str:
    """What stands for these values in a page."""
    told = repr((get_language(), get_current_timezone_name(), _plain(values)))
    return sha256(told.encode()).hexdigest()[:12]


def _plain(value: object) -> object:
    """The same as tuples, which are told several times as fast as dataclasses tell themselves."""
    kind: type = type(value)
    if kind is str or kind is int or kind is bool:
        return value
    if kind is tuple:
        return tuple(map(_plain, cast("tuple[object, ...]", value)))
    names = _names_of(kind)
    return value if names is None else (kind.__name__, *(_plain(getattr(value, one)) for one in names))


@cache
def _names_of(kind: type) -> tuple[str, ...] | None:
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else None


def part_id(kind: str, key: str) -> str:
    """What the part about a thing is called in a page; its id may be more than a header carries."""
    return f"{kind}-{key if PLAIN.fullmatch(key) else sha256(key.encode()).hexdigest()[:12]}"


@dataclass(frozen=True)
class ValuePart:
    """One element of a page, by the values its template shows; the template says `{{ at }}` in its root."""

    id: str
    template: str
    values: tuple[tuple[str, Hashable], ...]

    @cached_property
    def mark(self) -> str:
        return mark_of(self.template, self.values)

    @property
    def drawn(self) -> SafeString:
        at = format_html('id="{}" data-is="{}"', self.id, self.mark)
        drawn = _drawn.__wrapped__ if settings.DEBUG else _drawn
        return drawn(self.template, (("at", at), *self.values), get_language(), get_current_timezone_name())


@remembered(most=2**20)
def _drawn(
    template: str, values: tuple[tuple[str, Hashable], ...], language: str | None, zone: str
) -> SafeString:
    return render_to_string(template, dict(values))


@dataclass(frozen=True)
class ByValue:
    """The element `id` of a page with those of its parts that are sent alone; `rest` is all else it shows."""

    id: str
    rest: object
    parts: tuple[ValuePart, ...]

    @cached_property
    def mark(self) -> str:
        return mark_of(self.rest, tuple(part.id for part in self.parts))

    def lacking(self, request: HttpRequest) -> SafeString | None:
        """What the open page lacks of the parts; None where it lacks its body."""
        has = _marks(request)
        return _texts(self.parts, has) if has.get(self.id) == self.mark else None


def _texts(parts: Iterable[ValuePart], has: dict[str, str]) -> SafeString:
    texts = (part.drawn for part in parts if has.get(part.id) != part.mark)
    return mark_safe("".join(texts))  # noqa: S308 - our own templates'


def _marks(request: HttpRequest) -> dict[str, str]:
    told = request.headers.get(HAS, "")
    return dict(one.split("=") for one in told.split()) if MARKS.fullmatch(told) else {}
