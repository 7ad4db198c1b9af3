"""Who plays for which faction, which factions fight in a battle, and what each of them sees."""

from __future__ import annotations

from rules.firestorm import decks
from rules.firestorm.book import firestorm_in_force
from rules.firestorm.building.secret import without_secret_buildings
from rules.firestorm.faction_figures import faction_players, plays
from rules.firestorm.siege.secret import Owns, without_secret_sieges
from rules.firestorm.state import Firestorm


def players_of_faction(state: Firestorm, side: str) -> tuple[str, ...]:
    """Seat ids of the players of a faction, its founder first; of a player, the person. Source: FS-01"""
    if side in state.players:
        owner = state.players[side].owner
        return (owner,) if owner else ()
    return tuple(faction_players(state, side))


def near_faction(state: Firestorm, side: str) -> tuple[str, ...]:
    """Who plays in a faction from the next turn on, or has left it in this one. Source: FS-26"""
    coming = (one.owner for one in state.players.values() if one.faction == side and not plays(state, one))
    left = (one.owner for one in state.now.left if one.faction == side)
    return tuple(filter(None, (*coming, *left)))


def faction_plays_from(state: Firestorm, side: str) -> dict[str, int]:
    """From which turn on each of a faction plays in it, who is still to come too. Source: FS-01"""
    return {one.owner: one.since for one in state.players.values() if one.faction == side and one.owner}


def factions_in_battle(state: Firestorm, battle: str) -> tuple[str, ...] | None:
    """Two of them; None where there is no such battle. Source: FS-33"""
    return state.battles[battle].factions if battle in state.battles else None


def seen_by_factions(state: Firestorm, owns: Owns) -> Firestorm:
    """The league as somebody sees it who plays the factions that `owns` names. Source: FS-162"""
    built = without_secret_buildings(state, firestorm_in_force(state), owns)
    return decks.without_secret_deck(without_secret_sieges(built, owns), owns)
