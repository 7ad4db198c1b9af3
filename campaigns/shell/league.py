"""What every page of a league starts with: the scope, the visitor's seat, the sections, the live address.

`here_or_404` lets in members of the club, and anybody to a league whose organiser opened a public page. Views
draw with `draw`, which adds the frame to their own context.

What a page fetches anew is asked for by one element's id (`asked_part`): `draw` sends it, or the view does if
it is a kept part or several elements. Several such parts of one page have addresses of their own, with a
`?part=` that nobody reads: a browser fetches an address once at a time, so they would wait for each other.
`request.htmx` only says how the answer to a sent form is to look.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.functional import cached_property
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from campaigns.engine.access import may_play, visitors_seat
from campaigns.engine.rights import Actor
from campaigns.engine.scopes import why_closed
from campaigns.engine.store import Registration, registration
from campaigns.models import Scope, Seat
from campaigns.models.people import Dice
from campaigns.shell.frame import Me, NavItem
from campaigns.shell.seatbook import Known, seatbook
from rules.engine.refusals import Refused

OK, CONFLICT = 200, 409
LOOK_KEPT = 60  # seconds
PART = re.compile(r"[a-z]{1,20}")

# section: (label, icon, url name, group, tab on phones)
SECTIONS = {
    "league": (gettext_noop("League"), "trophy", "campaigns:league", "", True),
    "missions": (gettext_noop("Missions"), "flag", "campaigns:missions", "", True),
    "warbands": (gettext_noop("Warbands"), "people", "campaigns:warbands", "", True),
    "map": (gettext_noop("Map"), "map", "maps:map", "", True),
    "honours": (gettext_noop("Honours"), "star-fill", "campaigns:honours", "", False),
    "chronicle": (gettext_noop("Chronicle"), "journal-text", "campaigns:chronicle", "", False),
    "rules": (gettext_noop("Rules"), "book", "campaigns:rules", "", False),
    "board": (gettext_noop("Board"), "tv", "campaigns:board", "", False),
    "desk": (gettext_noop("Desk"), "inbox", "campaigns:desk", "organiser", False),
    "corrections": (
        gettext_noop("Corrections"),
        "pencil-square",
        "campaigns:corrections",
        "organiser",
        False,
    ),
    "settings": (gettext_noop("Settings"), "sliders", "campaigns:settings", "organiser", False),
}
OF_GAME = {
    "opr": {
        "league",
        "missions",
        "warbands",
        "honours",
        "chronicle",
        "rules",
        "board",
        "desk",
        "corrections",
        "settings",
    },
    "solo": {"solo"},
    "conquest": {"league", "map", "chronicle", "rules", "board", "desk", "corrections", "settings"},
}


@dataclass
class Here:
    """One request to one league."""

    request: HttpRequest
    scope: Scope
    seat: Seat | None
    section: str

    @property
    def kept(self) -> Registration:
        return registration(self.scope.game)

    @cached_property
    def state(self) -> Any:
        """The league's state as plain values; all who only look share that of a version."""
        if self.request.method in ("GET", "HEAD"):
            return state_at(self.scope.game, self.scope.pk, self.scope.version)
        return self.kept.load(self.scope.pk)

    @cached_property
    def people(self) -> dict[str, Known]:
        """Who sits on which seat of the club; read once per request, the visitor's own seats with it."""
        people = seatbook(self.scope.club)
        if self.seat is not None:
            person = self.seat.person_id
            self.actor.recognise(seat for seat, known in people.items() if known.person == person)
        return people

    @cached_property
    def as_it_stands(self) -> str:
        """All that a kept part of this league's pages may depend on, besides the language and who looks."""
        scope = self.scope
        return repr((scope.version, scope.time_zone, scope.name, scope.club.paper, self.people))

    @property
    def book(self) -> Any:
        return self.kept.game.book_of(self.state)

    @cached_property
    def actor(self) -> Actor:
        """Who stands at the door; a visitor without a seat may only look."""
        if self.seat is None:
            raise PermissionDenied
        return Actor(self.seat)

    @property
    def closed(self) -> str:
        """The sentence why nothing new begins here, or nothing."""
        return why_closed(self.scope, self.state)

    @property
    def is_organiser(self) -> bool:
        return self.seat is not None and self.seat.is_organiser

    @property
    def app_dice(self) -> bool:
        """Whether this person wants the app to throw every die."""
        return self.seat is not None and self.seat.person.dice == Dice.APP

    def owns(self, side: str) -> bool:
        """Whether the visitor plays this warband or realm."""
        owner = self.kept.owner_of(self.state, side)
        return self.seat is not None and owner is not None and self.actor.is_seat(owner)


def state_at(game: str, scope: int, version: int) -> Any:
    """The state of a scope for all who only look; nothing in it can be altered. It is kept, because reading
    a season's missions was half of every page after a change; whoever writes reads it whole, under the lock.

    Every write makes a new version: of a scope this process has read whole in the last minute, only what has
    changed since is read. After a minute, or when the version has gone back, a backup may have been restored.
    """
    last = last_look(game, scope)
    state, since, whole = last.seen
    kept, now = registration(game), time.monotonic()
    if state is None or version < since or now > whole + LOOK_KEPT:
        state, whole = kept.load(scope), now
    elif version > since:
        state = kept.load_since(scope, state, since)
    last.seen = state, version, whole
    return state


@dataclass
class LastLook:
    """What this process saw of a scope: its state, the version when that was read, when it was read whole."""

    seen: tuple[Any, int, float] = (None, 0, 0.0)


@lru_cache(maxsize=16)
def last_look(game: str, scope: int) -> LastLook:
    return LastLook()


def _has(scope: Scope, section: str) -> bool:
    """Whether a game has these pages. A single game has its own; the API serves all."""
    return section == "api" or section in OF_GAME[scope.game]


def here_or_404(request: HttpRequest, pk: int, section: str = "league") -> Here:
    """The league `pk` for this visitor; strangers meet 404 unless it has a public page."""
    scope = get_object_or_404(Scope.objects.select_related("club"), pk=pk)
    if not _has(scope, section):
        raise Http404
    seat = visitors_seat(request, scope.club)
    public = scope.is_public and request.method in ("GET", "HEAD")
    if seat is None and not public:
        raise Http404
    return Here(request, scope, seat, section)


def member_or_404(request: HttpRequest, pk: int, section: str = "league") -> Here:
    here = here_or_404(request, pk, section)
    if here.seat is None:
        raise Http404
    return here


def player_here_or_404(request: HttpRequest, pk: int, section: str = "league") -> Here:
    """The league for whoever may play in it; spectators and strangers meet 404."""
    here = member_or_404(request, pk, section)
    if here.seat is None or not may_play(here.seat):
        raise Http404
    return here


def organiser_here_or_404(request: HttpRequest, pk: int, section: str = "desk") -> Here:
    """The league for its organisers; everybody else meets 404."""
    here = here_or_404(request, pk, section)
    if not here.is_organiser:
        raise Http404
    return here


def organiser(here: Here) -> Seat:
    """The seat of the organiser at work."""
    if here.seat is None:
        raise PermissionDenied
    return here.seat


def draw(
    here: Here, template: str, context: dict[str, Any] | None = None, *, status: int = 200
) -> HttpResponse:
    """Render a league page with its frame, its times in the club's time zone.

    An open page that follows the league asks for one element anew: if the template has a `partialdef` of its
    id, only that is sent. A browser's cache keeps the two apart.
    """
    part = asked_part(here.request)
    asked = f"{template}#{part}" if status == OK and _has_part(template, part) else template
    with timezone.override(ZoneInfo(here.scope.time_zone)):
        answer = render(here.request, asked, {**frame_of(here), **(context or {})}, status=status)
    patch_vary_headers(answer, ["HX-Target"])
    return answer


def asked_part(request: HttpRequest) -> str:
    """The id of the one element that an open page wants anew; empty when somebody opens the page."""
    target = request.headers.get("HX-Target", "") if request.method == "GET" else ""
    return target if PART.fullmatch(target) else ""


def _has_part(template: str, part: str) -> bool:
    try:
        return bool(part and get_template(f"{template}#{part}"))
    except TemplateDoesNotExist:
        return False


def refused(here: Here, template: str, error: Refused, context: dict[str, Any] | None = None) -> HttpResponse:
    """The same page with a refusal on it: 409, the sentence and its rule."""
    return draw(here, template, {**(context or {}), "refused": error}, status=CONFLICT)


def closed_page(here: Here) -> HttpResponse:
    """Instead of a form: nothing new begins in this league, and why."""
    return draw(here, "campaigns/shell/closed.html", {"sentence": here.closed}, status=CONFLICT)


def frame_of(here: Here) -> dict[str, Any]:
    return {
        "here": here,
        "scope": here.scope,
        "nav": sections_of(here),
        "me": me_of(here.seat),
        "live_url": f"/live/{here.scope.pk}?version={here.scope.version}",
        "theme": here.seat.person.theme if here.seat else "",
    }


def me_of(seat: Seat | None) -> Me | None:
    return None if seat is None else Me(seat.name, seat.club.name, seat.emblem, reverse("people:me"))


def sections_of(here: Here) -> tuple[NavItem, ...]:
    """The sections this visitor sees; the organiser's only for organisers."""
    of_league = (here.scope.game, here.scope.pk, here.section)
    return _sections(*of_league, here.seat is not None, here.is_organiser, get_language())


@lru_cache(maxsize=500)
def _sections(
    game: str, pk: int, current: str, member: bool, organiser: bool, language: str | None
) -> tuple[NavItem, ...]:
    items = [NavItem(_("Home"), reverse("campaigns:home"), "house-door-fill", tab=True)] if member else []
    for name, (label, icon, url, group, tab) in SECTIONS.items():
        if name not in OF_GAME.get(game, ()) or (group and not organiser):
            continue
        heading, address = _("Organiser") if group else "", reverse(url, args=[pk])
        items.append(NavItem(_(label), address, icon, current=name == current, group=heading, tab=tab))
    return tuple(items)
