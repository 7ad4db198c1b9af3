"""What is ticked beside the table: who is out, by whom, and who is down.

A tap in an open page is answered in place, by the parts it changed; a browser without script is led back to
the mission. Each form says the state it wants, so that it may be carried out twice.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.engine.stored.state_cache import state_of
from campaigns.opr.league import facts
from campaigns.opr.table import mission_page
from campaigns.opr.table.forms import KillForm
from campaigns.opr.table.in_play import kill_page
from campaigns.opr.table.in_play.meanwhile import under_way
from campaigns.opr.table.in_play.mission_answer import MISSION, body_of, just_ticked, mission_context
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.viewer import OprViewer
from campaigns.shell.league import CONFLICT, OK, league_player_or_404, refusal_response, render_league
from campaigns.shell.reading.reader import read, sent_to, tapped, word
from campaigns.shell.reading.sent_once import writes_once
from campaigns.shell.swapping import swaps
from campaigns.shell.written import end_writing
from rules.engine.plain import JsonObject, Params, number_in, text_in
from rules.engine.refusals import Refused
from rules.opr.reports.facts import check_kill
from rules.opr.state import Kill, Mission

OUT = "campaigns/opr/table/out.html"
SAVED = "campaigns/opr/table/_saved.html"
BESIDE = "campaigns/opr/table/_refused_beside.html"


@writes_once
@require_http_methods(["GET", "POST"])
def out(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Who took out whom: tap a unit, then the one it took out."""
    viewer = league_player_or_404(request, pk, "missions")
    viewer.whole = state_of(viewer.scope)  # as the row was read: nothing is written yet
    found = mission_or_404(viewer, key)
    if request.method == "GET":
        if found.status != "playing":
            return redirect("campaigns:mission", pk, key)
        return render_league(viewer, OUT, {"page": kill_page.kill_page(viewer, found, request.GET)})
    if found.status != "playing":
        return in_place(viewer, key) if swaps(request) else redirect("campaigns:mission", pk, key)
    try:
        viewer, ticked = _tick_out(viewer, found)
    except Refused as error:
        if swaps(request):
            return in_place(viewer, key, error)
        return refusal_response(
            viewer, OUT, error, {"page": kill_page.kill_page(viewer, found, sent_to(request) or {})}
        )
    if swaps(request):
        return in_place(viewer, key, beside=((SAVED, ticked),))
    there = reverse("campaigns:mission", args=[pk, key])
    return redirect(f"{there}?{urlencode({'ticked': ticked})}" if ticked else there)


def _tick_out(viewer: OprViewer, found: Mission) -> tuple[OprViewer, str]:
    """Write down who took out whom, or (`strike`) that it was not so after all. Gives the league after that,
    and who is out now and was not before: what one tap undoes."""
    said = read(KillForm(sent_to(viewer.request)))
    struck = tapped(viewer.request, "strike")
    victim, killer = text_in(said, "victim"), text_in(said, "killer")
    victim = victim or word(viewer.request, "strike")
    if victim not in found.fielded:
        raise Refused("OPR-36", _("Tap the unit that is out."), "victim")
    if struck:
        return _tick(viewer, found, facts.OUT, victim, None), ""
    how: JsonObject = {one: said[one] for one in ("melee", "charge", "down")}
    when = number_in(said, "round") or found.round or 1
    check_kill(viewer.state, viewer.book, found, Kill(victim, killer, when))
    routed = said["way"] == "routed"
    before = (facts.OUT, victim) in under_way(viewer, found).ticked
    data = {**how, "killer": killer, "round": when, "routed": routed}
    return _tick(viewer, found, facts.OUT, victim, data), "" if before else victim


@writes_once
@require_POST
def down(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Tick or untick that a unit is stunned or shaken."""
    viewer = league_player_or_404(request, pk, "missions")
    viewer.whole = state_of(viewer.scope)
    found = mission_or_404(viewer, key)
    unit = word(request, "unit") or word(request, "down") or word(request, "up")
    if unit not in found.fielded:
        raise Http404
    data: Params | None = None if tapped(request, "up") else {"round": found.round}
    try:
        viewer = _tick(viewer, found, facts.DOWN, unit, data)
    except Refused as error:
        if swaps(request):
            return in_place(viewer, key, error)
        return refusal_response(
            viewer, MISSION, error, mission_context(viewer, mission_page.mission_page(viewer, key))
        )
    return in_place(viewer, key) if swaps(request) else redirect("campaigns:mission", pk, key)


def _tick(viewer: OprViewer, found: Mission, kind: str, subject: str, data: Params | None) -> OprViewer:
    """The league as this tick has left it."""
    transaction = facts.tick_fact(
        scope=viewer.scope, actor=viewer.actor, mission=found.id, kind=kind, subject=subject, data=data
    )
    return viewer.after(transaction)


def in_place(
    viewer: OprViewer, key: str, error: Refused | None = None, beside: tuple[tuple[str, str], ...] = ()
) -> HttpResponse:
    """The answer to a tap in an open page: what it lacks, with what was saved, or why it was not."""
    end_writing(viewer.request)
    page = mission_page.mission_page(viewer, key)
    more: list[tuple[str, dict[str, object]]] = [
        (template, {"ticked": just_ticked(page, victim)}) for template, victim in beside
    ]
    if error is not None:
        more.append((BESIDE, {"refused": error}))
    return body_of(viewer, page, more, status=OK if error is None else CONFLICT)
