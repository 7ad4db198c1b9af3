"""The organiser changes the ground of a running league."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns.shell.league import league_organiser_or_404, render_league
from campaigns.shell.reading.reader import sent_to, word
from maps.conquest.acting.carrying import conquest_response
from maps.conquest.acting.reaching import conquest_or_404
from maps.conquest.forms import conquest_form_context, wrong_with
from maps.conquest.map import ground_page
from maps.conquest.viewer import ConquestViewer
from rules.engine.refusals import Refused

PAGE = "maps/conquest/ground.html"


@require_http_methods(["GET", "POST"])
def edit_ground(request: HttpRequest, pk: int) -> HttpResponse:
    """The league's own map, territory by territory; `t` is the one in hand."""
    viewer = conquest_or_404(league_organiser_or_404(request, pk, "map"))
    if not viewer.state.territories:
        raise Http404
    if request.method != "POST":
        return _shown(viewer, request.GET.get("t", ""))
    act, territory = word(request, "act"), word(request, "territory")
    try:
        params = ground_page.ground_params(viewer.state, act, sent_to(request))
    except Refused as error:
        return _shown(viewer, territory, error)
    left = "" if act == "remove" else territory
    then = f"{_address(viewer)}?t={left}" if left else _address(viewer)
    return conquest_response(
        viewer, act, params, then=then, shown=lambda fresh, error: _shown(fresh, territory, error)
    )


def _address(viewer: ConquestViewer) -> str:
    return reverse("maps:ground", args=[viewer.scope.pk])


def _shown(viewer: ConquestViewer, chosen: str, error: Refused | None = None) -> HttpResponse:
    page = ground_page.ground_page(viewer, f"{_address(viewer)}?", chosen[:80])
    if error is None:
        return render_league(viewer, PAGE, conquest_form_context(page))
    wrong = wrong_with(word(viewer.request, "act"), error, sent_to(viewer.request) or {})
    return render_league(viewer, PAGE, conquest_form_context(page, wrong), status=wrong.status)
