"""A club's people, for everybody in it; and what its organisers do: invite, let in, merge, remove."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.engine.who.access import organiser_or_404, seat_or_404
from campaigns.models.people import Seat, SeatStatus
from campaigns.people import clubs, signin
from campaigns.people import seats as people
from campaigns.people.forms import ClubForm, EmblemForm, InvitationForm, SeatChoiceForm, SeatForm
from campaigns.people.keys import seat_named
from campaigns.people.queries import open_invitations, people_page
from campaigns.people.seat_page import seat_page
from campaigns.people.sides import lost_sides
from campaigns.shell.links import absolute, qr_svg
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading import zones
from campaigns.shell.reading.form_pages import explain, form_page
from campaigns.shell.reading.reader import sent_to, tapped
from campaigns.shell.reading.sent_once import repeatable
from rules.engine.refusals import Refused


@require_safe
def club_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody in the club; for organisers also who waits and who was removed."""
    seat = seat_or_404(request, slug)
    context = {**club_frame(seat), "page": people_page(seat)}
    return render(request, "campaigns/people/people.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's name, time zone and paper."""
    seat = organiser_or_404(request, slug)
    club = seat.club
    initial = {"name": club.name, "time_zone": club.time_zone, "paper": club.paper}
    form = ClubForm(sent_to(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        clubs.change_club(by=seat, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("people:people", slug)
    context = {**club_frame(seat, "club"), "demo": clubs.put_aside_by(seat).exists()}
    return form_page(request, "campaigns/people/club.html", form, **context)


@cache_control(max_age=86400, public=True)
@require_safe
def time_zones(request: HttpRequest) -> HttpResponse:
    """Every time zone as an option, for a field that somebody types into."""
    options = ((zones.zone_label(zone),) for zone in zones.zone_names())
    return HttpResponse(format_html_join("", '<option value="{}">', options))


# One seat


@never_cache
@require_http_methods(["GET", "POST"])
def my_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """My own name and emblem in this club."""
    seat = seat_or_404(request, slug)
    form = EmblemForm(sent_to(request), initial={"name": seat.name, "emblem": seat.emblem})
    if request.method == "POST" and form.is_valid():
        try:
            people.change_seat(by=seat, seat=seat, **form.cleaned_data)
            return redirect("people:people", slug)
        except (Refused, ValidationError) as error:
            explain(form, error, beside="name")
    return form_page(request, "campaigns/people/my_seat.html", form, **club_frame(seat))


@never_cache
@require_http_methods(["GET", "POST"])
def seat(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One seat, for an organiser: name, role, emblem; way back, merge, remove."""
    by = organiser_or_404(request, slug)
    other = _seat_or_404(by, pk)
    initial = {"name": other.name, "role": other.role, "emblem": other.emblem}
    form = SeatForm(sent_to(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            people.change_seat(by=by, seat=other, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("people:people", slug)
        except (Refused, ValidationError) as error:
            explain(form, error)
    return form_page(request, "campaigns/people/seat.html", form, **club_frame(by), page=seat_page(by, other))


def _seat_or_404(by: Seat, pk: int) -> Seat:
    seats = by.club.seats.exclude(status=SeatStatus.MERGED).select_related("person__user", "club")
    return get_object_or_404(seats, pk=pk)


@never_cache
@require_http_methods(["GET", "POST"])
def remove_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a seat (or leave the club, if it is mine); asks first."""
    by = seat_or_404(request, slug)
    other = by if by.pk == pk else _seat_or_404(organiser_or_404(request, slug), pk)
    refusal = ""
    if request.method == "POST":
        try:
            people.remove_seat(by=by, seat=other)
            return redirect("/" if other is by else reverse("people:people", args=[slug]))
        except Refused as error:
            refusal = error.sentence
    context = {**_removal_words(by, other), "refusal": refusal, **club_frame(by)}
    return render(request, "campaigns/people/confirm.html", context, status=409 if refusal else 200)


def _removal_words(by: Seat, other: Seat) -> dict[str, object]:
    names = {"name": other, "club": by.club}
    if other is by:
        return {
            "title": _("Leave %(club)s?") % names,
            "sentences": [
                _("You will no longer see its leagues. What you lead there stays, with its history."),
                *lost_sides(other, own=True),
            ],
            "button": _("Leave the club"),
            "keep": _("Stay in the club"),
            "back": reverse("people:people", args=[by.club.slug]),
        }
    links = len(open_invitations(by.club))
    stays = _("%(name)s will no longer see the club’s leagues. What they lead stays, with its history.")
    sentences = [stays % names, *lost_sides(other, own=False)]
    if links:
        open_ones = ngettext(
            "%(count)s open link still lets in anybody who has it.",
            "%(count)s open links still let in anybody who has one of them.",
            links,
        )
        sentences.append(open_ones % {"count": links})
    return {
        "title": _("Remove %(name)s?") % names,
        "sentences": sentences,
        "button": _("Remove %(name)s") % names,
        "back": reverse("people:seat", args=[by.club.slug, other.pk]),
    }


@require_POST
def restore_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give a removed seat back."""
    by = organiser_or_404(request, slug)
    try:
        people.restore_seat(by=by, seat=_seat_or_404(by, pk))
    except Refused as error:
        messages.error(request, error.sentence)
    return redirect("people:people", slug)


@never_cache
@require_http_methods(["GET", "POST"])
@repeatable
def seat_way_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A new way back for somebody locked out: asks, then shows it once, to be handed over."""
    by = organiser_or_404(request, slug)
    other = _seat_or_404(by, pk)
    context: dict[str, object] = {**club_frame(by), "other": other}
    if request.method == "POST":
        try:
            made = people.make_way_back(person=other.person, by=by)
        except Refused as error:
            context["refusal"] = error.sentence
            return render(request, "campaigns/people/seat_way_back.html", context, status=409)
        link = absolute(people.way_back_path(made), request)
        context |= {"link": link, "qr": qr_svg(link, title=_("Sign-in link"))}
    return render(request, "campaigns/people/seat_way_back.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Two seats of one human being become one: this page's seat stays."""
    by = organiser_or_404(request, slug)
    keep = _seat_or_404(by, pk)
    form = SeatChoiceForm(sent_to(request), club=by.club, without=keep)
    if request.method == "POST" and form.is_valid():
        try:
            signin.merge_seats(by=by, keep=keep, drop=form.cleaned_data["seat"])
            messages.success(request, _("Merged. Both devices now use %(name)s’s seat.") % {"name": keep})
            return redirect("people:people", slug)
        except Refused as error:
            explain(form, error, beside="seat")
    return form_page(request, "campaigns/people/merge.html", form, **club_frame(by), keep=keep)


# Invitations


@never_cache
@require_http_methods(["GET", "POST"])
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """The open links, and a form for a new one."""
    seat = organiser_or_404(request, slug)
    form = InvitationForm(sent_to(request), club=seat.club)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("people:invitation", slug, people.invite(by=seat, **form.cleaned_data).pk)
        except Refused as error:
            explain(form, error)
    context = {**club_frame(seat, "invitations"), "links": open_invitations(seat.club)}
    return form_page(request, "campaigns/people/invitations.html", form, **context)


@never_cache
@require_safe
def invitation_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One link with its QR code, to hold up at the club night."""
    seat = organiser_or_404(request, slug)
    found = get_object_or_404(seat.club.invitations.select_related("scope"), pk=pk)
    link = absolute(people.invitation_path(found), request) if found.word and found.is_open() else ""
    context = {
        **club_frame(seat, "invitations"),
        "invitation": found,
        "link": link,
        "qr": qr_svg(link, title=_("Invitation")) if link else "",
    }
    return render(request, "campaigns/people/invitation.html", context)


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Close a link."""
    seat = organiser_or_404(request, slug)
    people.revoke_invitation(by=seat, invitation=get_object_or_404(seat.club.invitations, pk=pk))
    messages.success(request, _("Closed. Nobody can use that link to join any more."))
    return redirect("people:invitations", slug)


# "I already have a seat"


@never_cache
@require_http_methods(["GET", "POST"])
def seat_request(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a waiting device in to a seat, or refuse it."""
    by = organiser_or_404(request, slug)
    asked = get_object_or_404(by.club.seat_requests, pk=pk)
    form = SeatChoiceForm(
        sent_to(request), club=by.club, initial={"seat": seat_named(by.club, asked.typed_name)}
    )
    refuses = tapped(request, "refuse") != ""
    if request.method == "POST" and (refuses or form.is_valid()):
        try:
            signin.decide_request(by=by, request=asked, seat=None if refuses else form.cleaned_data["seat"])
            return redirect("people:people", slug)
        except Refused as error:
            explain(form, error)
    return form_page(request, "campaigns/people/request.html", form, **club_frame(by), asked=asked)
