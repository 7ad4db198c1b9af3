"""What a request too large to be read is answered with: a page, or JSON where JSON is spoken.

`config.asgi` does not keep such a body; it marks the request, and this middleware answers it inside all the
others, so that the page has its theme and its policy like any other.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

MARK = "musterroll.too_large"  # in the request's environment: how many MB would have fitted
TOO_LARGE = 413


def answer_oversize(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        most = request.META.get(MARK)
        if most is None:
            return get_response(request)
        if request.path.startswith("/api/"):
            sentence = _("That is more than %(most)s MB.") % {"most": most}
            return JsonResponse({"detail": sentence}, status=TOO_LARGE)
        return render(request, "413.html", {"most": most}, status=TOO_LARGE)

    return middleware
