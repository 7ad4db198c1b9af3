"""The page of a battle: its size, its report and what the report would mean."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.corrections.drafts import change_facts
from campaigns.shell.league import (
    league_organiser_or_404,
    member_or_404,
    organiser,
    render_league,
    viewer_or_404,
)
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import read, sent_to, tapped, word
from maps.conquest.acting.carrying import conquest_response
from maps.conquest.acting.reaching import conquest_or_404, empire_acted_for
from maps.conquest.battles import battle_page, correct_page
from maps.conquest.battles.verdict import verdict_panel
from maps.conquest.forms import ShareForm, SizeForm, conquest_form_context, wrong_with
from maps.conquest.map.map_page import acting_realm
from maps.conquest.showing import BATTLE
from maps.conquest.viewer import ConquestViewer
from maps.ground.wrong import Wrong
from rules.conquest.state import Battle
from rules.engine.codec import dump
from rules.engine.refusals import Refused

CORRECT = "maps/conquest/battles/correct.html"
SENT = "1"  # a report of which nothing was shown before


@require_safe
def show_conquest_battle(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """A battle with everything its players do about it."""
    viewer = conquest_or_404(viewer_or_404(request, pk, "map"))
    return _shown(viewer, _battle_or_404(viewer, battle))


def _battle_or_404(viewer: ConquestViewer, key: str) -> Battle:
    found = battle_page.battle_or_none(viewer, key)
    if found is None:
        raise Http404
    return found


def _shown(viewer: ConquestViewer, found: Battle, wrong: Wrong | None = None) -> HttpResponse:
    sent = sent_to(viewer.request)
    report = sent if wrong is None or wrong.form == "report" else None
    shares = sent if wrong is not None and wrong.form == "size" else None
    page = battle_page.battle_page(viewer, found, empire_acted_for(viewer), report, shares)
    return render_league(
        viewer, BATTLE, conquest_form_context(page, wrong), status=wrong.status if wrong else 200
    )


@require_POST
def send_battle_facts(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """Work out what the facts mean, or send them; an organiser who did not fight decides by them."""
    viewer = conquest_or_404(member_or_404(request, pk, "map"))
    found = _battle_or_404(viewer, battle)
    try:
        attack, defend = battle_page.typed_battle_facts(found, sent_to(request))
    except Refused as error:
        return _shown(viewer, found, wrong_with("report", error, sent_to(request) or {}))
    if not tapped(request, "send"):
        return _shown(viewer, found)
    meant = verdict_panel(viewer, found, (attack, defend))
    if word(request, "send") not in (SENT, meant.mark if meant else SENT):
        words = _("You’ve changed the figures: this is what they mean now. Send them if that’s right.")
        return _shown(viewer, found, wrong_with("report", Refused("", words), sent_to(request) or {}))
    me = acting_realm(viewer, empire_acted_for(viewer))
    facts = {"battle": found.id, "attack": dump(attack), "defend": dump(defend)}
    if me is not None and me.id in found.members:
        return conquest_response(viewer, "report", {**facts, "realm": me.id})
    return conquest_response(viewer, "decide", facts)


@require_POST
def set_battle_size(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """Write down the size that was agreed on, with the shares of a team."""
    viewer = conquest_or_404(member_or_404(request, pk, "map"))
    found = _battle_or_404(viewer, battle)
    try:
        points = read(SizeForm(sent_to(request)))["points"]
        shares = _shares(request, found)
    except Refused as error:
        return _shown(viewer, found, wrong_with("size", error, sent_to(request) or {}))
    me = acting_realm(viewer, empire_acted_for(viewer))
    realm = me.id if me is not None and me.id in found.members else found.members[0]
    params = {"battle": found.id, "realm": realm, "points": points, "shares": shares}

    def shown(fresh: ConquestViewer, error: Refused) -> HttpResponse:
        return _shown(fresh, _battle_or_404(fresh, battle), wrong_with("size", error, sent_to(request) or {}))

    return conquest_response(viewer, "agree_size", params, shown=shown)


def _shares(request: HttpRequest, found: Battle) -> list[list[object]]:
    """The shares that were sent, of the members of a team. Raises `Refused` about all of them."""
    forms = [ShareForm(sent_to(request), one) for one in found.members if tapped(request, f"share:{one}")]
    try:
        return [[form.prefix, read(form)["share"]] for form in forms]
    except Refused as error:
        raise Refused(error.rule, error.sentence, "shares") from error


@require_http_methods(["GET", "POST"])
def correct_battle(request: HttpRequest, pk: int, battle: str) -> HttpResponse:
    """Other facts for a battle that counts: what would follow, then a draft of the correction."""
    viewer = conquest_or_404(league_organiser_or_404(request, pk, "corrections"))
    found = _battle_or_404(viewer, battle)
    entry = correct_page.reported(viewer, found)
    if entry is None:
        raise Http404
    if request.method != "POST":
        return render_league(viewer, CORRECT, conquest_form_context(correct_page.correct_page(viewer, found)))
    try:
        params = correct_page.corrected_params(viewer, entry, found, sent_to(request))
        shown = correct_page.preview_facts(viewer, entry, params)
    except Refused as error:
        wrong = wrong_with("correct_facts", error, sent_to(request) or {})
        page = correct_page.correct_page(viewer, found, sent_to(request))
        return render_league(viewer, CORRECT, conquest_form_context(page, wrong), status=UNPROCESSABLE)
    if tapped(request, "start"):
        made = change_facts(viewer.scope, organiser(viewer), entry.slot.code, params, None)
        return redirect("campaigns:correction", pk, made.pk)
    return render_league(
        viewer,
        CORRECT,
        conquest_form_context(correct_page.correct_page(viewer, found, sent_to(request), shown)),
    )
