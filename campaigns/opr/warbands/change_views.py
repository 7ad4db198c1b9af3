"""Changing a sheet outside the six steps: names and disbanding for its player, overrides for organisers."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.engine import door
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands.change_forms import (
    HAND_OVER,
    NEEDS_WARBAND,
    AnyForm,
    Target,
    forms_for,
    hands_over,
    is_too_late,
)
from campaigns.opr.warbands.reaching import warband_or_404, warbands_viewer_or_404
from campaigns.shell.league import CONFLICT, closed_page, render_league
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
    viewer, _seat = warbands_viewer_or_404(request, pk)
    warband = warband_or_404(viewer, key)
    if warband.status != "active":
        raise Http404
    return _change(viewer, warband, key, reverse("campaigns:warband", args=[pk, key]))


@never_cache
@require_http_methods(["GET", "POST"])
def change_unit(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Another name; for organisers everything a sheet holds."""
    viewer, _seat = warbands_viewer_or_404(request, pk)
    unit = viewer.state.units.get(key)
    if unit is None:
        raise Http404
    return _change(viewer, unit, unit.warband, reverse("campaigns:unit", args=[pk, key]))


def _change(viewer: OprViewer, target: Target, side: str, back: str) -> HttpResponse:
    if viewer.scope.archived_at is not None:
        return closed_page(viewer)
    sent = word(viewer.request, "act")
    forms = forms_for(viewer, target, side, sent, sent_to(viewer.request))
    if not forms:
        raise Http404
    if is_too_late(viewer, sent):
        return closed_page(viewer)
    context: dict[str, object] = {"forms": forms, "name": target.name, "back": back}
    context["opens"] = viewer.request.GET.get("open", "")
    if not isinstance(target, Unit) and not viewer.closed:
        context["hands_over"] = hands_over(viewer, target, forms)
        context["own_word"] = viewer.own_word_needed(HAND_OVER, warband=target.id)
    if viewer.request.method != "POST":
        return render_league(viewer, TEMPLATE, context)
    form = next((form for form in forms if form.is_bound), None)
    if form is None or not form.is_valid():
        return render_league(viewer, TEMPLATE, context, status=UNPROCESSABLE)
    try:
        outcome = door.act(viewer.scope.pk, viewer.actor, f"opr.{form.change.act}", _params(form, target))
    except Refused as error:
        return render_league(viewer, TEMPLATE, {**context, "refused": error}, status=CONFLICT)
    if outcome.request and not outcome.settled:
        return redirect("campaigns:request", viewer.scope.pk, outcome.request)
    return redirect(back)


def _params(form: AnyForm, target: Target) -> JsonObject:
    if not isinstance(target, Unit):
        return {"warband": target.id, **form.params()}
    more = {"warband": target.warband} if form.change.act in NEEDS_WARBAND else {}
    return {"unit": target.id, **more, **form.params()}
