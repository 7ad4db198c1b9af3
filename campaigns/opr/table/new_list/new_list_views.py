"""Bringing an edited list again after a mission: laid beside the warband, and booked with one tap."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine import door
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.models import ArmyDraft
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.new_list import new_list_page as pages
from campaigns.opr.table.new_list.planning import ListPlan, PlannedAct
from campaigns.opr.viewer import OprViewer
from campaigns.shell.league import member_or_404, refusal_response, render_league
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import Said, word
from rules.engine.refusals import Refused
from rules.opr.state import Mission, OprState, Side

TEMPLATE = "campaigns/opr/table/new_list.html"
STEPS = ("upgrades", "recruiting")


@never_cache
@require_http_methods(["GET", "POST"])
def new_list(request: HttpRequest, pk: int, key: str, warband: str, draft: int) -> HttpResponse:
    """A list beside the warband it was edited for; with a POST it is booked, or removed."""
    viewer = member_or_404(request, pk, "missions")
    mission = mission_or_404(viewer, key)
    if warband not in mission.warbands or not _may(viewer, warband):
        raise Http404
    side = mission.side(warband)
    row = get_object_or_404(ArmyDraft, scope=viewer.scope, warband=warband, pk=draft)
    if side.step not in STEPS:
        return _back(viewer, mission, side)
    if word(request, "do") == "remove":
        row.delete()
        return _back(viewer, mission, side)
    plan = pages.plan_of(viewer, mission, side, row)
    page = pages.new_list_page(viewer, mission, side, row, plan)
    if request.method != "POST":
        return render_league(viewer, TEMPLATE, {"page": page})
    return _booked(viewer, mission, side, plan, page)


def _may(viewer: OprViewer, warband: str) -> bool:
    """Whether this visitor may act for the warband."""
    return viewer.actor.may_act(f"side:{warband}", "opr.buy", viewer.scope, viewer.state, viewer.registration)


def _back(viewer: OprViewer, mission: Mission, side: Side) -> HttpResponse:
    return redirect("campaigns:step", viewer.scope.pk, mission.id, side.warband)


def _booked(
    viewer: OprViewer, mission: Mission, side: Side, plan: ListPlan, page: pages.NewListPage
) -> HttpResponse:
    """All of it or nothing, as it was shown."""
    if plan.mark != word(viewer.request, "plan") or not plan.acts:
        sentence = _("Something has changed. This is how things stand now.")
        return refusal_response(viewer, TEMPLATE, Refused("", sentence, admission=True), {"page": page})
    if not page.dice.is_valid():
        return render_league(viewer, TEMPLATE, {"page": page}, status=UNPROCESSABLE)
    try:
        with scope_transaction(viewer.scope.pk, viewer.actor) as transaction:
            for act in plan.acts:
                assert isinstance(transaction.state, OprState)
                if act.is_due(transaction.state):
                    _does(transaction, act, page.dice.cleaned_data, app_dice=viewer.app_dice)
    except Refused as error:
        return refusal_response(viewer, TEMPLATE, error, {"page": page})
    return _back(viewer, mission, side)


def _does(transaction: ScopeTransaction, act: PlannedAct, thrown: Said, *, app_dice: bool) -> None:
    """One act of the plan, its die as the app or the player has thrown it."""
    outcome = door.act_within(transaction, act.procedure, act.params, app_dice=app_dice)
    if not outcome.settled:
        door.answer_within(transaction, outcome.slot, act.die, thrown[act.sold])
