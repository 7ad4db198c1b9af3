"""The club's chats, for organisers: add one, try it, see what became of the last post, remove it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.engine.who.access import organiser_or_404
from campaigns.models import Chat, ChatShape, Club, Seat
from campaigns.notices.told.chat_form import ChatForm
from campaigns.notices.ways import chat, outbox
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading.form_pages import form_page
from campaigns.shell.reading.limits import Limit
from campaigns.shell.reading.reader import sent_to, tapped

MOST = 10
TRIES = Limit("chat-tries", 20, 3600)
PAGE = "campaigns/notices/chats.html"


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One chat: where it is, of its address the host alone, and how the last post ended."""

    pk: int
    name: str
    host: str
    shape: str
    is_off: bool
    last_at: datetime | None
    last_said: str


def _lines(club: Club) -> list[ChatLine]:
    return [
        ChatLine(
            pk=one.pk,
            name=one.name,
            host=urlsplit(one.url).hostname or "",
            shape=one.get_shape_display(),
            is_off=one.off_at is not None,
            last_at=one.last_at,
            last_said=one.last_said,
        )
        for one in Chat.objects.filter(club=club)
    ]


@never_cache
@require_http_methods(["GET", "POST"])
def chats(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them, and the form for one more; a new one's secret is shown this once."""
    seat = organiser_or_404(request, slug)
    known = {"nights": True, "plans": True, "results": True, "shape": ChatShape.DISCORD}
    form, secret = ChatForm(sent_to(request), initial=known), ""
    full = Chat.objects.filter(club=seat.club).count() >= MOST
    if request.method == "POST" and not full and form.is_valid():
        made = _made(seat, form)
        if not made.secret:
            return redirect("campaigns:chats", slug)
        form, secret = ChatForm(initial=known), made.secret
    context = {**club_frame(seat, "club"), "lines": _lines(seat.club), "secret": secret, "full": full}
    return form_page(request, PAGE, form, **context)


def _made(seat: Seat, form: ChatForm) -> Chat:
    signed = form.cleaned_data["shape"] == ChatShape.SIGNED
    secret = chat.new_secret() if signed else ""
    return Chat.objects.create(club=seat.club, made_by=seat, secret=secret, **form.cleaned_data)


@never_cache
@require_http_methods(["GET", "POST"])
def change_chat(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Send a test message, switch on again, or remove, which a page asks first."""
    seat = organiser_or_404(request, slug)
    found = get_object_or_404(Chat, pk=pk, club=seat.club)
    if request.method == "GET":
        asked = {"chat": found, "back": reverse("campaigns:chats", args=[slug])}
        return render(request, "campaigns/notices/chat_off.html", {**club_frame(seat, "club"), **asked})
    if tapped(request, "remove"):
        found.delete()
    elif tapped(request, "on"):
        Chat.objects.filter(pk=pk).update(off_at=None, made_at=timezone.now())
    elif tapped(request, "try"):
        _try(request, seat, found)
    return redirect("campaigns:chats", slug)


def _try(request: HttpRequest, seat: Seat, found: Chat) -> None:
    if seat.club.silent_since is not None:
        messages.error(
            request, _("This club does not send notifications yet. Switch them on first, on the club’s page.")
        )
    elif found.off_at is not None or TRIES.is_spent(str(seat.club_id)):
        messages.error(
            request, _("Not possible right now: the chat is switched off, or has been tested too often.")
        )
    else:
        outbox.queue_message(chat.NAME, str(found.pk), club=seat.club)
        messages.success(
            request, _("A test message is on its way. You’ll see here in a moment whether it arrived.")
        )


@require_POST
def toggle_silence(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether anything leaves the office."""
    seat = organiser_or_404(request, slug)
    since = None if tapped(request, "speak") else timezone.now()
    outbox.silence_club(seat.club, since)
    return redirect("people:club", slug)
