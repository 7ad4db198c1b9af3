"""The whole league on paper: ask for its file, see how far it is, load it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import LeaguePrint
from campaigns.paper import printing
from campaigns.paper.files import as_pdf, paper_of
from campaigns.paper.measure import UNKNOWN, readable
from campaigns.shell.league import member_or_404, render_league
from campaigns.shell.links import absolute


@require_POST
def print_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the league's file; the next page shows how far it is."""
    viewer = member_or_404(request, pk, "league")
    if not plugin_of(viewer.scope.game).paper.has_pages(viewer):
        raise Http404
    asked = printing.ask_for(viewer.scope, viewer.seat, paper_of(viewer), absolute("", request))
    return redirect("campaigns:league_print", pk, asked.pk)


@never_cache
@require_safe
def league_print(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """How far the file is; then the way to it."""
    viewer = member_or_404(request, pk, "league")
    asked = get_object_or_404(LeaguePrint.objects.defer("content"), scope=viewer.scope, pk=number)
    is_done = LeaguePrint.objects.filter(pk=number, content__isnull=False).exists()
    lacks_letters = viewer.is_organiser and _lacks_letters(viewer)
    context = {"asked": asked, "is_done": is_done, "lacks_letters": lacks_letters}
    return render_league(viewer, "campaigns/paper/league_print.html", context)


def _lacks_letters(viewer: AnyViewer) -> bool:
    """Whether the name of a side or of the league has a letter this machine cannot print."""
    ranking = plugin_of(viewer.scope.game).club.board(viewer)
    return any(UNKNOWN in readable(name) for name in (viewer.scope.name, *(row.name for row in ranking.rows)))


@require_safe
def league_pdf(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The file."""
    viewer = member_or_404(request, pk, "league")
    asked = get_object_or_404(LeaguePrint, scope=viewer.scope, pk=number, content__isnull=False)
    content = bytes(asked.content or b"")
    return as_pdf(request, viewer.scope.name, asked.pk, paper_of(viewer), lambda: content)
