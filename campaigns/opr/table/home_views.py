"""The home of a league of warbands, and all its missions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.opr.league import home as league
from campaigns.opr.table import home_parts
from campaigns.opr.viewer import OprViewer
from campaigns.shell.league import kept_alone, render_league, viewer_or_404
from campaigns.shell.paging import page_from
from rules.opr.state import Mission, OprState


def warbands_home(viewer: OprViewer) -> HttpResponse:
    """The league's home, or those parts of it that an open page wants anew."""
    parts = home_parts.home_fragments(viewer)
    if answer := kept_alone(viewer, parts):
        return answer
    return render_league(viewer, home_parts.TEMPLATE, home_parts.context(viewer, parts), kept=parts)


class _All(Sequence[Mission]):
    """Every mission as the list has them, of which no more is read than the pages up to the one shown."""

    def __init__(self, state: OprState) -> None:
        self.state = state

    def __len__(self) -> int:
        return len(self.state.missions)

    @overload
    def __getitem__(self, which: int) -> Mission: ...
    @overload
    def __getitem__(self, which: slice) -> list[Mission]: ...
    def __getitem__(self, which: int | slice) -> Mission | list[Mission]:
        most = which.stop if isinstance(which, slice) else which + 1
        return league.newest_missions(self.state, most)[which]


@require_safe
def missions(request: HttpRequest, pk: int) -> HttpResponse:
    """All missions, the open ones first, page by page; `only` those that are open, or one's own."""
    viewer = viewer_or_404(request, pk, "missions")
    every, only = _All(viewer.state), request.GET.get("only", "")
    page = page_from(request, _wanted(viewer, every, only), only=only)
    context: dict[str, object] = {
        "paged": page,
        "cards": [league.mission_card(viewer, one) for one in page.items],
        "is_running": viewer.state.league.status == "running" and not viewer.closed,
        "may_open": home_parts.may_open_missions(viewer),
    }
    choices = (("", _("All")), ("open", _("Open")), ("mine", _("Mine")))
    context |= {"only": only, "choices": choices if every else ()}
    return render_league(viewer, "campaigns/opr/table/missions.html", context)


def _wanted(viewer: OprViewer, every: _All, only: str) -> Sequence[Mission]:
    if only == "open":
        return league.unfinished(viewer.state)
    if only == "mine":
        return [one for one in every[: len(every)] if any(map(viewer.owns, one.warbands))]
    return every
