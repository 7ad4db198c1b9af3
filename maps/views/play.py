"""The map of a league and everything one does on it."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import door
from campaigns.emblems import NAMES
from campaigns.league_page import CONFLICT, Here, draw, here_or_404, member_or_404, organiser_here_or_404
from maps import map_page, setup_page
from maps.clock import advance
from rules.codec import dump
from rules.maps.exchange import BadMap
from rules.refusals import Refused

PAGE = "maps/map.html"
SETUP = "maps/setup.html"
# Acts a plain form may start: their parameters are texts and whole numbers.
SIMPLE = frozenset(
    [
        "begin_play",
        "pick_capital",
        "draw_capital",
        "pick_event",
        "collect",
        "challenge",
        "pass_challenge",
        "choose_battles",
        "sail",
        "assault",
        "volunteer",
        "commit_gold",
        "report_outcome",
        "confirm",
        "dispute",
        "walkover",
        "strike",
        "close_battles",
        "ask_abstract",
        "abstract",
        "rule_abstract",
        "claim",
        "conquer",
        "besiege",
        "build",
        "raid",
        "plunder",
        "end_turn",
        "skip",
        "pause",
        "resume",
        "leave",
        "withdraw",
        "sign_on",
        "decide",
        "correct",
        "grant",
    ]
)
NUMBERS = frozenset({"round", "turn", "gold", "ep", "points"})
MOST_UPLOAD = 1_000_000


@require_safe
def map_view(request: HttpRequest, pk: int) -> HttpResponse:
    """The map; `t` is the territory whose panel is open. Before play: choosing a map and joining."""
    return map_home(here_or_404(request, pk, "map"))


def map_home(here: Here) -> HttpResponse:
    if here.scope.game != "conquest":
        raise Http404
    if here.state.now.phase == "setup":
        return draw(here, SETUP, _setup_context(here))
    page = map_page.build(here, here.request.GET.get("t", "")[:80])
    part = here.request.GET.get("part", "")
    template = f"{PAGE}#{part}" if part in ("panel", "board") else PAGE
    return draw(here, template, {"page": page, "once": uuid4().hex})


def _setup_context(here: Here) -> dict[str, Any]:
    return {"page": setup_page.build(here), "once": uuid4().hex}


@require_POST
def do(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Carry out one act and let the app take its own steps after it."""
    here = member_or_404(request, pk, "map")
    if act not in SIMPLE or here.scope.game != "conquest":
        raise Http404
    return _carry_out(here, act, _params(here, act))


def _params(here: Here, act: str) -> dict[str, Any]:
    """What the form sent of the procedure's parameters; a number that is none is left to the refusal."""
    spec = here.kept.game.spec(f"conquest.{act}")
    sent = {name: here.request.POST[name] for name in spec.params.model_fields if name in here.request.POST}
    return {
        name: int(value) if name in NUMBERS and value.lstrip("-").isdecimal() else value[:300]
        for name, value in sent.items()
    }


def _carry_out(here: Here, act: str, params: dict[str, Any]) -> HttpResponse:
    once = here.request.POST.get("once") or None
    try:
        outcome = door.act(
            here.scope.pk, here.actor, f"conquest.{act}", params, once=once, app_dice=here.app_dice
        )
    except Refused as error:
        return _refused(here, error)
    if not outcome.settled:
        return redirect("campaigns:dialogue", here.scope.pk, outcome.slot)
    advance(here.scope)
    where = reverse("maps:map", args=[here.scope.pk])
    territory = params.get("territory", "")
    return redirect(f"{where}?t={territory}" if territory else where)


def _refused(here: Here, error: Refused) -> HttpResponse:
    fresh = Here(here.request, here.scope, here.seat, "map")
    if fresh.state.now.phase == "setup":
        return draw(fresh, SETUP, {**_setup_context(fresh), "refused": error}, status=CONFLICT)
    page = map_page.build(fresh, here.request.POST.get("territory", "")[:80])
    return draw(fresh, PAGE, {"page": page, "once": uuid4().hex, "refused": error}, status=CONFLICT)


@require_POST
def enlist(request: HttpRequest, pk: int) -> HttpResponse:
    """Join with a realm of one's own colour; an organiser may enlist somebody absent."""
    here = member_or_404(request, pk, "map")
    colour = request.POST.get("colour", "")
    if colour not in NAMES:
        return _refused(here, Refused("CQ-04", "Choose one of the colours.", "colour"))
    name = " ".join(request.POST.get("name", "").split())[:60]
    assert here.seat is not None
    params = {"colour": colour, "emblem": colour, "name": name or here.seat.name, "owner": str(here.seat.pk)}
    return _carry_out(here, "enlist", params)


@require_http_methods(["POST"])
def lay(request: HttpRequest, pk: int) -> HttpResponse:
    """Lay the map the league plays on: a ready one, a generated one, or one brought in as JSON."""
    here = organiser_here_or_404(request, pk, "map")
    try:
        chosen = setup_page.chosen_map(request.POST, _uploaded(request))
    except BadMap as error:
        return _refused(here, Refused("CQ-03", " ".join(error.faults[:5]), "file"))
    except Refused as error:
        return _refused(here, error)
    return _carry_out(here, "lay_map", {"map": dump(chosen)})


def _uploaded(request: HttpRequest) -> Any:
    sent = request.FILES.get("file")
    if sent is None:
        return None
    if (sent.size or 0) > MOST_UPLOAD:
        raise Refused("", "That file is larger than 1 MB.", "file")
    try:
        return json.loads(sent.read())
    except ValueError as error:
        raise Refused("", "That file is no JSON.", "file") from error
