"""Pairing a night or a round, for organisers of the league. A link picks a name up, a button puts it down; no
script. Who is kept apart is the club's: for its organisers alone.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.who.access import organiser_or_404, player_or_404
from campaigns.models import Club, PairingWay, Scope, Seat
from campaigns.nights.evening import night_or_404
from campaigns.nights.games.leagues import organised_by
from campaigns.nights.games.plans import When
from campaigns.nights.pairing import pairs
from campaigns.nights.pairing.page import pairs_page, pairs_url
from campaigns.nights.pairing.pairs import PairingTable
from campaigns.people.forms import SeatChoiceForm, SeatField
from campaigns.shell.club_pages import draw_club
from campaigns.shell.reading.fields import ClockField, Data, DayField, WholeField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import number_of, read, sent_to, word
from rules.engine.plain import number_in, text_in
from rules.engine.refusals import Refused

PAGE = "campaigns/nights/pairs.html"
CONFLICT, WEEK = 409, timedelta(days=7)


class WayForm(PlainForm):
    """How pairs are made; nothing for other pairs of the same kind."""

    way = forms.ChoiceField(choices=PairingWay, required=False)


class SwapForm(PlainForm):
    """Two seats that change places."""

    one = WholeField()
    other = WholeField()


class ApartForm(SeatChoiceForm):
    """Two who asked not to meet."""

    other = SeatField(
        label=lazy("and"), queryset=Seat.objects.none(), empty_label=lazy("Choose a seat"),
        error_messages={"required": lazy("Choose a seat.")},
    )  # fmt: skip

    def __init__(self, data: Data = None, *, club: Club) -> None:
        super().__init__(data, club=club)
        other = self.fields["other"]
        assert isinstance(other, forms.ModelChoiceField)
        other.queryset = club.seats.active()


class RoundForm(PlainForm):
    """A day and hour that is proposed to every pair of a round."""

    day = DayField(label=lazy("A day to propose"))
    starts = ClockField(label=lazy("Time"), initial="19:00")

    @property
    def when(self) -> When:
        return When(self.cleaned_data["day"], self.cleaned_data["starts"])


@never_cache
@require_safe
def show_pairing(request: HttpRequest, slug: str, pk: int | None = None) -> HttpResponse:
    """The draft of a night, or of a round without one, with the name that was picked up."""
    seat, table, leagues = _table(request, slug, pk)
    if table is None:
        words = {"night": night_or_404(seat, pk) if pk else None}
        return draw_club(request, seat, "campaigns/nights/no_pairs.html", words, section="nights")
    return _page(request, seat, table, leagues)


def _table(request: HttpRequest, slug: str, pk: int | None) -> tuple[Seat, PairingTable | None, list[Scope]]:
    """The night and the league the address names, else the newest that has players who come."""
    seat = player_or_404(request, slug)
    leagues = organised_by(seat)
    if not (seat.is_organiser or leagues):
        raise Http404
    night = night_or_404(seat, pk) if pk else None
    if night is not None and night.is_off:
        raise Http404
    asked = number_of(request.GET.get("league", ""))
    if asked is not None:
        leagues_asked = [one for one in leagues if one.pk == asked]
        if not leagues_asked:
            raise Http404
        return seat, pairs.table_of(night, leagues_asked[0]), leagues
    tables = [pairs.table_of(night, one) for one in leagues]
    return seat, max(tables, key=lambda one: len(one.free), default=None), leagues


def _page(
    request: HttpRequest,
    seat: Seat,
    table: PairingTable,
    leagues: list[Scope],
    refused: Refused | None = None,
    form: ApartForm | None = None,
    day: RoundForm | None = None,
) -> HttpResponse:
    draft, table = pairs.drafted(table)
    page = pairs_page(draft, table, leagues, number_of(request.GET.get("pick", "")))
    context = {
        "page": page, "night": table.night, "scope": table.found.scope, "refused": refused,
        "form": form or ApartForm(club=seat.club), "day": day or RoundForm(initial=_next_week(seat.club)),
    }  # fmt: skip
    status = CONFLICT if refused else 422 if form or day else 200
    return draw_club(request, seat, PAGE, context, section="nights", status=status)


def _next_week(club: Club) -> dict[str, object]:
    return {"day": timezone.now().astimezone(club.tz).date() + WEEK}


def _acted(
    request: HttpRequest, slug: str, pk: int | None, act: Callable[[Seat, PairingTable], object]
) -> HttpResponse:
    """Do something to the draft and show it again."""
    seat, table, leagues = _table(request, slug, pk)
    if table is None:
        raise Http404
    try:
        act(seat, table)
    except Refused as error:
        return _page(request, seat, table, leagues, error)
    return redirect(pairs_url(table, table.found.scope))


@require_POST
def offer_other_pairs(request: HttpRequest, slug: str, pk: int | None = None) -> HttpResponse:
    """Other pairs that are as good, or pairs of the other kind."""

    def act(seat: Seat, table: PairingTable) -> None:
        pairs.redraw_pairs(table, way=text_in(read(WayForm(sent_to(request))), "way"))

    return _acted(request, slug, pk, act)


@require_POST
def swap_players(request: HttpRequest, slug: str, pk: int | None = None) -> HttpResponse:
    """Two names change places."""

    def act(seat: Seat, table: PairingTable) -> None:
        said = read(SwapForm(sent_to(request)))
        pairs.swap_seats(table, number_in(said, "one"), number_in(said, "other"))

    return _acted(request, slug, pk, act)


@require_POST
def publish_pairs(request: HttpRequest, slug: str, pk: int | None = None) -> HttpResponse:
    """The pairs become planned games; of a round on the day that is proposed."""
    seat, table, leagues = _table(request, slug, pk)
    if table is None:
        raise Http404
    day = RoundForm(sent_to(request)) if pk is None else None
    if day is not None and not day.is_valid():
        return _page(request, seat, table, leagues, day=day)
    try:
        made = pairs.plan_paired_games(
            table, by=seat, seen=word(request, "seen"), when=day.when if day else None
        )
    except Refused as error:
        return _page(request, seat, table, leagues, error)
    told = ngettext("%(n)s game is planned.", "%(n)s games are planned.", len(made)) % {"n": len(made)}
    messages.success(request, told)
    return redirect("campaigns:night", slug, pk) if pk else redirect("campaigns:nights", slug)


@require_POST
def add_kept_apart(request: HttpRequest, slug: str, pk: int | None = None) -> HttpResponse:
    """Two who asked not to meet; only organisers know."""
    organiser_or_404(request, slug)
    seat, table, leagues = _table(request, slug, pk)
    form = ApartForm(sent_to(request), club=seat.club)
    if table is None:
        raise Http404
    if not form.is_valid():
        return _page(request, seat, table, leagues, form=form)
    said = form.cleaned_data

    def act(seat: Seat, table: PairingTable) -> None:
        pairs.keep_apart(by=seat, one=said["seat"], other=said["other"])
        pairs.discard_draft(table)

    return _acted(request, slug, pk, act)


@require_POST
def together(request: HttpRequest, slug: str, kept: int, pk: int | None = None) -> HttpResponse:
    """They may meet again."""
    organiser_or_404(request, slug)

    def act(seat: Seat, table: PairingTable) -> None:
        pairs.together_again(by=seat, pk=kept)
        pairs.discard_draft(table)

    return _acted(request, slug, pk, act)
