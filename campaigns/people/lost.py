"""An address that leads nowhere for whoever asks.

Whoever is not signed in here meets the way in, whether or not there is such a page; a sign-in by password,
passkey or way back leads on to it. Nobody learns from it what there is.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from campaigns.engine.who.access import person_of
from campaigns.shell.reading.unsent import kept_of, say_beside, signed_out
from campaigns.shell.swapping import swaps

WANTED, MINUTES, MOST = "wanted", 30, 300


def not_found(request: HttpRequest, exception: object = None) -> HttpResponse:
    """404, with a way in for whoever is not signed in; of a form that was sent, that nothing came of it."""
    if not hasattr(request, "user") or person_of(request) is not None:
        return render(request, "404.html", {"sent": request.method == "POST"}, status=404)
    if request.method == "POST" and swaps(request):
        return say_beside(render(request, "404.html", status=404), signed_out(), get_token(request))
    wanted = _page_of(request)
    context = {"lead_to": wanted, "kept": kept_of(request)}
    answer = render(request, "campaigns/people/not_signed_in.html", context, status=404)
    if wanted and "text/html" in request.headers.get("Accept", ""):
        secure = request.is_secure()
        answer.set_cookie(WANTED, wanted, 60 * MINUTES, httponly=True, samesite="Lax", secure=secure)
    return answer


def wanted_by(request: HttpRequest) -> str:
    """The page somebody wanted before they were signed in, or home."""
    found = request.COOKIES.get(WANTED, "")
    return found if found.startswith("/") and url_has_allowed_host_and_scheme(found, None) else "/"


def _page_of(request: HttpRequest) -> str:
    """The page that was opened; of a form that was sent, the page it stands on."""
    if request.method in ("GET", "HEAD"):
        found = request.get_full_path()
    else:
        sent_from = urlsplit(request.headers.get("Referer", ""))
        found = sent_from.path if sent_from.netloc == request.get_host() else ""
    return found if len(found) <= MOST else ""
