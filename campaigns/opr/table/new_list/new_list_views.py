"""Bringing an edited list again after a mission: laid beside the warband, and booked with one tap."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine import door
from campaigns.engine.passage.visit import Passage, visit
from campaigns.models import ArmyDraft
from campaigns.opr.here import OprHere
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.new_list import new_list_page as pages
from campaigns.opr.table.new_list.planning import ListPlan, PlannedAct
from campaigns.shell.league import draw, member_or_404, refused
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
    here = member_or_404(request, pk, "missions")
    mission = mission_or_404(here, key)
    if warband not in mission.warbands or not _may(here, warband):
        raise Http404
    side = mission.side(warband)
    row = get_object_or_404(ArmyDraft, scope=here.scope, warband=warband, pk=draft)
    if side.step not in STEPS:
        return _back(here, mission, side)
    if word(request, "do") == "remove":
        row.delete()
        return _back(here, mission, side)
    plan = pages.plan_of(here, mission, side, row)
    page = pages.new_list_page(here, mission, side, row, plan)
    if request.method != "POST":
        return draw(here, TEMPLATE, {"page": page})
    return _booked(here, mission, side, plan, page)


def _may(here: OprHere, warband: str) -> bool:
    """Whether this visitor may act for the warband."""
    return here.actor.may_act(f"side:{warband}", "opr.buy", here.scope, here.state, here.registration)


def _back(here: OprHere, mission: Mission, side: Side) -> HttpResponse:
    return redirect("campaigns:step", here.scope.pk, mission.id, side.warband)


def _booked(
    here: OprHere, mission: Mission, side: Side, plan: ListPlan, page: pages.NewListPage
) -> HttpResponse:
    """All of it or nothing, as it was shown."""
    if plan.mark != word(here.request, "plan") or not plan.acts:
        sentence = _("Something has changed. This is where things are now.")
        return refused(here, TEMPLATE, Refused("", sentence, admission=True), {"page": page})
    if not page.dice.is_valid():
        return draw(here, TEMPLATE, {"page": page}, status=UNPROCESSABLE)
    try:
        with visit(here.scope.pk, here.actor) as passage:
            for act in plan.acts:
                assert isinstance(passage.state, OprState)
                if act.is_due(passage.state):
                    _does(passage, act, page.dice.cleaned_data, app_dice=here.app_dice)
    except Refused as error:
        return refused(here, TEMPLATE, error, {"page": page})
    return _back(here, mission, side)


def _does(passage: Passage, act: PlannedAct, thrown: Said, *, app_dice: bool) -> None:
    """One act of the plan, its die as the app or the player has thrown it."""
    outcome = door.act_within(passage, act.procedure, act.params, app_dice=app_dice)
    if not outcome.settled:
        door.answer_within(passage, outcome.slot, act.die, thrown[act.sold])
