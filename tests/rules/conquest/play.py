"""Short verbs for tests of Conquest: found a league on a small grid, act, ask, be refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.conquest import GAME
from rules.conquest.book import conquest_in_force
from rules.conquest.rounds.phases import realms_to_act
from rules.conquest.state import Battle, Conquest, Event, Facts, Host, Rank, Realm, Result, Round, Territory
from rules.engine.state import altered
from rules.maps.model import Link, link
from tests.rules.played import Played

LETTERS = "abcdefgh"


def grid(width: int = 8, height: int = 8) -> tuple[dict[str, Territory], dict[str, Link]]:
    """Squares a1 … h8, neighbours share a side."""
    names = {(x, y): f"{LETTERS[x]}{y + 1}" for x in range(width) for y in range(height)}
    places = {name: Territory(id=name, x=x * 100, y=y * 100) for (x, y), name in names.items()}
    pairs = [
        link(name, names[there])
        for (x, y), name in names.items()
        for there in ((x + 1, y), (x, y + 1))
        if there in names
    ]
    return places, {one.id: one for one in pairs}


class League(Played):
    """A league in a test."""

    game = GAME
    filled = ("round", "turn")
    state: Conquest

    def names(self) -> list[str]:
        return [self.state.name_of(one) for one in self.state.realms]

    # looking

    @property
    def active(self) -> str:
        return self.state.now.active

    def waiting(self) -> list[str]:
        return realms_to_act(self.state, conquest_in_force(self.state))

    def realm(self, realm: str) -> Realm:
        return self.state.realms[realm]

    def place(self, territory: str) -> Territory:
        return self.state.territories[territory]

    def size(self, realm: str) -> int:
        return int(self.ask("size", realm=realm))

    # making

    def put(self, territory: str, owner: str = "", building: str = "", **fields: Any) -> League:
        """Lay a territory down as a test wants it."""
        new = altered(self.place(territory), owner=owner, building=building, **fields)
        self.state = self.state.put("territories", new)
        return self

    def give(self, realm: str, **fields: Any) -> League:
        self.state = self.state.change("realms", realm, **fields)
        return self

    def enter(self, phase: str, active: str = "") -> League:
        self.state = self.state.change("campaign", "campaign", phase=phase, active=active, done=())
        return self

    def beat(self, winner: str, loser: str) -> League:
        """A settled battle of this round that `winner` has won."""
        result = (
            Result(realm=winner, grade="minor", won=True, points=3),
            Result(realm=loser, grade="lose", won=False, points=1),
        )
        number = self.state.now.round
        battle = Battle(
            id=f"round:{number}:{winner}:{loser}",
            round=number,
            attackers=(winner,),
            defenders=(loser,),
            status="settled",
            method="played",
            outcome="attack",
            results=result,
        )
        self.state = self.state.put("battles", battle)
        return self

    def fight(self, *attackers: str, against: str, kind: str = "land", **fields: Any) -> str:
        """An open battle of this round; its id."""
        number = self.state.now.round
        battle = Battle(
            id=f"round:{number}:{'+'.join(attackers)}:{against}:{kind}",
            round=number,
            kind=kind,  # type: ignore[arg-type]
            attackers=attackers,
            defenders=(against,),
            **fields,
        )
        self.state = self.state.put("battles", battle)
        return battle.id


def league(
    *realms: str, phase: str = "conquest", active: str = "", order: tuple[str, ...] = (), **settings: Any
) -> League:
    """A league in its first round on the grid; realms P1, P2, … each with a city in a corner.

    `order` is largest first (default: as named, so the last is the smallest and acts first).
    """
    realms = realms or ("P1", "P2", "P3")
    state = GAME.begin("conquest-1", settings)
    places, links = grid()
    for realm, corner in zip(realms, ("a1", "h8", "h1", "a8", "d4", "d8", "h4", "a4", "d1"), strict=False):
        places[corner] = replace(places[corner], owner=realm, building="city")
    state = replace(state, territories=places, links=links)
    homes = {one.owner: one.id for one in places.values() if one.owner}
    for number, realm in enumerate(realms, start=1):
        state = state.put(
            "realms",
            Realm(id=realm, name=realm, colour=f"c{number}", status="active", capital=homes[realm]),
        )
    largest_first = order or realms
    ranking = tuple(Rank(realm=one, halves=4, cities=1, castles=1) for one in largest_first)
    state = state.put("rounds", Round(id="round:1", number=1, ranking=ranking))
    found = League(state.change("campaign", "campaign", round=1, pick_order=realms))
    waits_for = active or (largest_first[-1] if phase in ("events", "challenge", "conquest") else "")
    return found.enter(phase, waits_for)


def side(
    realm: str,
    vp: int = 0,
    lost: int = 0,
    bp: int = 8,
    *,
    withdrew: bool = False,
    surrendered: bool = False,
    general: bool = False,
) -> Facts:
    """One army's facts: (vp, units lost, break point)."""
    host = Host(realm=realm, vp=vp, units_lost=lost, break_point=bp, general_lost=general)
    return Facts(withdrew=withdrew, surrendered=surrendered, hosts=(host,))


def team(*hosts: Facts, withdrew: bool = False) -> Facts:
    """Several armies as one side."""
    return Facts(withdrew=withdrew, hosts=tuple(one for side in hosts for one in side.hosts))


def at_battle(*realms: str, **settings: Any) -> League:
    """A league in its battle phase with one more battle open, so that it stays there."""
    return league(*(realms or ("P1", "P2", "P3")), phase="battle", **settings)


def take(found: League, realm: str, event: str, target: str = "") -> None:
    pick = Event(id=f"round:1:{realm}", round=1, realm=realm, event=event, target=target)
    found.state = found.state.put("events", pick)


def played(found: League, battle: str, attack: Facts, defend: Facts) -> dict[str, tuple[str, int]]:
    """Report and confirm; each member's grade and points."""
    fought = found.state.battles[battle]
    found.do("report", battle=battle, realm=fought.attackers[0], attack=attack, defend=defend)
    found.do("confirm", battle=battle, realm=fought.defenders[0])
    return {one.realm: (one.grade, one.points) for one in found.state.battles[battle].results}


def commit(found: League, battle: str, *gold: int) -> None:
    found.do("commit_gold", battle=battle, choices=gold)
