"""What organisers do about club nights: announce, change, call off, end a rule."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.engine.who.access import organiser_or_404
from campaigns.models import Night, Seat
from campaigns.nights import acts
from campaigns.nights.evening import night_or_404
from campaigns.nights.evenings import reminding
from campaigns.nights.evenings.forms import AnnounceForm, MoveNightForm, OffForm
from campaigns.nights.games.games import falling, joined_names
from campaigns.shell.people_frame import club_frame
from campaigns.shell.reading.form_pages import explain, form_page, safe_path
from campaigns.shell.reading.reader import number_of, sent_to, word
from rules.engine.refusals import Refused

FORM = "campaigns/nights/change.html"


def _night_or_404(seat: Seat, pk: int) -> Night:
    night = get_object_or_404(seat.club.nights, pk=pk)
    night.club = seat.club
    return night


@never_cache
@require_http_methods(["GET", "POST"])
def announce_night(request: HttpRequest, slug: str) -> HttpResponse:
    """A new night, or a rule of them; what the last one was like is filled in."""
    seat = organiser_or_404(request, slug)
    form = AnnounceForm(sent_to(request), initial=_like_the_last(seat))
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data
        day, repeats, until = (sent.pop(name) for name in ("day", "repeats", "until"))
        try:
            night = acts.create_night(by=seat, day=day, repeats=repeats, until=until, facts=sent)
            return redirect("campaigns:night", slug, night.pk)
        except Refused as error:
            explain(form, error)
    words = {"title": _("New club night"), "button": _("Announce it")}
    return form_page(request, FORM, form, **club_frame(seat, "nights"), **words)


def _like_the_last(seat: Seat) -> dict[str, object]:
    last = seat.club.nights.order_by("-made_at").first()
    return {name: getattr(last, name) for name in acts.EVENING} if last else {}


@never_cache
@require_http_methods(["GET", "POST"])
def change_night(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Another day, hour or place."""
    seat = organiser_or_404(request, slug)
    night = _night_or_404(seat, pk)
    initial = {name: getattr(night, name) for name in ("day", *acts.EVENING)}
    form = MoveNightForm(sent_to(request), initial=initial)
    if night.rule_id is None:
        del form.fields["following"]
    if request.method == "POST" and form.is_valid() and _is_meant(night, form):
        sent = form.cleaned_data
        day, following = sent.pop("day"), bool(sent.pop("following", False))
        try:
            acts.update_night(night=night, day=day, facts=sent, following=following)
            return redirect("campaigns:night", slug, pk)
        except Refused as error:
            explain(form, error)
    words = {"title": _("Change this night"), "button": _("Save"), "night": night}
    return form_page(request, FORM, form, **club_frame(seat, "nights"), **words)


def _is_meant(night: Night, form: MoveNightForm) -> bool:
    """Whether it stays to come and nobody loses their place, or somebody is sure of it."""
    sent = form.cleaned_data
    changed = Night(club=night.club, day=sent["day"], starts=sent["starts"], ends=sent["ends"])
    said = []
    if changed.ends_at <= timezone.now() < night.ends_at:
        said.append(
            _(
                "That time has already passed: nobody could answer, and the night’s games would be in "
                "the past."
            )
        )
    if sent["places"] != night.places:
        said += _who_would_wait(night, sent["places"], following=bool(sent.get("following")))
    if said and not form.is_sure:
        form.ask_again(" ".join(said))
    return form.is_sure or not said


def _who_would_wait(night: Night, fit: int | None, *, following: bool) -> Iterator[str]:
    for one, seats in acts.to_wait(night, fit, following=following):
        words = ngettext(
            "%(names)s would be on the waiting list for %(day)s.",
            "%(names)s would be on the waiting list for %(day)s.",
            len(seats),
        )
        yield words % {"names": joined_names([str(seat) for seat in seats]), "day": one}
        if playing := [str(seat) for seat in seats if falling(one, seat.person_id)]:
            game = ngettext("%(names)s has a game then.", "%(names)s have a game then.", len(playing))
            yield game % {"names": joined_names(playing)}


@never_cache
@require_http_methods(["GET", "POST"])
def call_off_night(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The night does not take place."""
    seat = organiser_or_404(request, slug)
    night = _night_or_404(seat, pk)
    form = OffForm(sent_to(request))
    if request.method == "POST" and form.is_valid():
        acts.mark_night_off(night=night, why=form.cleaned_data["why"])
        return redirect("campaigns:night", slug, pk)
    return form_page(request, "campaigns/nights/off.html", form, **club_frame(seat, "nights"), night=night)


@require_POST
def remind_guests(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask those who have not said whether they come, or one of them."""
    seat, only = organiser_or_404(request, slug), number_of(word(request, "seat"))
    try:
        told = reminding.remind_unanswered(by=seat, night=night_or_404(seat, pk), only=only)
        messages.success(request, _reminded([str(one) for one in told]))
    except Refused as error:
        messages.error(request, error.sentence)
    night = reverse("campaigns:night", args=[slug, pk])
    return redirect(safe_path(request, word(request, "from"), fallback=night))


def _reminded(names: list[str]) -> str:
    if not names:
        return _("Everybody has answered or been reminded today.")
    return _("Reminded: %(names)s.") % {"names": ", ".join(names)}


@require_POST
def stop_repeating(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """No more nights by this one's rule after it."""
    seat = organiser_or_404(request, slug)
    night = _night_or_404(seat, pk)
    if night.rule_id is not None:
        acts.end_night_rule(night=night)
    return redirect("campaigns:nights", slug)
