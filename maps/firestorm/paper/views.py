"""What of a Firestorm league is printed: the map of any turn, faction sheets, orders for a pen."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.paper.files import as_pdf, paper_of
from campaigns.paper.pdf import pdf_bytes as pressed
from campaigns.shell.league import member_or_404, render_league, viewer_or_404
from campaigns.shell.links import absolute
from campaigns.shell.reading.reader import number_of
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.paper import faction_sheet, map_sheet, order_slips
from maps.firestorm.viewer import FirestormViewer
from maps.ground.paper.on_paper import PAPERS, TURNS


@require_safe
def index(request: HttpRequest, pk: int) -> HttpResponse:
    """What there is on paper."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    state = viewer.state
    context = {
        "papers": tuple(PAPERS),
        "turns": TURNS,
        "ended": sorted(one.number for one in state.turns.values() if one.ended),
        "factions": [(one.id, state.name_of(one.id), one.colour) for one in state.factions.values()],
        "slips": len(order_slips.whose(viewer)),
    }
    return render_league(viewer, "maps/firestorm/paper/index.html", context)


@require_safe
def sheet_of_map(request: HttpRequest, pk: int) -> HttpResponse:
    """The map on one sheet, as it is or as a turn has left it."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    wanted, turn = request.GET.get("paper", "A4"), request.GET.get("of", "")
    if not viewer.state.territories or wanted not in PAPERS:
        raise Http404
    then = (
        map_sheet.state_after_turn(viewer, number_of(turn) or 0)
        if turn
        else map_sheet.StateDrawn(viewer.state)
    )
    if then is None:
        raise Http404
    lying = request.GET.get("turn", "")
    return _file(
        viewer,
        "map",
        lambda: map_sheet.map_sheet_html(viewer, then, PAPERS[wanted], lying),
        wanted,
        turn,
        lying,
    )


@require_safe
def slips(request: HttpRequest, pk: int) -> HttpResponse:
    """Orders for a pen: one's own faction's slip; an organiser's browser gets everybody's."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    factions = order_slips.whose(viewer)
    if not factions:
        raise Http404
    return _file(viewer, "orders", lambda: order_slips.order_slips_html(viewer, factions, paper_of(viewer)))


@require_safe
def faction_pdf(request: HttpRequest, pk: int, faction: str) -> HttpResponse:
    """A faction's sheet."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    found = viewer.state.factions.get(faction)
    if found is None:
        raise Http404
    url = absolute("", request)
    name = viewer.state.name_of(faction)
    return _file(viewer, name, lambda: faction_sheet.faction_sheet_html(viewer, found, paper_of(viewer), url))


def _file(viewer: FirestormViewer, name: str, html: Callable[[], str], *about: str) -> HttpResponse:
    """The PDF, or that nothing has changed since the reader's copy."""
    text = html()
    title = f"{viewer.scope.name} {name}"
    return as_pdf(viewer.request, title, (text, about), paper_of(viewer), lambda: pressed(text))
