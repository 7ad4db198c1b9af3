"""The page of a battle: its size, its report and what the report would mean."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.corrections.drafts import change_facts
from campaigns.shell.league import draw, here_or_404, member_or_404, organiser, organiser_here_or_404
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from maps.conquest.battles import battle_page, correct_page
from maps.conquest.carrying import carried_out
from maps.conquest.here import ConquestHere
from maps.conquest.map.map_page import acting_realm
from maps.conquest.reaching import acting_of, conquest_or_404
from maps.conquest.showing import BATTLE
from maps.conquest.wrong import wrong_with
from maps.ground.wrong import Wrong
from rules.conquest.state import Battle
from rules.engine.codec import dump
from rules.engine.refusals import Refused

CORRECT = "maps/conquest/correct.html"
SHARE = "share:"


@require_safe
def battle(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """A battle with everything its players do about it."""
    here = conquest_or_404(here_or_404(request, pk, "map"))
    return _shown(here, _battle_or_404(here, battle))


def _battle_or_404(here: ConquestHere, key: str) -> Battle:
    found = battle_page.battle_of(here, key)
    if found is None:
        raise Http404
    return found


def _shown(here: ConquestHere, found: Battle, wrong: Wrong | None = None) -> HttpResponse:
    report = here.request.method == "POST" and (wrong is None or wrong.form == "report")
    page = battle_page.build(here, found, acting_of(here), here.request.POST if report else None)
    context: dict[str, Any] = {"page": page}
    if wrong is None:
        return draw(here, BATTLE, context)
    return draw(here, BATTLE, {**context, **wrong.context}, status=wrong.status)


@require_POST
def report(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """Work out what the facts mean, or send them; an organiser who did not fight decides by them."""
    here = conquest_or_404(member_or_404(request, pk, "map"))
    found = _battle_or_404(here, battle)
    try:
        attack, defend = battle_page.facts_of(found, request.POST)
    except Refused as error:
        return _shown(here, found, wrong_with("report", error, request.POST))
    if "send" not in request.POST:
        return _shown(here, found)
    me = acting_realm(here, acting_of(here))
    facts = {"battle": found.id, "attack": dump(attack), "defend": dump(defend)}
    if me is not None and me.id in found.members:
        return carried_out(here, "report", {**facts, "realm": me.id})
    return carried_out(here, "decide", facts)


@require_POST
def size(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """Write down the size that was agreed on, with the shares of a team."""
    here = conquest_or_404(member_or_404(request, pk, "map"))
    found = _battle_or_404(here, battle)
    try:
        points = _number(request.POST.get("points", ""), "points")
        shares = [[key.removeprefix(SHARE), _number(value, "shares")] for key, value in _shares(request)]
    except Refused as error:
        return _shown(here, found, wrong_with("size", error, request.POST))
    me = acting_realm(here, acting_of(here))
    realm = me.id if me is not None and me.id in found.members else found.members[0]
    params = {"battle": found.id, "realm": realm, "points": points, "shares": shares}

    def shown(fresh: ConquestHere, error: Refused) -> HttpResponse:
        return _shown(fresh, _battle_or_404(fresh, battle), wrong_with("size", error, request.POST))

    return carried_out(here, "agree_size", params, shown=shown)


def _shares(request: HttpRequest) -> list[tuple[str, str]]:
    return [(key, str(value)) for key, value in request.POST.items() if key.startswith(SHARE)]


def _number(typed: str, field: str) -> int:
    if not typed.strip().isdecimal() or len(typed) > 6:
        raise Refused("CQ-61", _("Points are a whole number, like 1500."), field)
    return int(typed)


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """Other facts for a battle that counts: what would follow, then a draft of the correction."""
    here = conquest_or_404(organiser_here_or_404(request, pk, "corrections"))
    found = _battle_or_404(here, battle)
    entry = correct_page.reported(here, found)
    if entry is None:
        raise Http404
    if request.method != "POST":
        return draw(here, CORRECT, {"page": correct_page.build(here, found)})
    try:
        params = correct_page.params_of(here, entry, found, request.POST)
        shown = correct_page.preview(here, entry, params)
    except Refused as error:
        wrong = wrong_with("correct_facts", error, request.POST)
        page = correct_page.build(here, found, request.POST)
        return draw(here, CORRECT, {"page": page, **wrong.context}, status=UNPROCESSABLE)
    if "start" in request.POST:
        made = change_facts(here.scope, organiser(here), entry.slot.code, params, None)
        return redirect("campaigns:correction", pk, made.pk)
    return draw(here, CORRECT, {"page": correct_page.build(here, found, request.POST, shown)})
