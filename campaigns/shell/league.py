"""What every page of a league starts with: the scope, the visitor's seat, the sections, the live address.

`viewer_or_404` lets in members of the club, and anybody to a league whose organiser opened a public page.
Views draw with `render_league`, which adds the frame to their own context.

What a page fetches anew is asked for by the ids of its elements, all that are stale at once (`asked_parts`):
`render_league` sends the partials of these names, or the view does if they are kept parts or another
template's. `campaigns.shell.swapping` only says how the answer to a sent form is to look.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from zoneinfo import ZoneInfo

from django.contrib.postgres.expressions import ArraySubquery
from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField, Exists, FilteredRelation, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import get_template, render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.engine.lines import ButtonLink, Section
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.state_cache import LINE
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.engine.who.access import may_play, unknown_user, visitors_seat
from campaigns.models import (
    ActRequest,
    ActRequestStatus,
    Holiday,
    HolidayStage,
    LeagueOrganiser,
    Scope,
    Seat,
)
from campaigns.models.absence import sides_left_to_silence
from campaigns.shell.drawn.parts import Parts
from campaigns.shell.frame import NavItem, me_of
from campaigns.shell.pinned import pinned
from campaigns.shell.written import end_writing
from config.database.compiled import compiled
from config.memory import remembered
from rules.engine.refusals import Refused

OK, CONFLICT = 200, 409
OWN_SEAT = (
    "(SELECT seat.id FROM campaigns_seat seat JOIN campaigns_person person ON person.id = seat.person_id"
    " JOIN auth_user account ON account.id = person.user_id AND account.is_active WHERE account.id = %s"
    " AND seat.club_id = campaigns_scope.club_id AND seat.status = 'active'"
    " AND person.merged_into_id IS NULL)"
)
PARTS = re.compile(r"[a-z]{1,20}(?: [a-z]{1,20}){0,9}")


def _has(scope: Scope, section: str) -> bool:
    """Whether a game has these pages. A single game has its own; the API serves all."""
    return section == "api" or any(one.name == section for one in plugin_of(scope.game).play.sections)


def viewer_or_404(request: HttpRequest, pk: int, section: str = "league") -> AnyViewer:
    """The league `pk` for this visitor; strangers meet 404 unless it has a public page."""
    scope = next(iter(_looked(pk, unknown_user(request))), None)
    if scope is None or not _has(scope, section):
        raise Http404
    seat = visitors_seat(request, scope.club, _seat_in(scope))
    public = scope.is_public and request.method in ("GET", "HEAD")
    if seat is None and not public:
        raise Http404
    return Viewer(request, scope, seat, section)


@compiled
def _looked(pk: int, user: int) -> QuerySet[Scope]:
    """A league with what a viewer asks of it, and the seat that whoever signs in so has in its club."""
    asked = Exists(ActRequest.objects.filter(scope=OuterRef("pk"), status=ActRequestStatus.OPEN))
    league = Scope.objects.annotate(line=LINE, asked=asked, left_to_silence=sides_left_to_silence())
    league = league.filter(pk=pk)
    own = RawSQL(OWN_SEAT, (user,), output_field=BigIntegerField())  # noqa: S611 - our own text
    with_seat = league.annotate(mine=FilteredRelation("club__seats", condition=Q(club__seats__pk=own)))
    runs = LeagueOrganiser.objects.filter(seat=OuterRef("mine__pk")).values("scope")
    away = Holiday.objects.filter(stand_in__person=OuterRef("mine__person"), stage=HolidayStage.ON)
    stands_in = Exists(away.filter(seat__club=OuterRef("club")))
    same = Seat.objects.filter(person=OuterRef("mine__person"), club=OuterRef("club")).order_by()
    of_person = {"runs_read": ArraySubquery(runs), "own_read": ArraySubquery(same.values("pk"))}
    told = with_seat.annotate(stands_in=stands_in, **of_person)
    return told.select_related("club", "mine__person__user")  # type: ignore[misc]  # of the annotation


def _seat_in(looked: Scope) -> Seat | None:
    """The seat that was read with a league, if there was one, as other looks at a seat leave it."""
    told = vars(looked)
    seat: Seat | None = told.pop("mine", None)
    more = {name: told.pop(name) for name in ("runs_read", "own_read", "stands_in")}
    if seat is not None:
        vars(seat).update(more)
    return seat


def member_or_404(request: HttpRequest, pk: int, section: str = "league") -> AnyViewer:
    viewer = viewer_or_404(request, pk, section)
    if viewer.seat is None:
        raise Http404
    return viewer


def league_player_or_404(request: HttpRequest, pk: int, section: str = "league") -> AnyViewer:
    """The league for whoever may play in it; spectators and strangers meet 404."""
    viewer = member_or_404(request, pk, section)
    if viewer.seat is None or not may_play(viewer.seat):
        raise Http404
    return viewer


def league_organiser_or_404(request: HttpRequest, pk: int, section: str = "desk") -> AnyViewer:
    """The league for its organisers; everybody else meets 404."""
    viewer = viewer_or_404(request, pk, section)
    if not viewer.is_organiser:
        raise Http404
    return viewer


def organiser(viewer: AnyViewer) -> Seat:
    """The seat of the organiser at work."""
    if viewer.seat is None:
        raise PermissionDenied
    return viewer.seat


def render_league[P](
    viewer: AnyViewer,
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
    end_writing(viewer.request)
    asked = [one for one in asked_parts(viewer.request) if status == OK and _has_part(template, one)]
    told = {**always_of(viewer), "parts": kept, **(context or {})}
    with timezone.override(ZoneInfo(viewer.scope.time_zone)):
        if not asked:
            answer = render(viewer.request, template, {**league_frame(viewer), **told}, status=status)
        else:
            names = kept.names if kept else ()
            drawn = (
                kept.part(one) if kept and one in names else _part(viewer, template, one, told)
                for one in asked
            )
            answer = HttpResponse("".join(drawn))
    patch_vary_headers(answer, ["HX-Target"])
    return answer


def _part(viewer: AnyViewer, template: str, name: str, context: Mapping[str, object]) -> str:
    return render_to_string(f"{template}#{name}", dict(context), viewer.request)


def kept_alone[P](viewer: AnyViewer, kept: Parts[P]) -> HttpResponse | None:
    """The answer to an open page that wants nothing but kept parts; None to whoever wants more."""
    asked = asked_parts(viewer.request)
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


def refusal_response[P](
    viewer: AnyViewer,
    template: str,
    error: Refused,
    context: Mapping[str, object] | None = None,
    kept: Parts[P] | None = None,
) -> HttpResponse:
    """The same page with a refusal on it: 409, the sentence and its rule."""
    return render_league(viewer, template, {**(context or {}), "refused": error}, status=CONFLICT, kept=kept)


def closed_page(viewer: AnyViewer, still: str = "", way: ButtonLink | None = None) -> HttpResponse:
    """Instead of a form: nothing new begins in this league, and why; what can `still` be done, and where."""
    told = {"sentence": viewer.closed, "still": still, "way": way}
    return render_league(viewer, "campaigns/shell/closed.html", told, status=CONFLICT)


def always_of(viewer: AnyViewer) -> dict[str, object]:
    """What a page and each of its parts know."""
    return {
        "viewer": viewer,
        "scope": viewer.scope,
        "live_url": f"/live/{viewer.scope.pk}?version={viewer.scope.version}",
        "theme": viewer.seat.person.theme if viewer.seat else "",
    }


def league_frame(viewer: AnyViewer) -> dict[str, object]:
    """What stands around a page."""
    return {
        "nav": sections_of(viewer),
        "me": me_of(viewer.seat) if viewer.seat else None,
        "pinned": pinned([viewer.seat], scope=viewer.scope) if viewer.seat and _is_home(viewer) else (),
    }


def _is_home(viewer: AnyViewer) -> bool:
    found = viewer.request.resolver_match
    return found is not None and found.view_name == "campaigns:league"


def sections_of(viewer: AnyViewer) -> tuple[NavItem, ...]:
    """The sections this visitor sees; the organiser's only for organisers."""
    of_league = (viewer.scope.game, viewer.scope.pk, viewer.section)
    return _sections(*of_league, viewer.seat is not None, viewer.is_organiser, get_language())


@remembered(most=2**20)
def _sections(
    game: str, pk: int, current: str, member: bool, organiser: bool, language: str | None
) -> tuple[NavItem, ...]:
    items = [NavItem(_("Home"), reverse("campaigns:home"), "house-door-fill", tab=True)] if member else []
    shown = [one for one in plugin_of(game).play.sections if one.listed and (organiser or not one.group)]
    return (*items, *(_item(one, pk, current) for one in shown))


def _item(section: Section, pk: int, current: str) -> NavItem:
    heading, address = _("Organiser") if section.group else "", reverse(section.url, args=[pk])
    is_current = section.name == current
    return NavItem(
        _(section.label), address, section.icon, current=is_current, group=heading, tab=section.tab
    )
