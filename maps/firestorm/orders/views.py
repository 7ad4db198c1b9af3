"""Writing a faction's orders: for its own members, on one page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.transaction.viewer import Viewer
from campaigns.shell.league import league_organiser_or_404, render_league
from maps.firestorm.acting.reaching import faction_live_url, firestorm_or_404, orders_faction
from maps.firestorm.looks import looked
from maps.firestorm.orders import broken_page, drafting, orders_page
from maps.firestorm.orders.forms import SentOrder, sent_order
from maps.firestorm.viewer import FirestormViewer
from rules.engine.refusals import Refused
from rules.firestorm.state import Faction

PAGE = "maps/firestorm/orders/orders.html"


@require_safe
def write_orders(request: HttpRequest, pk: int) -> HttpResponse:
    """The orders of the visitor's own faction, or of the one an organiser stands in for; `b` is the banner in
    hand.
    """
    here, faction = orders_faction(request, pk)
    _looked(here, faction)
    return _page(here, faction, request.GET.get("b", "")[:80])


def _looked(viewer: FirestormViewer, faction: Faction) -> None:
    """A member has read what their faction keeps; who stands in for it reads nothing of it."""
    if viewer.reads(faction.id):
        looked(viewer, faction.id)


def _page(
    viewer: FirestormViewer, faction: Faction, banner: str, error: Refused | None = None
) -> HttpResponse:
    page = orders_page.orders_page(viewer, faction, banner)
    told = {"page": page, "refused": error, "live_url": faction_live_url(viewer, faction.id)}
    return render_league(viewer, PAGE, told, status=409 if error else 200)


@require_POST
def change_orders(request: HttpRequest, pk: int) -> HttpResponse:
    """One tap: another order, a step, the step back, another sequence, the seal, or one's own seal opened."""
    here, faction = orders_faction(request, pk)
    sent = sent_order(request)
    try:
        then = _carried_out(here, faction.id, sent)
    except Refused as error:
        fresh: FirestormViewer = Viewer(request, here.scope, here.seat, "map")
        return _page(fresh, faction, sent.banner, error)
    _looked(here, faction)
    return redirect(then or orders_page.orders_url(here, sent.banner))


def _carried_out(viewer: FirestormViewer, faction: str, sent: SentOrder) -> str:
    """Where the tap leads; empty for the page it came from. Raises `Refused` for a page of another turn."""
    if sent.turn not in (0, viewer.state.now.turn):
        raise Refused("FS-26", _("Something has changed. This is how things stand now."), admission=True)
    if sent.button == "seal":
        return _sealed(viewer, faction, sent.seen)
    if sent.button == "open":
        drafting.open_again(viewer, faction)
    elif sent.places:
        drafting.reorder(viewer, faction, sent.banner, sent.places)
    elif sent.button == "back":
        drafting.undo_step(viewer, faction, sent.banner, sent.seen)
    elif sent.kind:
        drafting.choose_order(viewer, faction, sent.banner, sent.kind, sent.seen)
    else:
        drafting.extend_path(viewer, faction, sent.banner, sent.step, sent.seen)
    return ""


def _sealed(viewer: FirestormViewer, faction: str, seen: str) -> str:
    """The seal, then the reveal if it was the last one that was waited for."""
    turn = viewer.state.now.turn
    drafting.seal_draft(viewer, faction, seen)
    fresh: FirestormViewer = Viewer(viewer.request, viewer.scope, viewer.seat, "map")
    if fresh.state.orders.keys() & {f"turn:{turn}:{one}" for one in fresh.state.banners}:
        return reverse("firestorm:reveal", args=[viewer.scope.pk, turn])
    return orders_page.orders_url(viewer)


@require_safe
def broken(request: HttpRequest, pk: int, faction: str) -> HttpResponse:
    """The orders under a seal an organiser has broken; for organisers who play for no rival."""
    viewer: FirestormViewer = firestorm_or_404(league_organiser_or_404(request, pk, "map"))
    found = viewer.state.factions.get(faction)
    page = broken_page.broken_page(viewer, found) if found else None
    if page is None:
        raise Http404
    return render_league(viewer, "maps/firestorm/orders/broken.html", {"page": page})
