"""The home of a coin-tossing league, and the taps on it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from campaigns.engine import door
from campaigns.engine.passage.here import Here
from campaigns.shell.league import draw, member_or_404, refused
from campaigns.shell.reading.params import params_of
from campaigns.shell.reading.reader import sent_to
from rules.engine.refusals import Refused
from tests.coin.rules import Book, Coin, Standing, standings

HOME = "coin/home.html"
type CoinHere = Here[Coin, Book]


@dataclass(frozen=True, slots=True)
class HomePage:
    """`mine` is the visitor's own tosser, empty without one; `against` are those they may toss with."""

    phase: str
    lines: tuple[Standing, ...]
    mine: str
    against: tuple[Standing, ...]
    winner: str


def page_of(here: CoinHere) -> HomePage:
    lines = tuple(standings(here.state, here.book))
    mine = next((one["id"] for one in lines if here.owns(one["id"])), "")
    others = tuple(one for one in lines if one["id"] != mine) if mine else ()
    winner = here.state.tossers[here.state.now.winner].name if here.state.now.winner else ""
    return HomePage(here.state.now.phase, lines, mine, others, winner)


def home(here: CoinHere) -> HttpResponse:
    return draw(here, HOME, {"page": page_of(here)})


@require_POST
def do(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Come, start, or toss."""
    here: CoinHere = member_or_404(request, pk)
    if here.scope.game != "coin" or act not in ("enlist", "start", "toss"):
        raise Http404
    try:
        params = params_of(here.registration.game.spec(f"coin.{act}"), sent_to(request))
        params |= {"owner": str(here.actor.seat.pk)} if act == "enlist" and here.actor.seat else {}
        outcome = door.act(here.scope.pk, here.actor, f"coin.{act}", params, app_dice=here.app_dice)
    except Refused as error:
        return refused(here, HOME, error, {"page": page_of(here)})
    if outcome.settled or outcome.repeated:
        return redirect("campaigns:league", pk)
    return redirect("campaigns:dialogue", pk, outcome.slot)
