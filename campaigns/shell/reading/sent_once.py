"""A form that is sent twice counts once: a double tap, a lost answer, a page sent again from the history.

The one place every form of the site passes, whatever it writes. Each form carries a word of its page
(`campaigns.templatetags.doors`). Word, sender, address and content together are noted in the transaction
that carries the form out, which ends before its answer is drawn (`campaigns.shell.written`); sent again, the
same form leads where it led the first time and changes nothing. Of two at the same moment the second waits
for the first. With another content it is another form. What was refused is not noted: it may be sent again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import cast

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from campaigns.engine.who.access import user_in_session
from campaigns.models import SentForm
from campaigns.shell.reading.form_pages import safe_path
from campaigns.shell.swapping import swaps
from campaigns.shell.written import SentRequest, Writing

FIELD, LONGEST = "once", 64
KEPT = timedelta(days=7)
REFUSED, FAILED = 400, 500
LONGEST_WAY = 500
NOTE = "INSERT INTO campaigns_sentform (key, led_to, at) VALUES (%s, '', now()) ON CONFLICT DO NOTHING"

# Buttons that write nothing: the form comes back with more, or less, on it, however often.
ONLY_ASKS = ADD_EVENT, DROP_EVENT = "event-add", "event-away"

type View = Callable[..., HttpResponse]


def repeatable[V: View](view: V) -> V:
    """Mark a view whose forms may be carried out again: nothing counts twice, and the answer shows a secret
    that is shown only once."""
    vars(view)["sent_again"] = True  # a mark that decorators hand on
    return view


def writes_once[V: View](view: V) -> V:
    """Mark a repeatable view that writes in one transaction of its own and needs none around it."""
    vars(view)["in_one_write"] = True
    return repeatable(view)


class SentOnce:
    """The middleware. It stands last, so that nothing is looked up before the form's origin is checked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not _is_noted(request):
            return self.get_response(request)
        if len(request.POST[FIELD]) > LONGEST:
            raise BadRequest("a form's word is too long")
        writing = cast("SentRequest", request).writing = Writing()
        try:
            answer = self.get_response(request)
            if writing.is_open and answer.status_code >= FAILED:
                transaction.set_rollback(True)
            else:
                _note_answer(getattr(request, "sent_form", ""), answer)
        except BaseException:
            if writing.is_open:
                transaction.set_rollback(True)
            raise
        finally:
            writing.end()
        return answer

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        if not _is_noted(request):
            return None
        if getattr(view, "in_one_write", False):
            cast("SentRequest", request).writing.end()
        if getattr(view, "sent_again", False):
            return None
        if any(button in request.POST for button in ONLY_ASKS):
            return None
        key = _key(request)
        with connection.cursor() as cursor:
            cursor.execute(NOTE, [key])
            if cursor.rowcount:
                cast("SentRequest", request).sent_form = key  # for `__call__`
                return None
        return _again(request, SentForm.objects.get(key=key))


def _is_noted(request: HttpRequest) -> bool:
    """A form of somebody signed in. Whoever is not yet joins with a key of its own or signs in, twice without
    harm; and the counters of their tries must not wait for a whole transaction."""
    return request.method == "POST" and bool(request.POST.get(FIELD)) and bool(_sender(request))


def _sender(request: HttpRequest) -> int:
    """Who sends a form, by the session: the view reads and checks them, once; 0 for nobody."""
    return user_in_session(request) or request.user.pk or 0


def _key(request: HttpRequest) -> str:
    """Who sent what, where to, as a hash."""
    post = request.POST
    told = [(name, post.getlist(name)) for name in sorted(post) if name != "csrfmiddlewaretoken"]
    files = [(name, _digest(one)) for name in sorted(request.FILES) for one in request.FILES.getlist(name)]
    sent = json.dumps([_sender(request), request.get_full_path(), told, files])
    return salted_hmac("musterroll.sent", sent, algorithm="sha256").hexdigest()


def _digest(file: UploadedFile[bytes]) -> str:
    found = sha256((file.name or "").encode())
    for chunk in file.chunks():
        found.update(chunk)
    file.seek(0)
    return found.hexdigest()


def _note_answer(key: str, answer: HttpResponse) -> None:
    """Where a form led; one that was refused is forgotten."""
    if not key:
        return
    noted = SentForm.objects.filter(key=key)
    if answer.status_code >= REFUSED:
        noted.delete()
    elif way := answer.get("Location") or answer.get("HX-Redirect"):
        noted.update(led_to=way if len(way) <= LONGEST_WAY else "/")


def _again(request: HttpRequest, done: SentForm) -> HttpResponse:
    """Where the same form led the first time, or the page it stands on as it is now."""
    messages.info(request, _("You’ve already sent that; it only counts once."))
    if swaps(request):
        return HttpResponseClientRedirect(done.led_to) if done.led_to else HttpResponseClientRefresh()
    return redirect(done.led_to or safe_path(request, request.headers.get("Referer")))


def delete_old_sent_forms(now: datetime) -> int:
    """Delete notes of forms nobody sends again; how many."""
    return SentForm.objects.filter(at__lt=now - KEPT).delete()[0]
