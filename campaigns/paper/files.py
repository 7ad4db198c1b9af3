"""A drawn page as a file to load: on which paper, and not sent again while nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import get_language

from campaigns.engine.lines import Paper
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.shell.reading.reader import word


def paper_of(viewer: AnyViewer) -> Paper:
    """The paper asked for; otherwise the club's."""
    asked = word(viewer.request, "paper") or viewer.request.GET.get("paper", "")
    wanted = asked.casefold() if asked.casefold() in ("a4", "letter") else viewer.scope.club.paper.casefold()
    return "Letter" if wanted == "letter" else "A4"


def as_pdf(
    request: HttpRequest, name: str, content: object, paper: Paper, draw: Callable[[], bytes]
) -> HttpResponse:
    """The drawn file, or 304 when the reader holds this very content already."""
    tag = f'"{sha256(f"{content!r}{paper}{get_language()}".encode()).hexdigest()[:32]}"'
    held = [one.strip() for one in request.headers.get("If-None-Match", "").split(",")]
    response: HttpResponse
    if tag in held or f"W/{tag}" in held:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(draw(), content_type="application/pdf")
        filename = slugify(name, allow_unicode=True) or "musterroll"
        response["Content-Disposition"] = content_disposition_header(False, f"{filename}.pdf") or ""
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response
