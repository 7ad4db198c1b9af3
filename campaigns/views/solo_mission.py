"""A league's mission against the app: made here, played at its own table, handed back here."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.league_page import Here, draw, member_or_404, refused
from campaigns.models import Scope
from campaigns.services import solo
from campaigns.solo import mission_page
from campaigns.solo.armies import pool
from campaigns.views.table import found_mission
from rules.opr.state import Mission
from rules.refusals import Refused

TEMPLATE = "campaigns/solo/mission.html"
MOST_LISTS = 2


@never_cache
@require_http_methods(["GET", "POST"])
def mission(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Who plays and for whom the app stands in; after the game, its facts."""
    here = member_or_404(request, pk, "missions")
    if here.scope.game != "opr" or not mission_page.playable(here.scope.edition):
        raise Http404
    found = found_mission(here, key)
    if request.method == "POST":
        try:
            return _carry_out(here, found)
        except Refused as error:
            return refused(here, TEMPLATE, error, {"page": mission_page.build(here, found)})
    return draw(here, TEMPLATE, {"page": mission_page.build(here, found)})


def _carry_out(here: Here, found: Mission) -> HttpResponse:
    post = here.request.POST
    if "consent" in post:
        return _consent(here, found, post["consent"])
    if not (here.is_organiser or any(here.owns(one) for one in found.warbands)):
        raise Http404
    if "hand_over" in post or "send" in post:
        return _handed_over(here, found)
    return redirect("campaigns:solo", _made(here, found).pk)


def _consent(here: Here, found: Mission, warband: str) -> HttpResponse:
    """Only its owner lends a warband to the app."""
    if warband not in found.warbands or not here.owns(warband):
        raise Http404
    given = here.request.POST.get("given") == "1"
    solo.consent(league=here.scope, actor=here.actor, mission=found.id, warband=warband, given=given)
    return redirect("campaigns:mission_solo", here.scope.pk, found.id)


def _made(here: Here, found: Mission) -> Scope:
    post: Any = here.request.POST
    if not found.open:
        raise Refused("SOLO-76", "This mission has its result already.", admission=True)
    standins = [one for one in post.getlist("standin") if one in found.warbands]
    sent = post.get("apps", "0")
    apps = int(sent) if sent in ("1", "2") else 0
    sides, units = mission_page.sides_and_units(here, found, standins, apps)
    assert here.seat is not None
    return solo.start_mission(
        seat=here.seat,
        league=here.scope,
        mission=found.id,
        name=found.name or f"Mission {found.number}",
        sides=sides,
        units=units,
        armies=pool(here.scope.club, here.scope.edition) if apps else (),
        settings=mission_page.settings_of(post),
        once=post.get("once", "")[:64],
    )


def _handed_over(here: Here, found: Mission) -> HttpResponse:
    """The facts go into the mission; whoever sees them there confirms or corrects them."""
    number = here.request.POST.get("game", "")
    known = mission_page.games_of(solo.mission_key(here.scope, found.id))
    if not number.isdecimal() or int(number) not in known:
        raise Http404
    if found.status != "playing":
        raise Refused("OPR-20", "The mission is not being played now.", admission=True)
    game = get_object_or_404(Scope, pk=number)
    wanted: dict[str, Any] = {"league": here.scope, "actor": here.actor, "mission": found.id, "game": game}
    if "send" in here.request.POST:
        sent = solo.send_report(**wanted, sides=list(found.warbands))
        return redirect("campaigns:report", here.scope.pk, sent.pk)
    solo.hand_over(**wanted)
    return redirect("campaigns:result", here.scope.pk, found.id)
