"""Which league of Firestorm a request is about, and for which faction it acts."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from campaigns.engine.who.side_streams import stream_of
from campaigns.shell.league import draw, member_or_404
from campaigns.shell.reading.reader import word
from maps.firestorm.acting.standing_in import may_write_for
from maps.firestorm.here import FirestormHere
from rules.firestorm.state import Faction


def firestorm_or_404(here: FirestormHere) -> FirestormHere:
    """The same league; 404 for one of another book."""
    if here.scope.game != "firestorm":
        raise Http404
    return here


def acting_of(here: FirestormHere) -> str:
    """The faction an organiser acts for, from the address or the sent form."""
    found: str = word(here.request, "as") or here.request.GET.get("as", "")
    return found[:80]


def my_faction(here: FirestormHere) -> Faction | None:
    """The faction the visitor plays in."""
    return next((one for one in here.state.factions.values() if here.owns(one.id)), None)


def own_faction(request: HttpRequest, pk: int) -> tuple[FirestormHere, Faction]:
    """The league and the faction the visitor plays in; everybody else meets 404, organisers too."""
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    faction = my_faction(here)
    if faction is None:
        raise Http404
    return here, faction


def closed_to(here: FirestormHere, faction: Faction) -> HttpResponse | None:
    """The page instead of the faction’s room, for who came in by somebody else’s word."""
    if here.reads(faction.id):
        return None
    context = {"faction": faction, "row": here.let_in}
    return draw(here, "maps/firestorm/room/closed.html", context, status=403)


def orders_faction(request: HttpRequest, pk: int) -> tuple[FirestormHere, Faction]:
    """The league and the faction whose orders the visitor writes: their own, or with `as` the one for which
    an organiser stands in; everybody else meets 404.
    """
    here = firestorm_or_404(member_or_404(request, pk, "map"))
    faction = here.state.factions.get(acting_of(here)) or my_faction(here)
    if faction is None or not may_write_for(here, faction.id):
        raise Http404
    return here, faction


def live_url(here: FirestormHere, faction: str) -> str:
    """The league's stream and, for its members, the faction's own."""
    scope = here.scope
    if not here.reads(faction):
        return f"/live/{scope.pk}?version={scope.version}"
    return f"/live/{scope.pk}.{stream_of(scope, faction)}?version={scope.version}"


def acting_faction(here: FirestormHere) -> Faction | None:
    """The faction the page is for: the visitor's own, or the one an organiser acts for."""
    acting = acting_of(here)
    if acting in here.state.factions and here.acts_for(acting):
        return here.state.factions[acting]
    return my_faction(here)


def acting_as(here: FirestormHere) -> str:
    """What an address ends with so that the visitor goes on acting for the same faction; else nothing."""
    acting = acting_of(here)
    return f"?as={acting}" if acts_as(here, acting) else ""


def acts_as(here: FirestormHere, acting: str) -> bool:
    """Whether the visitor acts for a faction that an address names."""
    return bool(acting) and (here.is_organiser or here.acts_for(acting))
