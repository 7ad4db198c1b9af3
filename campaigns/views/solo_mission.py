"""A league's mission against the app."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse


def mission(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    raise Http404
