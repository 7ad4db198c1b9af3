"""Who plays whom in a league of empires: the battles that challenges have led to, and who stands where."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse

from campaigns.engine.lines import BoutState, Encounter
from maps.conquest.battles.agreeing import TOLD
from maps.conquest.map.battle_lines import versus_title
from maps.conquest.viewer import ConquestViewer
from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import losers_in, won_by
from rules.conquest.standings import realm_standings
from rules.conquest.state import Conquest
from rules.engine.lazy_tables import peek

STATES: Mapping[str, BoutState] = {"settled": "over", "struck": "off"}


def conquest_encounter(state: Conquest, key: str) -> Encounter | None:
    """A battle by its id."""
    found = peek(state.battles, key)
    if found is None:
        return None
    title, kind = versus_title(state, found), STATES.get(found.status, "waits")
    is_open, told = found.status == "open", found.status in TOLD
    return Encounter(
        found.id, found.members, title, kind, winners=won_by(found), losers=losers_in(found),
        unplanned=is_open, told=told,
    )  # fmt: skip


def empire_ranks(state: Conquest, book: ConquestInForce) -> dict[str, int]:
    """The place of each empire by size, as the league's own table has it."""
    return {line.realm: place for place, line in enumerate(realm_standings(state, book), 1)}


def challenge_url(viewer: ConquestViewer, sides: tuple[str, ...]) -> str:
    """A battle comes from a challenge on the map, in its phase."""
    return reverse("maps:map", args=[viewer.scope.pk])
