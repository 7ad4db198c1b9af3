"""The Build phase: what a faction buys, and that it is ready."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.shell.league import CONFLICT, member_or_404, render_league
from campaigns.shell.reading.params import read_params
from campaigns.shell.reading.reader import sent_to, word
from maps.firestorm.acting.carrying import firestorm_response
from maps.firestorm.acting.reaching import acting_faction, faction_acted_for, firestorm_or_404
from maps.firestorm.building import shop_page
from maps.firestorm.viewer import FirestormViewer
from rules.engine.refusals import Refused
from rules.firestorm.state import Faction

SHOP = "maps/firestorm/building/shop.html"
ACTS = frozenset({"build", "forge_scepter", "raise_level", "ready"})


@require_safe
def show_shop(request: HttpRequest, pk: int) -> HttpResponse:
    """The shop of one's own faction, or of the one an organiser acts for; `t` or `i` is the shelf in hand."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    return _drawn(viewer, _mine_or_404(viewer), request.GET.get("by", ""), request.GET.get("on", "")[:80])


@require_POST
def buy_for_faction(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Buy something, or say that the faction is ready."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    if act not in ACTS:
        raise Http404
    try:
        params = read_params(viewer.registration.game.spec(f"firestorm.{act}"), sent_to(request))
    except Refused as error:
        return _refused(viewer, error)
    then = "" if act == "ready" else _address(viewer)
    return firestorm_response(viewer, act, params, shown=_refused, then=then)


def _mine_or_404(viewer: FirestormViewer) -> Faction:
    """The faction that shops; an organiser who plays in none begins with the first."""
    found = acting_faction(viewer)
    if found is None and viewer.is_organiser:
        found = next(iter(viewer.state.factions.values()), None)
    if found is None:
        raise Http404
    return found


def _drawn(
    viewer: FirestormViewer, me: Faction, by: str, chosen: str, refused: Refused | None = None
) -> HttpResponse:
    page = shop_page.shop_page(viewer, me, by, chosen)
    return render_league(
        viewer, SHOP, {"page": page, "refused": refused}, status=CONFLICT if refused else 200
    )


def _refused(viewer: FirestormViewer, error: Refused) -> HttpResponse:
    """The shop as it stands now, the sentence above it, the same shelf open."""
    by = word(viewer.request, "by")
    chosen = word(viewer.request, "item" if by == "item" else "territory")
    return _drawn(viewer, _mine_or_404(viewer), by, chosen, error)


def _address(viewer: FirestormViewer) -> str:
    """Back to the shelf on which it was bought."""
    by = word(viewer.request, "by")
    chosen = word(viewer.request, "item" if by == "item" else "territory")
    query = {"by": by, "on": chosen, "as": faction_acted_for(viewer)}
    return reverse("firestorm:shop", args=[viewer.scope.pk], query={k: v for k, v in query.items() if v}) + (
        f"#s-{chosen}" if chosen else ""
    )
