"""The Build phase: what a faction buys, and that it is ready."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.shell.league import CONFLICT, draw, member_or_404
from campaigns.shell.reading.params import params_of
from campaigns.shell.reading.reader import sent_to, word
from maps.firestorm.acting.carrying import carried_out
from maps.firestorm.acting.reaching import acting_faction, acting_of, firestorm_or_404
from maps.firestorm.building import shop_page
from maps.firestorm.here import FirestormHere
from rules.engine.refusals import Refused
from rules.firestorm.state import Faction

SHOP = "maps/firestorm/building/shop.html"
ACTS = frozenset({"build", "forge_scepter", "raise_level", "ready"})


@require_safe
def shop(request: HttpRequest, pk: int) -> HttpResponse:
    """The shop of one's own faction, or of the one an organiser acts for; `t` or `i` is the shelf in hand."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    return _drawn(here, _mine_or_404(here), request.GET.get("by", ""), request.GET.get("on", "")[:80])


@require_POST
def buy(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Buy something, or say that the faction is ready."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    if act not in ACTS:
        raise Http404
    try:
        params = params_of(here.registration.game.spec(f"firestorm.{act}"), sent_to(request))
    except Refused as error:
        return _refused(here, error)
    then = "" if act == "ready" else _address(here)
    return carried_out(here, act, params, shown=_refused, then=then)


def _mine_or_404(here: FirestormHere) -> Faction:
    """The faction that shops; an organiser who plays in none begins with the first."""
    found = acting_faction(here)
    if found is None and here.is_organiser:
        found = next(iter(here.state.factions.values()), None)
    if found is None:
        raise Http404
    return found


def _drawn(
    here: FirestormHere, me: Faction, by: str, chosen: str, refused: Refused | None = None
) -> HttpResponse:
    page = shop_page.shop_page(here, me, by, chosen)
    return draw(here, SHOP, {"page": page, "refused": refused}, status=CONFLICT if refused else 200)


def _refused(here: FirestormHere, error: Refused) -> HttpResponse:
    """The shop as it stands now, the sentence above it, the same shelf open."""
    by = word(here.request, "by")
    chosen = word(here.request, "item" if by == "item" else "territory")
    return _drawn(here, _mine_or_404(here), by, chosen, error)


def _address(here: FirestormHere) -> str:
    """Back to the shelf on which it was bought."""
    by = word(here.request, "by")
    chosen = word(here.request, "item" if by == "item" else "territory")
    query = {"by": by, "on": chosen, "as": acting_of(here)}
    return reverse("firestorm:shop", args=[here.scope.pk], query={k: v for k, v in query.items() if v}) + (
        f"#s-{chosen}" if chosen else ""
    )
