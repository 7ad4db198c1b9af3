"""Steps 3 to 6 after a mission, one warband at a time."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.opr.here import OprHere
from campaigns.opr.table import event_acts, rival_step, step_page
from campaigns.opr.table.mission_page import mission_or_404
from campaigns.opr.table.mission_views import act
from campaigns.shell.league import draw, member_or_404, refused
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.names import said_name
from rules.engine.refusals import Refused
from rules.opr.state import Mission, Side

TEMPLATE = "campaigns/opr/table/step.html"
FIGURES = {"quality": (2, 6), "defense": (2, 6), "tough": (1, 99), "models": (1, 1000)}  # of a unit, as typed
# What a button of the step page starts.
PLAIN = {
    "casualties": "opr.casualties",
    "experience": "opr.experience",
    "close_upgrades": "opr.close_upgrades",
    "close_recruiting": "opr.close_recruiting",
}
EVENTS = ("ransom", "collect", "duel")
MOST_POINTS = 99_999


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
    return draw(here, TEMPLATE, {"page": page, "typed": {}})


def _side(mission: Mission, warband: str) -> Side:
    if warband not in mission.warbands:
        raise Http404
    return mission.side(warband)


def _post(here: OprHere, mission: Mission, side: Side) -> HttpResponse:
    try:
        outcome = act(here, *wanted(here, mission, side))
    except Refused as error:
        context = {"page": step_page.build(here, mission, side), "typed": here.request.POST}
        if len(here.request.POST.getlist(error.key or "")) == 1:  # a rival's offers have it many times
            return draw(here, TEMPLATE, {**context, "wrong": error}, status=UNPROCESSABLE)
        return refused(here, TEMPLATE, error, context)
    if not outcome.settled:
        return redirect("campaigns:dialogue", here.scope.pk, outcome.slot)
    return redirect("campaigns:step", here.scope.pk, mission.id, side.warband)


def wanted(here: OprHere, mission: Mission, side: Side) -> tuple[str, dict[str, Any]]:
    """The act a button of the step page stands for, with its parameters."""
    post = here.request.POST
    params: dict[str, Any] = {"mission": mission.id, "warband": side.warband}
    what = post.get("do", "")
    if what in PLAIN:
        return PLAIN[what], params
    if what in EVENTS:
        event = post.get("event", "")
        return f"opr.{what}", dict(event_acts.params_of(what, mission.id, event, side.warband))
    if what == "sell":
        unit, _sep, item = post.get("item", "").partition("|")
        return "opr.sell", {**params, "unit": unit, "item": item}
    if what == "buy":
        item_bought = {"label": _text(here, "label"), "price": _points(here, "price")}
        return "opr.buy", {**params, "unit": post.get("unit", ""), "item": item_bought}
    if what == "rival_upgrades":
        return "opr.rival_upgrades", {**params, "offered": rival_step.upgrades_offered(post)}
    if what == "rival_recruits":
        return "opr.rival_recruits", {**params, "offered": rival_step.recruits_offered(here, side.warband)}
    if what == "disband":
        return "opr.disband_unit", {**params, "unit": post.get("unit", "")}
    if what == "recruit":
        return "opr.recruit", {**params, "unit": _recruit(here), "veteran": "veteran" in post}
    raise Http404


def _recruit(here: OprHere) -> dict[str, Any]:
    post = here.request.POST
    profile = {"quality": _figure(here, "quality"), "defense": _figure(here, "defense")}
    return {
        "name": _text(here, "name"),
        "points": _points(here, "points"),
        "hero": "hero" in post,
        "caster": "caster" in post,
        "profile": {**profile, "tough": _figure(here, "tough"), "models": max(1, _figure(here, "models"))},
    }


def _text(here: OprHere, name: str) -> str:
    return said_name(here.request.POST.get(name, ""), name)


def _figure(here: OprHere, name: str) -> int:
    """A figure of the unit's profile; 0 when nobody has entered it."""
    text = here.request.POST.get(name, "").strip()
    least, most = FIGURES[name]
    if text in ("", "0"):
        return 0
    if not (text.isdecimal() and least <= int(text) <= most):
        told = _("A number from %(least)s to %(most)s, or nothing.") % {"least": least, "most": most}
        raise Refused("", told, name)
    return int(text)


def _points(here: OprHere, name: str) -> int:
    """A price that was typed; below 0 is fine for an upgrade."""
    text = here.request.POST.get(name, "").strip().replace("−", "-")
    digits = text.removeprefix("-")
    if not digits.isdecimal() or int(digits) > MOST_POINTS:
        told = _("Type the price in points, as a whole number up to %(most)s.") % {"most": MOST_POINTS}
        raise Refused("", told, name)
    return int(text)
