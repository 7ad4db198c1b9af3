"""Which security policy goes out with what: a page's, or that of a file a browser shows by itself.

A browser shows a PDF or a picture in a page of its own making, and holds that page to the policy the file
came with. A file runs no script and sends no form, so its policy forbids both, and the browser dresses its
viewer as it likes. `sandbox`, `default-src` and `object-src` would keep Safari from showing a PDF at all.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.middleware.csp import ContentSecurityPolicyMiddleware
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
