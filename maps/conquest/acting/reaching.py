"""Which league of Conquest a request is about, and for which realm it acts."""

from __future__ import annotations

from django.http import Http404

from campaigns.shell.reading.reader import word
from maps.conquest.viewer import ConquestViewer


def conquest_or_404(viewer: ConquestViewer) -> ConquestViewer:
    if viewer.scope.game != "conquest":
        raise Http404
    return viewer


def empire_acted_for(viewer: ConquestViewer) -> str:
    """The realm an organiser acts for, from the address or the sent form."""
    found: str = word(viewer.request, "as") or viewer.request.GET.get("as", "")
    return found[:80]
