"""The map as it was, on paper, and to take along."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaigns.shell.league import render_league, viewer_or_404
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
    viewer = conquest_or_404(viewer_or_404(request, pk, "map"))
    at = request.GET.get("at", "")
    page = past_page.past_page(viewer, number_of(at))
    if page is None:
        raise Http404
    return render_league(viewer, "maps/conquest/past.html", {"page": page})


@require_safe
def printed(request: HttpRequest, pk: int) -> HttpResponse:
    """What there is on paper; with `paper` the map on one sheet, A4 to A2, turned as wished."""
    viewer = conquest_or_404(viewer_or_404(request, pk, "map"))
    if not viewer.state.territories:
        raise Http404
    wanted = request.GET.get("paper", "")
    if wanted not in PAPERS:
        return render_league(
            viewer, "maps/conquest/paper/index.html", {"papers": tuple(PAPERS), "turns": TURNS}
        )
    pdf = print_page.pressed_map(viewer, wanted, request.GET.get("turn", ""))
    name = slugify(viewer.scope.name, allow_unicode=True) or "map"
    return HttpResponse(
        pdf,
        content_type="application/pdf",
        headers={"Content-Disposition": content_disposition_header(False, f"{name}-map.pdf")},
    )


@require_safe
def export_conquest_map(request: HttpRequest, pk: int) -> HttpResponse:
    """The ground of the map as JSON, without owners; what is built stays."""
    viewer = conquest_or_404(viewer_or_404(request, pk, "map"))
    data = to_json(ground_page.built_ground_map(viewer.state))
    return map_file(viewer.scope.club, viewer.scope.name, viewer.scope.game, data)
