"""The map as it was, on paper, and to take along."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaigns.shell.league import draw, here_or_404
from campaigns.shell.reading.reader import number_of
from maps.conquest.acting.reaching import conquest_or_404
from maps.conquest.map import ground_page, past_page
from maps.conquest.paper import print_page
from maps.ground.editor.taking import map_file
from maps.ground.paper.on_paper import PAPERS, TURNS
from rules.maps.exchange import to_json


@require_safe
def past(request: HttpRequest, pk: int) -> HttpResponse:
    """The map after any step; `at` is the step's number in the journal."""
    here = conquest_or_404(here_or_404(request, pk, "map"))
    at = request.GET.get("at", "")
    page = past_page.past_page(here, number_of(at))
    if page is None:
        raise Http404
    return draw(here, "maps/conquest/past.html", {"page": page})


@require_safe
def printed(request: HttpRequest, pk: int) -> HttpResponse:
    """What there is on paper; with `paper` the map on one sheet, A4 to A2, turned as wished."""
    here = conquest_or_404(here_or_404(request, pk, "map"))
    if not here.state.territories:
        raise Http404
    wanted = request.GET.get("paper", "")
    if wanted not in PAPERS:
        return draw(here, "maps/conquest/paper/index.html", {"papers": tuple(PAPERS), "turns": TURNS})
    pdf = print_page.pressed_map(here, wanted, request.GET.get("turn", ""))
    name = slugify(here.scope.name, allow_unicode=True) or "map"
    return HttpResponse(
        pdf,
        content_type="application/pdf",
        headers={"Content-Disposition": content_disposition_header(False, f"{name}-map.pdf")},
    )


@require_safe
def exported(request: HttpRequest, pk: int) -> HttpResponse:
    """The ground of the map as JSON, without owners; what is built stays."""
    here = conquest_or_404(here_or_404(request, pk, "map"))
    data = to_json(ground_page.map_of(here.state))
    return map_file(here.scope.club, here.scope.name, here.scope.game, data)
