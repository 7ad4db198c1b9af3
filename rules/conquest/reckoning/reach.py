"""What an empire reaches and what everything costs there. The price shown and the price charged are these.

A `View` is one realm's look at the map, built once for many territories. Source: CQ-95 … CQ-117, CQ-140.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import FORTS, empire_territories, events_now
from rules.conquest.state import Building, Conquest, Event, Realm, Territory
from rules.engine.language import mark, said, say
from rules.maps.model import Neighbours, Terrain, neighbours
from rules.turns.problems import TurnProblem

type Act = Literal["claim", "conquer", "besiege", "build", "raid", "plunder"]
ACTS: tuple[Act, ...] = ("claim", "conquer", "besiege", "build", "raid", "plunder")
LIMITS = {"castle": "CQ-108", "city": "CQ-109", "mine": "CQ-110", "port": "CQ-111"}
TERRAINS: dict[Terrain, str] = {
    "plain": mark("plain"),
    "mountain": mark("mountain"),
    "marsh": mark("marsh"),
    "sea": mark("sea"),
}


@dataclass(frozen=True, slots=True)
class View:
    """The map as one realm sees it; `afloat` is what its ports reach."""

    state: Conquest
    book: ConquestInForce
    realm: str
    near: Neighbours
    ports: tuple[Territory, ...]
    afloat: frozenset[str]

    @property
    def me(self) -> Realm:
        return self.state.realms[self.realm]

    def relieves(self, place: Territory) -> bool:
        """Whether conquering this would relieve the realm's own fort. Source: CQ-132."""
        siege = self.state.sieges.get(place.id)
        return siege is not None and siege.holder == self.realm

    @property
    def has_shore_port(self) -> bool:
        return any(port.shore for port in self.ports)


def realm_sight(state: Conquest, book: ConquestInForce, realm: str) -> View:
    """What the acts of a realm look at: what touches what, its ports, and where they lead.

    Source: CQ-95, CQ-113
    """
    near = neighbours(state.links.values())
    ports = tuple(one for one in empire_territories(state, realm) if one.building == "port")
    return View(state, book, realm, near, ports, _afloat(state, book, near, ports))


def _afloat(
    state: Conquest, book: ConquestInForce, near: Neighbours, ports: tuple[Territory, ...]
) -> frozenset[str]:
    """Territories the ports reach, by the league's option. Source: CQ-113."""
    if not ports:
        return frozenset()
    places = state.territories.values()
    if book.settings.port_reach == "same_water":
        return _same_water(state, near, ports)
    if book.settings.port_reach == "same_kind":
        river, shore = any(p.river for p in ports), any(p.shore for p in ports)
        return frozenset(one.id for one in places if (one.river and river) or (one.shore and shore))
    return frozenset(one.id for one in places if one.has_water)


def _same_water(state: Conquest, near: Neighbours, ports: tuple[Territory, ...]) -> frozenset[str]:
    reached = {port.id for port in ports}
    waiting = list(reached)
    while waiting:
        for there in near.get(waiting.pop(), ()):
            place = state.territories[there]
            if there not in reached and (place.has_water or place.is_sea):
                reached.add(there)
                waiting.append(there)
    return frozenset(one for one in reached if state.territories[one].has_water)


def way_of_reach(sight: View, place: Territory) -> Literal["", "border", "port"]:
    """How a claim or conquest gets there. Banners border; a held fort only for its relief. Source: CQ-133."""
    if sight.relieves(place) or borders(sight, place):
        return "border"
    return "port" if place.id in sight.afloat else ""


def borders(sight: View, place: Territory) -> bool:
    """Whether a territory is next to a banner of this realm. Source: CQ-95, CQ-133"""
    return any(sight.state.territories[one].owner == sight.realm for one in sight.near.get(place.id, ()))


def land_grab(sight: View) -> Event | None:
    """The realm's unused Land Grab of this round. Source: CQ-35, CQ-114."""
    mine = (one for one in events_now(sight.state) if one.realm == sight.realm)
    return next((one for one in mine if one.event == "land_grab" and not one.used), None)


def price(sight: View, act: Act, place: Territory) -> int:
    """Empire points for an act on a territory. Source: CQ-98, CQ-107, CQ-114, CQ-115, CQ-129, CQ-140."""
    prices = sight.book.prices
    mountain = prices.mountain if place.terrain == "mountain" else 0
    if act == "claim":
        return (prices.claim_grabbed if land_grab(sight) else prices.claim) + mountain
    if act == "conquer":
        fort = prices.fort if place.building in FORTS and place.id not in sight.state.sieges else 0
        return max(prices.conquer + mountain + fort + by_sea(sight, place), prices.least)
    if act == "besiege":
        start = sight.book.settings.siege_start_cost
        return max(start + mountain + by_sea(sight, place), prices.least)
    return {"build": prices.build, "raid": prices.raid, "plunder": prices.plunder}[act]


def by_sea(sight: View, place: Territory) -> int:
    """What naval advantage changes, never for a relief. Source: CQ-140, CQ-143, CQ-144."""
    settings = sight.book.settings
    if not settings.naval or not place.shore or sight.relieves(place):
        return 0
    if f"{place.owner}>{sight.realm}" in sight.state.advantages:
        return sight.book.prices.advantage
    cheaper = f"{sight.realm}>{place.owner}" in sight.state.advantages
    allowed = settings.naval_port == "strict" or sight.has_shore_port
    return -sight.book.prices.advantage if cheaper and allowed else 0


def terrain_words(place: Territory) -> str:
    """Terrain as a sentence names it: "marsh", "plain", "mountain with river". Source: CQ-02"""
    terrain = said(TERRAINS[place.terrain])
    if place.river and place.shore:
        return say("{terrain} with river and shore", terrain=terrain)
    if place.river:
        return say("{terrain} with river", terrain=terrain)
    return say("{terrain} with shore", terrain=terrain) if place.shore else terrain


def may_stand(book: ConquestInForce, building: Building, place: Territory) -> bool:
    """Whether the terrain allows the building. Source: CQ-108 … CQ-112."""
    row = book.book.buildings[building]
    if place.is_sea or place.terrain in row.forbidden:
        return False
    marks = {place.terrain, *(("river",) if place.river else ()), *(("shore",) if place.shore else ())}
    return not row.needs or bool(marks.intersection(row.needs))


def lost_by(book: ConquestInForce, building: Building, place: Territory) -> Building:
    """What building there destroys; a castle that becomes a city is no loss. Source: CQ-30, CQ-102."""
    kept = place.building in (building, book.book.buildings[building].upgrades)
    return "" if kept else place.building


def unfit(book: ConquestInForce, building: Building, place: Territory) -> TurnProblem:
    """Why a building may not stand there. Source: CQ-108 … CQ-111"""
    name = book.book.buildings[building].name
    return book.problem("E05", limit=LIMITS[building], building=name, terrain=terrain_words(place))
