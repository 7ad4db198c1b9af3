"""The home of a league of warbands, and all its missions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.opr.here import OprHere
from campaigns.opr.league import home as league
from campaigns.opr.table import home_parts
from campaigns.shell.league import draw, here_or_404, kept_alone
from rules.opr.state import Mission


def home(here: OprHere) -> HttpResponse:
    """The league's home, or those parts of it that an open page wants anew."""
    parts = home_parts.parts_of(here)
    if answer := kept_alone(here, parts):
        return answer
    return draw(here, home_parts.TEMPLATE, home_parts.context(here, parts), kept=parts)


@require_safe
def missions(request: HttpRequest, pk: int) -> HttpResponse:
    """All missions, the open ones first; `only` those that are open, or one's own."""
    here = here_or_404(request, pk, "missions")
    every = league.newest(here.state, len(here.state.missions))
    only = request.GET.get("only", "")
    cards = [league.card(here, one, here.people) for one in every if _is_wanted(here, one, only)]
    is_running = here.state.league.status == "running" and not here.closed
    context: dict[str, object] = {
        "cards": cards,
        "is_running": is_running,
        "may_open": home_parts.may_open(here),
    }
    choices = (("", _("All")), ("open", _("Open")), ("mine", _("Mine")))
    context |= {"only": only, "choices": choices if every else ()}
    return draw(here, "campaigns/opr/table/missions.html", context)


def _is_wanted(here: OprHere, mission: Mission, only: str) -> bool:
    if only == "mine":
        return any(here.owns(one) for one in mission.warbands)
    return only != "open" or league.is_unfinished(mission)
