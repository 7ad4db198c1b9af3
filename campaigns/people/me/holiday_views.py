"""Somebody is away: from when to when, and who stands in; said by themselves, or by an organiser for them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine.who.access import organiser_or_404, seat_or_404
from campaigns.models import Holiday, HolidayStage
from campaigns.models.people import Seat
from campaigns.people.forms import HolidayForm
from campaigns.people.me import holidays
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading.form_pages import explain, form_page
from campaigns.shell.reading.reader import sent_to, tapped
from campaigns.shell.told.away import away_days
from rules.engine.language import listed
from rules.engine.refusals import Refused


@never_cache
@require_http_methods(["GET", "POST"])
def my_holiday(request: HttpRequest, slug: str) -> HttpResponse:
    """My own."""
    seat = seat_or_404(request, slug)
    return _holiday(request, seat, seat)


@never_cache
@require_http_methods(["GET", "POST"])
def holiday(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """That of somebody who has told an organiser."""
    by = organiser_or_404(request, slug)
    seat = get_object_or_404(by.club.seats.active().select_related("club", "person"), pk=pk)
    return _holiday(request, by, seat)


def _holiday(request: HttpRequest, by: Seat, seat: Seat) -> HttpResponse:
    row = (
        Holiday.objects.filter(seat=seat).exclude(stage=HolidayStage.OVER).select_related("stand_in").first()
    )
    if request.method == "POST" and tapped(request, "back"):
        holidays.come_back(seat)
        return _to(by, seat)
    today = holidays.today_in(seat, timezone.now())
    initial = (
        {"begins": row.begins, "ends": row.ends, "stand_in": row.stand_in_id} if row else {"begins": today}
    )
    asks = False
    form = HolidayForm(sent_to(request), seat=seat, own=by.pk == seat.pk, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            if not tapped(request, "sure") and form.cleaned_data["begins"] <= today:
                _ask_about_open_moves(seat, own=by.pk == seat.pk)
            holidays.say_away(by=by, seat=seat, **form.cleaned_data)
            messages.success(request, _("Saved. Everybody in your leagues can read these days."))
            return _to(by, seat)
        except Refused as error:
            asks = error.key == "sure"
            explain(form, error, beside=None if asks else "ends")
    days = away_days(row.begins, row.ends, is_away=row.stage == HolidayStage.ON) if row else ""
    context = {"other": seat, "own": by.pk == seat.pk, "row": row, "days": days, "asks": asks}
    context["problem"] = holidays.stand_in_problem(row) if row else ""
    return form_page(request, "campaigns/people/holiday.html", form, **club_frame(by), **context)


def _ask_about_open_moves(seat: Seat, *, own: bool) -> None:
    """Raise `Refused`, once, where a phase may end without what somebody has not done yet."""
    waiting = listed([one.name for one in holidays.leagues_waiting(seat, own=own)])
    if waiting:
        sentence = _(
            "In %(leagues)s it is still %(name)s’s move. Seal orders and send reports first, or save all the "
            "same: it may be decided without them at once."
        )
        raise Refused("", sentence % {"leagues": waiting, "name": seat}, "sure")


def _to(by: Seat, seat: Seat) -> HttpResponse:
    if by.pk == seat.pk:
        return redirect("people:my_holiday", seat.club.slug)
    return redirect("people:holiday", seat.club.slug, seat.pk)
