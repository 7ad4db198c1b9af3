"""Which league of Conquest a request is about, and for which realm it acts."""

from __future__ import annotations

from django.http import Http404

from campaigns.shell.reading.reader import word
from maps.conquest.here import ConquestHere


def conquest_or_404(here: ConquestHere) -> ConquestHere:
    if here.scope.game != "conquest":
        raise Http404
    return here


def acting_of(here: ConquestHere) -> str:
    """The realm an organiser acts for, from the address or the sent form."""
    found: str = word(here.request, "as") or here.request.GET.get("as", "")
    return found[:80]
