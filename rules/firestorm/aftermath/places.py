"""Where a beaten banner may go: next door, or to a rally point. Source: FS-61, FS-64 … FS-67, FS-177"""

from __future__ import annotations

from rules.engine.language import say
from rules.engine.refusals import Refused
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import (
    TOWER,
    banners_at,
    contested,
    faction_territories,
    near,
    own_tower,
    steps_from,
)
from rules.firestorm.state import Firestorm, Territory

GARRISONS = ("barracks", "war_lodge")


def is_free(state: Firestorm, territory: str) -> bool:
    """No banner in it and no undecided battle for it. Source: FS-61, FS-65"""
    return not banners_at(state, territory) and not contested(state, territory)


def retreats(state: Firestorm, faction: str, territory: str) -> list[str]:
    """Neighbours a banner of a faction may retreat to, by code. Source: FS-61"""
    close = near(state).get(territory, ())
    return [one for one in close if state.territories[one].owner == faction and is_free(state, one)]


def rally_points(state: Firestorm, book: FirestormInForce, faction: str, territory: str) -> list[str]:
    """Where a banner beaten in a territory may rally: the nearest free points, by code.

    Death may take its nearest Mustering Ground as well. Source: FS-64, FS-65, FS-66, FS-67
    """
    steps = steps_from(state, territory)
    mine = [one for one in faction_territories(state, faction) if is_free(state, one.id)]
    found = _nearest(steps, [one.id for one in mine if _rallies(state, book, faction, one)])
    if state.factions[faction].alliance == "death":
        found |= _nearest(steps, [one.id for one in mine if _musters(book, one)])
    return sorted(found)


def no_retreat(state: Firestorm, faction: str, territory: str, to: str) -> Refused | None:
    """Why a banner beaten in a territory does not retreat there. Source: FS-61"""
    if to not in state.territories:
        return None
    name = state.name_of(to)
    if to not in near(state).get(territory, ()):
        return Refused(
            "FS-61", say("{place} is not next to {other}.", place=name, other=state.name_of(territory))
        )
    return _not_ours(state, faction, to, "FS-61")


def no_rally(state: Firestorm, book: FirestormInForce, faction: str, to: str) -> Refused | None:
    """Why a scattered banner does not rally there. Source: FS-64, FS-65, FS-66"""
    place = state.territories.get(to)
    if place is None:
        return None
    if why := _not_ours(state, faction, to, "FS-65"):
        return why
    death = state.factions[faction].alliance == "death" and _musters(book, place)
    if not death and not _rallies(state, book, faction, place):
        return Refused("FS-64", say("{place} is not a rally point.", place=state.name_of(to)))
    return Refused("FS-64", say("Another rally point is nearer than {place}.", place=state.name_of(to)))


def no_entry(state: Firestorm, book: FirestormInForce, faction: str, to: str) -> Refused | None:
    """Why a new banner does not enter there. Source: FS-14"""
    if to not in state.territories:
        return None
    if why := _not_ours(state, faction, to, "FS-14"):
        return why
    return book.problem("E31").refused()


def _not_ours(state: Firestorm, faction: str, to: str, rule: str) -> Refused | None:
    """Another faction's, fought for, or with a banner in it already."""
    name = state.name_of(to)
    if state.territories[to].owner != faction:
        own = say("{place} does not belong to {faction}.", place=name, faction=state.name_of(faction))
        return Refused("FS-61", own)
    if contested(state, to):
        return Refused(rule, say("{place} is still being fought over.", place=name))
    if banners_at(state, to):
        return Refused(rule, say("There is already a banner at {place}.", place=name))
    return None


def _rallies(state: Firestorm, book: FirestormInForce, faction: str, place: Territory) -> bool:
    tower = place.id == own_tower(state, faction)
    captured = TOWER in place.items and book.settings.captured_tower == "full"
    return tower or captured or "stronghold" in place.items


def _musters(book: FirestormInForce, place: Territory) -> bool:
    chain = GARRISONS if book.settings.death_rally_chain else ()
    return any(one in place.items for one in ("mustering_ground", *chain))


def _nearest(steps: dict[str, int], places: list[str]) -> set[str]:
    """Those with the fewest steps; what cannot be reached counts as far away."""
    far = len(steps) + 1
    least = min((steps.get(one, far) for one in places), default=0)
    return {one for one in places if steps.get(one, far) == least}
