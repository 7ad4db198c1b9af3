"""Small tools every OPR procedure uses: book effects one upon the other, find things, keep to the steps."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime

from rules.engine.effects import Effect
from rules.engine.games import after_days
from rules.engine.language import listed, mark, said, say, say_many
from rules.engine.procedure import Procedure, admit, require
from rules.engine.refusals import Refused
from rules.opr.books import InForce
from rules.opr.effects import Experience, Points, ValueChanged, VictoryPoints
from rules.opr.game import OprCtx, book_of
from rules.opr.mission_effects import StepsTimed
from rules.opr.queues import comes_later
from rules.opr.state import STEPS, Mission, OprState, Side, Step, Unit, Warband

MOST_POINTS = 100_000  # nothing on any list costs more; keeps slips of the finger out

type Effects = tuple[Effect, ...]


class Ledger:
    """Effects that build on each other: each is applied at once, caps and floors see what came before."""

    def __init__(self, state: OprState, rules: InForce, mission: str = "") -> None:
        self.state, self.rules, self.mission = state, rules, mission
        self._effects: list[Effect] = []

    @property
    def effects(self) -> Effects:
        return tuple(self._effects)

    def book(self, *effects: Effect) -> None:
        for one in effects:
            self.state = one.apply(self.state)
            self._effects.append(one)

    def points(self, warband: str, amount: int, because: str, rule: str, about: str = "") -> None:
        """Points into the pool; raises `Refused` when the pool would go below 0."""
        if amount == 0:
            return
        pool = self.state.warbands[warband].pool
        short = say_many(
            -amount,
            "That costs {number} point; the pool holds {pool}.",
            "That costs {number} points; the pool holds {pool}.",
            pool=pool,
        )
        require(pool + amount >= 0, rule, short)
        self.book(
            Points(
                warband=warband, amount=amount, because=because, rule=rule, mission=self.mission, about=about
            )
        )

    def vp(self, warband: str, amount: int, because: str, rule: str, about: str = "") -> None:
        if amount:
            self.book(
                VictoryPoints(
                    warband=warband,
                    amount=amount,
                    because=because,
                    rule=rule,
                    mission=self.mission,
                    about=about,
                )
            )

    def xp(self, unit: str, amount: int, because: str, rule: str, about: str = "") -> None:
        """XP up to the cap of OPR-47; what the cap takes is booked as lost."""
        room = self.rules.figures.xp_max - self.state.units[unit].xp
        booked = min(amount, max(room, 0))
        if amount:
            self.book(
                Experience(
                    unit=unit,
                    amount=booked,
                    lost=amount - booked,
                    because=because,
                    rule=rule,
                    mission=self.mission,
                    about=about,
                )
            )

    def value(self, unit: str, amount: int, because: str, rule: str) -> None:
        """A change of value by a wound or talent; the value stays at 0 or above (A-04)."""
        booked = max(amount, -self.state.units[unit].value)
        if booked:
            self.book(
                ValueChanged(unit=unit, amount=booked, because=because, rule=rule, mission=self.mission)
            )


def find_warband(state: OprState, warband: str, key: str = "warband") -> Warband:
    """A living warband; raises `Refused` about the field `key`. Source: OPR-66"""
    found = state.warbands.get(warband)
    if found is None or found.status != "active":
        raise Refused("", say("That warband does not exist, or it has been disbanded."), key)
    return found


def find_warbands(state: OprState, ids: Sequence[str]) -> list[Warband]:
    """Those of a mission, each of them once. Source: OPR-10"""
    require(len(set(ids)) == len(ids), "OPR-10", say("A warband can only take part once."), "warbands")
    return [find_warband(state, one, "warbands") for one in ids]


def find_unit(state: OprState, unit: str, warband: str | None = None, key: str = "unit") -> Unit:
    """A living unit, of `warband` if one is given; raises `Refused` about the field `key`, or the warband.

    Source: OPR-41, OPR-65
    """
    if warband is not None and warband not in state.warbands:
        find_warband(state, warband)
    found = state.units.get(unit)
    if found is None or not found.living or warband not in (None, found.warband):
        raise Refused("", say("That unit is not on the sheet."), key)
    return found


def still_running(state: OprState) -> Procedure[None]:
    """What comes to an end with the league: nothing of it is done once that is over. Source: OPR-05"""
    yield from admit(state.league.status != "ended", "OPR-05", say("The league is over."))


def find_mission(state: OprState, mission: str, key: str = "mission") -> Mission:
    """A mission of the league; raises `Refused`."""
    found = state.missions.get(mission)
    if found is None:
        raise Refused("", say("There is no such mission."), key)
    return found


def find_side(mission: Mission, warband: str, key: str = "warband") -> Side:
    """A side of the mission; raises `Refused` for who does not take part. Source: OPR-10"""
    for side in mission.sides:
        if side.warband == warband:
            return side
    raise Refused("", say("You are not in that mission."), key)


CONFIRMED: dict[Step, str] = {
    "setup": mark(
        "The mission has started. The player who started it can undo that until somebody carries on; after "
        "that, an organiser can correct it."
    ),
    "play": mark("The mission already counts. An organiser can correct it."),
    "casualties": mark("The casualties already count. An organiser can correct them."),
    "experience": mark("The experience already counts. An organiser can correct it."),
    "upgrades": mark("The upgrades already count. An organiser can correct them."),
    "recruiting": mark("Recruiting is already finished. An organiser can correct it."),
}
FIRST: dict[Step, str] = {
    "setup": mark("Mission set-up comes first."),
    "play": mark("The mission itself comes first."),
    "casualties": mark("Casualties come first."),
    "experience": mark("Experience comes first."),
    "upgrades": mark("Upgrades come first."),
    "recruiting": mark("Recruiting comes first."),
    "done": mark("The next mission comes first."),
}


def at_step(ctx: OprCtx, mission: str, warband: str, step: Step) -> Procedure[Side]:
    """Admission to a step of the six: the side, when this is the step that is open for it.

    Source: OPR-20
    """
    find_warband(ctx.state, warband)
    side = find_side(find_mission(ctx.state, mission), warband)
    past = STEPS.index(side.step) > STEPS.index(step)
    sentence = said(CONFIRMED[step] if past else FIRST[side.step])
    yield from admit(side.step == step, "OPR-20", sentence, mission=mission, warband=warband)
    yield from in_turn(ctx.state, mission, warband)
    return side


def in_turn(state: OprState, mission: str, warband: str) -> Procedure[None]:
    """What comes after a mission comes after the steps of the one before. Source: OPR-21, A-55"""
    first = None if state.missions[mission].open else comes_later(state, warband, mission)
    number = first.number if first else 0
    sentence = say("The steps after mission {number} come first.", number=number)
    about = {"mission": first.id, "warband": warband} if first else {}
    yield from admit(first is None, "OPR-21", sentence, **about)


def steps_of(state: OprState, warband: str) -> tuple[Mission, Side] | None:
    """The mission whose steps a warband takes now, and its side there. Source: OPR-20, A-55"""
    held = state.warbands[warband]
    mission = state.missions.get(held.mission) if held.status == "active" else None
    if mission is None or mission.status != "finished":
        return None
    return mission, mission.side(warband)


def begin_time(ledger: Ledger, clock: datetime | None, warbands: Iterable[str]) -> None:
    """Book until when these have for the steps that have come up for them; the app's own have no clock.

    Source: A-58
    """
    days = int(book_of(ledger.state).setting("step_days"))
    if not days or clock is None or ledger.state.league.status != "running":
        return
    for warband in warbands:
        found = None if ledger.state.warbands[warband].rival else steps_of(ledger.state, warband)
        if found is not None and found[1].until is None and not found[1].overdue:
            until = after_days(clock, days)
            ledger.book(StepsTimed(mission=found[0].id, warband=warband, until=until, rule="A-58"))


def same_name(one: str, other: str) -> bool:
    """Trimmed, and without regard to capitals. Source: OPR-18"""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def few(names: Iterable[str]) -> str:
    """Listed, but of more than four only three by name: ("A", …, "Z") -> "A, B, C and 23 more"."""
    found = list(names)
    return listed(found if len(found) <= 4 else [*found[:3], say("{number} more", number=len(found) - 3)])


def points_text(amount: int) -> str:
    """`1 point`, `−10 points`, with the true minus."""
    return say_many(amount, "{number} point", "{number} points")
