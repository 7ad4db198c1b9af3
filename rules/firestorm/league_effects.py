"""What can happen to a league as a whole: settings, map, factions, players, phases, sheets, an end."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Literal

from rules.engine.effects import Effect, effect
from rules.engine.state import Predecessor
from rules.firestorm.state import (
    CAMPAIGN,
    Alliance,
    Faction,
    Firestorm,
    Leaver,
    OrderSheet,
    PhaseName,
    Player,
    Rolled,
    Score,
    Territory,
    Trait,
    Turn,
)
from rules.maps.model import Ground, Link
from rules.turns.settings import Value


def _campaign(state: Firestorm, **values: object) -> Firestorm:
    return state.change("campaign", CAMPAIGN, **values)


# The league


@effect("firestorm.settings")
class FirestormSettingsChanged(Effect):
    """The settings that differ from the defaults from now on."""

    settings: tuple[tuple[str, Value], ...]

    def apply(self, state: Firestorm) -> Firestorm:
        return _campaign(state, settings=self.settings)


@effect("firestorm.realm")
class FirestormRealmNamed(Effect):
    """Where the league is fought."""

    name: str

    def apply(self, state: Firestorm) -> Firestorm:
        return _campaign(state, realm=self.name)


@effect("firestorm.map")
class FirestormMapLaid(Effect):
    """The league's own copy of a map, in place of any before."""

    ground: Ground
    territories: tuple[Territory, ...]
    links: tuple[Link, ...]

    def apply(self, state: Firestorm) -> Firestorm:
        return replace(
            state,
            ground={self.ground.id: self.ground},
            territories={one.id: one for one in self.territories},
            links={one.id: one for one in self.links},
        )


@effect("firestorm.territory", puts="territories")
class FirestormTerritoryRedrawn(Effect):
    """One territory as it is from now on; the organiser's correction of the map."""

    territory: Territory
    words: str = ""


@effect("firestorm.territory_removed")
class FirestormTerritoryRemoved(Effect):
    """A territory and its links are gone."""

    territory: str
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        for one in state.links.values():
            if self.territory in (one.a, one.b):
                state = state.drop("links", one.id)
        return state.drop("territories", self.territory)


@effect("firestorm.link")
class FirestormLinkChanged(Effect):
    """Two territories are neighbours from now on, or no longer."""

    link: Link
    there: bool
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return state.put("links", self.link) if self.there else state.drop("links", self.link.id)


# Factions and players


@effect("firestorm.faction", puts="factions")
class FactionFounded(Effect):
    faction: Faction


@effect("firestorm.faction_named", sets="factions")
class FactionNamed(Effect):
    faction: str
    name: str
    colour: str
    emblem: str


@effect("firestorm.faction_set", sets="factions")
class FactionSet(Effect):
    """A faction's alliance, corner and siege trait from now on."""

    faction: str
    alliance: Alliance | Literal[""] = ""
    corner: str = ""
    trait: Trait = ""
    words: str = ""


@effect("firestorm.faction_dropped")
class FactionDropped(Effect):
    """A faction left before play began, and its players with it."""

    faction: str

    def apply(self, state: Firestorm) -> Firestorm:
        for one in [one.id for one in state.players.values() if one.faction == self.faction]:
            state = state.drop("players", one)
        return state.drop("factions", self.faction)


@effect("firestorm.faction_out", sets="factions")
class FactionOut(Effect):
    """A faction is out of the league, has left it, or is back by a ruling."""

    faction: str
    status: Literal["active", "out", "left"] = "out"
    words: str = ""


@effect("firestorm.player", puts="players")
class PlayerJoined(Effect):
    """A player joins a faction, or is with another one from now on."""

    player: Player


@effect("firestorm.player_left")
class PlayerLeft(Effect):
    """A player is out of a faction. In a running turn (`turn`) it stays known what they have read in it;
    `sealer` is the person who seals its orders from now on, where that was they. The battles in `games` they
    have played for it.
    """

    player: str
    faction: str = ""
    words: str = ""
    owner: str = ""
    turn: int = 0
    sealer: str = ""
    games: tuple[str, ...] = ()
    until: datetime | None = None

    def apply(self, state: Firestorm) -> Firestorm:
        if self.turn and self.owner and (self.until or self.games):
            gone = Predecessor(self.owner, self.until, self.games, self.player)
            predecessors = (*state.factions[self.faction].predecessors, gone)
            state = state.change("factions", self.faction, predecessors=predecessors)
        if self.turn and self.owner:
            leaver = Leaver(owner=self.owner, faction=self.faction)
            state = _campaign(state, left=(*state.now.left, leaver))
        return state.drop("players", self.player)


# Turns and phases


@effect("firestorm.phase")
class FirestormPhaseEntered(Effect):
    phase: PhaseName
    deadline: datetime | None = None
    forced: bool = False

    def apply(self, state: Firestorm) -> Firestorm:
        step = state.now.step + 1
        return _campaign(state, phase=self.phase, done=(), deadline=self.deadline, step=step, forced=False)


@effect("firestorm.forced")
class PhaseForced(Effect):
    """The organiser ends a phase, or its time is up, although these factions have not acted (`waiting`)."""

    phase: PhaseName
    waiting: tuple[str, ...] = ()
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return _campaign(state, forced=True)


@effect("firestorm.orders_reopened")
class OrdersReopened(Effect):
    """The orders of a turn are open again; every seal is void."""

    turn: int
    deadline: datetime | None = None
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        step = state.now.step + 1
        return _campaign(state, phase="orders", done=(), deadline=self.deadline, step=step, forced=False)


@effect("firestorm.done")
class FactionDone(Effect):
    """A faction has acted in this phase; with `done` false it takes that back."""

    faction: str
    done: bool = True

    def apply(self, state: Firestorm) -> Firestorm:
        others = tuple(one for one in state.now.done if one != self.faction)
        return _campaign(state, done=(*others, self.faction) if self.done else others)


@effect("firestorm.turn")
class TurnBegun(Effect):
    """A turn begins: nobody has moved, marched or razed in it."""

    number: int

    def apply(self, state: Firestorm) -> Firestorm:
        fresh = (
            replace(one, moved=False, marched=False, razed=False)
            for one in state.banners.values()
            if one.moved or one.marched or one.razed
        )
        state = state.put("banners", *fresh)
        state = state.put("turns", Turn(id=f"turn:{self.number}", number=self.number))
        return _campaign(state, turn=self.number, initiative=(), left=())


@effect("firestorm.initiative")
class InitiativeRolled(Effect):
    """The order of a turn, highest first, and every die."""

    turn: int
    order: tuple[str, ...]
    rolled: tuple[Rolled, ...] = ()

    def apply(self, state: Firestorm) -> Firestorm:
        state = state.change("turns", f"turn:{self.turn}", rolled=self.rolled)
        return _campaign(state, initiative=self.order)


@effect("firestorm.turn_ended")
class TurnEnded(Effect):
    """A turn is over, with everybody's score."""

    turn: int
    scores: tuple[Score, ...]

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change("turns", f"turn:{self.turn}", scores=self.scores, ended=True)


@effect("firestorm.sheet", puts="sheets")
class SheetChanged(Effect):
    """A faction has sealed its orders, or opened its own seal; what they say is not here."""

    sheet: OrderSheet
    words: str = ""


@effect("firestorm.paused")
class FirestormPaused(Effect):
    at: datetime | None = None
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return _campaign(state, paused=True, paused_at=self.at)


@effect("firestorm.resumed")
class FirestormResumed(Effect):
    """Play goes on; the deadline has moved by the length of the pause."""

    deadline: datetime | None = None

    def apply(self, state: Firestorm) -> Firestorm:
        return _campaign(state, paused=False, paused_at=None, deadline=self.deadline)


@effect("firestorm.deadline")
class FirestormDeadlineSet(Effect):
    deadline: datetime | None
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return _campaign(state, deadline=self.deadline)


@effect("firestorm.won")
class FirestormWon(Effect):
    """The league is over: who has won, several if they share it. `how`: glory, or the organiser's word."""

    factions: tuple[str, ...]
    how: Literal["glory", "ruled"] = "glory"
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return _campaign(state, phase="finished", winners=self.factions, victory=self.how, deadline=None)
