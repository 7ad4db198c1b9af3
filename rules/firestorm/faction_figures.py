"""Figures that follow from the map: who is in, what a faction owns, garrisons, banners, how many are allowed.

A garrison comes from a building and never moves; a stronghold has none. Source: FS-12, FS-85, FS-86.
"""

from __future__ import annotations

from rules.engine.state import games_of_predecessors
from rules.firestorm.book import FirestormInForce
from rules.firestorm.state import Banner, Battle, Bout, Faction, Firestorm, Order, Player, Territory
from rules.maps.model import distances, neighbours

TOWER = "lords_tower"
TOLD = ("reported", "disputed", "confirmed")  # games of a battle


def factions(state: Firestorm) -> list[Faction]:
    """Everybody still in the league, in id order. Source: FS-179"""
    return [one for _, one in sorted(state.factions.items()) if one.status == "active"]


def plays(state: Firestorm, player: Player) -> bool:
    """Whether somebody plays in their faction already. Source: FS-01"""
    return player.since <= state.now.turn


def players_of(state: Firestorm, faction: str) -> list[str]:
    """Those who play in it, in id order. Source: FS-01"""
    return sorted(one.id for one in state.players.values() if one.faction == faction and plays(state, one))


def faction_players(state: Firestorm, faction: str) -> list[str]:
    """The people who play in it, its founder first, then by how long they have. Source: FS-01"""
    return _people(state, faction, state.now.turn)


def person_of_player(state: Firestorm, player: str) -> str:
    """The person a player is, or was who has left their faction; empty where nobody knows. Source: FS-01"""
    if player in state.players:
        return state.players[player].owner
    gone = (one for faction in state.factions.values() for one in faction.predecessors)
    return next((one.owner for one in gone if one.player == player), "")


def fought_by(state: Firestorm, battle: Battle, faction: str) -> list[str]:
    """Those who played in it when a battle was fought, in the same order; who has left it since comes first.
    Source: FS-01"""
    predecessors = state.factions[faction].predecessors if faction in state.factions else ()
    gone = [one.owner for one in predecessors if battle.id in one.games]
    return list(dict.fromkeys([*gone, *_people(state, faction, battle.turn)]))


def player_battles_played(state: Firestorm, player: Player) -> tuple[str, ...]:
    """The battles somebody has played for their faction: told or decided in the turns in which they did, and
    before they leave. Source: FS-01"""
    faction = state.factions.get(player.faction)
    had = (one for one in faction.predecessors if one.owner == player.owner) if faction else ()
    earlier = games_of_predecessors(had)
    return tuple(
        one.id
        for one in state.battles.values()
        if player.faction in one.factions and player.since <= one.turn and one.id not in earlier
        if one.status in ("settled", "claimed") or bouts_of(state, one.id, *TOLD)
    )


def _people(state: Firestorm, faction: str, turn: int) -> list[str]:
    mine = [one for one in state.players.values() if one.faction == faction and one.since <= turn]
    founder = state.factions[faction].owner if faction in state.factions else ""
    mine.sort(key=lambda one: (one.owner != founder, one.since))
    return [one.owner for one in mine if one.owner]


def sole_sealer(state: Firestorm, book: FirestormInForce, faction: str) -> str:
    """The person who alone seals a faction's orders: its founder or, once they have left, who has played in
    it longest; empty where any of its players does. Source: FS-26
    """
    people = faction_players(state, faction) if book.settings.seal_by == "founder" else []
    return people[0] if people else ""


def faction_territories(state: Firestorm, faction: str) -> list[Territory]:
    """Territories of a faction, in id order. Source: FS-12"""
    return [one for _, one in sorted(state.territories.items()) if faction and one.owner == faction]


def holds_tower(state: Firestorm, book: FirestormInForce, faction: str) -> bool:
    """Whether it holds its own Lord's Tower, or, where the league says so, anybody's. Source: FS-12, FS-85"""
    if book.settings.captured_tower == "full":
        return any(TOWER in one.items for one in faction_territories(state, faction))
    return bool(own_tower(state, faction))


def own_tower(state: Firestorm, faction: str) -> str:
    """The territory of its own Lord's Tower while it holds it; empty otherwise. Source: FS-85"""
    corner = state.factions[faction].corner
    place = state.territories.get(corner) if corner else None
    return corner if place and place.owner == faction and TOWER in place.items else ""


def garrison(book: FirestormInForce, place: Territory) -> int:
    """Points of the garrison of a territory; 0 without one, and never more than one. Source: FS-86, FS-87"""
    return max((book.item(one).garrison for one in place.items), default=0) if place.owner else 0


def is_stronghold(book: FirestormInForce, place: Territory) -> bool:
    """Whether it counts as a stronghold when attacked. Source: FS-85, FS-140"""
    walled = book.settings.siege_walled and "walled_settlement" in place.items
    return walled or "stronghold" in place.items or TOWER in place.items


# Banners


def on_map(state: Firestorm, faction: str = "") -> list[Banner]:
    """Banners on the map by name, of one faction or all. Source: FS-12"""
    found = (one for one in state.banners.values() if one.at == "map" and faction in ("", one.faction))
    return sorted(found, key=banner_name_key)


def banners_in_reserve(state: Firestorm, faction: str) -> list[Banner]:
    """Banners that wait to come back, by name. Source: FS-14"""
    found = (one for one in state.banners.values() if one.at == "reserve" and one.faction == faction)
    return sorted(found, key=banner_name_key)


def banner_name_key(banner: Banner) -> tuple[str, str]:
    """How banners are ordered where their faction has not said. Source: FS-27"""
    return banner.name or banner.id, banner.id


def banners_at(state: Firestorm, territory: str) -> list[Banner]:
    """Banners that stand in a territory, by name. Source: FS-15"""
    found = (one for one in state.banners.values() if one.at == "map" and one.territory == territory)
    return sorted(found, key=banner_name_key)


def banner_count(state: Firestorm, faction: str) -> int:
    """Banners it has, on the map and in reserve. Source: FS-13"""
    return sum(one.faction == faction and one.at != "removed" for one in state.banners.values())


def allowed(state: Firestorm, book: FirestormInForce, faction: str) -> int:
    """Banners it may have. Source: FS-12"""
    lands = len(faction_territories(state, faction))
    tower = holds_tower(state, book, faction)
    least = book.settings.min_banner_without_tower if lands and not tower else 0
    return max(least, tower + lands // book.figures.territories_per_banner)


# This turn


def battles_this_turn(state: Firestorm) -> list[Battle]:
    """Battles of this turn in the order they were opened. Source: FS-33"""
    found = (one for one in state.battles.values() if one.turn == state.now.turn)
    return sorted(found, key=lambda one: one.number)


def battle_id(turn: int, territory: str, number: int) -> str:
    """The id of a battle: its turn, its territory, how many were fought there. Source: FS-33, FS-171"""
    return f"turn:{turn}:battle:{territory}:{number}"


def place_in(battle: str) -> str:
    """The territory a battle is fought for, from its id. Source: FS-33"""
    return battle.partition(":battle:")[2].rpartition(":")[0]


def engaged(state: Firestorm, banner: str) -> bool:
    """Whether a banner is in a battle that is not applied yet. Source: FS-20"""
    return bool(battles_of(state, banner))


def battles_of(state: Firestorm, banner: str) -> list[Battle]:
    """The battles a banner is in that are not applied yet. Source: FS-20"""
    return [one for one in battles_this_turn(state) if banner in one.banners and not one.applied]


def contested(state: Firestorm, territory: str) -> bool:
    """Whether an open battle is fought in a territory. Source: FS-61"""
    return bool(battles_for(state, territory))


def battles_for(state: Firestorm, territory: str) -> list[Battle]:
    """The battles for a territory that are not applied yet. Source: FS-61"""
    return [one for one in battles_this_turn(state) if one.territory == territory and not one.applied]


def order_of(state: Firestorm, banner: str) -> Order | None:
    """A banner's order of this turn, once it is revealed. Source: FS-27"""
    return state.orders.get(order_id(state.now.turn, banner))


def order_id(turn: int, banner: str) -> str:
    """Where a banner's order of a turn stands. Source: FS-26"""
    return f"turn:{turn}:{banner}"


def balance(state: Firestorm, faction: str) -> int:
    """Its build points. Source: FS-73, FS-76"""
    return sum(one.amount for one in state.ledger.values() if (one.coin, one.faction) == ("build", faction))


# Ways


def near(state: Firestorm) -> dict[str, tuple[str, ...]]:
    """Neighbours by territory. Source: FS-180"""
    return neighbours(state.links.values())


def steps_from(state: Firestorm, territory: str) -> dict[str, int]:
    """Distance to every territory, whoever owns what lies between. Source: FS-64"""
    return distances(territory, near(state))


# The games of a battle


def bouts_of(state: Firestorm, battle: str, *statuses: str) -> list[Bout]:
    """Games of a battle in the order they were written down; with `statuses`, those alone. Source: FS-49"""
    found = (one for one in state.bouts.values() if one.battle == battle and one.status != "void")
    return [one for one in found if not statuses or one.status in statuses]


def is_siege_battle(state: Firestorm, battle: str) -> bool:
    """Whether a battle is fought as a siege. Source: FS-140"""
    return battle in state.sieges and state.sieges[battle].step not in ("offered", "field")


def assault_of(state: Firestorm, battle: str) -> Bout | None:
    """The Final Assault of a siege, as far as it is written down; the last of several.

    In leagues of older releases it has no mark. There a game that counts was fought in the field if it says
    who gave a sudden death condition away, which no assault does. Source: FS-144
    """
    told = [one for one in bouts_of(state, battle) if one.status != "confirmed" or not one.condition]
    found = [one for one in bouts_of(state, battle) if one.assault] or told
    return found[-1] if found and is_siege_battle(state, battle) else None
