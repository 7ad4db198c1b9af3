"""What a league's past adds up to."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.opr.statistics import honours as honours_page
from campaigns.shell.league import draw, here_or_404


@require_safe
def honours(request: HttpRequest, pk: int) -> HttpResponse:
    """Heroes, graves, records, who beat whom."""
    here = here_or_404(request, pk, "honours")
    if here.scope.game != "opr":
        raise Http404
    return draw(here, "campaigns/opr/statistics/honours.html", {"page": honours_page.build(here)})
