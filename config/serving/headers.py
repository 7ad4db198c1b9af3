"""What goes out in the head of an answer: who may keep it, and which security policy it has.

A policy is a page's, or that of a file a browser shows by itself.
A browser shows a PDF or a picture in a page of its own making, and holds that page to the policy the file
came with. A file runs no script and sends no form, so its policy forbids both, and the browser dresses its
viewer as it likes. `sandbox`, `default-src` and `object-src` would keep Safari from showing a PDF at all.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csp import ContentSecurityPolicyMiddleware
from django.utils.cache import has_vary_header, patch_cache_control
from django.utils.csp import CSP

OF_PAGES = ("text/html", "text/javascript")  # a worker's script has the policy it came with
FILES = {
    "script-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}


class PolicyByKind(ContentSecurityPolicyMiddleware):
    """Django's policy with pages and workers, `FILES` with all else, none with what has no content.

    A 304 leaves the browser the policy of the file it holds.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        kind = response.headers.get("Content-Type", "")
        if not kind:
            return response
        if not kind.startswith(OF_PAGES):
            response._csp_config = FILES  # type: ignore[attr-defined]  # where Django's decorator keeps it
        return super().process_response(request, response)


def keep_private(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Have pages with anything of one's own in them kept by nobody else, and looked at anew after a way back.

    They read who is asking, from the session or a token; a view that knows better says so itself.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        personal = has_vary_header(answer, "Cookie") or answer.cookies or "Authorization" in request.headers
        if personal and not answer.has_header("Cache-Control"):
            patch_cache_control(answer, private=True, no_cache=True)
        return answer

    return middleware
