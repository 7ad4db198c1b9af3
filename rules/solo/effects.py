"""What may happen in a solo game, as booked: each effect names the figures after caps and floors.

Lasting names; new fields need defaults, because journals of past games hold them. What is settled before the
first round stands in `setup_effects`.
"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import Effect, effect
from rules.solo.state import Activation, Camp, Leaving, Out, Phase, Removal, SoloState, Strike, TableEvent


@effect("solo.phase")
class PhaseBegan(Effect):
    phase: Phase

    def apply(self, state: SoloState) -> SoloState:
        return state.change("games", "game", phase=self.phase)


@effect("solo.deployed")
class Deployed(Effect):
    """A unit stands on the table; `section` 0 when nobody keeps track of it."""

    unit: str
    section: int = 0
    near: str | None = None

    def apply(self, state: SoloState) -> SoloState:
        return state.change("units", self.unit, out="", section=self.section, near=self.near)


@effect("solo.reserved")
class Reserved(Effect):
    unit: str

    def apply(self, state: SoloState) -> SoloState:
        return state.change("units", self.unit, out="reserve")


@effect("solo.round")
class RoundBegan(Effect):
    """A round with its challenge bonus; every unit may act again."""

    round: int
    active: Camp
    seat: int = 0
    hit: int = 0
    defense: int = 0

    def apply(self, state: SoloState) -> SoloState:
        fresh = [replace(unit, activated=False) for unit in state.units.values() if unit.activated]
        return state.put("units", *fresh).change(
            "games",
            "game",
            round=self.round,
            active=self.active,
            seat=self.seat,
            hit=self.hit,
            defense=self.defense,
            phase="round",
            first_done="",
            tracked=True,
            people_done=False,
            corrections=0,
        )


@effect("solo.round_over")
class RoundOver(Effect):
    """The round is over, and with it its bonus."""

    def apply(self, state: SoloState) -> SoloState:
        return state.change("games", "game", phase="between", active="", hit=0, defense=0)


@effect("solo.seized")
class Seized(Effect):
    marker: str
    side: str = ""

    def apply(self, state: SoloState) -> SoloState:
        return state.change("markers", self.marker, seized=self.side)


@effect("solo.tokens", sets="units")
class TokensSet(Effect):
    """Spell tokens of a caster afterwards."""

    unit: str
    tokens: int


@effect("solo.acted")
class Acted(Effect):
    """A unit has used its activation; a stunned one stands up again."""

    unit: str
    stands_up: bool = False

    def apply(self, state: SoloState) -> SoloState:
        unit = state.units[self.unit]
        stunned = unit.stunned and not self.stands_up
        return state.change("units", self.unit, activated=True, stunned=stunned)


@effect("solo.turn")
class TurnPassed(Effect):
    """Whose turn is next; `turn` counts activations of the whole game, `first_done` who ran out first,
    `warband` which of the app's warbands goes if they do not act as one."""

    turn: int
    active: Camp
    seat: int = 0
    first_done: Camp = ""
    tracked: bool = True
    warband: str = ""
    people_done: bool = False

    def apply(self, state: SoloState) -> SoloState:
        return state.change(
            "games",
            "game",
            turn=self.turn,
            active=self.active,
            seat=self.seat,
            first_done=self.first_done,
            tracked=self.tracked,
            warband=self.warband,
            people_done=self.people_done,
        )


@effect("solo.activation", puts="activations")
class ActivationClosed(Effect):
    activation: Activation


@effect("solo.stands", sets="units")
class UnitPlaced(Effect):
    """Where a unit stands now; `tie_round` is the round in which a die settled on which side of the line."""

    unit: str
    section: int
    near: str | None = None
    tie_round: int = 0


@effect("solo.corrected")
class SectionCorrected(Effect):
    """Somebody saw that a unit stands in the other section; `corrections` makes the next draw a new one."""

    unit: str
    section: int
    corrections: int

    def apply(self, state: SoloState) -> SoloState:
        state = state.change("units", self.unit, section=self.section)
        return state.change("games", "game", corrections=self.corrections)


@effect("solo.status")
class StatusSet(Effect):
    """A unit's wounds and state afterwards; `terms` names the words of the game at the table. `strike`: the
    Defense that was rolled for it."""

    unit: str
    wounds: int = 0
    stunned: bool = False
    out: Out = ""
    may_shoot: bool = True
    terms: str = "skirmish"
    leaving: Leaving = ""
    round: int = 0
    strike: Strike | None = None

    def apply(self, state: SoloState) -> SoloState:
        return with_strike(state, self.unit, self.strike).change(
            "units",
            self.unit,
            wounds=self.wounds,
            stunned=self.stunned,
            out=self.out,
            may_shoot=self.may_shoot,
            leaving=self.leaving,
            left_round=self.round,
        )


@effect("solo.kill", puts="kills")
class KillNoted(Effect):
    kill: Removal


@effect("solo.kill_undone")
class KillStruck(Effect):
    """The unit is on the table after all."""

    kill: str

    def apply(self, state: SoloState) -> SoloState:
        return state.drop("kills", self.kill)


@effect("solo.attacked")
class Attacked(Effect):
    """What the AI's attack dice came to: `hits` on the target's Defense, at `ap`; underdog points left.
    `needed` counts the point that was spent; in older journals it does not. `strike`: which roll of its unit
    that was."""

    unit: str
    target: str = ""
    weapon: str = ""
    dice: int = 0
    needed: int = 0
    hits: int = 0
    ap: int = 0
    underdog: int = 0
    strike: Strike | None = None

    def apply(self, state: SoloState) -> SoloState:
        side = state.units[self.unit].side
        state = with_strike(state, self.unit, self.strike)
        return state.change("sides", side, underdog=self.underdog) if side in state.sides else state


def with_strike(state: SoloState, unit: str, strike: Strike | None) -> SoloState:
    """With one more roll of a unit's this round; older journals do not say which it was.

    Source: SOLO-22, SOLO-54, SOLO-63
    """
    if strike is None:
        return state
    now = (one for one in state.units[unit].strikes if one.round == strike.round)
    return state.change("units", unit, strikes=(*now, strike))


@effect("solo.events")
class EventsKnown(Effect):
    """What has happened in the league's mission that changes dice."""

    events: tuple[TableEvent, ...] = ()

    def apply(self, state: SoloState) -> SoloState:
        return state.change("games", "game", events=self.events)


@effect("solo.rerolled")
class Rerolled(Effect):
    """One of the elite has rolled once more in its latest roll: what that came to now."""

    unit: str
    strike: Strike
    dice: int = 1

    def apply(self, state: SoloState) -> SoloState:
        unit = state.units[self.unit]
        latest = unit.strikes.index(unit.latest_strike)
        strikes = (*unit.strikes[:latest], self.strike, *unit.strikes[latest + 1 :])
        return state.change("units", self.unit, strikes=strikes, rerolled=self.strike.round)


@effect("solo.spell_worked")
class SpellWorked(Effect):
    """Whether a spell worked; tokens were spent when it was chosen."""

    unit: str
    spell: str
    works: bool
    strike: Strike | None = None

    def apply(self, state: SoloState) -> SoloState:
        return with_strike(state, self.unit, self.strike)


@effect("solo.jumped")
class Jumped(Effect):
    """What the die said of a gap or a drop; on the table it is done by hand."""

    unit: str
    outcome: str

    def apply(self, state: SoloState) -> SoloState:
        return state


@effect("solo.tossed")
class Tossed(Effect):
    """Which of `count` equally right options the dice took, from 1."""

    count: int
    chosen: int

    def apply(self, state: SoloState) -> SoloState:
        return state


@effect("solo.conceded")
class SideConceded(Effect):
    """A side gave up; all of its units that were not out are off the table. Older journals say only who."""

    side: str
    round: int = 0
    moment: str = ""
    units: tuple[str, ...] = ()

    def apply(self, state: SoloState) -> SoloState:
        for unit in self.units:
            gone = {"out": "left", "leaving": "conceded", "left_round": self.round}
            state = state.change("units", unit, **gone)
        given_up = {"conceded": True, "conceded_round": self.round, "moment": self.moment}
        return state.change("sides", self.side, **given_up)


@effect("solo.over")
class GameOver(Effect):
    """`winner` is "ai", "human" or "draw"."""

    winner: str

    def apply(self, state: SoloState) -> SoloState:
        return state.change("games", "game", phase="over", active="", winner=self.winner, hit=0, defense=0)
