"""Who reads an answer: a page that is open and puts a part of it in its place, or a browser that shows it."""

from __future__ import annotations

from django.http import HttpRequest


def swaps(request: HttpRequest) -> bool:
    """Whether an open page asks by itself (`django_htmx` marks it), and puts what comes in its place."""
    return bool(getattr(request, "htmx", False))
