"""Time for the steps after a mission: what comes when it is up, and who gets more of it (A-58)

Whoever has done their part, has nothing to do or is away is never among those whose time is up. What is dice
alone the app rolls where the league wants it to; what is to be chosen falls to an organiser, never to a die.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from pydantic import AwareDatetime

from rules.engine.games import after_days
from rules.engine.language import mark, said, say
from rules.engine.plain import JsonObject, text_in
from rules.engine.procedure import Procedure, admit, require
from rules.engine.todos import Todo
from rules.opr.booking import Effects, find_mission, steps_of
from rules.opr.books import InForce
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import StepsTimed
from rules.opr.state import Mission, OprState, Side
from rules.opr.todos import OF_STEPS, warband_todos

type Act = tuple[str, JsonObject]  # a procedure and its parameters

TIMES_LONGER = 2  # that the time of a mission's steps is put off by itself
MOST_HOURS = 336  # that an organiser adds at once: a fortnight
SILENCE = "step_silence"

# What comes then, in a league that says so: of one thing somebody has to do (“by Monday. After that …”), and
# of all of them.
ROLLED = mark("After that the app rolls the dice.")
THEN = {
    "op.upgrades": mark("After that upgrades are closed."),
    "op.recruiting": mark("After that recruiting is closed."),
}
HANDED_ON = mark("After that an organiser takes over.")
ALL_THEN = {
    "nothing": mark("After that the steps simply stay open."),
    "dice": mark(
        "After that the app rolls the dice, closes upgrades and recruiting, and leaves choices to an "
        "organiser."
    ),
    "organiser": mark("After that an organiser takes over what is left."),
}


def then_words(silence: str, kind: str) -> str:
    """What comes of one thing when its time is up; empty where it stays open. Source: A-58"""
    if silence == "dice":
        return said(THEN.get(kind, ROLLED))
    return said(HANDED_ON) if silence == "organiser" else ""


def all_then(rules: InForce, *, hurried: bool = False) -> str:
    """What comes of the steps that are left when their time is up, as it is said before; `hurried`: a report
    waits for them. Source: A-55, A-58
    """
    return said(ALL_THEN["dice" if hurried else rules.setting(SILENCE)])


# What the clock does


def overdue_steps(state: OprState, rules: InForce, now: datetime) -> list[Todo]:
    """The steps whose time is up; none where nothing comes of it. Source: A-58"""
    if rules.setting(SILENCE) == "nothing":
        return []
    rows = (one for one in warband_todos(state, rules) if one.stand == "must" and one.kind in OF_STEPS)
    return [one for one in rows if one.until is not None and one.until <= now]


def without_choice(rows: Iterable[Todo]) -> Iterator[Act]:
    """Of these, what asks nothing of anybody: nobody is silent about that. Source: A-58"""
    return ((f"{GAME.name}.{one.act}", dict(one.params)) for one in rows if one.idle)


def step_lapses(
    state: OprState, rules: InForce, rows: Iterable[Todo], anew: Collection[tuple[str, str]] = ()
) -> list[Act]:
    """What comes of these whose time is up, mission by mission.

    `anew`: missions and warbands whose steps came up only after that, or who are away: for them it begins
    once more, and is nobody's delay.
    Source: A-58
    """
    silent: dict[str, list[Todo]] = defaultdict(list)
    for one in rows:
        if not one.idle:
            silent[text_in(one.params, "mission")].append(one)
    found: list[Act] = []
    for mission, own in silent.items():
        fresh = [one for one in own if (mission, one.side) in anew]
        if fresh:
            found.append(_put_off(mission, fresh, anew=True))
        if late := [one for one in own if one not in fresh]:
            found += _of_mission(state, rules, mission, late)
    return found


def _of_mission(state: OprState, rules: InForce, mission: str, late: Sequence[Todo]) -> Iterator[Act]:
    if may_put_off(state, state.missions[mission], {one.side for one in late}):
        yield _put_off(mission, late)
        return
    if rules.setting(SILENCE) == "dice":
        yield from ((f"{GAME.name}.{one.act}", dict(one.params)) for one in late)
    yield f"{GAME.name}.leave_steps", _about(mission, late)


def _put_off(mission: str, late: Sequence[Todo], *, anew: bool = False) -> Act:
    return f"{GAME.name}.put_off_steps", {**_about(mission, late), "anew": anew}


def _about(mission: str, late: Sequence[Todo]) -> JsonObject:
    over = max(one.until for one in late if one.until is not None)
    sides = dict.fromkeys(one.side for one in late)
    return {"mission": mission, "warbands": list(sides), "over": over.isoformat()}


def may_put_off(state: OprState, mission: Mission, late: Collection[str]) -> bool:
    """Whether most of several are late, and it has not been put off too often. Source: A-58"""
    people = [one for one in mission.sides if not one.skipped and not state.warbands[one.warband].rival]
    often = max((one.longer for one in people if one.warband in late), default=0)
    return len(people) > 1 and 2 * len(late) > len(people) and often < TIMES_LONGER


def _late(ctx: OprCtx, mission: str, warbands: Collection[str], over: datetime) -> list[Side]:
    """Those of these whose time for the steps of this mission was over then."""
    find_mission(ctx.state, mission)
    unknown = say("That warband does not exist, or it has been disbanded.")
    require(all(one in ctx.state.warbands for one in warbands), "", unknown, "warbands")
    sides = _taking(ctx.state, mission)
    return [one for one in sides if one.warband in warbands and one.until and one.until <= over]


@GAME.procedure("put_off_steps", rules=("A-58",), slot="mission:{mission}:time", by="clock", repeat=True)
def put_off_steps(
    ctx: OprCtx, *, mission: str, warbands: list[str], over: AwareDatetime, anew: bool = False
) -> Procedure[Effects]:
    """Start the time for the steps after a mission again.

    Most of those who play are late; `anew`: that is nobody's delay, and is not counted. Source: A-58
    """
    late, days = _late(ctx, mission, warbands, over), int(ctx.book.setting("step_days"))
    yield from admit(bool(late and days), "A-58", _not_up())
    clock = max(over.astimezone(ctx.clock.tzinfo), ctx.clock) if ctx.clock else over
    until = after_days(clock, days)
    return tuple(_timed(mission, side, until, longer=side.longer + (not anew)) for side in late)


@GAME.procedure("leave_steps", rules=("A-58",), slot="mission:{mission}:time", by="clock", repeat=True)
def leave_steps(ctx: OprCtx, *, mission: str, warbands: list[str], over: AwareDatetime) -> Procedure[Effects]:
    """The time for the steps after a mission is up: what is left falls to an organiser. Source: A-58"""
    late = _late(ctx, mission, warbands, over)
    yield from admit(bool(late), "A-58", _not_up())
    return tuple(_timed(mission, side, None, longer=side.longer, overdue=True) for side in late)


def _not_up() -> str:
    return say("Nobody has run out of time here.")


def _timed(
    mission: str, side: Side, until: datetime | None, *, longer: int, overdue: bool = False
) -> StepsTimed:
    return StepsTimed(
        mission=mission, warband=side.warband, until=until, longer=longer, overdue=overdue, rule="A-58"
    )


# What an organiser does


@GAME.procedure("extend_steps", rules=("A-58",), slot="mission:{mission}:time", by="organiser", repeat=True)
def extend_steps(ctx: OprCtx, *, mission: str, hours: int, words: str = "") -> Procedure[Effects]:
    """Give everybody more time for the steps after a mission, even if it is already up. Source: A-58"""
    find_mission(ctx.state, mission)
    sentence = say("Enter 1 to {most} hours.", most=MOST_HOURS)
    require(1 <= hours <= MOST_HOURS, "A-58", sentence, "hours")
    timed = timed_in(ctx.state, mission)
    yield from admit(bool(timed), "A-58", say("There is no deadline for the steps after this mission."))
    more = timedelta(hours=hours)
    ends = ((side, max(filter(None, (side.until, ctx.now)), default=None)) for side in timed)
    return tuple(_timed(mission, side, end + more, longer=side.longer) for side, end in ends if end)


def timed_in(state: OprState, mission: str) -> list[Side]:
    """Those who take the steps of this mission now, and for whom time runs or was up. Source: A-58"""
    return [one for one in _taking(state, mission) if one.until is not None or one.overdue]


def _taking(state: OprState, mission: str) -> list[Side]:
    """Those who take the steps of this mission now; nobody any more once the league is over."""
    if state.league.status != "running":
        return []
    found = (steps_of(state, one.id) for one in state.active)
    return [side for at, side in filter(None, found) if at.id == mission]
