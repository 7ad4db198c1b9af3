"""The inbox: what concerns me; opening the place of a notice makes it read."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.who.access import person_or_404
from campaigns.engine.who.let_in import visitor_let_ins
from campaigns.models import Notice
from campaigns.notices.found.inbox import inbox_page, notification_target_url
from campaigns.notices.found.week_page import week_page
from campaigns.notices.kinds.reading import notices_of
from campaigns.shell.people_frame import from_home


@never_cache
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """All of it, newest first."""
    person = person_or_404(request)
    context = {**from_home(person), "page": inbox_page(person, let_in=visitor_let_ins(request, person))}
    return render(request, "campaigns/notices/inbox.html", context)


@never_cache
@require_safe
def notice(request: HttpRequest, pk: int) -> HttpResponse:
    """To the place of a notice, which is read from now on."""
    found = notices_of(person_or_404(request)).filter(pk=pk).first()
    if found is None:
        raise Http404
    Notice.objects.filter(pk=found.pk, read_at=None).update(read_at=timezone.now())
    return redirect(notification_target_url(found))


@never_cache
@require_safe
def week(request: HttpRequest) -> HttpResponse:
    """What is open and due, and what has happened in the last seven days."""
    person = person_or_404(request)
    context = {**from_home(person), "page": week_page(person, let_in=visitor_let_ins(request, person))}
    return render(request, "campaigns/notices/week.html", context)


@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """I have seen all of them."""
    Notice.objects.filter(person=person_or_404(request), read_at=None).update(read_at=timezone.now())
    return redirect("campaigns:inbox")
