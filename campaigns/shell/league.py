"""What every page of a league starts with: the scope, the visitor's seat, the sections, the live address.

`here_or_404` lets in members of the club, and anybody to a league whose organiser opened a public page. Views
draw with `draw`, which adds the frame to their own context.

What a page fetches anew is asked for by the ids of its elements, all that are stale at once (`asked_parts`):
`draw` sends the partials of these names, or the view does if they are kept parts or another template's.
`campaigns.shell.swapping` only says how the answer to a sent form is to look.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from zoneinfo import ZoneInfo

from django.contrib.postgres.expressions import ArraySubquery
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template, render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.engine.desk import desk_of
from campaigns.engine.lines import Section
from campaigns.engine.passage.here import AnyHere, Here
from campaigns.engine.stored.remembering import LINE
from campaigns.engine.who.access import may_play, visitors_seat
from campaigns.models import ActRequest, ActRequestStatus, Scope, Seat, Unplayed
from campaigns.shell.drawn.parts import Parts
from campaigns.shell.frame import NavItem, me_of
from campaigns.shell.pinned import pinned
from campaigns.shell.written import written
from config.memory import remembered
from rules.engine.refusals import Refused

OK, CONFLICT = 200, 409
PARTS = re.compile(r"[a-z]{1,20}(?: [a-z]{1,20}){0,9}")


def _has(scope: Scope, section: str) -> bool:
    """Whether a game has these pages. A single game has its own; the API serves all."""
    return section == "api" or any(one.name == section for one in desk_of(scope.game).sections)


def here_or_404(request: HttpRequest, pk: int, section: str = "league") -> AnyHere:
    """The league `pk` for this visitor; strangers meet 404 unless it has a public page."""
    asked = Exists(ActRequest.objects.filter(scope=OuterRef("pk"), status=ActRequestStatus.OPEN))
    unplayed = ArraySubquery(Unplayed.objects.filter(scope=OuterRef("pk")).values("side"))
    found = Scope.objects.select_related("club").annotate(line=LINE, asked=asked, left_to_silence=unplayed)
    scope = get_object_or_404(found, pk=pk)
    if not _has(scope, section):
        raise Http404
    seat = visitors_seat(request, scope.club)
    public = scope.is_public and request.method in ("GET", "HEAD")
    if seat is None and not public:
        raise Http404
    return Here(request, scope, seat, section)


def member_or_404(request: HttpRequest, pk: int, section: str = "league") -> AnyHere:
    here = here_or_404(request, pk, section)
    if here.seat is None:
        raise Http404
    return here


def player_here_or_404(request: HttpRequest, pk: int, section: str = "league") -> AnyHere:
    """The league for whoever may play in it; spectators and strangers meet 404."""
    here = member_or_404(request, pk, section)
    if here.seat is None or not may_play(here.seat):
        raise Http404
    return here


def organiser_here_or_404(request: HttpRequest, pk: int, section: str = "desk") -> AnyHere:
    """The league for its organisers; everybody else meets 404."""
    here = here_or_404(request, pk, section)
    if not here.is_organiser:
        raise Http404
    return here


def organiser(here: AnyHere) -> Seat:
    """The seat of the organiser at work."""
    if here.seat is None:
        raise PermissionDenied
    return here.seat


def draw[P](
    here: AnyHere,
    template: str,
    context: Mapping[str, object] | None = None,
    *,
    status: int = 200,
    kept: Parts[P] | None = None,
) -> HttpResponse:
    """Render a league page with its frame, its times in the club's time zone.

    An open page that follows the league asks for some elements anew: those of them that are a `partialdef` of
    the template are sent alone, `kept` ones as they are kept. A browser's cache keeps the two apart.
    """
    written(here.request)
    asked = [one for one in asked_parts(here.request) if status == OK and _has_part(template, one)]
    told = {**always_of(here), "parts": kept, **(context or {})}
    with timezone.override(ZoneInfo(here.scope.time_zone)):
        if not asked:
            answer = render(here.request, template, {**frame_of(here), **told}, status=status)
        else:
            names = kept.names if kept else ()
            drawn = (
                kept.part(one) if kept and one in names else _part(here, template, one, told) for one in asked
            )
            answer = HttpResponse("".join(drawn))
    patch_vary_headers(answer, ["HX-Target"])
    return answer


def _part(here: AnyHere, template: str, name: str, context: Mapping[str, object]) -> str:
    return render_to_string(f"{template}#{name}", dict(context), here.request)


def kept_alone[P](here: AnyHere, kept: Parts[P]) -> HttpResponse | None:
    """The answer to an open page that wants nothing but kept parts; None to whoever wants more."""
    asked = asked_parts(here.request)
    if not asked or not set(asked) <= set(kept.names):
        return None
    answer = kept.answer(asked)
    patch_vary_headers(answer, ["HX-Target"])
    return answer


def asked_parts(request: HttpRequest) -> tuple[str, ...]:
    """The ids of the elements that an open page wants anew; none when somebody opens the page."""
    targets = request.headers.get("HX-Target", "") if request.method == "GET" else ""
    return tuple(dict.fromkeys(targets.split())) if PARTS.fullmatch(targets) else ()


@remembered(most=2**18)
def _has_part(template: str, part: str) -> bool:
    try:
        return bool(get_template(f"{template}#{part}"))
    except TemplateDoesNotExist:
        return False


def refused[P](
    here: AnyHere,
    template: str,
    error: Refused,
    context: Mapping[str, object] | None = None,
    kept: Parts[P] | None = None,
) -> HttpResponse:
    """The same page with a refusal on it: 409, the sentence and its rule."""
    return draw(here, template, {**(context or {}), "refused": error}, status=CONFLICT, kept=kept)


def closed_page(here: AnyHere) -> HttpResponse:
    """Instead of a form: nothing new begins in this league, and why."""
    return draw(here, "campaigns/shell/closed.html", {"sentence": here.closed}, status=CONFLICT)


def always_of(here: AnyHere) -> dict[str, object]:
    """What a page and each of its parts know."""
    return {
        "here": here,
        "scope": here.scope,
        "live_url": f"/live/{here.scope.pk}?version={here.scope.version}",
        "theme": here.seat.person.theme if here.seat else "",
    }


def frame_of(here: AnyHere) -> dict[str, object]:
    """What stands around a page."""
    return {
        "nav": sections_of(here),
        "me": me_of(here.seat) if here.seat else None,
        "pinned": pinned([here.seat], scope=here.scope) if here.seat and _is_home(here) else (),
    }


def _is_home(here: AnyHere) -> bool:
    found = here.request.resolver_match
    return found is not None and found.view_name == "campaigns:league"


def sections_of(here: AnyHere) -> tuple[NavItem, ...]:
    """The sections this visitor sees; the organiser's only for organisers."""
    of_league = (here.scope.game, here.scope.pk, here.section)
    return _sections(*of_league, here.seat is not None, here.is_organiser, get_language())


@remembered(most=2**20)
def _sections(
    game: str, pk: int, current: str, member: bool, organiser: bool, language: str | None
) -> tuple[NavItem, ...]:
    items = [NavItem(_("Home"), reverse("campaigns:home"), "house-door-fill", tab=True)] if member else []
    shown = [one for one in desk_of(game).sections if one.listed and (organiser or not one.group)]
    return (*items, *(_item(one, pk, current) for one in shown))


def _item(section: Section, pk: int, current: str) -> NavItem:
    heading, address = _("Organiser") if section.group else "", reverse(section.url, args=[pk])
    is_current = section.name == current
    return NavItem(
        _(section.label), address, section.icon, current=is_current, group=heading, tab=section.tab
    )
