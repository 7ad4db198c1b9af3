"""A mission that was told and never happened."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.corrections.drafts import void_entries
from campaigns.opr.here import OprHere, of_warbands
from campaigns.shell.league import organiser, organiser_here_or_404
from rules.engine.refusals import Refused


@require_POST
def void_mission(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """A draft in which it is taken out with everything that was written down about it."""
    here = of_warbands(organiser_here_or_404(request, pk, "corrections"))
    if key not in here.state.missions:
        raise Http404
    codes = _about(here, key)
    if not codes:
        raise Refused("", _("Nothing has been recorded for this mission."), admission=True)
    made = void_entries(here.scope, organiser(here), codes)
    return redirect("campaigns:correction", pk, made.pk)


def _about(here: OprHere, mission: str) -> list[str]:
    entries = here.scope.entries.filter(void=False).values_list("procedure", "params", "slot__code")
    return [one[-1] for one in entries if here.registration.traces.about(*one) == mission]
