"""What a form of a ready-made home begins."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from campaigns.engine.plugins import plugin_of
from campaigns.shell.acts.home import PlainHome
from campaigns.shell.league import member_or_404


@require_POST
def begin_home_act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Begin one of the acts that the league's home offers."""
    viewer = member_or_404(request, pk)
    home = plugin_of(viewer.scope.game).play.home
    if not isinstance(home, PlainHome) or act not in home.acts:
        raise Http404
    return home.begun(viewer, act)
