"""What a territory is called: its name on a screen, where one taps; on paper, for slips, its code as well."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.engine.who.naming import sort_key
from maps.ground.taps import Options
from rules.firestorm.state import Firestorm, Territory


def names_on_screens(state: Firestorm) -> dict[str, str]:
    """By its code each territory's name, which no other has; without one the code. Source: FS-181"""
    return {key: one.name or key for key, one in state.territories.items()}


def by_name(names: Mapping[str, str]) -> Options:
    """The same to choose from, or to look through."""
    return tuple(sorted(names.items(), key=lambda one: sort_key(one[1])))


def name_on_paper(place: Territory) -> str:
    """`T07 Ashen Orchard`"""
    return f"{place.id} {place.name}".strip()
