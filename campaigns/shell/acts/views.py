"""What a form of a ready-made home begins."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from campaigns.engine.desk import desk_of
from campaigns.shell.acts.home import PlainHome
from campaigns.shell.league import member_or_404


@require_POST
def begin(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Begin one of the acts that the league's home offers."""
    here = member_or_404(request, pk)
    home = desk_of(here.scope.game).home
    if not isinstance(home, PlainHome) or act not in home.acts:
        raise Http404
    return home.begun(here, act)
