"""The map of a league and everything one does on it with one tap."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.shell.league import draw, here_or_404, member_or_404, organiser_here_or_404
from campaigns.shell.look.emblems import NAMES
from maps.conquest.carrying import carried_out
from maps.conquest.here import ConquestHere
from maps.conquest.map.stepping import step_back as taken_back
from maps.conquest.reaching import conquest_or_404
from maps.conquest.showing import PAGE, SETUP, map_context, realm_shown, refused, setup_context
from maps.ground.choosing import chosen_map, sent_form, uploaded
from rules.conquest.ground import ground
from rules.engine.codec import dump
from rules.engine.refusals import Refused
from rules.maps.exchange import BadMap

# Acts a plain form may start: their parameters are texts and whole numbers, and the order of picking.
SIMPLE = frozenset({
    "begin_play", "withdraw", "sign_on", "rename", "pick_capital", "draw_capital", "pick_event",
    "collect", "challenge", "choose_battles", "sail", "assault", "volunteer",
    "commit_gold", "report_outcome", "confirm", "dispute", "walkover", "strike", "close_battles",
    "ask_abstract", "rule_abstract", "decide", "claim", "conquer", "besiege", "build", "raid",
    "plunder", "end_turn", "skip", "pause", "resume", "leave", "correct", "grant",
})  # fmt: skip
OF_REALM = frozenset({"rename", "sign_on"})  # done on an empire's own page
NUMBERS = frozenset({"round", "turn", "gold", "ep", "points"})
# Acts of the organiser that stand in the chronicle with their reason.
REASONED = frozenset(
    {"skip", "pause", "close_battles", "decide", "rule_abstract", "strike", "correct", "grant"}
)
MOST_WORDS = 300


@require_safe
def map_view(request: HttpRequest, pk: int) -> HttpResponse:
    """The map; `t` is the territory whose panel is open, `as` the realm an organiser acts for."""
    return map_home(conquest_or_404(here_or_404(request, pk, "map")))


def map_home(here: ConquestHere) -> HttpResponse:
    """The league's home: before play choosing a map and joining, then the map."""
    if here.state.now.phase == "setup":
        return draw(here, SETUP, setup_context(here))
    return draw(here, PAGE, map_context(here, here.request.GET.get("t", "")))


@require_POST
def do(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Carry out one act and let the app take its own steps after it."""
    here = conquest_or_404(member_or_404(request, pk, "map"))
    if act not in SIMPLE:
        raise Http404
    params = _params(here, act)
    realm = params.get("realm", "")
    try:
        _typed_well(act, params)
    except Refused as error:
        return _realm_refused(realm, here, error) if act in OF_REALM else refused(here, error, params, act)
    if act == "rename":
        params |= {"emblem": params["colour"], "name": " ".join(params.get("name", "").split())[:60]}
    if act in OF_REALM and realm in here.state.realms and here.request.POST.get("on") != "map":
        then = reverse("maps:realm", args=[here.scope.pk, realm])
        return carried_out(here, act, params, then=then, shown=partial(_realm_refused, realm))
    return carried_out(here, act, params)


def _params(here: ConquestHere, act: str) -> dict[str, Any]:
    """What the form sent of the procedure's parameters; a number that is none is left to the refusal."""
    spec = here.kept.game.spec(f"conquest.{act}")
    sent = {name: here.request.POST[name] for name in spec.params.model_fields if name in here.request.POST}
    params: dict[str, Any] = {
        name: int(value) if name in NUMBERS and _is_number(value) else value[:MOST_WORDS]
        for name, value in sent.items()
    }
    if "order" in sent:
        params["order"] = [one[:MOST_WORDS] for one in here.request.POST.getlist("order")]
    return params


def _typed_well(act: str, params: dict[str, Any]) -> None:
    """Raises `Refused` for what no act can read, and when the organiser gives no reason."""
    for name in NUMBERS & params.keys():
        if isinstance(params[name], str):
            raise Refused("", _("%(typed)s is no whole number.") % {"typed": params[name][:20] or "–"}, name)
    if act == "rename" and params.get("colour") not in NAMES:
        raise Refused("CQ-04", _("Choose one of the colours."), "colour")
    if act in REASONED and not params.get("words", "").strip():
        raise Refused("CQ-22", _("Say why; everybody reads it in the chronicle."), "words")


def _is_number(value: str) -> bool:
    return value.removeprefix("-").isdecimal() and len(value) < 10


def _realm_refused(realm: str, here: ConquestHere, error: Refused) -> HttpResponse:
    if realm not in here.state.realms:
        return refused(here, error)
    return realm_shown(here, here.state.realms[realm], error=error)


@require_POST
def enlist(request: HttpRequest, pk: int) -> HttpResponse:
    """Join with a realm of one's own colour."""
    here = conquest_or_404(member_or_404(request, pk, "map"))
    colour = request.POST.get("colour", "")
    if colour not in NAMES:
        return refused(here, Refused("CQ-04", _("Choose one of the colours."), "colour"), form="enlist")
    name = " ".join(request.POST.get("name", "").split())[:60]
    seat = here.actor.seat
    assert seat is not None
    params = {"colour": colour, "emblem": colour, "name": name or seat.name, "owner": str(seat.pk)}
    return carried_out(here, "enlist", params)


@require_POST
def lay(request: HttpRequest, pk: int) -> HttpResponse:
    """Lay the map the league plays on: a ready one, a drawn or generated one, or one brought in as JSON."""
    here = conquest_or_404(organiser_here_or_404(request, pk, "map"))
    organiser = here.actor.seat
    assert organiser is not None
    try:
        chosen = chosen_map(organiser, request.POST, uploaded(request), ground())
    except BadMap as error:
        return refused(here, Refused("CQ-03", " ".join(error.faults[:5]), "file"), form="bring")
    except Refused as error:
        return refused(here, error, form=sent_form(request))
    return carried_out(here, "lay_map", {"map": dump(chosen)})


# The organiser's own


@require_POST
def extend(request: HttpRequest, pk: int) -> HttpResponse:
    """Another deadline for the present phase or turn, or none."""
    here = conquest_or_404(organiser_here_or_404(request, pk, "map"))
    words = request.POST.get("words", "")[:MOST_WORDS]
    try:
        until = _moment(request.POST.get("until", ""), here.scope.time_zone)
    except ValueError:
        return refused(here, Refused("CQ-22", _("Choose a day and a time."), "until"), form="extend")
    if not words.strip():
        error = Refused("CQ-22", _("Say why; everybody reads it in the chronicle."), "words")
        return refused(here, error, form="extend")
    return carried_out(here, "extend", {"until": until, "words": words})


def _moment(typed: str, zone: str) -> str | None:
    """A moment typed in the league's time zone, as text with its offset; ValueError when it is none."""
    if not typed:
        return None
    return datetime.fromisoformat(typed).replace(tzinfo=ZoneInfo(zone or "UTC")).isoformat()


@require_POST
def step_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the latest step back, with the reason."""
    here = conquest_or_404(organiser_here_or_404(request, pk, "map"))
    words = " ".join(request.POST.get("words", "").split())[:MOST_WORDS]
    if not words:
        error = Refused("CQ-22", _("Say why the step is taken back."), "words")
        return refused(here, error, form="step_back")
    shown = request.POST.get("step", "")
    try:
        taken_back(here.scope, here.actor, words, int(shown) if _is_number(shown) else 0)
    except Refused as error:
        return refused(here, error, form="step_back")
    return redirect("maps:map", pk)
