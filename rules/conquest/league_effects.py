"""What can happen to a league as a whole: options, map, players, rounds, phases, turns, an end.

`apply` decides nothing. What happens on the map and in battles stands in `effects.py`.
"""

from __future__ import annotations

from dataclasses import field, replace
from datetime import datetime
from typing import Literal

from rules.conquest.state import CAMPAIGN, Conquest, Earned, PhaseName, Rank, Realm, Round, Territory
from rules.engine.effects import Effect, effect
from rules.engine.state import Predecessor
from rules.maps.model import Ground, Link
from rules.turns.settings import Value


def _campaign(state: Conquest, **values: object) -> Conquest:
    return state.change("campaign", CAMPAIGN, **values)


# The league


@effect("conquest.settings")
class ConquestSettingsChanged(Effect):
    """The options that differ from the defaults from now on."""

    settings: tuple[tuple[str, Value], ...]

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, settings=self.settings)


@effect("conquest.map")
class ConquestMapLaid(Effect):
    """The league's own copy of a map, in place of any before."""

    ground: Ground
    territories: tuple[Territory, ...]
    links: tuple[Link, ...]

    def apply(self, state: Conquest) -> Conquest:
        return replace(
            state,
            ground={self.ground.id: self.ground},
            territories={one.id: one for one in self.territories},
            links={one.id: one for one in self.links},
        )


@effect("conquest.territory", puts="territories")
class ConquestTerritoryRedrawn(Effect):
    """One territory as it is from now on; the organiser's correction of the map."""

    territory: Territory
    words: str = ""


@effect("conquest.territory_removed")
class ConquestTerritoryRemoved(Effect):
    """A territory and its links are gone."""

    territory: str
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        for one in state.links.values():
            if self.territory in (one.a, one.b):
                state = state.drop("links", one.id)
        return state.drop("territories", self.territory)


@effect("conquest.link")
class ConquestLinkChanged(Effect):
    """A bridge built or a cliff risen between two territories."""

    link: Link
    there: bool
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.put("links", self.link) if self.there else state.drop("links", self.link.id)


@effect("conquest.realm", puts="realms")
class RealmJoined(Effect):
    realm: Realm


@effect("conquest.realm_named", sets="realms")
class ConquestRealmNamed(Effect):
    realm: str
    name: str
    colour: str
    emblem: str


@effect("conquest.realm_handed_over")
class RealmHandedOver(Effect):
    """Somebody else plays on with it; the battles in `games` stay with whoever had it before."""

    realm: str
    owner: str
    before: str = field(default="", compare=False)
    games: tuple[str, ...] = ()
    until: datetime | None = None

    def apply(self, state: Conquest) -> Conquest:
        had = state.realms[self.realm]
        is_told = had.owner and (self.until or self.games)
        gone = (Predecessor(had.owner, until=self.until, games=self.games),) if is_told else ()
        predecessors = (*had.predecessors, *gone)
        return state.change("realms", self.realm, owner=self.owner, predecessors=predecessors)


@effect("conquest.realm_dropped")
class RealmDropped(Effect):
    """Somebody left before play began."""

    realm: str

    def apply(self, state: Conquest) -> Conquest:
        return state.drop("realms", self.realm)


@effect("conquest.sails", sets="realms")
class Sails(Effect):
    """A realm signs up for the sea, or off."""

    realm: str
    sails: bool


@effect("conquest.pick_order")
class PickOrderSet(Effect):
    order: tuple[str, ...]

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, pick_order=self.order)


@effect("conquest.capital")
class CapitalPicked(Effect):
    """A realm begins at its capital."""

    realm: str
    territory: str

    def apply(self, state: Conquest) -> Conquest:
        state = state.change("realms", self.realm, capital=self.territory, status="active")
        return state.change("territories", self.territory, owner=self.realm)


# Rounds, phases, turns


@effect("conquest.phase")
class ConquestPhaseEntered(Effect):
    phase: PhaseName
    active: str = ""
    deadline: datetime | None = None

    def apply(self, state: Conquest) -> Conquest:
        turn = state.now.turn + 1
        return _campaign(
            state, phase=self.phase, active=self.active, done=(), deadline=self.deadline, turn=turn
        )


@effect("conquest.turn")
class TurnDone(Effect):
    """A realm has acted in this phase (or was passed over); `active` is next."""

    realm: str
    active: str = ""
    deadline: datetime | None = None

    def apply(self, state: Conquest) -> Conquest:
        now = state.now
        return _campaign(
            state,
            done=(*now.done, self.realm),
            active=self.active,
            deadline=self.deadline,
            turn=now.turn + 1,
        )


@effect("conquest.skipped")
class Skipped(Effect):
    """The turn of a realm was passed over; what follows is booked beside this."""

    realm: str
    phase: PhaseName
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state


@effect("conquest.order")
class OrderTaken(Effect):
    """A round begins: its number and its frozen order, largest first."""

    number: int
    ranking: tuple[Rank, ...]

    def apply(self, state: Conquest) -> Conquest:
        state = state.put(
            "rounds", Round(id=f"round:{self.number}", number=self.number, ranking=self.ranking)
        )
        for place, rank in enumerate(self.ranking, start=1):
            state = state.change("realms", rank.realm, rank=place)
        return _campaign(state, round=self.number)


@effect("conquest.round_ended")
class RoundEnded(Effect):
    """A round is over; what was noted for it about each realm lapses."""

    number: int

    def apply(self, state: Conquest) -> Conquest:
        realms = (replace(one, plundered=(), conquered=(), raided=()) for one in state.realms.values())
        state = state.put("realms", *realms)
        return state.change("rounds", f"round:{self.number}", ended=True)


@effect("conquest.earned")
class PointsEarned(Effect):
    """What everybody's battles of the round were worth; added to what was carried over."""

    number: int
    earned: tuple[Earned, ...]

    def apply(self, state: Conquest) -> Conquest:
        for one in self.earned:
            state = state.change("realms", one.realm, ep=state.realms[one.realm].ep + one.points)
        return state.change("rounds", f"round:{self.number}", earned=self.earned)


@effect("conquest.paused")
class ConquestPaused(Effect):
    at: datetime | None = None
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, paused=True, paused_at=self.at)


@effect("conquest.resumed")
class ConquestResumed(Effect):
    """Play goes on; the deadline has moved by the length of the pause."""

    deadline: datetime | None = None

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, paused=False, paused_at=None, deadline=self.deadline)


@effect("conquest.deadline")
class ConquestDeadlineSet(Effect):
    deadline: datetime | None
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, deadline=self.deadline)


@effect("conquest.out", sets="realms")
class RealmOut(Effect):
    realm: str
    status: Literal["eliminated", "left"]
    words: str = ""


@effect("conquest.won")
class ConquestWon(Effect):
    """The league is over. `how`: size, knockout, last, plunder, or closed by an organiser. `level`: who was
    as large, and came later in the order of the round."""

    realm: str
    how: str
    words: str = ""
    level: tuple[str, ...] = ()

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(
            state, phase="finished", winner=self.realm, victory=self.how, active="", deadline=None
        )
