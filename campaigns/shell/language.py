"""Which language a reader gets: the one chosen on their own page, else what their browser asks for.

Django reads the choice from a cookie; this keeps the cookie of every device in step with the person.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from campaigns.engine.who.access import noted_person
from campaigns.models.people import Person

COOKIE = settings.LANGUAGE_COOKIE_NAME


type View = Callable[[HttpRequest], HttpResponse]


def keep_language(get_response: View) -> View:
    """Middleware: after a page that knew who was reading; it asks the database nothing."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        person = noted_person(request)
        wanted: str | None = getattr(request, "_language", person.language if person else None)
        if wanted is not None and wanted != request.COOKIES.get(COOKIE, ""):
            _write(response, wanted)
        return response

    return answer


def _write(response: HttpResponse, language: str) -> None:
    if not language:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


class Greeted(HttpRequest):
    """A request with which somebody has just signed in."""

    _language: str


@receiver(user_logged_in)
def _known_at_once(request: Greeted, user: AbstractBaseUser, **more: object) -> None:
    """Whoever signs in on a new device reads their language from the first page on."""
    languages = Person.objects.filter(user=user.pk).values_list("language", flat=True)
    request._language = languages.first() or ""
