"""Short verbs for tests of Firestorm: a league on the Ember Marches, with banners and lands where a test
wants.

As in the worked examples: **O** is Order at T01, **C** Chaos at T05, **D** Death at T21, **X** Destruction at
T25; banners are O1, O2, C1 …
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.engine.games import Ctx
from rules.engine.state import altered
from rules.firestorm import GAME
from rules.firestorm.book import FirestormInForce, firestorm_in_force
from rules.firestorm.faction_figures import TOWER
from rules.firestorm.phases.moving_on import factions_to_act
from rules.firestorm.state import Banner, Faction, Firestorm, PhaseName, Player, Territory, Turn
from rules.firestorm.work import FirestormWork
from rules.maps.ready import ready_map
from tests.rules.played import Played

HOMES = {"O": ("order", "T01"), "C": ("chaos", "T05"), "D": ("death", "T21"), "X": ("destruction", "T25")}
MAP = "ember_marches"


class League(Played):
    """A league in a test."""

    game = GAME
    filled = ("turn",)
    state: Firestorm

    def names(self) -> list[str]:
        return [self.state.name_of(one) for one in self.state.players]

    # looking

    @property
    def book_now(self) -> FirestormInForce:
        return firestorm_in_force(self.state)

    def waiting(self) -> list[str]:
        return factions_to_act(self.state, self.book_now)

    def place(self, territory: str) -> Territory:
        return self.state.territories[territory]

    def banner(self, banner: str) -> Banner:
        return self.state.banners[banner]

    def owner(self, territory: str) -> str:
        return self.place(territory).owner

    def at(self, banner: str) -> str:
        found = self.banner(banner)
        return found.territory if found.at == "map" else found.at

    # making

    def working(self) -> FirestormWork:
        """What a procedure books with, on the league as it stands."""
        return FirestormWork(Ctx(self.state, self.book_now, f"e{self.entries + 1}"))

    def join(self, faction: str, alliance: Any, corner: str) -> League:
        who = f"person-{faction}"
        new = Faction(id=faction, owner=who, name=faction, alliance=alliance, corner=corner)
        self.state = self.state.put("factions", new)
        player = Player(id=f"{faction}p", faction=faction, owner=who, name=faction)
        self.state = self.state.put("players", player)
        return self

    def own(self, owner: str, *territories: str) -> League:
        for one in territories:
            self.state = self.state.change("territories", one, owner=owner)
        return self

    def build(self, territory: str, *items: str, level: int = 0) -> League:
        self.state = self.state.change("territories", territory, items=items, level=level)
        return self

    def stand(self, banner: str, territory: str, *, own: bool = True, **fields: object) -> League:
        """A banner of the faction its name begins with stands there, on land of its own unless said
        otherwise.
        """
        number = len(self.state.banners) + 1
        new = Banner(id=banner, faction=banner[0], name=banner, number=number)
        old = self.state.banners.get(banner, new)
        self.state = self.state.put("banners", altered(old, at="map", territory=territory, **fields))
        return self.own(banner[0], territory) if own else self

    def gone(self, *banners: str) -> League:
        for one in banners:
            self.state = self.state.drop("banners", one)
        return self

    def enter(self, phase: PhaseName, *initiative: str) -> League:
        self.state = self.state.change(
            "campaign", "campaign", phase=phase, done=(), initiative=initiative or self.state.now.initiative
        )
        return self

    def options(self, **settings: object) -> League:
        """Other settings from now on."""
        kept = {**dict(self.state.now.settings), **settings}
        return self._settings(tuple(sorted(kept.items())))

    def _settings(self, settings: tuple[tuple[str, Any], ...]) -> League:
        self.state = self.state.change("campaign", "campaign", settings=settings)
        return self


def empty(**settings: object) -> League:
    """A league nobody has joined, on no map."""
    return League(GAME.begin("firestorm-1", settings))


def league(*factions: str, phase: PhaseName = "orders", turn: int = 1, **settings: object) -> League:
    """A league in its first turn: each faction with its corner, its tower and one banner."""
    factions = factions or ("O", "C", "D", "X")
    ground = ready_map(MAP)
    places = {one.id: Territory(**_fields(one)) for one in ground.places}
    links = {one.id: one for one in ground.links}
    state = GAME.begin("firestorm-1", settings)
    state = replace(state, ground={"map": ground.ground}, territories=places, links=links)
    found = League(state)
    for one in factions:
        alliance, corner = HOMES[one]
        found.join(one, alliance, corner)
        found.stand(f"{one}1", corner).build(corner, TOWER, level=1)
    found.state = found.state.put("turns", Turn(id=f"turn:{turn}", number=turn))
    found.state = found.state.change("campaign", "campaign", turn=turn, initiative=factions)
    return found.enter(phase)


def _fields(place: Any) -> dict[str, Any]:
    return {name: getattr(place, name) for name in type(place).__dataclass_fields__}
