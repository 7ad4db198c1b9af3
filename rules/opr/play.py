"""Step 2 at the table: the event die of each round, underdog points, conceding (OPR-27, OPR-31 to OPR-33)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.language import listed
from rules.opr.app_sides import APP, AppWarband
from rules.opr.booking import Effects, Ledger, at_step, find_mission, find_side
from rules.opr.books import InForce
from rules.opr.events import Table, happen
from rules.opr.game import GAME, OprCtx
from rules.opr.missions import (
    Conceded,
    RoundChecked,
    UnderdogSpent,
)
from rules.opr.state import Mission, OprState
from rules.procedure import Procedure, admit, require
from rules.questions import TABLE, Face, Roll
from rules.questions import side as side_of

MOMENTS = {"round_start": "at the start of a round", "rout_test": "before a rout test"}


@GAME.procedure(
    "round",
    rules=("OPR-32", "OPR-33", "OPR-34"),
    slot="mission:{mission}:round:{round}:{warband}",
    by="table",
)
def round_check(
    ctx: OprCtx,
    *,
    mission: str,
    round: int,
    warband: str = "",
    gone: list[str] | None = None,
    down: list[str] | None = None,
    app: list[AppWarband] | None = None,
) -> Procedure[Effects]:
    """Start a round: roll whether a random event happens, and which.

    `gone` are the units no longer on the table, `down` those stunned or shaken; with one die each, `warband`
    says whose die it is. `app`: the app's own warbands at this table, with their units.
    Source: OPR-32, OPR-33, OPR-34, A-19, SOLO-80
    """
    _of_the_app(app or [])
    found = find_mission(ctx.state, mission)
    yield from admit(found.status == "playing", "OPR-20", "Events are rolled while the mission is played.")
    yield from admit(ctx.state.league.status == "running", "OPR-06", "The league is over; it counts no more.")
    yield from _one_die_a_round(ctx.state, ctx.book, found, round, warband)
    ledger = Ledger(ctx.state, ctx.book, mission)
    on = ctx.book.figures.event_on
    faces = tuple(Face(face, "A random event" if face >= on else "Nothing") for face in range(1, 7))
    who = side_of(warband) if warband else TABLE
    die: int = yield Roll(
        "event-check", f"Round {round}: does something happen?", rule="OPR-32", who=who, faces=faces
    )
    ledger.book(RoundChecked(mission=mission, round=round, die=die, warband=warband, rule="OPR-32"))
    if die >= on:
        yield from happen(ctx, ledger, Table.of(ctx.state, found, gone or [], down or [], app or []), round)
    return ledger.effects


def _of_the_app(app: Sequence[AppWarband]) -> None:
    """Nothing of the app's own may be taken for something of the league's."""
    ids = [one.id for one in app] + [unit.id for one in app for unit in one.units]
    apart = len(set(ids)) == len(ids) and all(one.startswith(APP) for one in ids)
    require(apart, "SOLO-80", f"Ids of the app's own begin with {APP} and are all different.", "app")


def _one_die_a_round(
    state: OprState, rules: InForce, mission: Mission, round: int, warband: str
) -> Procedure[None]:
    each = rules.setting("event_dice") == "each"
    if each:
        require(warband in mission.warbands, "OPR-32", "Whose event die is it?", "warband")
    else:
        require(not warband, "OPR-32", "There is one event die for the whole table.", "warband")
    fresh = not any((check.round, check.warband) == (round, warband) for check in mission.checks)
    yield from admit(fresh, "OPR-32", f"The event die of round {round} has been rolled.")
    next_one = mission.round + 1
    latest = (mission.round, next_one) if each else (next_one,)
    yield from admit(round in latest, "OPR-32", f"Round {next_one} is next.")
    late = missing_dice(mission) if each and round == next_one else ()
    names = listed(state.warbands[one].name for one in late) if late else ""
    yield from admit(not late, "OPR-32", f"{names} still rolls the event die of round {mission.round}.")


def missing_dice(mission: Mission) -> tuple[str, ...]:
    """With one event die each: who still at the table has not rolled this round's. Source: A-19"""
    rolled = {check.warband for check in mission.checks if check.round == mission.round}
    playing = [side.warband for side in mission.sides if not side.skipped and not side.conceded]
    return tuple(one for one in playing if one not in rolled) if mission.round else ()


@GAME.procedure(
    "spend_underdog",
    rules=("OPR-27",),
    slot="mission:{mission}:{warband}:underdog",
    by="side:{warband}",
    repeat=True,
)
def spend_underdog(
    ctx: OprCtx,
    *,
    mission: str,
    warband: str,
    by: int = 1,
    round: int = 0,
    roll: str = "",
    words: str = "",
) -> Procedure[Effects]:
    """Spend an underdog point: all dice of one roll count 1 more or 1 less.

    `roll` is any id the table gives that roll; no roll receives two points. Source: OPR-27, A-15
    """
    side = yield from at_step(ctx, mission, warband, "play")
    found = find_mission(ctx.state, mission)
    require(by in (1, -1), "OPR-27", "One point changes a roll by +1 or by −1.", "by")
    yield from admit(side.underdog_left > 0, "OPR-27", "There are no underdog points left.")
    used = {point.roll for other in found.sides for point in other.spent if point.roll}
    yield from admit(roll not in used, "OPR-27", "This roll has been changed once; that is all it gets.")
    spent = UnderdogSpent(
        mission=mission,
        warband=warband,
        round=round or found.round,
        by=by,
        roll=roll,
        words=words,
        rule="OPR-27",
    )
    return (spent,)


@GAME.procedure("concede", rules=("OPR-31",), slot="mission:{mission}:{warband}:concede", by="side:{warband}")
def concede(
    ctx: OprCtx, *, mission: str, warband: str, round: int, moment: str = "round_start"
) -> Procedure[Effects]:
    """Concede: everyone of yours still on the table leaves, and is no casualty.

    Source: OPR-31, A-44
    """
    side = yield from at_step(ctx, mission, warband, "play")
    yield from admit(not side.conceded, "OPR-31", "You have conceded already.")
    conceded = yield from conceding(ctx.state, ctx.book, mission, warband, round, moment)
    return (conceded,)


def conceding(
    state: OprState, rules: InForce, mission: str, warband: str, round: int, moment: str = "round_start"
) -> Procedure[Conceded]:
    """Check one concession and give the effect."""
    found = find_mission(state, mission)
    find_side(found, warband)
    require(round >= 1, "OPR-31", "In which round? The first is 1.", "round")
    allowed = rules.figures.concede_moments
    when = " or ".join(MOMENTS[one] for one in allowed)
    yield from admit(moment in allowed, "OPR-31", f"One concedes {when}.", "moment")
    others = [one for one in found.sides if one.warband != warband and not one.conceded and not one.skipped]
    yield from admit(bool(others), "OPR-31", "Everybody else has conceded: you have won.")
    return Conceded(mission=mission, warband=warband, round=round, moment=moment, rule="OPR-31")
