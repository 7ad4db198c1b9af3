"""Effects of a mission: opened, fielded, begun, checked, decided, finished, and each step taken after it.

They carry what was worked out (underdog points, who was a casualty), so folding them asks no rule.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rules.engine.effects import Effect, effect
from rules.engine.state import altered
from rules.opr.league.small_parts import Spent
from rules.opr.queues import left, queue_of, with_queued_mission
from rules.opr.state import PROGRESS, Check, Event, Frozen, Kill, Mission, OprState, Side, Step


@effect("opr.mission_opened")
class MissionOpened(Effect):
    """`queued`: it may begin while those who play it have steps left of another."""

    id: str
    number: int
    name: str = ""
    warbands: tuple[str, ...] = ()
    opened: datetime | None = None
    decider: bool = False
    queued: bool = False

    def apply(self, state: OprState) -> OprState:
        sides = tuple(Side(warband) for warband in self.warbands)
        mission = Mission(
            self.id, self.number, self.name, sides=sides, opened=self.opened, decider=self.decider
        )
        for warband in self.warbands:
            if self.queued:
                state = with_queued_mission(state, warband, self.id)
            else:
                state = state.change("warbands", warband, mission=self.id)
        open_missions = (*state.so_far.open_missions, self.id)
        state = state.put("missions", mission)
        return _progress(state, missions_opened=self.number, open_missions=open_missions)


@effect("opr.fielded")
class Fielded(Effect):
    """Who comes along; `available` and `value` in points when it was confirmed."""

    mission: str
    warband: str
    units: tuple[str, ...]
    available: int = 0
    value: int = 0

    def apply(self, state: OprState) -> OprState:
        changes = {"fielded": self.units, "available": self.available, "value": self.value, "ready": True}
        return _side(state, self.mission, self.warband, **changes)


@effect("opr.objective")
class ObjectiveDrawn(Effect):
    """`dice` are all faces thrown for it, the discarded ones included."""

    mission: str
    warband: str
    objective: str
    dice: tuple[int, ...] = ()
    words: str = ""

    def apply(self, state: OprState) -> OprState:
        changes = {"objective": self.objective, "objective_dice": self.dice}
        return _side(state, self.mission, self.warband, **changes)


@effect("opr.side_frozen")
class SideFrozen(Effect):
    """The end of step 1 for one warband: how its units stood, and its underdog points."""

    mission: str
    warband: str
    units: tuple[Frozen, ...] = ()
    value: int = 0
    underdog: int = 0

    def apply(self, state: OprState) -> OprState:
        changes = {"frozen": self.units, "value": self.value, "underdog": self.underdog, "step": "play"}
        return _side(state, self.mission, self.warband, **changes)


@effect("opr.mission_began")
class MissionBegan(Effect):
    mission: str
    began: datetime | None = None

    def apply(self, state: OprState) -> OprState:
        return state.change("missions", self.mission, status="playing", began=self.began)


@effect("opr.round_checked")
class RoundChecked(Effect):
    mission: str
    round: int
    die: int
    warband: str = ""

    def apply(self, state: OprState) -> OprState:
        mission = state.missions[self.mission]
        checks = (*mission.checks, Check(self.round, self.die, self.warband))
        latest = max(mission.round, self.round)
        return state.change("missions", self.mission, round=latest, checks=checks)


@effect("opr.event")
class EventHappened(Effect):
    mission: str
    event: Event

    def apply(self, state: OprState) -> OprState:
        events = (*state.missions[self.mission].events, self.event)
        return state.change("missions", self.mission, events=events)


@effect("opr.event_rolled")
class EventRolled(Effect):
    """A die an event asked for in mid-mission: how many hits or wounds it was this time."""

    mission: str
    event: str
    code: int
    number: int

    def apply(self, state: OprState) -> OprState:
        mission = state.missions[self.mission]
        rolled = tuple(replace(e, number=self.number) if e.id == self.event else e for e in mission.events)
        return state.change("missions", self.mission, events=rolled)


@effect("opr.event_changed")
class EventChanged(Effect):
    """What became of an event; `points` and `vp` are added to what it has brought."""

    mission: str
    event: str
    outcome: str = ""
    unit: str = ""
    number: int = 0
    settled: bool = True
    seal: str = ""
    revealed: bool = False
    note: str = ""
    words: str = ""
    points: int = 0
    vp: int = 0
    noted: int = 0

    def apply(self, state: OprState) -> OprState:
        mission = state.missions[self.mission]
        changed = tuple(self._changed(e) if e.id == self.event else e for e in mission.events)
        return state.change("missions", self.mission, events=changed)

    def _changed(self, event: Event) -> Event:
        return replace(
            event,
            outcome=self.outcome or event.outcome,
            units=(self.unit,) if self.unit else event.units,
            number=self.number or event.number,
            settled=self.settled,
            seal=self.seal or event.seal,
            revealed=self.revealed or event.revealed,
            note=self.note or event.note,
            words=self.words or event.words,
            points=event.points + self.points,
            vp=event.vp + self.vp,
            noted=self.noted or event.noted,
        )


@effect("opr.underdog_spent")
class UnderdogSpent(Effect):
    mission: str
    warband: str
    round: int = 0
    by: int = 1
    roll: str = ""
    words: str = ""

    def apply(self, state: OprState) -> OprState:
        spent = state.missions[self.mission].side(self.warband).spent
        point = Spent(self.round, self.by, self.roll, self.words)
        return _side(state, self.mission, self.warband, spent=(*spent, point))


NO_SHOW = "no_show"  # the moment of whoever did not come


@effect("opr.conceded")
class Conceded(Effect):
    mission: str
    warband: str
    round: int
    moment: str = "round_start"

    def apply(self, state: OprState) -> OprState:
        return _side(state, self.mission, self.warband, conceded=self.round, moment=self.moment)


@effect("opr.kills", sets="missions")
class KillsWritten(Effect):
    """The kill ledger of the mission, in the order things happened."""

    mission: str
    kills: tuple[Kill, ...] = ()


@effect("opr.side_result")
class SideResult(Effect):
    """How the mission ended for one warband; step 3 is open for it. `vp`: what that brought, where it is
    neither the whole of a win nor that of a loss."""

    mission: str
    warband: str
    won: bool = False
    met: bool | None = None
    casualties: tuple[str, ...] = ()
    vp: int | None = None

    def apply(self, state: OprState) -> OprState:
        changes = {"won": self.won, "met": self.met, "casualties": self.casualties, "vp": self.vp}
        state = _side(state, self.mission, self.warband, **changes, step="casualties")
        warband = state.warbands[self.warband]
        counted = {"missions": warband.missions + 1, "won": warband.won + self.won}
        return state.change("warbands", self.warband, **counted)


@effect("opr.mission_finished")
class MissionFinished(Effect):
    mission: str
    winner: str
    round: int = 0
    finished: datetime | None = None
    words: str = ""
    ended: datetime | None = None

    def apply(self, state: OprState) -> OprState:
        changes = {"status": "finished", "winner": self.winner, "round": self.round, "ended": self.ended}
        state = state.change("missions", self.mission, **changes, finished=self.finished, words=self.words)
        finished = state.so_far.missions_finished + 1
        return _closed(_progress(state, missions_finished=finished), self.mission)


@effect("opr.mission_abandoned")
class MissionAbandoned(Effect):
    mission: str
    finished: datetime | None = None
    words: str = ""

    def apply(self, state: OprState) -> OprState:
        for side in state.missions[self.mission].sides:
            if self.mission in queue_of(state.warbands[side.warband]):
                state = left(state, side.warband, self.mission)
        changes = {"status": "abandoned", "finished": self.finished, "words": self.words}
        return _closed(state.change("missions", self.mission, **changes), self.mission)


@effect("opr.mission_skipped")
class MissionSkipped(Effect):
    """A warband whose units all sit out lets this mission pass."""

    mission: str
    warband: str

    def apply(self, state: OprState) -> OprState:
        side = Side(self.warband, step="done", skipped=True)
        sides = (*state.missions[self.mission].sides, side)
        return state.change("missions", self.mission, sides=sides)


@effect("opr.step")
class StepTaken(Effect):
    """A step is confirmed; `step` is the one that is open now. After the last the warband is free again."""

    mission: str
    warband: str
    step: Step

    def apply(self, state: OprState) -> OprState:
        state = _side(state, self.mission, self.warband, step=self.step)
        return left(state, self.warband, self.mission) if self.step == "done" else state


@effect("opr.steps_timed")
class StepsTimed(Effect):
    """Until when a warband has for its steps, None: as long as it likes; `overdue`: an organiser sees to
    what is left of them."""

    mission: str
    warband: str
    until: datetime | None = None
    longer: int = 0
    overdue: bool = False

    def apply(self, state: OprState) -> OprState:
        changes = {"until": self.until, "longer": self.longer, "overdue": self.overdue}
        return _side(state, self.mission, self.warband, **changes)


@effect("opr.side_noted")
class SideNoted(Effect):
    """Counts that later steps of the same mission ask for, each added to what stands there."""

    mission: str
    warband: str
    no_xp: tuple[str, ...] = ()
    doctor: bool = False
    heroes_recruited: int = 0
    veterans: int = 0
    gambles: int = 0

    def apply(self, state: OprState) -> OprState:
        side = state.missions[self.mission].side(self.warband)
        changes = {
            "no_xp": (*side.no_xp, *self.no_xp),
            "doctor": side.doctor or self.doctor,
            "heroes_recruited": side.heroes_recruited + self.heroes_recruited,
            "veterans": side.veterans + self.veterans,
            "gambles": side.gambles + self.gambles,
        }
        return _side(state, self.mission, self.warband, **changes)


@effect("opr.stood_in")
class StoodIn(Effect):
    """The app played this side. `ghost`: its sheet stays as it is, and the mission is none of its own."""

    mission: str
    warband: str
    ghost: bool = False
    recovers: bool = False

    def apply(self, state: OprState) -> OprState:
        if not self.ghost:
            return _side(state, self.mission, self.warband, stood_in=True, recovers=self.recovers)
        state = left(state, self.warband, self.mission)
        return _side(state, self.mission, self.warband, skipped=True, step="done")


def _progress(state: OprState, **changes: object) -> OprState:
    return state.change("progress", PROGRESS, **changes)


def _side(state: OprState, mission: str, warband: str, **changes: object) -> OprState:
    state.missions[mission].side(warband)  # `Gone` when it takes no part
    sides = tuple(
        altered(side, **changes) if side.warband == warband else side
        for side in state.missions[mission].sides
    )
    return state.change("missions", mission, sides=sides)


def _closed(state: OprState, mission: str) -> OprState:
    still = tuple(one for one in state.so_far.open_missions if one != mission)
    return _progress(state, open_missions=still)
