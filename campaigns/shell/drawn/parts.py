"""Parts of a league's pages, drawn once for what they follow as it stands and an audience.

After a tap every open page fetches its parts at once; the first visitor of an audience has them drawn, the
others are handed the same text. So a part depends on nothing but what its key holds: the names it follows
(`campaigns.engine.stored.stands`: every write, unless it says less), the league's name and time zone, the
audience, the club's people and paper, the language, the page it belongs to (`about`).
It is drawn without the request: no CSRF field, no visitor's name; a page that names the office's own address
says so in `about`. Of a page with forms only the values are kept (`once`).

An audience is `public`, the role of a seat (`league`: of who organises this league alone), or that with a
person who has a side of their own (`player:12`): whose rows are marked, and who alone is told what waits for
them.
Kept in the memory of the process for a minute; what is touched makes a new key.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import cast
from zoneinfo import ZoneInfo

from django.core.cache import caches
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from campaigns.engine.passage.here import AnyHere
from campaigns.engine.stored.stands import ALL, ALL_BUT_FACTS

SECONDS = 60
ALONE = "league"  # the audience of who organises this league alone
STATE_AND_PEOPLE = (ALL_BUT_FACTS,)
DRAWING = tuple(threading.Lock() for _ in range(64))


def audience_of(here: AnyHere) -> str:
    """Which of the texts of a part this visitor reads."""
    if here.seat is None:
        return "public"
    role = ALONE if here.is_organiser and not here.runs_club else str(here.seat.role)
    players = _known_players(here)
    if here.seat.person_id not in players:
        return role
    held = " held" if here.actor.held else ""
    return f"{role}:{here.seat.person_id}{held}"


def _known_players(here: AnyHere) -> frozenset[int]:
    return once(here, "players", lambda: _players(here), STATE_AND_PEOPLE)


def _players(here: AnyHere) -> frozenset[int]:
    """The people who play a side in this league."""
    sides = here.registration.sides_of(here.state)
    seats = {seat for side in sides for seat in here.registration.members_of(here.state, side)}
    return frozenset(known.person for seat, known in here.people.items() if seat in seats)


def once[T](here: AnyHere, name: str, make: Callable[[], T], follows: tuple[str, ...] = ALL) -> T:
    """What `make` returns, asked once until something it follows is touched, for the people and a language.

    `make` must not ask `once` itself: it would wait for its own lock.
    """
    about = f"{here.stands(follows)} {get_language()} {name}"
    key = f"part:{here.scope.pk}:{sha256(about.encode()).hexdigest()}"
    kept: T | None = caches["parts"].get(key)
    if kept is not None:
        return kept
    with DRAWING[hash(key) % len(DRAWING)]:  # the others who came at the same moment wait for the first
        return cast("T", caches["parts"].get_or_set(key, make, SECONDS))


class KeptAnswer(HttpResponse):
    """Nothing but kept parts: all of this audience get the same while what they follow and the club stand as
    they do."""

    def __init__(self, text: str, here: AnyHere, follows: tuple[str, ...]) -> None:
        super().__init__(text)
        self.follows, self.stands, self.audience = follows, here.stands(follows), audience_of(here)
        self.players, self.players_stand = _known_players(here), here.stands(STATE_AND_PEOPLE)


@dataclass
class Parts[P]:
    """The parts of one page for one visitor: the `partialdef`s of its template.

    `build` makes the template's `page` and runs at most once, when something has to be drawn; `about` tells
    pages with the same template apart; `follows` are the names without which nothing on it changes. The
    template says `{{ parts.news }}`, and each is drawn where it is shown.
    """

    here: AnyHere
    template: str
    names: tuple[str, ...]
    build: Callable[[], P]
    about: str = ""
    visitor: AnyHere | None = None  # who asks, where `here` is drawn for nobody in particular
    follows: tuple[str, ...] = ALL

    def __getitem__(self, name: str) -> SafeString:
        if name not in self.names:
            raise KeyError(name)
        return self.part(name)

    def answer(self, names: Iterable[str]) -> HttpResponse:
        """Some parts alone, for a page that follows the league."""
        text = "".join(self.part(name) for name in names)
        return KeptAnswer(text, self.visitor or self.here, self.follows)

    def part(self, name: str) -> SafeString:
        return mark_safe(self._once(name, lambda: self._drawn(name)))  # noqa: S308 - our own template's

    def fact[T](self, name: str, of: Callable[[P], T]) -> T:
        """A plain value of it that the page needs outside its parts."""
        return self._once(f"fact {name}", lambda: of(self._page))

    def _once[T](self, name: str, make: Callable[[], T]) -> T:
        return once(self.here, f"{self.template}#{name} {self._audience} {self.about}", make, self.follows)

    @cached_property
    def _audience(self) -> str:
        return audience_of(self.here)

    @cached_property
    def _page(self) -> P:
        return self.build()

    def _drawn(self, name: str) -> str:
        context = {"here": self.here, "scope": self.here.scope, "page": self._page}
        with timezone.override(ZoneInfo(self.here.scope.time_zone)):
            return str(render_to_string(f"{self.template}#{name}", context))
