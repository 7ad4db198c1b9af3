"""The browser somebody sits at, as far as it shows notices: it shows them to nobody else.

Its session knows which of the kept browsers it is. Whoever signs out, or signs in as somebody else, takes
theirs along; what is still on its way to it is dropped by the outbox.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_out
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest

from campaigns.models import Browser

MARK = "shows_notices"  # in the session: the number of the kept browser


def remember(request: HttpRequest, browser: Browser) -> None:
    """This is the one somebody sits at."""
    request.session[MARK] = browser.pk


def sat_at(request: HttpRequest) -> int:
    """Its number; 0 where it shows no notices."""
    return int(request.session.get(MARK, 0))


@receiver(user_logged_out)
def unsubscribe_device(request: HttpRequest, user: User | None, **_more: object) -> None:
    """It shows this person's notices no longer."""
    if user is not None and (pk := sat_at(request)):
        mine = Q(person__user=user) | Q(person__merged_from__user=user)
        Browser.objects.filter(mine, pk=pk).delete()
