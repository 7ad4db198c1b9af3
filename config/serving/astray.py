"""What is asked for in vain: a page that leads on from each.

An address with https behind a proxy that does not say so gets a page that tells what to set, and no circle.
Whoever comes by http is sent to https. If the browser is on https already and the proxy keeps that to itself,
it is sent to where it is, for ever. A cookie tells the two apart: browsers take and send one of this name by
https alone, so if it comes back in a request that looks like http, the proxy has hidden something.

The address of a button stands in the browser's bar after a refusal, and is opened anew from there. What is
too large to be read is answered with a page, or with JSON where JSON is spoken.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.utils import translation
from django.utils.translation import gettext as _

COOKIE, SECONDS = "__Secure-sent-to-https", 60
BAD_GATEWAY, MOVED, TOO_LARGE = 502, 301, 413
MARK = "musterroll.too_large"  # in a request's environment: how many MB would have fitted
EVERY = 3600.0  # seconds between two lines in the log

log = logging.getLogger(__name__)
_next_line = 0.0


def tell_of_hidden_https(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware. It stands before the one that sends to https, and nowhere where none does."""
    if not settings.SECURE_SSL_REDIRECT:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.is_secure():
            return get_response(request)
        if COOKIE in request.COOKIES:
            return _told(request)
        answer = get_response(request)
        if answer.status_code == MOVED and answer.get("Location", "").startswith("https://"):
            answer.set_cookie(COOKIE, "1", SECONDS, secure=True, httponly=True, samesite="Lax")
            answer["Cache-Control"] = "no-store"  # else the browser goes round by itself for ever
        return answer

    return middleware


def _told(request: HttpRequest) -> HttpResponse:
    _write_a_line()
    with translation.override(translation.get_language_from_request(request)):
        page = render_to_string("502.html", {"is_behind_proxy": settings.BEHIND_PROXY})
    return HttpResponse(page, status=BAD_GATEWAY, headers={"Cache-Control": "no-store"})


def _write_a_line() -> None:
    global _next_line
    if time.monotonic() < _next_line:
        return
    _next_line = time.monotonic() + EVERY
    setting = "" if settings.BEHIND_PROXY else " and MUSTERROLL_BEHIND_PROXY=yes"
    log.error(
        "pages are asked for by https, but the proxy in front does not say so: it has to set"
        " X-Forwarded-Proto%s",
        setting,
    )


def answer_oversize(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware that answers a body too large to be read, which `config.asgi` has marked and not kept.
    It stands inside the others, so that the page has its theme and its policy like any other."""

    def middleware(request: HttpRequest) -> HttpResponse:
        most = request.META.get(MARK)
        if most is None:
            return get_response(request)
        if request.path.startswith("/api/"):
            sentence = _("The request is larger than %(most)s MB.") % {"most": most}
            return JsonResponse({"detail": sentence}, status=TOO_LARGE)
        return render(request, "413.html", {"most": most}, status=TOO_LARGE)

    return middleware


def answer_wrong_method(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware that leads from a button's address to its page, when somebody opens it in a browser."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if not isinstance(answer, HttpResponseNotAllowed) or request.method != "GET":
            return answer
        if page := _page_of(request):
            return HttpResponseRedirect(page)
        answer.content = render_to_string("405.html", request=request)
        return answer

    return middleware


def _page_of(request: HttpRequest) -> str:
    """The nearest address above a button's that leads anywhere; empty for a program."""
    above = request.path_info.rstrip("/")
    if "text/html" not in request.headers.get("Accept", "") or above.startswith("/api/"):
        return ""
    query = f"?{request.META['QUERY_STRING']}" if request.META.get("QUERY_STRING") else ""
    while above := above.rpartition("/")[0]:
        if is_valid_path(f"{above}/"):
            return f"{above}/{query}"
    return ""
