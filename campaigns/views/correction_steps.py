"""A forgotten step in a draft: what was bought, sold, recruited then, on the step's own page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns import chronicle, corrections, corrections_inserts, corrections_page
from campaigns.corrections_figures import Histories
from campaigns.league_page import CONFLICT, Here, draw, organiser_here_or_404
from campaigns.models import Correction, CorrectionStatus
from campaigns.table import step_page
from campaigns.views.corrections import draft_or_404
from campaigns.views.steps import PLAIN, wanted
from rules.opr.state import Mission, Side
from rules.refusals import Refused

TEMPLATE = "campaigns/corrections/step.html"


@require_http_methods(["GET", "POST"])
def correction_step(request: HttpRequest, pk: int, number: int, code: str) -> HttpResponse:
    """One step of a forgotten mission: put in what was done then, or call it complete."""
    here = organiser_here_or_404(request, pk, "corrections")
    draft = draft_or_404(here, number)
    insert = corrections_inserts.step_of(draft, code)
    if draft.status != CorrectionStatus.OPEN or insert is None:
        raise Http404
    then = _then(here, draft, code)
    mission = then.state.missions.get(insert["params"]["mission"])
    side = mission.side(insert["params"]["warband"]) if mission else None
    if mission is None or side is None or side.step != step_of(insert["procedure"]):
        return redirect("campaigns:correction", pk, number)  # something in front of it is still open
    if request.method == "POST":
        return _post(then, draft, code, mission, side)
    return draw(here, TEMPLATE, _context(then, draft, code, mission, side))


def step_of(procedure: str) -> str:
    return procedure.removeprefix("opr.close_")


def _then(here: Here, draft: Correction, code: str) -> Here:
    """The league as it stands in front of this step, as the draft has it."""
    then = Here(here.request, here.scope, here.seat, here.section)
    then.__dict__["state"] = corrections_inserts.state_of_step(draft, code)
    return then


def _context(then: Here, draft: Correction, code: str, mission: Mission, side: Side) -> dict[str, Any]:
    page = step_page.build(then, mission, side)
    back = reverse("campaigns:correction", args=[then.scope.pk, draft.pk])
    done = tuple(_done(then, draft, code))
    return {"page": replace(page, undo=None, acting_for=""), "typed": {}, "done": done, "back": back}


def _done(then: Here, draft: Correction, code: str) -> Iterator[tuple[str, str]]:
    """Code and sentence of what the draft has put in front of this step."""
    acts = [one["code"] for one in corrections_inserts.acts_of(draft, code)]
    shown = corrections.preview(draft).draft if acts else None
    for outcome in shown.outcomes if shown else ():
        if shown and outcome.record.id in acts:
            both = Histories(shown.before, shown.after, {})
            told = outcome.record.procedure, outcome.params, outcome.answers, outcome.effects
            yield outcome.record.id, chronicle.tell_record(then, *told, both.name)


def _post(then: Here, draft: Correction, code: str, mission: Mission, side: Side) -> HttpResponse:
    post = then.request.POST
    try:
        if "without" in post:
            corrections_inserts.remove_act(draft, post["without"])
        elif post.get("do") in PLAIN:
            corrections_inserts.complete(draft, code)
            return redirect("campaigns:correction", then.scope.pk, draft.pk)
        else:
            asks = corrections_inserts.add_act(draft, code, *wanted(then, mission, side))
            if asks:  # its dice come next
                return redirect("campaigns:correction", then.scope.pk, draft.pk)
    except Refused as error:
        context = _context(then, draft, code, mission, side) | {"typed": post}
        refused = {"refused": corrections_page.refusal_of(then, error)}
        return draw(then, TEMPLATE, context | refused, status=CONFLICT)
    return redirect("campaigns:correction_step", then.scope.pk, draft.pk, code)
