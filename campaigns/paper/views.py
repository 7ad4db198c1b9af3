"""The whole league on paper: ask for its file, see how far it is, load it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.desk import desk_of
from campaigns.engine.passage.here import AnyHere
from campaigns.models import LeaguePrint
from campaigns.paper import printing
from campaigns.paper.files import as_pdf, paper_of
from campaigns.paper.measure import UNKNOWN, readable
from campaigns.shell.league import draw, member_or_404
from campaigns.shell.links import absolute


@require_POST
def print_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the league's file; the next page shows how far it is."""
    here = member_or_404(request, pk, "league")
    if not desk_of(here.scope.game).has_pages(here):
        raise Http404
    asked = printing.ask_for(here.scope, here.seat, paper_of(here), absolute("", request))
    return redirect("campaigns:league_print", pk, asked.pk)


@never_cache
@require_safe
def league_print(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """How far the file is; then the way to it."""
    here = member_or_404(request, pk, "league")
    asked = get_object_or_404(LeaguePrint.objects.defer("content"), scope=here.scope, pk=number)
    is_done = LeaguePrint.objects.filter(pk=number, content__isnull=False).exists()
    lacks_letters = here.is_organiser and _lacks_letters(here)
    context = {"asked": asked, "is_done": is_done, "lacks_letters": lacks_letters}
    return draw(here, "campaigns/paper/league_print.html", context)


def _lacks_letters(here: AnyHere) -> bool:
    """Whether the name of a side or of the league has a letter this machine cannot print."""
    ranking = desk_of(here.scope.game).board(here)
    return any(UNKNOWN in readable(name) for name in (here.scope.name, *(row.name for row in ranking.rows)))


@require_safe
def league_pdf(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The file."""
    here = member_or_404(request, pk, "league")
    asked = get_object_or_404(LeaguePrint, scope=here.scope, pk=number, content__isnull=False)
    content = bytes(asked.content or b"")
    return as_pdf(request, here.scope.name, asked.pk, paper_of(here), lambda: content)
