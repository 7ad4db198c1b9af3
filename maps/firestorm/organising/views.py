"""The organiser's page, and each act on it."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.shell.league import draw, organiser_here_or_404
from campaigns.shell.reading.params import params_of
from campaigns.shell.reading.reader import read, sent_to
from maps.firestorm.acting.carrying import carried_out
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.forms import FirestormReasonForm, FirestormStepBackForm
from maps.firestorm.here import FirestormHere
from maps.firestorm.organising import organise_page
from maps.firestorm.organising.back import phase_back, step_back
from maps.firestorm.organising.forms import FORMS, ExtendPhaseForm, WordsForm, wrong_with
from maps.ground.wrong import PageForms, Wrong
from rules.engine.plain import number_in, text_in
from rules.engine.refusals import Refused

PAGE = "maps/firestorm/organising/organise.html"
THIS = ("step", "turn")  # what an act tells of the moment it was shown in


def _here(request: HttpRequest, pk: int) -> FirestormHere:
    return firestorm_or_404(organiser_here_or_404(request, pk, "map"))


@require_safe
def organise(request: HttpRequest, pk: int) -> HttpResponse:
    """What the organiser may do; `t` is the territory in hand."""
    return _drawn(_here(request, pk))


@require_POST
def do(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """One act of the organiser."""
    here = _here(request, pk)
    if act not in FORMS:
        raise Http404
    shown = partial(_refused, act)
    try:
        if act == "step_back":
            said = read(FirestormStepBackForm(sent_to(request)))
            words, step = text_in(said, "words"), number_in(said, "step")
            step_back(here, words, step)
            return _back(here)
        if act == "phase_back":
            phase_back(here, text_in(read(FirestormReasonForm(sent_to(request))), "words"))
            return _back(here)
        params = _params(here, act)
    except Refused as error:
        return shown(here, error)
    return carried_out(here, act, params, shown=shown, then=_url(here))


def _params(here: FirestormHere, act: str) -> dict[str, object]:
    """What the form says to an act, with what the page knows. Raises `Refused` for what cannot be read."""
    sent = sent_to(here.request)
    if act == "extend":
        said = read(ExtendPhaseForm(sent, here.scope.time_zone))
        return {"until": said["until"], "words": said["words"]}
    if act == "redraw":
        told = read(WordsForm(sent))
        fields = {"name": told["name"], "words": told["words"]}
        return {"territory": told["territory"], "fields": fields}
    spec = here.registration.game.spec(f"firestorm.{act}")
    now = {name: getattr(here.state.now, name) for name in THIS if name in spec.params.model_fields}
    asked = [name for name in spec.params.model_fields if name not in THIS]
    return now | params_of(spec, sent, only=asked, fields=FORMS[act]().fields)


def _url(here: FirestormHere) -> str:
    return reverse("firestorm:organise", args=[here.scope.pk])


def _back(here: FirestormHere) -> HttpResponse:
    return redirect(_url(here))


def _drawn(here: FirestormHere, wrong: Wrong | None = None) -> HttpResponse:
    selected = wrong.typed.get("territory", "") if wrong else here.request.GET.get("t", "")
    page = organise_page.organise_page(here, selected[:80])
    context = {"page": page, "forms": PageForms(FORMS, wrong), **(wrong.context if wrong else {})}
    return draw(here, PAGE, context, status=wrong.status if wrong else 200)


def _refused(act: str, here: FirestormHere, error: Refused) -> HttpResponse:
    return _drawn(here, wrong_with(act, error, sent_to(here.request) or {}))
