"""Steps 3 to 6 after a mission, one warband at a time."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns.opr.here import OprHere
from campaigns.opr.table import event_acts, rival_step, step_page
from campaigns.opr.table.carrying import act
from campaigns.opr.table.forms import BuyForm, RecruitForm
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.shell.league import draw, member_or_404, refused
from campaigns.shell.reading.form_pages import UNPROCESSABLE, beside
from campaigns.shell.reading.reader import read, sent_to, word
from rules.engine.refusals import Refused
from rules.opr.state import Mission, Side

TEMPLATE = "campaigns/opr/table/step.html"
# What a button of the step page starts.
PLAIN = {
    "casualties": "opr.casualties",
    "experience": "opr.experience",
    "close_upgrades": "opr.close_upgrades",
    "close_recruiting": "opr.close_recruiting",
}
EVENTS = ("ransom", "collect", "duel")


@require_http_methods(["GET", "POST"])
def step(request: HttpRequest, pk: int, key: str, warband: str) -> HttpResponse:
    """Where this warband stands after the mission, and what it may do there."""
    here = member_or_404(request, pk, "missions")
    mission = mission_or_404(here, key)
    side = _side(mission, warband)
    if side.step not in step_page.TITLES:
        return redirect("campaigns:mission", pk, key)
    if request.method == "POST":
        return _post(here, mission, side)
    page = step_page.build(here, mission, side)
    if page.dialogue:
        return redirect(page.dialogue)
    return draw(here, TEMPLATE, {"page": page})


def _side(mission: Mission, warband: str) -> Side:
    if warband not in mission.warbands:
        raise Http404
    return mission.side(warband)


def _post(here: OprHere, mission: Mission, side: Side) -> HttpResponse:
    try:
        outcome = act(here, *wanted(here, mission, side))
    except Refused as error:
        page = step_page.build(here, mission, side)
        if beside(page.sent, error):
            return draw(here, TEMPLATE, {"page": page}, status=UNPROCESSABLE)
        return refused(here, TEMPLATE, error, {"page": page})
    if not outcome.settled:
        return redirect("campaigns:dialogue", here.scope.pk, outcome.slot)
    return redirect("campaigns:step", here.scope.pk, mission.id, side.warband)


def wanted(here: OprHere, mission: Mission, side: Side) -> tuple[str, dict[str, Any]]:
    """The act a button of the step page stands for, with its parameters."""
    params: dict[str, Any] = {"mission": mission.id, "warband": side.warband}
    what, sent, unit = word(here.request, "do"), sent_to(here.request), word(here.request, "unit")
    if what in PLAIN:
        return PLAIN[what], params
    if what in EVENTS:
        event = word(here.request, "event")
        return f"opr.{what}", dict(event_acts.params_of(what, mission.id, event, side.warband))
    if what == "sell":
        unit, _sep, item = word(here.request, "item").partition("|")
        return "opr.sell", {**params, "unit": unit, "item": item}
    if what == "buy":
        return "opr.buy", {**params, "unit": unit, "item": read(BuyForm(sent))}
    if what == "rival_upgrades":
        return "opr.rival_upgrades", {**params, "offered": rival_step.upgrades_offered(sent)}
    if what == "rival_recruits":
        return "opr.rival_recruits", {**params, "offered": rival_step.recruits_offered(here, side.warband)}
    if what == "disband":
        return "opr.disband_unit", {**params, "unit": unit}
    if what == "recruit":
        form = RecruitForm(sent)
        veteran = read(form)["veteran"]
        return "opr.recruit", {**params, "unit": form.unit, "veteran": veteran}
    raise Http404
