"""Pairing a night, for organisers. A name is picked up by a link and put down by a button, without script."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.access import organiser_or_404
from campaigns.models import Club, PairingWay, Scope, Seat
from campaigns.nights import pairs
from campaigns.nights.evening import night_or_404
from campaigns.nights.leagues import leagues_of
from campaigns.nights.pairs import Table
from campaigns.nights.pairs_page import pairs_page
from campaigns.people.forms import SeatChoiceForm
from campaigns.shell.club_pages import draw_club
from campaigns.shell.reading.fields import Data, WholeField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import number_of, read, sent_to, word
from rules.engine.plain import number_in, text_in
from rules.engine.refusals import Refused

PAGE = "campaigns/nights/pairs.html"
CONFLICT = 409


class WayForm(PlainForm):
    """How pairs are made; nothing for other pairs of the same kind."""

    way = forms.ChoiceField(choices=PairingWay, required=False)


class SwapForm(PlainForm):
    """Two seats that change places."""

    one = WholeField()
    other = WholeField()


class ApartForm(SeatChoiceForm):
    """Two who asked not to meet."""

    other = forms.ModelChoiceField(
        label=lazy("and"), queryset=Seat.objects.none(), empty_label=lazy("Choose a seat"),
        error_messages={"required": lazy("Choose a seat.")},
    )  # fmt: skip

    def __init__(self, data: Data = None, *, club: Club) -> None:
        super().__init__(data, club=club)
        other = self.fields["other"]
        assert isinstance(other, forms.ModelChoiceField)
        other.queryset = club.seats.active().order_by("name")


@never_cache
@require_safe
def pairs_of(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The draft of a night, with the name that was picked up."""
    seat, table, leagues = _table(request, slug, pk)
    if table is None:
        words = {"night": night_or_404(seat, pk)}
        return draw_club(request, seat, "campaigns/nights/no_pairs.html", words, section="nights")
    return _page(request, seat, table, leagues)


def _table(request: HttpRequest, slug: str, pk: int) -> tuple[Seat, Table | None, list[Scope]]:
    """The night and the league the address names, else the newest that has players who come."""
    seat = organiser_or_404(request, slug)
    night, leagues = night_or_404(seat, pk), leagues_of(seat)
    if night.is_off:
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
    table: Table,
    leagues: list[Scope],
    refused: Refused | None = None,
    form: ApartForm | None = None,
) -> HttpResponse:
    draft, table = pairs.drafted(table)
    page = pairs_page(draft, table, leagues, number_of(request.GET.get("pick", "")))
    context = {
        "page": page, "night": table.night, "scope": table.found.scope, "refused": refused,
        "form": form or ApartForm(club=seat.club),
    }  # fmt: skip
    status = CONFLICT if refused else 422 if form is not None else 200
    return draw_club(request, seat, PAGE, context, section="nights", status=status)


def _acted(request: HttpRequest, slug: str, pk: int, act: Callable[[Seat, Table], object]) -> HttpResponse:
    """Do something to the draft and show it again."""
    seat, table, leagues = _table(request, slug, pk)
    if table is None:
        raise Http404
    try:
        act(seat, table)
    except Refused as error:
        return _page(request, seat, table, leagues, error)
    return redirect(f"{reverse('campaigns:pairs', args=[slug, pk])}?league={table.found.scope.pk}")


@require_POST
def again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Other pairs that are as good, or pairs of the other kind."""

    def act(seat: Seat, table: Table) -> None:
        pairs.again(table, way=text_in(read(WayForm(sent_to(request))), "way"))

    return _acted(request, slug, pk, act)


@require_POST
def swap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Two names change places."""

    def act(seat: Seat, table: Table) -> None:
        said = read(SwapForm(sent_to(request)))
        pairs.swap(table, number_in(said, "one"), number_in(said, "other"))

    return _acted(request, slug, pk, act)


@require_POST
def publish(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The pairs become planned games."""
    seat, table, leagues = _table(request, slug, pk)
    if table is None:
        raise Http404
    try:
        made = pairs.publish(table, by=seat, seen=word(request, "seen"))
    except Refused as error:
        return _page(request, seat, table, leagues, error)
    told = ngettext("%(n)s game is planned.", "%(n)s games are planned.", len(made)) % {"n": len(made)}
    messages.success(request, told)
    return redirect("campaigns:night", slug, pk)


@require_POST
def keep_apart(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Two who asked not to meet; only organisers know."""
    seat, table, leagues = _table(request, slug, pk)
    form = ApartForm(sent_to(request), club=seat.club)
    if table is None:
        raise Http404
    if not form.is_valid():
        return _page(request, seat, table, leagues, form=form)
    said = form.cleaned_data

    def act(seat: Seat, table: Table) -> None:
        pairs.keep_apart(by=seat, one=said["seat"], other=said["other"])
        pairs.forget(table)

    return _acted(request, slug, pk, act)


@require_POST
def together(request: HttpRequest, slug: str, pk: int, kept: int) -> HttpResponse:
    """They may meet again."""

    def act(seat: Seat, table: Table) -> None:
        pairs.together_again(by=seat, pk=kept)
        pairs.forget(table)

    return _acted(request, slug, pk, act)
