"""What can happen on the map, in treasuries and in battles; each effect books one thing, as booked.

`apply` decides nothing: prices, caps and victories are settled by the procedures before they book.
What happens to the league as a whole stands in `league_effects.py`.
"""

from __future__ import annotations

from typing import Literal

from rules.conquest.state import (
    Advantage,
    Battle,
    BattleAccount,
    Building,
    Challenge,
    Choice,
    Conquest,
    Consent,
    Event,
    Facts,
    Result,
    Siege,
)
from rules.engine.effects import Effect, effect

# Things owned


@effect("conquest.owner", sets="territories")
class BannerMoved(Effect):
    territory: str
    owner: str
    before: str = ""
    words: str = ""


@effect("conquest.building", sets="territories")
class BuildingChanged(Effect):
    territory: str
    building: Building
    before: Building = ""
    words: str = ""


@effect("conquest.gold")
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
class Noted(Effect):
    """What a realm has done this round to an opponent or territory, where the round limits it."""

    realm: str
    deed: Literal["plundered", "conquered", "raided"]
    about: str

    def apply(self, state: Conquest) -> Conquest:
        before: tuple[str, ...] = getattr(state.realms[self.realm], self.deed)
        return state.change("realms", self.realm, **{self.deed: (*before, self.about)})


# Events, challenges, battles


@effect("conquest.event", puts="events")
class EventTaken(Effect):
    event: Event


@effect("conquest.event_used")
class EventUsed(Effect):
    event: str

    def apply(self, state: Conquest) -> Conquest:
        return state.change("events", self.event, used=True)


@effect("conquest.challenge", puts="challenges")
class Challenged(Effect):
    challenge: Challenge


@effect("conquest.team_broken")
class TeamBroken(Effect):
    """A challenger was drawn out of a team; that challenge no longer stands."""

    challenge: str
    by: str

    def apply(self, state: Conquest) -> Conquest:
        return state.change("challenges", self.challenge, broken_by=self.by)


@effect("conquest.choice", puts="choices")
class BattlesChosen(Effect):
    choice: Choice


@effect("conquest.battle", puts="battles")
class BattleCalled(Effect):
    battle: Battle


@effect("conquest.battle_size", sets="battles")
class ConquestSizeAgreed(Effect):
    battle: str
    points: int
    shares: tuple[tuple[str, int], ...] = ()


@effect("conquest.battle_gold")
class GoldCommitted(Effect):
    """Everybody's gold for a battle; taking it from the treasuries is booked beside this."""

    battle: str
    gold: tuple[tuple[str, int], ...]

    def apply(self, state: Conquest) -> Conquest:
        return state.change("battles", self.battle, gold=self.gold, committed=True)


@effect("conquest.volunteer")
class VolunteerSent(Effect):
    """Somebody else plays for a realm; the result is the realm's."""

    battle: str
    realm: str

    def apply(self, state: Conquest) -> Conquest:
        before = state.battles[self.battle].volunteers
        return state.change("battles", self.battle, volunteers=(*before, self.realm))


@effect("conquest.abstract_wanted")
class AbstractWanted(Effect):
    battle: str
    realm: str

    def apply(self, state: Conquest) -> Conquest:
        before = state.battles[self.battle].abstract_for
        return state.change("battles", self.battle, abstract_for=(*before, self.realm))


@effect("conquest.reported")
class BattleReported(Effect):
    """The facts as one side tells them; nothing counts yet. `disputed`: the other side says otherwise, in
    `accounts` where it has told the battle; `anew`: after that was said, so that the others are asked again.
    """

    battle: str
    by: str
    attack: Facts
    defend: Facts
    outcome: Literal["", "attack", "defend", "draw"] = ""
    disputed: bool = False
    accounts: tuple[BattleAccount, ...] = ()
    anew: bool = False

    def apply(self, state: Conquest) -> Conquest:
        return state.change(
            "battles",
            self.battle,
            status="disputed" if self.disputed else "reported",
            accounts=self.accounts,
            anew=self.anew,
            reported_by=self.by,
            attack=self.attack,
            defend=self.defend,
            outcome=self.outcome,
        )


@effect("conquest.disputed")
class BattleDisputed(Effect):
    battle: str
    by: str
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change("battles", self.battle, status="disputed", anew=False)


@effect("conquest.settled")
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
            accounts=(),
            method=self.method,
            outcome=self.outcome,
            results=self.results,
            why=self.why,
            total=self.total,
        )


@effect("conquest.struck")
class BattleStruck(Effect):
    """The battle is off and counts for nothing."""

    battle: str
    words: str = ""

    def apply(self, state: Conquest) -> Conquest:
        return state.change("battles", self.battle, status="struck", results=(), accounts=())


# Sieges and the sea


@effect("conquest.siege", puts="sieges")
class SiegeBegun(Effect):
    """A siege, or a new besieger in its place."""

    siege: Siege


@effect("conquest.siege_tried")
class SiegeTried(Effect):
    territory: str
    number: int

    def apply(self, state: Conquest) -> Conquest:
        return state.change("sieges", self.territory, tried=self.number)


@effect("conquest.siege_over")
class SiegeOver(Effect):
    """A siege has ended. `how`: taken, relieved, fort_gone, left."""

    territory: str
    how: str

    def apply(self, state: Conquest) -> Conquest:
        return state.drop("sieges", self.territory)


@effect("conquest.consent", puts="consents")
class ConsentGiven(Effect):
    """What the holder said to a siege, yes or no."""

    consent: Consent


@effect("conquest.advantage", puts="advantages")
class AdvantageWon(Effect):
    advantage: Advantage


@effect("conquest.advantage_lost")
class AdvantageLost(Effect):
    holder: str
    over: str

    def apply(self, state: Conquest) -> Conquest:
        return state.drop("advantages", f"{self.holder}>{self.over}")
