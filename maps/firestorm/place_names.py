"""What a territory is called: its name on a screen, where one taps; on paper, for slips, its code as well."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.engine.who.naming import sort_key
from maps.ground.taps import Options
from rules.firestorm.state import Territory


def name_on_screen(place: Territory) -> str:
    """Its name, which no other has; without one its code. Source: FS-181"""
    return place.name or place.id


def by_name(places: Iterable[Territory]) -> Options:
    """Territories to choose from, or to look through."""
    named = ((one.id, name_on_screen(one)) for one in places)
    return tuple(sorted(named, key=lambda one: sort_key(one[1])))


def name_on_paper(place: Territory) -> str:
    """`T07 Ashen Orchard`"""
    return f"{place.id} {place.name}".strip()
