"""Who organises a league alone, for the organisers of its club."""

from __future__ import annotations

from typing import cast

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_http_methods

from campaigns.leagues.organising import organisers
from campaigns.models import Role, Scope, ScopeKind, Seat
from campaigns.people.forms import SeatChoiceForm
from campaigns.shell.league import league_organiser_or_404, organiser, render_league
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.form_pages import UNPROCESSABLE, explain
from campaigns.shell.reading.reader import number_of, sent_to, tapped, word
from rules.engine.refusals import Refused

TEMPLATE, AWAY = "campaigns/leagues/organisers.html", "away"


class OrganiserForm(SeatChoiceForm):
    """One of the club's players who does not organise this league yet."""

    def __init__(self, data: Data = None, *, scope: Scope) -> None:
        super().__init__(data, club=scope.club)
        field = cast("forms.ModelChoiceField[Seat]", self.fields["seat"])
        taken = scope.organised_by.values("seat")
        field.queryset = scope.club.seats.active().filter(role=Role.PLAYER).exclude(pk__in=taken)
        field.label, field.empty_label = lazy("Player"), lazy("Choose a player")


@require_http_methods(["GET", "POST"])
def league_organisers(request: HttpRequest, pk: int) -> HttpResponse:
    """Name a player organiser of this league alone, or take it away; for the club's organisers."""
    viewer = league_organiser_or_404(request, pk, "settings")
    if not viewer.runs_club or viewer.scope.kind != ScopeKind.LEAGUE:
        raise Http404
    by, scope, away = organiser(viewer), viewer.scope, tapped(request, AWAY)
    form = OrganiserForm(None if away else sent_to(request), scope=scope)
    try:
        if away:
            whose = get_object_or_404(scope.club.seats, pk=number_of(word(request, AWAY)))
            organisers.remove_organiser(by=by, seat=whose, scope=scope)
            return redirect("campaigns:league_organisers", pk)
        if form.is_valid():
            organisers.name_organiser(by=by, seat=form.cleaned_data["seat"], scope=scope)
            return redirect("campaigns:league_organisers", pk)
    except Refused as error:
        explain(form, error, beside="seat")
    context = {"form": form, "organisers": organisers.named_in(scope)}
    return render_league(viewer, TEMPLATE, context, status=UNPROCESSABLE if form.errors else 200)
