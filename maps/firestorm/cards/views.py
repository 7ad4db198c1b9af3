"""Decks, charts and claims: everybody reads them, the organiser writes and decides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import get_args

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.shell.league import CONFLICT, league_organiser_or_404, member_or_404, render_league
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import sent_to, tapped, word
from maps.firestorm.acting.carrying import firestorm_response
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.cards import cards_page, deck_page
from maps.firestorm.cards.forms import JudgeForm, LineForm
from maps.firestorm.viewer import FirestormViewer
from rules.engine.refusals import Refused
from rules.firestorm.muster_state import DeckName

CARDS = "maps/firestorm/cards/cards.html"
DECK = "maps/firestorm/cards/deck.html"
DECKS: tuple[DeckName, ...] = get_args(DeckName.__value__)


@require_safe
def show_cards(request: HttpRequest, pk: int) -> HttpResponse:
    """Every deck and chart of the league."""
    return _all(firestorm_or_404(member_or_404(request, pk, "map")))


def _all(viewer: FirestormViewer, error: Refused | None = None) -> HttpResponse:
    context = {"page": cards_page.cards_page(viewer), "refused": error}
    return render_league(viewer, CARDS, context, status=CONFLICT if error else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_deck(request: HttpRequest, pk: int, deck: str) -> HttpResponse:
    """Write a deck or chart."""
    viewer = firestorm_or_404(league_organiser_or_404(request, pk, "map"))
    key = next((one for one in DECKS if one == deck), None)
    if key is None:
        raise Http404
    if request.method != "POST":
        return render_league(viewer, DECK, {"page": deck_page.deck_page(viewer, key), "refused": None})
    then = reverse("firestorm:cards", args=[pk]) + f"#d-{key}"
    if tapped(request, "neutral"):
        act, params = deck_page.neutral(viewer, key)
        return firestorm_response(viewer, act, params, shown=partial(_refused, key, ()), then=then)
    lines, fine = deck_page.typed_in(key, sent_to(request))
    if not fine:
        return render_league(
            viewer, DECK, {"page": deck_page.deck_page(viewer, key, lines)}, status=UNPROCESSABLE
        )
    act, params = deck_page.deck_act(key, lines)
    return firestorm_response(viewer, act, params, shown=partial(_refused, key, lines), then=then)


def _refused(
    key: DeckName, lines: Iterable[LineForm], viewer: FirestormViewer, error: Refused
) -> HttpResponse:
    context = {"page": deck_page.deck_page(viewer, key, lines), "refused": error}
    return render_league(viewer, DECK, context, status=CONFLICT)


@require_POST
def judge(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept or refuse a claimed objective."""
    viewer = firestorm_or_404(league_organiser_or_404(request, pk, "map"))
    player, form = word(request, "player"), JudgeForm(sent_to(request))
    if not form.is_valid():
        page = cards_page.cards_page(viewer, {player: form})
        return render_league(viewer, CARDS, {"page": page}, status=UNPROCESSABLE)
    params = {"player": player, **form.cleaned_data}
    return firestorm_response(
        viewer, "judge_objective", params, shown=_all, then=reverse("firestorm:cards", args=[pk])
    )
