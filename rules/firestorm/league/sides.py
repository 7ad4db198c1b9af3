"""Who plays for which faction, which factions fight in a battle, and what each of them sees."""

from __future__ import annotations

from datetime import datetime

from rules.firestorm import decks
from rules.firestorm.book import firestorm_in_force
from rules.firestorm.building.secret import without_secret_buildings
from rules.firestorm.faction_figures import faction_players, fought_by, plays
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


def players_in_battle(state: Firestorm, side: str, battle: str) -> tuple[str, ...]:
    """The seat ids of those who played in a faction when a battle was fought. Source: FS-01"""
    found = state.battles.get(battle)
    return players_of_faction(state, side) if found is None else tuple(fought_by(state, found, side))


def faction_players_at(state: Firestorm, side: str, at: datetime | None) -> tuple[str, ...]:
    """The seat ids of those who played in a faction at a moment: who has left it since and who has been in it
    from the first; where nobody has left, who plays in it now. Source: FS-01"""
    gone = state.factions[side].predecessors if at and side in state.factions else ()
    left = [one.owner for one in gone if at and one.until and at <= one.until]
    if not left:
        return players_of_faction(state, side)
    first = [one for one, turn in faction_plays_from(state, side).items() if not turn]
    return tuple(dict.fromkeys([*left, *first]))


def factions_in_battle(state: Firestorm, battle: str) -> tuple[str, ...] | None:
    """Two of them; None where there is no such battle. Source: FS-33"""
    return state.battles[battle].factions if battle in state.battles else None


def seen_by_factions(state: Firestorm, owns: Owns) -> Firestorm:
    """The league as somebody sees it who plays the factions that `owns` names. Source: FS-162"""
    built = without_secret_buildings(state, firestorm_in_force(state), owns)
    return decks.without_secret_deck(without_secret_sieges(built, owns), owns)
