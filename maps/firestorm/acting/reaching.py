"""Which league of Firestorm a request is about, and for which faction it acts."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from campaigns.engine.who.side_streams import stream_of
from campaigns.shell.league import member_or_404, render_league
from campaigns.shell.reading.reader import word
from maps.firestorm.acting.standing_in import may_write_for
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.state import Faction


def firestorm_or_404(viewer: FirestormViewer) -> FirestormViewer:
    """The same league; 404 for one of another book."""
    if viewer.scope.game != "firestorm":
        raise Http404
    return viewer


def faction_acted_for(viewer: FirestormViewer) -> str:
    """The faction an organiser acts for, from the address or the sent form."""
    found: str = word(viewer.request, "as") or viewer.request.GET.get("as", "")
    return found[:80]


def my_faction(viewer: FirestormViewer) -> Faction | None:
    """The faction the visitor plays in."""
    return next((one for one in viewer.state.factions.values() if viewer.owns(one.id)), None)


def own_faction(request: HttpRequest, pk: int) -> tuple[FirestormViewer, Faction]:
    """The league and the faction the visitor plays in; everybody else meets 404, organisers too."""
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    faction = my_faction(viewer)
    if faction is None:
        raise Http404
    return viewer, faction


def closed_to(viewer: FirestormViewer, faction: Faction) -> HttpResponse | None:
    """The page instead of the faction’s room, for who came in by somebody else’s word."""
    if viewer.reads(faction.id):
        return None
    context = {"faction": faction, "row": viewer.let_in}
    return render_league(viewer, "maps/firestorm/room/closed.html", context, status=403)


def orders_faction(request: HttpRequest, pk: int) -> tuple[FirestormViewer, Faction]:
    """The league and the faction whose orders the visitor writes: their own, or with `as` the one for which
    an organiser stands in; everybody else meets 404.
    """
    viewer = firestorm_or_404(member_or_404(request, pk, "map"))
    faction = viewer.state.factions.get(faction_acted_for(viewer)) or my_faction(viewer)
    if faction is None or not may_write_for(viewer, faction.id):
        raise Http404
    return viewer, faction


def faction_live_url(viewer: FirestormViewer, faction: str) -> str:
    """The league's stream and, for its members, the faction's own."""
    scope = viewer.scope
    if not viewer.reads(faction):
        return f"/live/{scope.pk}?version={scope.version}"
    return f"/live/{scope.pk}.{stream_of(scope, faction)}?version={scope.version}"


def acting_faction(viewer: FirestormViewer) -> Faction | None:
    """The faction the page is for: the visitor's own, or the one an organiser acts for."""
    acting = faction_acted_for(viewer)
    if acting in viewer.state.factions and viewer.acts_for(acting):
        return viewer.state.factions[acting]
    return my_faction(viewer)


def acting_as(viewer: FirestormViewer) -> str:
    """What an address ends with so that the visitor goes on acting for the same faction; else nothing."""
    acting = faction_acted_for(viewer)
    return f"?as={acting}" if acts_as(viewer, acting) else ""


def acts_as(viewer: FirestormViewer, acting: str) -> bool:
    """Whether the visitor acts for a faction that an address names."""
    return bool(acting) and (viewer.is_organiser or viewer.acts_for(acting))
