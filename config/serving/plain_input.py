"""No zero character gets in: no text has one, and the database takes it for the text's end.

Nobody types one, so in a form's field or behind an address's question mark it is left out, and what was typed
stays. An address with one leads nowhere, a cookie with one is none. JSON is
`campaigns.shell.reading.plain_json`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, QueryDict

ZERO = "\0"
CHARSET = re.compile(r"; *charset=[^;]*", re.IGNORECASE)


def in_utf_8(content_type: str) -> str:
    """The type of a body without its charset: every form of ours is UTF-8, and Django breaks on the name of
    one that is none."""
    return CHARSET.sub("", content_type)


def leave_out_zeros(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        if ZERO in request.path_info:
            raise Http404
        for name in [name for name, value in request.COOKIES.items() if ZERO in name + value]:
            del request.COOKIES[name]
        if _holds_zero(request.GET):
            request.GET = _without(request.GET)  # type: ignore[assignment]  # immutable by its flag
        if request.method == "POST" and _holds_zero(request.POST):
            request.POST = _without(request.POST)  # type: ignore[assignment]  # likewise
        return get_response(request)

    return middleware


def _holds_zero(sent: QueryDict) -> bool:
    return any(ZERO in name or any(ZERO in value for value in values) for name, values in sent.lists())


def _without(sent: QueryDict) -> QueryDict:
    clean = QueryDict(mutable=True)
    for name, values in sent.lists():
        for value in values:
            clean.appendlist(name.replace(ZERO, ""), value.replace(ZERO, ""))
    clean._mutable = False
    return clean
