"""The organiser's page, and each act on it."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.shell.league import league_organiser_or_404, render_league
from campaigns.shell.reading.params import read_params
from campaigns.shell.reading.reader import read, sent_to
from maps.firestorm.acting.carrying import firestorm_response
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.forms import FirestormReasonForm, FirestormStepBackForm
from maps.firestorm.organising import organise_page
from maps.firestorm.organising.back import firestorm_step_back, phase_back
from maps.firestorm.organising.forms import FORMS, ExtendPhaseForm, WordsForm, wrong_with
from maps.firestorm.viewer import FirestormViewer
from maps.ground.wrong import PageForms, Wrong
from rules.engine.plain import number_in, text_in
from rules.engine.refusals import Refused

PAGE = "maps/firestorm/organising/organise.html"
THIS = ("step", "turn")  # what an act tells of the moment it was shown in


def _here(request: HttpRequest, pk: int) -> FirestormViewer:
    return firestorm_or_404(league_organiser_or_404(request, pk, "map"))


@require_safe
def organise(request: HttpRequest, pk: int) -> HttpResponse:
    """What the organiser may do; `t` is the territory in hand."""
    return _drawn(_here(request, pk))


@require_POST
def act_as_organiser(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """One act of the organiser."""
    viewer = _here(request, pk)
    if act not in FORMS:
        raise Http404
    shown = partial(_refused, act)
    try:
        if act == "step_back":
            said = read(FirestormStepBackForm(sent_to(request)))
            words, step = text_in(said, "words"), number_in(said, "step")
            firestorm_step_back(viewer, words, step)
            return _back(viewer)
        if act == "phase_back":
            phase_back(viewer, text_in(read(FirestormReasonForm(sent_to(request))), "words"))
            return _back(viewer)
        params = _params(viewer, act)
    except Refused as error:
        return shown(viewer, error)
    then = reverse("firestorm:map", args=[viewer.scope.pk]) if act == "resume" else _url(viewer)
    return firestorm_response(viewer, act, params, shown=shown, then=then)


def _params(viewer: FirestormViewer, act: str) -> dict[str, object]:
    """What the form says to an act, with what the page knows. Raises `Refused` for what cannot be read."""
    sent = sent_to(viewer.request)
    if act == "extend":
        said = read(ExtendPhaseForm(sent, viewer.scope.time_zone))
        return {"until": said["until"], "words": said["words"]}
    if act == "redraw":
        told = read(WordsForm(sent))
        fields = {"name": told["name"], "words": told["words"]}
        return {"territory": told["territory"], "fields": fields}
    spec = viewer.registration.game.spec(f"firestorm.{act}")
    now = {name: getattr(viewer.state.now, name) for name in THIS if name in spec.params.model_fields}
    asked = [name for name in spec.params.model_fields if name not in THIS]
    return now | read_params(spec, sent, only=asked, fields=FORMS[act]().fields)


def _url(viewer: FirestormViewer) -> str:
    return reverse("firestorm:organise", args=[viewer.scope.pk])


def _back(viewer: FirestormViewer) -> HttpResponse:
    return redirect(_url(viewer))


def _drawn(viewer: FirestormViewer, wrong: Wrong | None = None) -> HttpResponse:
    selected = wrong.typed.get("territory", "") if wrong else viewer.request.GET.get("t", "")
    page = organise_page.organise_page(viewer, selected[:80])
    context = {"page": page, "forms": PageForms(FORMS, wrong), **(wrong.context if wrong else {})}
    return render_league(viewer, PAGE, context, status=wrong.status if wrong else 200)


def _refused(act: str, viewer: FirestormViewer, error: Refused) -> HttpResponse:
    return _drawn(viewer, wrong_with(act, error, sent_to(viewer.request) or {}))
