"""Steps 3 to 6 after a mission, one warband at a time."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaigns.opr.table.carrying import act_as_viewer
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.report.report_holds import open_steps_of
from campaigns.opr.table.steps import offers, step_page
from campaigns.opr.table.steps.step_acts import BEGIN, button_act
from campaigns.opr.viewer import OprViewer, of_warbands
from campaigns.shell.league import asked_parts, member_or_404, refusal_response, render_league
from campaigns.shell.questions.answering import begin_with_answer
from campaigns.shell.reading.form_pages import UNPROCESSABLE, shows_refusal
from campaigns.shell.reading.reader import tapped, word
from rules.engine.refusals import Refused
from rules.opr.state import Mission, Side

TEMPLATE = "campaigns/opr/table/step.html"


@require_http_methods(["GET", "POST"])
def take_step(request: HttpRequest, pk: int, key: str, warband: str) -> HttpResponse:
    """Where this warband stands after the mission, and what it may do there.

    An open page that follows the league is led on when another phone has settled its step (`at`).
    """
    viewer = member_or_404(request, pk, "missions")
    mission = mission_or_404(viewer, key)
    side = _side(mission, warband)
    if side.step not in step_page.TITLES:
        return _led(request, reverse("campaigns:mission", args=[pk, key]))
    if request.method == "POST":
        return _post(viewer, mission, side)
    page = step_page.step_page(viewer, mission, side)
    if page.dialogue:
        return _led(request, page.dialogue)
    if request.GET.get("at", side.step) != side.step:
        return _led(request, reverse("campaigns:step", args=[pk, key, warband]))
    return render_league(viewer, TEMPLATE, {"page": page})


@require_safe
def lead_to_steps(request: HttpRequest, pk: int) -> HttpResponse:
    """On to the visitor's own next step after a game; to the league where none is left."""
    viewer = of_warbands(member_or_404(request, pk, "missions"))
    own = (one.url for one in open_steps_of(viewer) if viewer.owns(one.side))
    return redirect(next(own, "") or reverse("campaigns:league", args=[pk]))


def _led(request: HttpRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if asked_parts(request) else redirect(address)


def _side(mission: Mission, warband: str) -> Side:
    if warband not in mission.warbands:
        raise Http404
    return mission.side(warband)


def _post(viewer: OprViewer, mission: Mission, side: Side) -> HttpResponse:
    if word(viewer.request, "do") == offers.HAND_IN:
        return _handed_in(viewer, mission, side)
    try:
        if tapped(viewer.request, "key", "roll_all") and side.step in BEGIN:
            return begin_with_answer(
                viewer, BEGIN[side.step], {"mission": mission.id, "warband": side.warband}
            )
        outcome = act_as_viewer(viewer, *button_act(viewer, mission, side))
    except Refused as error:
        page = step_page.step_page(viewer, mission, side)
        if shows_refusal(page.sent, error):
            return render_league(viewer, TEMPLATE, {"page": page}, status=UNPROCESSABLE)
        return refusal_response(viewer, TEMPLATE, error, {"page": page})
    if not outcome.settled:
        return redirect("campaigns:dialogue", viewer.scope.pk, outcome.slot)
    return redirect("campaigns:step", viewer.scope.pk, mission.id, side.warband)


def _handed_in(viewer: OprViewer, mission: Mission, side: Side) -> HttpResponse:
    """A list of the player's, to be laid beside the warband."""
    page = step_page.step_page(viewer, mission, side)
    open_now = side.step in ("upgrades", "recruiting")
    draft = offers.hand_in(viewer, side, page.lists.form) if open_now else None
    if draft is None:
        return render_league(viewer, TEMPLATE, {"page": page}, status=UNPROCESSABLE)
    return redirect("campaigns:new_list", viewer.scope.pk, mission.id, side.warband, draft.pk)
