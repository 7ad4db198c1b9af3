"""A faction's page, and what its players change on it."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.shell.league import draw, here_or_404, member_or_404
from campaigns.shell.reading.params import params_of
from campaigns.shell.reading.reader import sent_to
from maps.firestorm.acting.carrying import carried_out
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.factions import faction_page
from maps.firestorm.factions.forms import FORMS, wrong_with
from maps.firestorm.here import FirestormHere
from maps.ground.wrong import PageForms, Wrong
from rules.engine.plain import text_in
from rules.engine.refusals import Refused

FACTION = "maps/firestorm/factions/faction.html"


@require_safe
def faction(request: HttpRequest, pk: int, faction: str) -> HttpResponse:
    """One faction: its banners and who marches under them; `why` opens a receipt."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    return _drawn(here, faction, why=request.GET.get("why", "")[:20])


@require_POST
def do(request: HttpRequest, pk: int, faction: str, act: str) -> HttpResponse:
    """Change something about a faction, its banners or who marches under them."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    if act not in FORMS or faction not in here.state.factions:
        raise Http404
    shown = partial(_refused, faction, act)
    try:
        spec = here.registration.game.spec(f"firestorm.{act}")
        params = params_of(spec, sent_to(request), fields=FORMS[act]().fields, faction=faction)
    except Refused as error:
        return shown(here, error)
    if act == "rename":
        params["emblem"] = params["colour"]
    if act == "join":
        params["name"] = here.people.get(text_in(params, "owner"), NO_SEAT).name
    then = reverse("firestorm:faction", args=[pk, faction])
    return carried_out(here, act, params, shown=shown, then=then)


def _drawn(here: FirestormHere, faction: str, wrong: Wrong | None = None, why: str = "") -> HttpResponse:
    found = here.state.factions.get(faction)
    if found is None:
        raise Http404
    context = {"page": faction_page.faction_page(here, found, why), "forms": PageForms(FORMS, wrong)}
    return draw(
        here, FACTION, {**context, **(wrong.context if wrong else {})}, status=wrong.status if wrong else 200
    )


def _refused(faction: str, act: str, here: FirestormHere, error: Refused) -> HttpResponse:
    return _drawn(here, faction, wrong_with(act, error, sent_to(here.request) or {}))
