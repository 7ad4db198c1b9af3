"""Step 2 at the table: the event die of each round, underdog points, conceding (OPR-27, OPR-31 to OPR-33)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.games import ActTrait
from rules.engine.language import listed, mark, said, say, say_many
from rules.engine.procedure import Procedure, admit, require
from rules.engine.questions import TABLE, Face, Roll
from rules.engine.questions import side as side_of
from rules.opr.app_sides import APP, AppWarband
from rules.opr.booking import Effects, Ledger, at_step, find_mission, find_side
from rules.opr.books import InForce
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import Conceded, RoundChecked, UnderdogSpent
from rules.opr.playing.events import happen
from rules.opr.playing.table import Tabletop
from rules.opr.state import Kill, Mission, OprState

MOMENTS = {"round_start": mark("at the start of a round"), "rout_test": mark("before a rout test")}


def moment_told(moment: str) -> str:
    """When somebody conceded, `at the start of a round`. Source: OPR-31"""
    return said(MOMENTS[moment])


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
    away: list[str] | None = None,
) -> Procedure[Effects]:
    """Start a round: roll to see whether a random event happens, and which one.

    `gone` are the units no longer on the table, `down` those stunned or shaken; with one die each, `warband`
    says whose die it is. `app`: the app's own warbands at this table, with their units; `away`: who left it
    alive, and the warbands that have conceded at it.
    Source: OPR-32, OPR-33, OPR-34, A-19, SOLO-80
    """
    _of_the_app(app or [])
    found = find_mission(ctx.state, mission)
    over = say("The league is over; this no longer counts.")
    yield from admit(ctx.state.league.status == "running", "OPR-06", over)
    played = say("Events can only be rolled for while the mission is being played.")
    yield from admit(found.status == "playing", "OPR-20", played)
    yield from _still_played(found, app or [])
    yield from _one_die_a_round(ctx.state, ctx.book, found, round, warband)
    ledger = Ledger(ctx.state, ctx.book, mission)
    on = ctx.book.figures.event_on
    event, nothing = say("A random event"), say("Nothing")
    faces = tuple(Face(face, event if face >= on else nothing) for face in range(1, 7))
    who = side_of(warband) if warband else TABLE
    text = say("Round {round}: does anything happen?", round=round)
    die: int = yield Roll("event-check", text, rule="OPR-32", who=who, faces=faces)
    ledger.book(RoundChecked(mission=mission, round=round, die=die, warband=warband, rule="OPR-32"))
    if die >= on:
        yield from happen(
            ctx, ledger, Tabletop.of(ctx.state, found, gone or [], down or [], app or [], away or []), round
        )
    return ledger.effects


def _of_the_app(app: Sequence[AppWarband]) -> None:
    """Nothing of the app's own may be taken for something of the league's."""
    ids = [one.id for one in app] + [unit.id for one in app for unit in one.units]
    apart = len(set(ids)) == len(ids) and all(one.startswith(APP) for one in ids)
    sentence = say("The app’s own ids must begin with {start} and must all differ.", start=APP)
    require(apart, "SOLO-80", sentence, "app")


def _still_played(mission: Mission, app: Sequence[AppWarband]) -> Procedure[None]:
    """Whether anybody is left to play another round against. Source: OPR-31"""
    ended = say("Everybody else has conceded, so no round is left to play. Report how the mission ended.")
    left = bool(app) or not is_won_by_conceding(mission)
    yield from admit(left, "OPR-31", ended, result=mission.id)


def _one_die_a_round(
    state: OprState, rules: InForce, mission: Mission, round: int, warband: str
) -> Procedure[None]:
    each = rules.setting("event_dice") == "each"
    if each:
        require(warband in mission.warbands, "OPR-32", say("Whose event die is it?"), "warband")
    else:
        require(not warband, "OPR-32", say("There is one event die for the whole table."), "warband")
    fresh = not any((check.round, check.warband) == (round, warband) for check in mission.checks)
    rolled = say("The event die for round {round} has already been rolled.", round=round)
    yield from admit(fresh, "OPR-32", rolled)
    next_one = mission.round + 1
    latest = (mission.round, next_one) if each else (next_one,)
    yield from admit(round in latest, "OPR-32", say("Round {round} is next.", round=next_one), "round")
    late = missing_dice(mission) if each and round == next_one else ()
    sentence = say_many(
        len(late),
        "{warbands} still has to roll the event die for round {round}.",
        "{warbands} still have to roll the event die for round {round}.",
        warbands=listed(state.warbands[one].name for one in late),
        round=mission.round,
    )
    yield from admit(not late, "OPR-32", sentence)


def is_won_by_conceding(mission: Mission) -> bool:
    """Whether a single warband is left that has not conceded. Source: OPR-31"""
    there = [side for side in mission.sides if not side.skipped]
    return any(side.conceded for side in there) and sum(not side.conceded for side in there) == 1


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
    """Spend an underdog point: all dice in one roll count as 1 higher or 1 lower.

    `roll` is any id the table gives that roll; no roll receives two points. Source: OPR-27, A-15
    """
    side = yield from at_step(ctx, mission, warband, "play")
    found = find_mission(ctx.state, mission)
    require(by in (1, -1), "OPR-27", say("One point changes a roll by +1 or by −1."), "by")
    yield from admit(side.underdog_left > 0, "OPR-27", say("There are no underdog points left."))
    used = {point.roll for other in found.sides for point in other.spent if point.roll}
    once = say("This roll has already been changed once, which is the limit.")
    yield from admit(roll not in used, "OPR-27", once, "roll")
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


def next_dice(rules: InForce, mission: Mission) -> tuple[tuple[int, str], ...]:
    """The event dice that may be rolled now, (round, whose): one for the table, or each side its own.

    Source: OPR-32, A-19
    """
    if rules.setting("event_dice") != "each":
        return ((mission.round + 1, ""),)
    missing = missing_dice(mission)
    playing = tuple(side.warband for side in mission.sides if not side.skipped and not side.conceded)
    return tuple((mission.round + (not missing), one) for one in missing or playing)


def moment_of(state: OprState, rules: InForce, kills: Sequence[Kill], warband: str, round: int) -> str:
    """When in this round a warband concedes: at its start, or once it has cost a unit before a rout test.

    Raises `Refused` where the book knows only the start of a round. Source: OPR-31
    """
    out = [kill.victim for kill in kills if kill.round >= round and kill.victim in state.units]
    lost = next((state.units[one] for one in out if state.units[one].warband == warband), None)
    if lost is None:
        return "round_start"
    late = say(
        "{unit} was already out in round {round}, and you can only concede at the start of a round. Begin "
        "the next round first.",
        unit=lost.name,
        round=round,
    )
    require("rout_test" in rules.figures.concede_moments, "OPR-31", late, "round")
    return "rout_test"


@GAME.procedure(
    "concede",
    rules=("OPR-31",),
    slot="mission:{mission}:{warband}:concede",
    by="side:{warband}",
    traits=(ActTrait.CONCEDES,),
)
def concede_mission(
    ctx: OprCtx, *, mission: str, warband: str, round: int, moment: str = "round_start"
) -> Procedure[Effects]:
    """Concede: all of your units still on the table leave it and are not casualties.

    Source: OPR-31, A-44
    """
    side = yield from at_step(ctx, mission, warband, "play")
    yield from admit(not side.conceded, "OPR-31", say("You have already conceded."))
    conceded = yield from conceding(ctx.state, ctx.book, mission, warband, round, moment)
    return (conceded,)


def conceding(
    state: OprState, rules: InForce, mission: str, warband: str, round: int, moment: str = "round_start"
) -> Procedure[Conceded]:
    """Check one concession and give the effect. Source: OPR-31"""
    found = find_mission(state, mission)
    find_side(found, warband)
    require(round >= 1, "OPR-31", say("In which round? The first is 1."), "round")
    allowed = rules.figures.concede_moments
    if "rout_test" in allowed:
        when = say("You can concede at the start of a round or before a rout test.")
    else:
        when = say("You can only concede at the start of a round.")
    yield from admit(moment in allowed, "OPR-31", when, "moment")
    others = [one for one in found.sides if one.warband != warband and not one.conceded and not one.skipped]
    yield from admit(bool(others), "OPR-31", say("Everybody else has conceded: you have won."))
    return Conceded(mission=mission, warband=warband, round=round, moment=moment, rule="OPR-31")
