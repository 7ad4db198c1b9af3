"""Parts of a league's pages, drawn once for what they follow as it stands and an audience.

After a tap every open page fetches its parts at once; the first visitor of an audience has them drawn, the
others are handed the same text. So a part depends on nothing but what its key holds: the names it follows
(`campaigns.engine.stored.stands`: every write, unless it says less), the league's name and time zone, the
audience, the club's people and paper, the language, the page it belongs to (`about`).
It is drawn without the request: no CSRF field, no visitor's name; a page that names the office's own address
says so in `about`. Of a page with forms the values are kept (`once`), or its pieces with places for what is
personal (`campaigns.shell.drawn.by_value`).

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
from zoneinfo import ZoneInfo

from django.core.cache import caches
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from campaigns.engine.stored.stands import ALL, ALL_BUT_FACTS
from campaigns.engine.transaction.viewer import AnyViewer

SECONDS = 60
ALONE = "league"  # the audience of who organises this league alone
STATE_AND_PEOPLE = (ALL_BUT_FACTS,)
DRAWING = tuple(threading.Lock() for _ in range(64))


def audience_of(viewer: AnyViewer) -> str:
    """Which of the texts of a part this visitor reads."""
    if viewer.seat is None:
        return "public"
    role = ALONE if viewer.is_organiser and not viewer.runs_club else str(viewer.seat.role)
    players = _known_players(viewer)
    if viewer.seat.person_id not in players:
        return role
    held = " held" if viewer.actor.held else ""
    return f"{role}:{viewer.seat.person_id}{held}"


def _known_players(viewer: AnyViewer) -> frozenset[int]:
    return once(viewer, "players", lambda: _players(viewer), STATE_AND_PEOPLE)


def _players(viewer: AnyViewer) -> frozenset[int]:
    """The people who play a side in this league."""
    sides = viewer.registration.sides_of(viewer.state)
    seats = {seat for side in sides for seat in viewer.registration.rules.members_of(viewer.state, side)}
    return frozenset(known.person for seat, known in viewer.people.items() if seat in seats)


def once[T](viewer: AnyViewer, name: str, make: Callable[[], T], follows: tuple[str, ...] = ALL) -> T:
    """What `make` returns, asked once until something it follows is touched, for the people and a language.

    `make` must not ask `once` itself: it would wait for its own lock.
    """
    key = _kept_under(viewer, name, follows)
    kept: T | None = caches["parts"].get(key)
    if kept is not None:
        return kept
    with DRAWING[hash(key) % len(DRAWING)]:  # the others who came at the same moment wait for the first
        kept = caches["parts"].get(key)
        if kept is None:
            kept = make()
            caches["parts"].set(key, kept, SECONDS)
        return kept


def once_nothing[T](
    viewer: AnyViewer, name: str, find: Callable[[], T | None], follows: tuple[str, ...] = ALL
) -> T | None:
    """What `find` returns. Of that only is kept that there is nothing, until something it follows is touched:
    for what may go by itself, and comes by a write alone."""
    key = _kept_under(viewer, name, follows)
    if caches["parts"].get(key):
        return None
    found = find()
    if found is None:
        caches["parts"].set(key, True, SECONDS)
    return found


def _kept_under(viewer: AnyViewer, name: str, follows: tuple[str, ...]) -> str:
    about = f"{viewer.stands(follows)} {get_language()} {name}"
    return f"part:{viewer.scope.pk}:{sha256(about.encode()).hexdigest()}"


class KeptAnswer(HttpResponse):
    """Nothing but kept parts: all of this audience get the same while what they follow and the club stand as
    they do."""

    def __init__(self, text: str, viewer: AnyViewer, follows: tuple[str, ...]) -> None:
        super().__init__(text)
        self.follows, self.stands, self.audience = follows, viewer.stands(follows), audience_of(viewer)
        self.players, self.players_stand = _known_players(viewer), viewer.stands(STATE_AND_PEOPLE)


@dataclass
class Parts[P]:
    """The parts of one page for one visitor: the `partialdef`s of its template.

    `build` makes the template's `page` and runs at most once, when something has to be drawn; `about` tells
    pages with the same template apart; `follows` are the names without which nothing on it changes. The
    template says `{{ parts.news }}`, and each is drawn where it is shown.
    """

    viewer: AnyViewer
    template: str
    names: tuple[str, ...]
    build: Callable[[], P]
    about: str = ""
    visitor: AnyViewer | None = None  # who asks, where `viewer` is drawn for nobody in particular
    follows: tuple[str, ...] = ALL

    def __getitem__(self, name: str) -> SafeString:
        if name not in self.names:
            raise KeyError(name)
        return self.part(name)

    def answer(self, names: Iterable[str]) -> HttpResponse:
        """Some parts alone, for a page that follows the league."""
        text = "".join(self.part(name) for name in names)
        return KeptAnswer(text, self.visitor or self.viewer, self.follows)

    def part(self, name: str) -> SafeString:
        return mark_safe(self._once(name, lambda: self._drawn(name)))  # noqa: S308 - our own template's

    def fact[T](self, name: str, of: Callable[[P], T]) -> T:
        """A plain value of it that the page needs outside its parts."""
        return self._once(f"fact {name}", lambda: of(self._page))

    def _once[T](self, name: str, make: Callable[[], T]) -> T:
        return once(self.viewer, f"{self.template}#{name} {self._audience} {self.about}", make, self.follows)

    @cached_property
    def _audience(self) -> str:
        return audience_of(self.viewer)

    @cached_property
    def _page(self) -> P:
        return self.build()

    def _drawn(self, name: str) -> str:
        context = {"viewer": self.viewer, "scope": self.viewer.scope, "page": self._page}
        with timezone.override(ZoneInfo(self.viewer.scope.time_zone)):
            return str(render_to_string(f"{self.template}#{name}", context))
