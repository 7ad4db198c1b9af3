"""What of a Firestorm league is printed: the map of any turn, faction sheets, orders for a pen."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.paper.files import as_pdf, paper_of
from campaigns.paper.pdf import drawn as pressed
from campaigns.shell.league import draw, here_or_404, member_or_404
from campaigns.shell.links import absolute
from campaigns.shell.reading.reader import number_of
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.here import FirestormHere
from maps.firestorm.paper import faction_sheet, map_sheet, order_slips
from maps.ground.paper.on_paper import PAPERS, TURNS


@require_safe
def index(request: HttpRequest, pk: int) -> HttpResponse:
    """What there is on paper."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    state = here.state
    context = {
        "papers": tuple(PAPERS),
        "turns": TURNS,
        "ended": sorted(one.number for one in state.turns.values() if one.ended),
        "factions": [(one.id, state.name_of(one.id), one.colour) for one in state.factions.values()],
        "slips": len(order_slips.whose(here)),
    }
    return draw(here, "maps/firestorm/paper/index.html", context)


@require_safe
def sheet_of_map(request: HttpRequest, pk: int) -> HttpResponse:
    """The map on one sheet, as it is or as a turn has left it."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    wanted, turn = request.GET.get("paper", "A4"), request.GET.get("of", "")
    if not here.state.territories or wanted not in PAPERS:
        raise Http404
    then = map_sheet.after(here, number_of(turn) or 0) if turn else map_sheet.StateDrawn(here.state)
    if then is None:
        raise Http404
    lying = request.GET.get("turn", "")
    return _file(here, "map", lambda: map_sheet.html(here, then, PAPERS[wanted], lying), wanted, turn, lying)


@require_safe
def slips(request: HttpRequest, pk: int) -> HttpResponse:
    """Orders for a pen: one's own faction's slip; an organiser's browser gets everybody's."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    factions = order_slips.whose(here)
    if not factions:
        raise Http404
    return _file(here, "orders", lambda: order_slips.html(here, factions, paper_of(here)))


@require_safe
def faction(request: HttpRequest, pk: int, faction: str) -> HttpResponse:
    """A faction's sheet."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    found = here.state.factions.get(faction)
    if found is None:
        raise Http404
    url = absolute("", request)
    name = here.state.name_of(faction)
    return _file(here, name, lambda: faction_sheet.html(here, found, paper_of(here), url))


def _file(here: FirestormHere, name: str, html: Callable[[], str], *about: str) -> HttpResponse:
    """The PDF, or that nothing has changed since the reader's copy."""
    text = html()
    title = f"{here.scope.name} {name}"
    return as_pdf(here.request, title, (text, about), paper_of(here), lambda: pressed(text))
