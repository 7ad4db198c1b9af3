"""A faction's page, and what its players change on it."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.shell.league import member_or_404, render_league, viewer_or_404
from campaigns.shell.reading.params import read_params
from campaigns.shell.reading.reader import sent_to
from maps.firestorm.acting.carrying import firestorm_response
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.factions import faction_page
from maps.firestorm.factions.forms import FORMS, wrong_with
from maps.firestorm.viewer import FirestormViewer
from maps.ground.wrong import PageForms, Wrong
from rules.engine.plain import text_in
from rules.engine.refusals import Refused

FACTION = "maps/firestorm/factions/faction.html"


@require_safe
def show_faction(request: HttpRequest, pk: int, faction: str) -> HttpResponse:
    """One faction: its banners and who marches under them; `why` opens a receipt."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    return _drawn(viewer, faction, why=request.GET.get("why", "")[:20])


@require_POST
def act_on_faction(request: HttpRequest, pk: int, faction: str, act: str) -> HttpResponse:
    """Change something about a faction, its banners or who marches under them."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    if act not in FORMS or faction not in viewer.state.factions:
        raise Http404
    shown = partial(_refused, faction, act)
    try:
        spec = viewer.registration.game.spec(f"firestorm.{act}")
        params = read_params(spec, sent_to(request), fields=FORMS[act]().fields, faction=faction)
    except Refused as error:
        return shown(viewer, error)
    if act == "rename":
        params["emblem"] = params["colour"]
    if act == "join":
        params["name"] = viewer.people.get(text_in(params, "owner"), NO_SEAT).name
    then = reverse("firestorm:faction", args=[pk, faction])
    return firestorm_response(viewer, act, params, shown=shown, then=then)


def _drawn(viewer: FirestormViewer, faction: str, wrong: Wrong | None = None, why: str = "") -> HttpResponse:
    found = viewer.state.factions.get(faction)
    if found is None:
        raise Http404
    context = {"page": faction_page.faction_page(viewer, found, why), "forms": PageForms(FORMS, wrong)}
    return render_league(
        viewer,
        FACTION,
        {**context, **(wrong.context if wrong else {})},
        status=wrong.status if wrong else 200,
    )


def _refused(faction: str, act: str, viewer: FirestormViewer, error: Refused) -> HttpResponse:
    return _drawn(viewer, faction, wrong_with(act, error, sent_to(viewer.request) or {}))
