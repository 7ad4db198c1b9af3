"""Somebody is away: from when to when, and who stands in; said by themselves, or by an organiser for them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine.who.absent import leagues_stood_in
from campaigns.engine.who.access import organiser_or_404, seat_or_404
from campaigns.models import Holiday, HolidayStage
from campaigns.models.people import Seat
from campaigns.people.forms import HolidayForm
from campaigns.people.me import holidays
from campaigns.people.me.nights_away import listed_days, nights_missed
from campaigns.people.me.open_moves import OpenMove, open_moves
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading.form_pages import explain, form_page
from campaigns.shell.reading.reader import sent_to, tapped
from campaigns.shell.told.away import away_days
from config.dates import dated
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


@never_cache
@require_http_methods(["GET", "POST"])
def standing_in(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Somebody on holiday has asked me to stand in for them: until when and where, and that I don't."""
    by = seat_or_404(request, slug)
    seat = get_object_or_404(by.club.seats.select_related("club", "person"), pk=pk)
    if request.method == "POST":
        if holidays.decline_to_stand_in(by, seat):
            said = _("You’re not standing in for %(name)s. They’ve been notified.")
            messages.success(request, said % {"name": seat})
        return redirect("campaigns:home")
    rows = Holiday.objects.filter(seat=seat, stand_in__person=by.person_id)
    row = rows.exclude(stage=HolidayStage.OVER).first()
    leagues = leagues_stood_in([seat.pk])[seat.pk] if row else ()
    context: dict[str, object] = {"other": seat, "row": row, "leagues": leagues}
    if row is not None:
        context |= {"first": dated(row.begins, "j F"), "last": dated(row.ends, "j F")}
    return render(request, "campaigns/people/standing_in.html", {**club_frame(by), **context})


def _holiday(request: HttpRequest, by: Seat, seat: Seat) -> HttpResponse:
    row = (
        Holiday.objects.filter(seat=seat).exclude(stage=HolidayStage.OVER).select_related("stand_in").first()
    )
    if request.method == "POST" and tapped(request, "back"):
        return _back(request, by, seat, row)
    today = holidays.today_in(seat, timezone.now())
    initial = (
        {"begins": row.begins, "ends": row.ends, "stand_in": row.stand_in_id} if row else {"begins": today}
    )
    moves, asked = list[OpenMove](), False
    able = holidays.possible_stand_ins(seat)
    form = HolidayForm(sent_to(request), seat=seat, able=able, own=by.pk == seat.pk, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            holidays.say_away(by=by, seat=seat, sure=tapped(request, "sure") != "", **form.cleaned_data)
            messages.success(request, _("Saved. Everybody in these leagues can see the dates."))
            return _to(by, seat)
        except Refused as error:
            asked = error.key == "sure"
            if asked and form.cleaned_data["begins"] <= today:
                stand_in = form.cleaned_data["stand_in"]
                moves = open_moves(seat, stand_in, own=by.pk == seat.pk)
            explain(form, error, beside=None if asked else "ends")
    days = away_days(row.begins, row.ends, is_away=row.stage == HolidayStage.ON) if row else ""
    context = {"other": seat, "own": by.pk == seat.pk, "row": row, "days": days}
    context |= {"moves": moves, "asked": asked}
    context["problem"] = holidays.stand_in_problem(row) if row else ""
    return form_page(request, "campaigns/people/holiday.html", form, **club_frame(by), **context)


def _back(request: HttpRequest, by: Seat, seat: Seat, row: Holiday | None) -> HttpResponse:
    """They are there again, earlier than they had said; on to the night that does not expect them."""
    now, own = timezone.now(), by.pk == seat.pk
    holidays.come_back(by, seat)
    begins = max(row.begins, holidays.today_in(seat, now)) if row else None
    missed = nights_missed(seat, begins, row.ends, now) if row and begins else []
    if not missed:
        messages.success(request, _("Saved."))
        return _to(by, seat)
    sentence = _("Saved. You’re down as not coming on %(days)s: say if you’ll be there after all.")
    if not own:
        sentence = _("Saved. %(name)s is down as not coming on %(days)s: they can still say otherwise.")
    messages.success(request, sentence % {"days": listed_days(one.day for one in missed), "name": seat})
    return redirect("campaigns:night", seat.club.slug, missed[0].pk) if own else _to(by, seat)


def _to(by: Seat, seat: Seat) -> HttpResponse:
    if by.pk == seat.pk:
        return redirect("people:my_holiday", seat.club.slug)
    return redirect("people:holiday", seat.club.slug, seat.pk)
