"""Changing a sheet outside the six steps: names and disbanding for its player, overrides for organisers."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine import door
from campaigns.opr.here import OprHere
from campaigns.opr.warbands.change_forms import NEEDS_WARBAND, AnyForm, Target, forms_for
from campaigns.opr.warbands.reaching import warband_or_404, warbands_here_or_404
from campaigns.shell.league import CONFLICT, draw
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.reader import sent_to, word
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused
from rules.opr.state import Unit

TEMPLATE = "campaigns/opr/warbands/change.html"


@never_cache
@require_http_methods(["GET", "POST"])
def change_warband(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Another name, another player, disbanding; for organisers points and VP."""
    here, _seat = warbands_here_or_404(request, pk)
    warband = warband_or_404(here, key)
    if warband.status != "active":
        raise Http404
    return _change(here, warband, key, reverse("campaigns:warband", args=[pk, key]))


@never_cache
@require_http_methods(["GET", "POST"])
def change_unit(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Another name; for organisers everything a sheet holds."""
    here, _seat = warbands_here_or_404(request, pk)
    unit = here.state.units.get(key)
    if unit is None:
        raise Http404
    return _change(here, unit, unit.warband, reverse("campaigns:unit", args=[pk, key]))


def _change(here: OprHere, target: Target, side: str, back: str) -> HttpResponse:
    forms = forms_for(here, target, side, word(here.request, "act"), sent_to(here.request))
    if not forms:
        raise Http404
    context: dict[str, object] = {"forms": forms, "name": target.name, "back": back}
    if here.request.method != "POST":
        return draw(here, TEMPLATE, context)
    form = next((form for form in forms if form.is_bound), None)
    if form is None or not form.is_valid():
        return draw(here, TEMPLATE, context, status=UNPROCESSABLE)
    try:
        outcome = door.act(here.scope.pk, here.actor, f"opr.{form.change.act}", _params(form, target))
    except Refused as error:
        return draw(here, TEMPLATE, {**context, "refused": error}, status=CONFLICT)
    if outcome.request and not outcome.settled:
        return redirect("campaigns:request", here.scope.pk, outcome.request)
    return redirect(back)


def _params(form: AnyForm, target: Target) -> JsonObject:
    if not isinstance(target, Unit):
        return {"warband": target.id, **form.params()}
    more = {"warband": target.warband} if form.change.act in NEEDS_WARBAND else {}
    return {"unit": target.id, **more, **form.params()}
