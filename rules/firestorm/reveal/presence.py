"""Who stands in the way of a banner that moves. Source: FS-32, FS-33, FS-169 … FS-171"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import banners_at, battles_this_turn, garrison
from rules.firestorm.state import Banner, Battle, Firestorm


def enemy_there(state: Firestorm, book: FirestormInForce, territory: str, faction: str) -> bool:
    """An enemy banner, or another faction's garrison. Source: FS-33"""
    place = state.territories[territory]
    if any(one.faction != faction for one in banners_at(state, territory)):
        return True
    return place.owner not in ("", faction) and garrison(book, place) > 0


def friend_there(state: Firestorm, territory: str, banner: Banner) -> Banner | None:
    """Another banner of the same faction. Source: FS-41, FS-169"""
    found = banners_at(state, territory)
    return next((one for one in found if one.faction == banner.faction and one.id != banner.id), None)


def last_battle(state: Firestorm, territory: str) -> Battle | None:
    """The last battle opened in a territory this turn. Source: FS-171"""
    found = [one for one in battles_this_turn(state) if one.territory == territory and not one.applied]
    return found[-1] if found else None


def relieves(state: Firestorm, territory: str, faction: str) -> Battle | None:
    """The battle for a faction's own lone garrison, which its banner may join. Source: FS-186"""
    if state.territories[territory].owner != faction:
        return None
    here = [one for one in battles_this_turn(state) if one.territory == territory and not one.applied]
    lone = (one for one in here if one.defend == faction and one.garrison and not one.defender)
    return next(lone, None)


def stops_before(state: Firestorm, book: FirestormInForce, territory: str, faction: str) -> bool:
    """Whether a third faction stops before a battle instead of waiting for it. Source: FS-171"""
    if book.settings.third_party != "stop_short" or relieves(state, territory, faction):
        return False
    return last_battle(state, territory) is not None


def blocked_on(
    state: Firestorm, book: FirestormInForce, banner: Banner, path: tuple[str, ...], unmoved: Collection[str]
) -> str:
    """The friend at the end of a path who has still to move, if nothing else is in the way. Source: FS-169"""
    friend = friend_there(state, path[-1], banner)
    if friend is None or friend.id not in unmoved:
        return ""
    if any(enemy_there(state, book, one, banner.faction) for one in path):
        return ""
    return friend.id


def ring(waits: dict[str, str], queue: Iterable[str]) -> list[str]:
    """Banners each of which waits for the next and the last for the first, in the order they act.

    Source: FS-169
    """
    order = list(queue)
    for start in order:
        trail = [start]
        while waits.get(trail[-1], "") and waits[trail[-1]] not in trail:
            trail.append(waits[trail[-1]])
        after = waits.get(trail[-1], "")
        if after:
            found = trail[trail.index(after) :]
            return [one for one in order if one in found]
    return []
