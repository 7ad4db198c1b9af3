"""A form that is not taken, because it comes from before its sender signed in again, or out: nothing that was
typed is lost, and one tap sends it. Never by itself: the page may have been somebody else's.

A form of another site is not offered again: it would be a trap with our own button.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django_htmx.http import trigger_client_event

from campaigns.engine.who.access import person_of
from campaigns.shell.reading.form_pages import safe_path
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.swapping import swaps

PAGE, FORBIDDEN = "campaigns/shell/unsent.html", 403
ANOTHER_SITE = ("Origin checking", "Referer checking")  # how Django's reasons begin
TOKEN = "csrfmiddlewaretoken"  # noqa: S105
LEAST_WORDS = 3


@dataclass(frozen=True, slots=True)
class UnsentForm:
    """What a form said. `words`: what somebody wrote in it, to be read before it goes out; `again`: its
    passwords and files, which are asked for once more."""

    address: str
    back: str
    fields: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    again: Again


class Again(PlainForm):
    """What a page does not hand back: its passwords, and its files by field and name."""

    def __init__(self, passwords: Iterable[str], files: Iterable[tuple[str, str]]) -> None:
        super().__init__(auto_id="again-%s")
        typed = forms.PasswordInput({"autocomplete": "current-password"})
        for name in passwords:
            self.fields[name] = forms.CharField(label=_("Type the password again"), widget=typed)
        for name, file in files:
            label = _("Choose the file again: %(file)s") % {"file": file}
            self.fields[name] = forms.FileField(label=label)


@never_cache
def unsent(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 with what was typed and a button that sends it. Named in the settings."""
    person = person_of(request)
    if swaps(request):
        says = _not_sent() if person else signed_out()
        return say_beside(HttpResponse(status=FORBIDDEN), says, get_token(request))
    ours = "Origin" in request.headers and not reason.startswith(ANOTHER_SITE)
    context = {"kept": kept_of(request) if ours else None, "person": person}
    return render(request, PAGE, context, status=FORBIDDEN)


def kept_of(request: HttpRequest) -> UnsentForm | None:
    """What a form said, without passwords and files; nothing where none was sent."""
    if not request.POST:
        return None
    said = [(name, value) for name, values in request.POST.lists() if name != TOKEN for value in values]
    secret = {name: "password" in name.casefold() for name, _value in said}
    words = [value for name, value in said if not secret[name] and len(value.split()) >= LEAST_WORDS]
    files = [(name, str(file.name)) for name, sent in request.FILES.lists() for file in sent]
    return UnsentForm(
        address=request.get_full_path(),
        back=safe_path(request, request.headers.get("Referer")),
        fields=tuple((name, value) for name, value in said if not secret[name]),
        words=tuple(words),
        again=Again([name for name in secret if secret[name]], files),
    )


def say_beside(answer: HttpResponse, says: str, token: str) -> HttpResponse:
    """An answer that leaves the open page as it is, which says why and goes on with another token."""
    return trigger_client_event(answer, "unsent", {"says": says, "token": token})


def signed_out() -> str:
    return _("Not sent: you’re signed out. Sign in in another tab, then tap the button here again.")


def _not_sent() -> str:
    return _("Not sent: you signed in again after this page was opened. Tap once more to send it.")
