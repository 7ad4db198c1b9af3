"""The page of a battle: its size, its report and what the report would mean."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.corrections.drafts import change_facts
from campaigns.shell.league import draw, here_or_404, member_or_404, organiser, organiser_here_or_404
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import read, sent_to, tapped
from maps.conquest.acting.carrying import carried_out
from maps.conquest.acting.reaching import acting_of, conquest_or_404
from maps.conquest.battles import battle_page, correct_page
from maps.conquest.forms import ShareForm, SizeForm, with_forms, wrong_with
from maps.conquest.here import ConquestHere
from maps.conquest.map.map_page import acting_realm
from maps.conquest.showing import BATTLE
from maps.ground.wrong import Wrong
from rules.conquest.state import Battle
from rules.engine.codec import dump
from rules.engine.refusals import Refused

CORRECT = "maps/conquest/battles/correct.html"


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
    sent = sent_to(here.request)
    report = sent if wrong is None or wrong.form == "report" else None
    shares = sent if wrong is not None and wrong.form == "size" else None
    page = battle_page.battle_page(here, found, acting_of(here), report, shares)
    return draw(here, BATTLE, with_forms(page, wrong), status=wrong.status if wrong else 200)


@require_POST
def report(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """Work out what the facts mean, or send them; an organiser who did not fight decides by them."""
    here = conquest_or_404(member_or_404(request, pk, "map"))
    found = _battle_or_404(here, battle)
    try:
        attack, defend = battle_page.facts_of(found, sent_to(request))
    except Refused as error:
        return _shown(here, found, wrong_with("report", error, sent_to(request) or {}))
    if not tapped(request, "send"):
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
        points = read(SizeForm(sent_to(request)))["points"]
        shares = _shares(request, found)
    except Refused as error:
        return _shown(here, found, wrong_with("size", error, sent_to(request) or {}))
    me = acting_realm(here, acting_of(here))
    realm = me.id if me is not None and me.id in found.members else found.members[0]
    params = {"battle": found.id, "realm": realm, "points": points, "shares": shares}

    def shown(fresh: ConquestHere, error: Refused) -> HttpResponse:
        return _shown(fresh, _battle_or_404(fresh, battle), wrong_with("size", error, sent_to(request) or {}))

    return carried_out(here, "agree_size", params, shown=shown)


def _shares(request: HttpRequest, found: Battle) -> list[list[object]]:
    """The shares that were sent, of the members of a team. Raises `Refused` about all of them."""
    forms = [ShareForm(sent_to(request), one) for one in found.members if tapped(request, f"share:{one}")]
    try:
        return [[form.prefix, read(form)["share"]] for form in forms]
    except Refused as error:
        raise Refused(error.rule, error.sentence, "shares") from error


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """Other facts for a battle that counts: what would follow, then a draft of the correction."""
    here = conquest_or_404(organiser_here_or_404(request, pk, "corrections"))
    found = _battle_or_404(here, battle)
    entry = correct_page.reported(here, found)
    if entry is None:
        raise Http404
    if request.method != "POST":
        return draw(here, CORRECT, with_forms(correct_page.correct_page(here, found)))
    try:
        params = correct_page.params_of(here, entry, found, sent_to(request))
        shown = correct_page.preview(here, entry, params)
    except Refused as error:
        wrong = wrong_with("correct_facts", error, sent_to(request) or {})
        page = correct_page.correct_page(here, found, sent_to(request))
        return draw(here, CORRECT, with_forms(page, wrong), status=UNPROCESSABLE)
    if tapped(request, "start"):
        made = change_facts(here.scope, organiser(here), entry.slot.code, params, None)
        return redirect("campaigns:correction", pk, made.pk)
    return draw(here, CORRECT, with_forms(correct_page.correct_page(here, found, sent_to(request), shown)))
