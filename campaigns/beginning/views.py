"""The page of the five questions, where somebody begins who has just put up an office."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.beginning import acts, deleting
from campaigns.beginning.forms import StartForm
from campaigns.engine.who.access import organiser_or_404, person_or_404
from campaigns.people import clubs
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading.form_pages import explain, form_page
from campaigns.shell.reading.reader import sent_to, tapped
from rules.engine.refusals import Refused


@never_cache
@require_http_methods(["GET", "POST"])
def first_questions(request: HttpRequest) -> HttpResponse:
    """Five questions and a club; or a look around the demo first."""
    seat = acts.beginner(person_or_404(request))
    if seat is None:
        return redirect("campaigns:home")
    if tapped(request, "look"):
        acts.look_around(seat)
        return redirect("campaigns:home")
    form = StartForm(sent_to(request))
    if request.method == "POST" and form.is_valid():
        try:
            club = acts.set_up_club(seat, form.answers())
        except Refused as error:
            explain(form, error, beside="you")
        else:
            messages.success(request, _("Welcome. %(club)s is ready for its first league.") % {"club": club})
            return redirect("campaigns:home")
    return form_page(request, "campaigns/beginning/start.html", form, demo=seat.club.is_demo)


@never_cache
@require_http_methods(["GET", "POST"])
def delete_demo(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the demo that was put aside for this club; asks first."""
    seat = organiser_or_404(request, slug)
    demo = clubs.put_aside_by(seat).first()
    if demo is None:
        raise Http404
    if request.method == "GET":
        asked = {
            "title": _("Delete the demo club?"),
            "sentences": [_("Its leagues and people will be gone for good. Your own club stays as it is.")],
            "button": _("Delete the demo club"),
            "back": reverse("people:club", args=[slug]),
        }
        return render(request, "campaigns/people/confirm.html", {**asked, **club_frame(seat, "club")})
    if not deleting.delete_club(demo):
        raise Http404
    messages.success(request, _("The demo club has been deleted."))
    return redirect("people:club", slug)
