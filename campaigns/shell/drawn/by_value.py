"""Parts of a page by the values they show: an open page says what it has and is sent what it lacks.

A part is a template, and values that need nothing else: neither page nor request, no form. Both phones at a
table share its text, and so do an undo and its redo; nothing has to be made stale. Its mark stands in the
page (`data-is`), and the page says the marks it has (`X-Has`), to its own tap and to what it fetches. The
mark of the body hangs on all the rest of it: a page with another one is sent its body as a whole. A mark is
made of what its reader may see, so that it tells them nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from secrets import token_hex

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from config.memory import SHELVES, MemoryShelf

type Reader = tuple[str | None, str]

HOUR, SHORT = 60 * 60, 12
FORMS, SECRET = "forms", token_hex(8)
PLACE = re.compile(f"\x02{SECRET}:([^\x02]+)\x02")
HAS, VERSION = "X-Has", "X-Version"
PLAIN = re.compile(r"[A-Za-z0-9._:-]{1,60}")
# The missions of a hundred tables at once: texts as bytes, by what they show.
DRAWN = MemoryShelf("campaigns.shell.drawn.by_value", 24 * 2**20)
SHELVES.add(DRAWN)
MARKS = re.compile(r"[^\s=]{1,80}=[0-9a-f]{12}(?: [^\s=]{1,80}=[0-9a-f]{12}){0,400}")


def reader() -> Reader:
    """Who reads: their language, and the time zone that is in force."""
    return get_language(), get_current_timezone_name()


def mark_of(by: Reader, *values: object) -> str:
    """What stands for these values in a page."""
    return _digest(by, *values).hex()[:SHORT]


def _digest(by: Reader, *values: object) -> bytes:
    return sha256(repr((*by, values)).encode()).digest()


def part_id(kind: str, key: str) -> str:
    """What the part about a thing is called in a page; its id may be more than a header carries."""
    return f"{kind}-{key if PLAIN.fullmatch(key) else sha256(key.encode()).hexdigest()[:12]}"


@dataclass(frozen=True)
class ValuePart:
    """One element of a page, by the values its template shows; the template says `{{ at }}` in its root."""

    id: str
    template: str
    values: tuple[tuple[str, Hashable], ...]
    by: Reader

    @cached_property
    def _shows(self) -> bytes:
        """What stands for all it shows."""
        return _digest(self.by, self.id, self.template, self.values)

    @property
    def mark(self) -> str:
        return self._shows.hex()[:SHORT]

    @property
    def drawn(self) -> SafeString:
        found = None if settings.DEBUG else DRAWN.find(self._shows)
        if found is not None:
            text: str = found[0].decode()  # type: ignore[attr-defined]
            return mark_safe(text)  # noqa: S308 - drawn here
        at = format_html('id="{}" data-is="{}"', self.id, self.mark)
        drawn = render_to_string(self.template, {"at": at, **dict(self.values)})
        DRAWN.put(self._shows, drawn.encode())
        return drawn


@dataclass(frozen=True)
class ByValue:
    """The element `id` of a page with those of its parts that are sent alone; `rest` is all else it shows."""

    id: str
    rest: object
    parts: tuple[ValuePart, ...]
    by: Reader

    @cached_property
    def _mark(self) -> str:
        return _digest(self.by, self.rest, tuple(part.id for part in self.parts)).hex()

    @property
    def mark(self) -> str:
        return self._mark[:SHORT]

    def lacking(self, request: HttpRequest) -> SafeString | None:
        """What the open page lacks of the parts; None where it lacks its body."""
        has = _marks(request)
        return _texts(self.parts, has) if has.get(self.id) == self.mark else None

    def filled(self, name: str, draw: Callable[[], str], forms: Callable[[], str]) -> SafeString:
        """A piece of the page that shows nothing but `rest` and parts. What it shows of `rest` is drawn once,
        with places where parts stand (`place_of`), and where a form's hidden fields do (`forms`)."""
        key = f"piece:{name}:{self._mark}"
        text: str | None = caches["parts"].get(key)
        if text is None:
            text = draw()
            caches["parts"].set(key, text, HOUR)
        parts = {part.id: part for part in self.parts}
        text = PLACE.sub(lambda at: forms() if at[1] == FORMS else parts[at[1]].drawn, text)
        return mark_safe(text)  # noqa: S308 - our own templates'


def place_of(name: str) -> SafeString:
    """Where a part belongs, or the hidden fields of a form; nobody can write it into a text."""
    return mark_safe(f"\x02{SECRET}:{name}\x02")  # noqa: S308 - ids of our own


def _texts(parts: Iterable[ValuePart], has: dict[str, str]) -> SafeString:
    texts = (part.drawn for part in parts if has.get(part.id) != part.mark)
    return mark_safe("".join(texts))  # noqa: S308 - our own templates'


def _marks(request: HttpRequest) -> dict[str, str]:
    told = request.headers.get(HAS, "")
    return dict(one.split("=") for one in told.split()) if MARKS.fullmatch(told) else {}
