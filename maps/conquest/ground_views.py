"""The organiser changes the ground of a running league."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns.shell.league import draw, organiser_here_or_404
from campaigns.shell.reading.reader import sent_to, word
from maps.conquest.acting.carrying import carried_out
from maps.conquest.acting.reaching import conquest_or_404
from maps.conquest.forms import with_forms, wrong_with
from maps.conquest.here import ConquestHere
from maps.conquest.map import ground_page
from rules.engine.refusals import Refused

PAGE = "maps/conquest/ground.html"


@require_http_methods(["GET", "POST"])
def ground(request: HttpRequest, pk: int) -> HttpResponse:
    """The league's own map, territory by territory; `t` is the one in hand."""
    here = conquest_or_404(organiser_here_or_404(request, pk, "map"))
    if not here.state.territories:
        raise Http404
    if request.method != "POST":
        return _shown(here, request.GET.get("t", ""))
    act, territory = word(request, "act"), word(request, "territory")
    try:
        params = ground_page.params_of(here.state, act, sent_to(request))
    except Refused as error:
        return _shown(here, territory, error)
    left = "" if act == "remove" else territory
    then = f"{_address(here)}?t={left}" if left else _address(here)
    return carried_out(
        here, act, params, then=then, shown=lambda fresh, error: _shown(fresh, territory, error)
    )


def _address(here: ConquestHere) -> str:
    return reverse("maps:ground", args=[here.scope.pk])


def _shown(here: ConquestHere, chosen: str, error: Refused | None = None) -> HttpResponse:
    page = ground_page.ground_page(here, f"{_address(here)}?", chosen[:80])
    if error is None:
        return draw(here, PAGE, with_forms(page))
    wrong = wrong_with(word(here.request, "act"), error, sent_to(here.request) or {})
    return draw(here, PAGE, with_forms(page, wrong), status=wrong.status)
