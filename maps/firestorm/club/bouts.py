"""Who plays whom in a Firestorm league: the battles its orders have led to, and who stands where."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.lines import BoutState, Encounter
from maps.firestorm.battles.agreeing import TOLD
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import bouts_of
from rules.firestorm.glory.awards import WON, grades
from rules.firestorm.glory.counting import scoreboard
from rules.firestorm.state import Firestorm

STATES: Mapping[str, BoutState] = {"settled": "over", "claimed": "over", "struck": "off"}


def firestorm_encounter(state: Firestorm, key: str) -> Encounter | None:
    """A battle by its id."""
    found = state.battles.get(key)
    if found is None:
        return None
    title = _("Battle for %(place)s") % {"place": state.name_of(found.territory)}
    kind = STATES.get(found.status, "waits")
    won = tuple(one for one, grade in grades(found).items() if grade in WON)
    told = bool(bouts_of(state, found.id, *TOLD))
    unplanned = found.status == "open"
    return Encounter(found.id, found.factions, title, kind, winners=won, unplanned=unplanned, told=told)


def faction_ranks(state: Firestorm, book: FirestormInForce) -> dict[str, int]:
    """The place of each faction by its glory. Source: FS-99"""
    board = scoreboard(state, book)
    return {one.faction: 1 + sum(other.total > one.total for other in board) for one in board}


def battle_orders_url(viewer: FirestormViewer, sides: tuple[str, ...]) -> str:
    """A battle comes from orders on the map."""
    return reverse("firestorm:map", args=[viewer.scope.pk])
