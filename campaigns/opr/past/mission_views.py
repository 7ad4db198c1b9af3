"""A mission that was told and never happened."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.corrections.drafts import void_entries
from campaigns.opr.viewer import OprViewer, of_warbands
from campaigns.shell.league import league_organiser_or_404, organiser
from rules.engine.refusals import Refused


@require_POST
def void_mission(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """A draft in which it is taken out with everything that was written down about it."""
    viewer = of_warbands(league_organiser_or_404(request, pk, "corrections"))
    if key not in viewer.state.missions:
        raise Http404
    codes = _about(viewer, key)
    if not codes:
        raise Refused("", _("Nothing has been recorded for this mission."), admission=True)
    made = void_entries(viewer.scope, organiser(viewer), codes)
    return redirect("campaigns:correction", pk, made.pk)


def _about(viewer: OprViewer, mission: str) -> list[str]:
    entries = viewer.scope.entries.filter(void=False).values_list("procedure", "params", "slot__code")
    return [one[-1] for one in entries if viewer.registration.store.traces.about(*one) == mission]
