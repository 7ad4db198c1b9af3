"""Club nights: all of them, one evening, what I say about it, the hall's screen; and what organisers do."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.engine.who.access import organiser_or_404, seat_or_404
from campaigns.models import Come, Night, Seat
from campaigns.models.nights import SAYS
from campaigns.nights import acts, evening
from campaigns.nights.evening import night_or_404
from campaigns.nights.evenings import hall, pages
from campaigns.nights.evenings.agenda import nights_page
from campaigns.nights.evenings.forms import BringAlongForm, ComeForm
from campaigns.nights.evenings.month import month_page
from campaigns.nights.games.clashes import own_holiday_sentence
from campaigns.nights.games.games import MyGame, falling
from campaigns.nights.games.tonight import still_played
from campaigns.shell.club_pages import draw_club
from campaigns.shell.pinned import pinned
from campaigns.shell.reading.form_pages import safe_path
from campaigns.shell.reading.reader import read, sent_to, tapped
from rules.engine.plain import text_in
from rules.engine.refusals import Refused

SECTION = "nights"
PAGES = "campaigns/nights/"
CONFLICT = 409


@never_cache
@require_safe
def nights(request: HttpRequest, slug: str) -> HttpResponse:
    """All that is to come, mine or the whole club's (`of`), and the last nights that are over."""
    seat = seat_or_404(request, slug)
    context = {"page": nights_page(seat, mine=request.GET.get("of") != "club")}
    return draw_club(request, seat, f"{PAGES}nights.html", context, section=SECTION, parts=("nights",))


@never_cache
@require_safe
def month(request: HttpRequest, slug: str) -> HttpResponse:
    """The month of a day (`day`), with that day beside it: mine, or the whole club's (`of`)."""
    seat = seat_or_404(request, slug)
    page = month_page(seat, request.GET.get("day", ""), mine=request.GET.get("of") != "club")
    return draw_club(request, seat, f"{PAGES}month.html", {"page": page}, section=SECTION)


@never_cache
@require_safe
def night(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One evening. Looking at it answers nothing: the three answers are buttons."""
    seat = seat_or_404(request, slug)
    return _night(request, seat, night_or_404(seat, pk))


def _night(
    request: HttpRequest,
    seat: Seat,
    found: Night,
    form: BringAlongForm | None = None,
    refusal: str = "",
    falls: tuple[MyGame, ...] = (),
    stays: tuple[MyGame, ...] = (),
    away: str = "",
) -> HttpResponse:
    """`falls`, `stays`: the games that are called off, or are under way, when I do not come after all;
    `away`: that I am on holiday then."""
    page = pages.night_page(seat, found)
    said = {"brings": page.mine.brings, "words": page.mine.words} if page.mine else {}
    context = {
        "page": page,
        "form": form or BringAlongForm(initial=said),
        "night": found,
        "refusal": refusal,
        "falls": falls,
        "stays": stays,
        "away": away,
        "pinned": pinned([seat], night=found),
    }
    status = CONFLICT if refusal or falls or stays or away else 422 if form is not None else 200
    return draw_club(
        request,
        seat,
        f"{PAGES}night.html",
        context,
        section=SECTION,
        parts=("evening", "guests", "games"),
        status=status,
    )


@require_POST
def answer_night(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """I come, maybe, not this time: one tap, on the night's page or on my home. Asks once more before a game
    falls with it or goes on without me, and before I come in my own holiday.
    """
    seat = seat_or_404(request, slug)
    found = night_or_404(seat, pk)
    try:
        come = text_in(read(ComeForm(sent_to(request))), "come")
        if come == Come.NO and not tapped(request, "falls"):
            falls, stays = falling(found, seat.person_id), still_played(found, seat.person_id)
            if falls or stays:
                return _night(request, seat, found, falls=falls, stays=stays)
        if come == Come.YES and (away := _away(request, seat, found)):
            return _night(request, seat, found, away=away)
        acts.set_attendance(seat=seat, night=found, come=come)
    except Refused as error:
        return _night(request, seat, found, refusal=error.sentence)
    return redirect(safe_path(request, request.headers.get("Referer"), fallback=pages.line_url(found)))


def _away(request: HttpRequest, seat: Seat, found: Night) -> str:
    """That I am on holiday on the day of a night, as long as I have not said to come all the same."""
    return "" if tapped(request, "sure") else own_holiday_sentence(seat, found.day)


@require_POST
def bring(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What I bring; whoever brings something comes."""
    seat = seat_or_404(request, slug)
    found, form = night_or_404(seat, pk), BringAlongForm(sent_to(request))
    mine = evening.night_answer(found, seat.person_id)
    if not form.is_valid():
        return _night(request, seat, found, form)
    try:
        come = mine.come if mine and mine.come in SAYS else Come.YES
        if come == Come.YES and not (mine and mine.come == come) and (away := _away(request, seat, found)):
            return _night(request, seat, found, form, away=away)
        acts.set_attendance(seat=seat, night=found, come=come, **form.cleaned_data)
    except Refused as error:
        return _night(request, seat, found, refusal=error.sentence)
    messages.success(request, _("Saved."))
    return redirect("campaigns:night", slug, pk)


@never_cache
@require_http_methods(["GET", "POST"])
def arrive_at_night(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Where the code on the hall's screen leads: asks, and notes that I have arrived."""
    seat = seat_or_404(request, slug)
    found = night_or_404(seat, pk)
    refusal = ""
    if request.method == "POST":
        try:
            acts.arrive(seat=seat, night=found)
            return redirect("campaigns:night", slug, pk)
        except Refused as error:
            refusal = error.sentence
    context = {"page": pages.night_page(seat, found), "night": found, "refusal": refusal}
    status = CONFLICT if refusal else 200
    return draw_club(request, seat, f"{PAGES}here.html", context, section=SECTION, status=status)


@never_cache
@require_safe
def hall_screen(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The night for a television: no controls, dark, the same for whoever signed it in."""
    seat = seat_or_404(request, slug)
    found = night_or_404(seat, pk)
    context = {"page": hall.hall_page(request, found), "night": found, "theme": "dark", "nav": (), "me": None}
    context["said"] = pinned([seat], night=found)
    return draw_club(request, seat, f"{PAGES}hall.html", context, section=SECTION, parts=("board",))


@require_POST
def arrived(request: HttpRequest, slug: str, pk: int, guest: int) -> HttpResponse:
    """An organiser notes that somebody without a phone is there, or that somebody is not after all."""
    seat = organiser_or_404(request, slug)
    found = night_or_404(seat, pk)
    who = get_object_or_404(seat.club.seats.active(), pk=guest)
    try:
        if tapped(request, "gone"):
            acts.not_here(seat=who, night=found)
        else:
            acts.arrive(seat=who, night=found, by=seat)
    except Refused as error:
        return _night(request, seat, found, refusal=error.sentence)
    return redirect("campaigns:night", slug, pk)
