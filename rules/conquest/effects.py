"""What can happen in a Conquest league. Each effect books one thing, with amounts as booked.

`apply` decides nothing: prices, caps and victories are settled by the procedures before they book.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from rules.conquest.state import (
    CAMPAIGN,
    Advantage,
    Battle,
    Campaign,
    Challenge,
    Choice,
    Conquest,
    Consent,
    Earned,
    Event,
    Facts,
    PhaseName,
    Rank,
    Realm,
    Result,
    Round,
    Siege,
    Territory,
    Value,
)
from rules.effects import Effect, effect
from rules.maps.model import Building, Ground, Link


def _campaign(state: Conquest, **values: object) -> Conquest:
    return state.change("campaign", CAMPAIGN, **values)


# The league


@effect("conquest.settings")
@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged(Effect):
    """The options that differ from the defaults from now on."""

    settings: tuple[tuple[str, Value], ...]

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, settings=self.settings)


@effect("conquest.map")
@dataclass(frozen=True, slots=True, kw_only=True)
class MapLaid(Effect):
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


@effect("conquest.territory")
@dataclass(frozen=True, slots=True, kw_only=True)
class TerritoryRedrawn(Effect):
    """One territory as it is from now on; the organiser's correction of the map."""

    territory: Territory
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.put("territories", self.territory)


@effect("conquest.territory_removed")
@dataclass(frozen=True, slots=True, kw_only=True)
class TerritoryRemoved(Effect):
    """A territory and its links are gone."""

    territory: str
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        for one in state.links.values():
            if self.territory in (one.a, one.b):
                state = state.drop("links", one.id)
        return state.drop("territories", self.territory)


@effect("conquest.link")
@dataclass(frozen=True, slots=True, kw_only=True)
class LinkChanged(Effect):
    """A bridge built or a cliff risen between two territories."""

    link: Link
    there: bool
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.put("links", self.link) if self.there else state.drop("links", self.link.id)


@effect("conquest.realm")
@dataclass(frozen=True, slots=True, kw_only=True)
class RealmJoined(Effect):
    realm: Realm

    def apply(self, state: Conquest) -> Conquest:
        return state.put("realms", self.realm)


@effect("conquest.realm_named")
@dataclass(frozen=True, slots=True, kw_only=True)
class RealmNamed(Effect):
    realm: str
    name: str
    colour: str
    emblem: str

    def apply(self, state: Conquest) -> Conquest:
        return state.change("realms", self.realm, name=self.name, colour=self.colour, emblem=self.emblem)


@effect("conquest.realm_dropped")
@dataclass(frozen=True, slots=True, kw_only=True)
class RealmDropped(Effect):
    """Somebody left before play began."""

    realm: str

    def apply(self, state: Conquest) -> Conquest:
        return state.drop("realms", self.realm)


@effect("conquest.sails")
@dataclass(frozen=True, slots=True, kw_only=True)
class Sails(Effect):
    """A realm signs up for the sea, or off."""

    realm: str
    sails: bool

    def apply(self, state: Conquest) -> Conquest:
        return state.change("realms", self.realm, sails=self.sails)


@effect("conquest.pick_order")
@dataclass(frozen=True, slots=True, kw_only=True)
class PickOrderSet(Effect):
    order: tuple[str, ...]

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, pick_order=self.order)


@effect("conquest.capital")
@dataclass(frozen=True, slots=True, kw_only=True)
class CapitalPicked(Effect):
    """A realm begins at its capital."""

    realm: str
    territory: str

    def apply(self, state: Conquest) -> Conquest:
        state = state.change("realms", self.realm, capital=self.territory, status="active")
        return state.change("territories", self.territory, owner=self.realm)


# Rounds, phases, turns


@effect("conquest.phase")
@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEntered(Effect):
    phase: PhaseName
    active: str = ""
    deadline: datetime | None = None

    def apply(self, state: Conquest) -> Conquest:
        turn = state.now.turn + 1
        return _campaign(
            state, phase=self.phase, active=self.active, done=(), deadline=self.deadline, turn=turn
        )


@effect("conquest.turn")
@dataclass(frozen=True, slots=True, kw_only=True)
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
@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped(Effect):
    """The turn of a realm was passed over; what follows is booked beside this."""

    realm: str
    phase: PhaseName
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state


@effect("conquest.order")
@dataclass(frozen=True, slots=True, kw_only=True)
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
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Effect):
    """A round is over; what was noted for it about each realm lapses."""

    number: int

    def apply(self, state: Conquest) -> Conquest:
        realms = (replace(one, plundered=(), conquered=(), raided=()) for one in state.realms.values())
        state = state.put("realms", *realms)
        return state.change("rounds", f"round:{self.number}", ended=True)


@effect("conquest.earned")
@dataclass(frozen=True, slots=True, kw_only=True)
class PointsEarned(Effect):
    """What everybody's battles of the round were worth; added to what was carried over."""

    number: int
    earned: tuple[Earned, ...]

    def apply(self, state: Conquest) -> Conquest:
        for one in self.earned:
            state = state.change("realms", one.realm, ep=state.realms[one.realm].ep + one.points)
        return state.change("rounds", f"round:{self.number}", earned=self.earned)


@effect("conquest.paused")
@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Effect):
    at: datetime | None = None
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, paused=True, paused_at=self.at)


@effect("conquest.resumed")
@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Effect):
    """Play goes on; the deadline has moved by the length of the pause."""

    deadline: datetime | None = None

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, paused=False, paused_at=None, deadline=self.deadline)


@effect("conquest.deadline")
@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineSet(Effect):
    deadline: datetime | None
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(state, deadline=self.deadline)


@effect("conquest.out")
@dataclass(frozen=True, slots=True, kw_only=True)
class RealmOut(Effect):
    realm: str
    status: Literal["eliminated", "left"]
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change("realms", self.realm, status=self.status)


@effect("conquest.won")
@dataclass(frozen=True, slots=True, kw_only=True)
class Won(Effect):
    """The league is over. `how`: size, knockout, last, plunder."""

    realm: str
    how: str

    def apply(self, state: Conquest) -> Conquest:
        return _campaign(
            state, phase="finished", winner=self.realm, victory=self.how, active="", deadline=None
        )


# Things owned


@effect("conquest.owner")
@dataclass(frozen=True, slots=True, kw_only=True)
class BannerMoved(Effect):
    territory: str
    owner: str
    before: str = ""
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change("territories", self.territory, owner=self.owner)


@effect("conquest.building")
@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingChanged(Effect):
    territory: str
    building: Building
    before: Building = ""
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change("territories", self.territory, building=self.building)


@effect("conquest.gold")
@dataclass(frozen=True, slots=True, kw_only=True)
class GoldMoved(Effect):
    """Gold into (or, negative, out of) a treasury; `occasion` says whence, `about` a territory or battle."""

    realm: str
    amount: int
    occasion: str
    about: str = ""
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change("realms", self.realm, gold=state.realms[self.realm].gold + self.amount)


@effect("conquest.ep")
@dataclass(frozen=True, slots=True, kw_only=True)
class PointsMoved(Effect):
    """Empire points spent, lapsed or given outside the reckoning of battles."""

    realm: str
    amount: int
    occasion: str
    about: str = ""
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change("realms", self.realm, ep=state.realms[self.realm].ep + self.amount)


@effect("conquest.noted")
@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Effect):
    """What a realm has done this round to an opponent or territory, where the round limits it."""

    realm: str
    deed: Literal["plundered", "conquered", "raided"]
    about: str

    def apply(self, state: Conquest) -> Conquest:
        before: tuple[str, ...] = getattr(state.realms[self.realm], self.deed)
        return state.change("realms", self.realm, **{self.deed: (*before, self.about)})


# Events, challenges, battles


@effect("conquest.event")
@dataclass(frozen=True, slots=True, kw_only=True)
class EventTaken(Effect):
    event: Event

    def apply(self, state: Conquest) -> Conquest:
        return state.put("events", self.event)


@effect("conquest.event_used")
@dataclass(frozen=True, slots=True, kw_only=True)
class EventUsed(Effect):
    event: str

    def apply(self, state: Conquest) -> Conquest:
        return state.change("events", self.event, used=True)


@effect("conquest.challenge")
@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged(Effect):
    challenge: Challenge

    def apply(self, state: Conquest) -> Conquest:
        return state.put("challenges", self.challenge)


@effect("conquest.team_broken")
@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBroken(Effect):
    """A challenger was drawn out of a team; that challenge no longer stands."""

    challenge: str
    by: str

    def apply(self, state: Conquest) -> Conquest:
        return state.change("challenges", self.challenge, broken_by=self.by)


@effect("conquest.choice")
@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen(Effect):
    choice: Choice

    def apply(self, state: Conquest) -> Conquest:
        return state.put("choices", self.choice)


@effect("conquest.battle")
@dataclass(frozen=True, slots=True, kw_only=True)
class BattleCalled(Effect):
    battle: Battle

    def apply(self, state: Conquest) -> Conquest:
        return state.put("battles", self.battle)


@effect("conquest.battle_size")
@dataclass(frozen=True, slots=True, kw_only=True)
class SizeAgreed(Effect):
    battle: str
    points: int
    shares: tuple[tuple[str, int], ...] = ()

    def apply(self, state: Conquest) -> Conquest:
        return state.change("battles", self.battle, points=self.points, shares=self.shares)


@effect("conquest.battle_gold")
@dataclass(frozen=True, slots=True, kw_only=True)
class GoldCommitted(Effect):
    """Everybody's gold for a battle; taking it from the treasuries is booked beside this."""

    battle: str
    gold: tuple[tuple[str, int], ...]

    def apply(self, state: Conquest) -> Conquest:
        return state.change("battles", self.battle, gold=self.gold, committed=True)


@effect("conquest.volunteer")
@dataclass(frozen=True, slots=True, kw_only=True)
class VolunteerSent(Effect):
    """Somebody else plays for a realm; the result is the realm's."""

    battle: str
    realm: str

    def apply(self, state: Conquest) -> Conquest:
        before = state.battles[self.battle].volunteers
        return state.change("battles", self.battle, volunteers=(*before, self.realm))


@effect("conquest.abstract_wanted")
@dataclass(frozen=True, slots=True, kw_only=True)
class AbstractWanted(Effect):
    battle: str
    realm: str

    def apply(self, state: Conquest) -> Conquest:
        before = state.battles[self.battle].abstract_for
        return state.change("battles", self.battle, abstract_for=(*before, self.realm))


@effect("conquest.reported")
@dataclass(frozen=True, slots=True, kw_only=True)
class BattleReported(Effect):
    """The facts as one side tells them; nothing counts yet."""

    battle: str
    by: str
    attack: Facts
    defend: Facts
    outcome: Literal["", "attack", "defend", "draw"] = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change(
            "battles",
            self.battle,
            status="reported",
            reported_by=self.by,
            attack=self.attack,
            defend=self.defend,
            outcome=self.outcome,
        )


@effect("conquest.disputed")
@dataclass(frozen=True, slots=True, kw_only=True)
class BattleDisputed(Effect):
    battle: str
    by: str
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change("battles", self.battle, status="disputed")


@effect("conquest.settled")
@dataclass(frozen=True, slots=True, kw_only=True)
class BattleSettled(Effect):
    """The result counts."""

    battle: str
    method: Literal["played", "abstract", "walkover", "ruled"]
    outcome: Literal["attack", "defend", "draw"]
    results: tuple[Result, ...]
    why: str = ""
    total: int = 0
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change(
            "battles",
            self.battle,
            status="settled",
            method=self.method,
            outcome=self.outcome,
            results=self.results,
            why=self.why,
            total=self.total,
        )


@effect("conquest.struck")
@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStruck(Effect):
    """The battle is off and counts for nothing."""

    battle: str
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change("battles", self.battle, status="struck", results=())


# Sieges and the sea


@effect("conquest.siege")
@dataclass(frozen=True, slots=True, kw_only=True)
class SiegeBegun(Effect):
    """A siege, or a new besieger in its place."""

    siege: Siege

    def apply(self, state: Conquest) -> Conquest:
        return state.put("sieges", self.siege)


@effect("conquest.siege_tried")
@dataclass(frozen=True, slots=True, kw_only=True)
class SiegeTried(Effect):
    territory: str
    number: int

    def apply(self, state: Conquest) -> Conquest:
        return state.change("sieges", self.territory, tried=self.number)


@effect("conquest.siege_over")
@dataclass(frozen=True, slots=True, kw_only=True)
class SiegeOver(Effect):
    """A siege has ended. `how`: taken, relieved, fort_gone, left."""

    territory: str
    how: str

    def apply(self, state: Conquest) -> Conquest:
        return state.drop("sieges", self.territory)


@effect("conquest.consent")
@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentGiven(Effect):
    """What the holder said to a siege, yes or no."""

    consent: Consent

    def apply(self, state: Conquest) -> Conquest:
        return state.put("consents", self.consent)


@effect("conquest.advantage")
@dataclass(frozen=True, slots=True, kw_only=True)
class AdvantageWon(Effect):
    advantage: Advantage

    def apply(self, state: Conquest) -> Conquest:
        return state.put("advantages", self.advantage)


@effect("conquest.advantage_lost")
@dataclass(frozen=True, slots=True, kw_only=True)
class AdvantageLost(Effect):
    holder: str
    over: str

    def apply(self, state: Conquest) -> Conquest:
        return state.drop("advantages", f"{self.holder}>{self.over}")


def begun(campaign: Campaign) -> bool:
    """Whether play has begun, so that options are frozen."""
    return campaign.phase != "setup"
