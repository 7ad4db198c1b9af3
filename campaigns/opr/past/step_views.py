"""A step in a draft: what was bought, sold or recruited then and not written down, on the step's own page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.corrections import drafts
from campaigns.corrections.found import correction_draft_or_404, entry_or_404
from campaigns.corrections.page import refusal_context
from campaigns.engine import correcting as corrections
from campaigns.engine.transaction.viewer import Viewer
from campaigns.models import Correction, CorrectionStatus
from campaigns.opr.past import inserts
from campaigns.opr.past.inserts import ClosedStep
from campaigns.opr.table.steps import step_page
from campaigns.opr.table.steps.step_acts import PLAIN, button_act
from campaigns.opr.viewer import OprViewer
from campaigns.shell.league import CONFLICT, league_organiser_or_404, organiser, render_league
from campaigns.shell.reading.form_pages import UNPROCESSABLE, shows_refusal
from campaigns.shell.reading.reader import tapped, word
from campaigns.shell.told import chronicle
from campaigns.shell.told.figures import both_sides_of
from rules.engine.plain import text_in
from rules.engine.refusals import Refused
from rules.opr.state import Mission, Side

TEMPLATE = "campaigns/opr/past/step.html"


@require_http_methods(["GET", "POST"])
def correction_step(request: HttpRequest, pk: int, number: int, code: str) -> HttpResponse:
    """One step in a draft: put in what was done then, or call it complete."""
    viewer = league_organiser_or_404(request, pk, "corrections")
    draft = correction_draft_or_404(viewer, number)
    step = inserts.closed_step(draft, code)
    if draft.status != CorrectionStatus.OPEN or step is None:
        raise Http404
    then = _then(viewer, draft, step)
    mission = then.state.missions.get(text_in(step.params, "mission"))
    side = mission.side(text_in(step.params, "warband")) if mission else None
    if mission is None or side is None or side.step != step.procedure.removeprefix("opr.close_"):
        return redirect("campaigns:correction", pk, number)  # something in front of it is still open
    at = _At(then, draft, code, step, mission, side)
    return _post(at) if request.method == "POST" else render_league(viewer, TEMPLATE, _context(at, _page(at)))


@require_POST
def forgot(request: HttpRequest, pk: int, seq: int) -> HttpResponse:
    """A draft for what somebody forgot to write down in a step that is closed."""
    viewer = league_organiser_or_404(request, pk, "corrections")
    found = entry_or_404(viewer, seq)
    if not inserts.may_take_more(found):
        raise Http404
    made = inserts.forgotten_in_step(viewer.scope, organiser(viewer), found)
    return redirect("campaigns:correction_step", pk, made.pk, found.slot.code)


@dataclass(frozen=True, slots=True)
class _At:
    """The league as it stands in front of a step of a draft."""

    then: OprViewer
    draft: Correction
    code: str
    step: ClosedStep
    mission: Mission
    side: Side


def _then(viewer: OprViewer, draft: Correction, step: ClosedStep) -> OprViewer:
    then: OprViewer = Viewer(viewer.request, viewer.scope, viewer.seat, viewer.section)
    then.__dict__["state"] = inserts.state_of_step(draft, step)
    return then


def _page(at: _At) -> step_page.StepPage:
    return replace(step_page.step_page(at.then, at.mission, at.side), undo=None, acting_for="")


def _context(at: _At, page: step_page.StepPage) -> dict[str, object]:
    back = reverse("campaigns:correction", args=[at.then.scope.pk, at.draft.pk])
    return {"page": page, "done": tuple(_done(at)), "back": back}


def _done(at: _At) -> Iterator[tuple[str, str]]:
    """Code and sentence of what the draft has put in front of this step."""
    acts = [one["code"] for one in inserts.inserts_before_step(at.draft, at.step)]
    shown = corrections.preview_correction(at.draft).draft if acts else None
    for outcome in shown.outcomes if shown else ():
        if shown and outcome.record.id in acts:
            both = both_sides_of(at.then, shown.before, shown.after)
            told = outcome.record.procedure, outcome.params, outcome.answers, outcome.effects
            yield outcome.record.id, chronicle.tell_record(at.then, *told, both.name)


def _post(at: _At) -> HttpResponse:
    request, draft, pk = at.then.request, at.draft, at.then.scope.pk
    try:
        if tapped(request, "without"):
            inserts.remove_act(draft, word(request, "without"))
        elif word(request, "do") in PLAIN:
            drafts.complete(draft, at.code)
            return redirect("campaigns:correction", pk, draft.pk)
        elif inserts.add_act(draft, at.step, *button_act(at.then, at.mission, at.side)):
            return redirect("campaigns:correction", pk, draft.pk)  # its dice come next
    except Refused as error:
        page = _page(at)
        context = _context(at, page)
        if shows_refusal(page.sent, error):
            return render_league(at.then, TEMPLATE, context, status=UNPROCESSABLE)
        context["refused"] = refusal_context(at.then, error)
        return render_league(at.then, TEMPLATE, context, status=CONFLICT)
    return redirect("campaigns:correction_step", pk, draft.pk, at.code)
