"""Pages with anything of one's own in them are kept by nobody else, and looked at anew when one comes back.

They read who is asking, from the session or a token; a view that knows better says so itself.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import has_vary_header, patch_cache_control


def keep_private(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        personal = has_vary_header(answer, "Cookie") or answer.cookies or "Authorization" in request.headers
        if personal and not answer.has_header("Cache-Control"):
            patch_cache_control(answer, private=True, no_cache=True)
        return answer

    return middleware
