"""Step 1: open a mission, field, draw special objectives, begin (OPR-10, OPR-21 to OPR-29)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rules.engine.language import listed, say, say_many
from rules.engine.procedure import Procedure, admit, require
from rules.engine.telling import joined_sentences
from rules.opr.booking import (
    Effects,
    Ledger,
    at_step,
    few,
    find_mission,
    find_unit,
    find_warband,
    find_warbands,
    points_text,
)
from rules.opr.books import InForce
from rules.opr.dying import lower_counters
from rules.opr.ending import counts_per_warband, still_begins, still_counts
from rules.opr.first_over import ended_in_time
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import (
    Fielded,
    MissionBegan,
    MissionOpened,
    MissionSkipped,
    SideFrozen,
)
from rules.opr.playing.recalled import prune_field, recall_field
from rules.opr.queues import not_free, parks
from rules.opr.state import Frozen, Mission, OprState, Unit, Warband
from rules.opr.values import total_value


def available_units(state: OprState, warband: str) -> list[Unit]:
    """The units that can take the field, in sheet order. Source: OPR-23"""
    return [unit for unit in state.sheet(warband) if unit.available]


def available_value(state: OprState, warband: str) -> int:
    """Source: OPR-23"""
    return total_value(available_units(state, warband))


def cap_of(state: OprState, rules: InForce, warbands: Sequence[str]) -> int:
    """What nobody may field more than, in points. Source: OPR-24, A-14"""
    return min(available_value(state, one) for one in warbands) + rules.figures.match_cap_over_lowest


def shut_out(state: OprState, rules: InForce, warbands: Sequence[str]) -> list[str]:
    """Those whose cheapest unit is above the cap, so that nobody comes along. Source: OPR-24, OPR-25"""
    cap = cap_of(state, rules, warbands)
    return [one for one in warbands if all(unit.value > cap for unit in available_units(state, one))]


def above_cap(state: OprState, rules: InForce, warbands: Sequence[str], value: int) -> int:
    """How many points somebody who fields `value` is above what is allowed here; 0 when that is fine.

    Source: OPR-24, A-14
    """
    return max(0, value - cap_of(state, rules, warbands))


def underdog_points(rules: InForce, values: Sequence[int], own: int) -> int:
    """Source: OPR-26, A-15"""
    return int((max(values) - own) // rules.figures.underdog_step)


@GAME.procedure(
    "open_mission",
    rules=("OPR-02", "OPR-05", "OPR-07", "OPR-10", "OPR-21", "OPR-25"),
    slot="open",
    by="member",
    repeat=True,
)
def open_mission(ctx: OprCtx, *, warbands: list[str], name: str = "") -> Procedure[Effects]:
    """Open a mission.

    Source: OPR-02, OPR-05, OPR-07, OPR-10, OPR-21, OPR-25
    """
    return (yield from opened_between(ctx, warbands, name))


def opened_between(
    ctx: OprCtx, warbands: Sequence[str], name: str, ended: datetime | None = None
) -> Procedure[Effects]:
    """Open a mission between warbands, perhaps one played until `ended`. Source: OPR-02, OPR-09, OPR-10"""
    enough = say("A mission needs at least two {forces}.", forces=ctx.book.words.forces)
    yield from admit(len(warbands) >= 2, "OPR-02", enough)
    yield from _decider(ctx, warbands)
    if not ctx.state.league.decider:
        yield from _everyone(ctx, warbands)
    opened = yield from mission_opening(ctx, warbands, name, ended)
    yield from _under_cap(ctx, warbands)
    return opened


def opened_then(
    ctx: OprCtx, warbands: Sequence[str], name: str, ended: datetime | None
) -> Procedure[Effects]:
    """Open one that began a while ago; whether it might was asked then. Source: OPR-05, OPR-06, A-55"""
    league, taking = ctx.state.league, find_warbands(ctx.state, warbands)
    running = league.status == "running" or ended_in_time(ctx.state, ctx.book, ended)
    yield from admit(running, "OPR-05", say("The league is over."))
    if not league.decider:
        yield from _within_number(ctx, taking)
    return (_opened(ctx, warbands, name),)


def mission_opening(
    ctx: OprCtx, warbands: Sequence[str], name: str, ended: datetime | None = None
) -> Procedure[Effects]:
    """Check what every mission needs, one against the app too, and give the effect.

    Source: OPR-02, OPR-05, OPR-10, OPR-25
    """
    state = ctx.state
    taking = find_warbands(state, warbands)
    yield from admit(
        state.league.status != "founding", "OPR-02", say("The league has not started yet."), league="start"
    )
    if state.league.decider:
        yield from admit(state.league.status == "running", "OPR-05", say("The league is over."))
    else:
        yield from _within_limit(ctx, taking, ended)
    for warband in taking:
        yield from _free(state, ctx.book, warband)
        ready = bool(available_units(state, warband.id))
        nobody = say("{warband} has no unit that can fight.", warband=warband.name)
        yield from admit(ready, "OPR-25", nobody)
    return (_opened(ctx, warbands, name),)


def _opened(ctx: OprCtx, warbands: Sequence[str], name: str) -> MissionOpened:
    return MissionOpened(
        id=ctx.new("mission"),
        number=ctx.state.so_far.missions_opened + 1,
        name=name.strip(),
        warbands=tuple(warbands),
        opened=ctx.now,
        decider=bool(ctx.state.league.decider) and set(warbands) == set(ctx.state.league.decider),
        queued=parks(ctx.book),
        rule="OPR-10",
    )


def _decider(ctx: OprCtx, warbands: Sequence[str]) -> Procedure[None]:
    tied = ctx.state.league.decider
    names = listed(ctx.state.warbands[one].name for one in tied)
    fine = not tied or set(tied) == set(warbands)
    sentence = say("{warbands} are tied; only the mission between them is left.", warbands=names)
    yield from admit(fine, "OPR-09", sentence)


def _within_limit(ctx: OprCtx, taking: Sequence[Warband], ended: datetime | None) -> Procedure[None]:
    rules, limit = ctx.book, ctx.state.league.limit
    kind = rules.setting("campaign_type")
    known = kind == "endless" or limit is not None
    yield from admit(
        known, "OPR-04", say("The organiser has to roll for the league’s length first."), league="length"
    )
    yield from still_counts(ctx, ended)
    yield from _within_number(ctx, taking)


def _within_number(ctx: OprCtx, taking: Sequence[Warband]) -> Procedure[None]:
    """Source: OPR-05, A-36"""
    state, rules, limit = ctx.state, ctx.book, ctx.state.league.limit
    if rules.setting("campaign_type") != "game" or limit is None:
        return
    if counts_per_warband(rules):
        for warband in taking:
            done = say_many(
                limit,
                "{warband} has played its {number} mission.",
                "{warband} has played all its {number} missions.",
                warband=warband.name,
            )
            yield from admit(warband.missions < limit, "OPR-05", done)
    else:
        opened = state.so_far.missions_finished + len(state.so_far.open_missions)
        played = say_many(
            limit,
            "The only mission of this league has been played.",
            "All {number} missions of this league have been played.",
        )
        yield from admit(opened < limit, "OPR-05", played)


def _everyone(ctx: OprCtx, warbands: Sequence[str]) -> Procedure[None]:
    """Without parallel play nobody who can fight is left out, but who is shut out. Source: OPR-10, A-49"""
    if ctx.book.on("parallel_play"):
        return
    others = (one for one in ctx.state.active if one.id not in warbands)
    there = [one for one in warbands if one in ctx.state.warbands]
    missing = [one.name for one in others if one.id not in shut_out(ctx.state, ctx.book, [*there, one.id])]
    sentence = say(
        "Everyone has to play every mission; {warbands} would be missing. An organiser can change that with "
        "the setting “Parallel play”.",
        warbands=few(missing),
    )
    yield from admit(not missing, "OPR-10", sentence, "warbands", setting="parallel_play")


def _under_cap(ctx: OprCtx, warbands: Sequence[str]) -> Procedure[None]:
    """Everybody can bring somebody, else it could never begin. Source: OPR-24"""
    cap = cap_of(ctx.state, ctx.book, warbands)
    for one in () if ctx.state.league.decider else shut_out(ctx.state, ctx.book, warbands):
        over = min(unit.value for unit in available_units(ctx.state, one)) - cap
        sentence = say(
            "{warband}’s cheapest unit is {points} over the {cap} allowed here. Play without {warband}.",
            warband=ctx.state.warbands[one].name,
            points=points_text(over),
            cap=cap,
        )
        yield from admit(False, "OPR-24", sentence, "warbands")


def _free(state: OprState, rules: InForce, warband: Warband) -> Procedure[None]:
    rule, sentence, mission = not_free(state, rules, warband)
    steps = {"warband": warband.id} if rule == "OPR-21" else {}
    yield from admit(not sentence, rule, sentence, mission=mission, **steps)


@GAME.procedure(
    "field",
    rules=("OPR-23", "OPR-24", "OPR-25"),
    slot="mission:{mission}:{warband}:field",
    by="side:{warband}",
    repeat=True,
    prune=prune_field,
    recall=recall_field,
)
def field_units(
    ctx: OprCtx, *, mission: str, warband: str, units: list[str] | None = None
) -> Procedure[Effects]:
    """Confirm which units take part: all that can, unless you leave some at home.

    Source: OPR-23, OPR-24, OPR-25
    """
    yield from at_step(ctx, mission, warband, "setup")
    fielded = yield from fielding(ctx.state, ctx.book, find_mission(ctx.state, mission), warband, units)
    return (fielded,)


def fielding(
    state: OprState, rules: InForce, mission: Mission, warband: str, units: Sequence[str] | None
) -> Procedure[Fielded]:
    """Check one warband's list against the cap and give the effect. Source: OPR-23, OPR-24, OPR-25"""
    name = state.warbands[warband].name
    chosen = available_units(state, warband) if units is None else _chosen(state, warband, units)
    value = total_value(chosen)
    over = above_cap(state, rules, mission.warbands, value)
    sentence = say(
        "{warband}: {points} over the {cap} allowed here. Leave someone at home.",
        warband=name,
        points=points_text(over),
        cap=cap_of(state, rules, mission.warbands),
    )
    yield from admit(not over, "OPR-24", sentence, "units")
    nobody = say("{warband} needs at least one unit.", warband=name)
    yield from admit(bool(chosen), "OPR-25", nobody, "units")
    return Fielded(
        mission=mission.id,
        warband=warband,
        units=tuple(unit.id for unit in chosen),
        available=available_value(state, warband),
        value=value,
        rule="OPR-24",
    )


def _chosen(state: OprState, warband: str, units: Sequence[str]) -> list[Unit]:
    for one in units:
        unit = find_unit(state, one, warband, "units")
        require(unit.available, "OPR-23", say("{unit} is sitting this one out.", unit=unit.name), "units")
    return [unit for unit in state.sheet(warband) if unit.id in units]


@GAME.procedure("begin", rules=("OPR-07", "OPR-22", "OPR-26"), slot="mission:{mission}:begin", by="table")
def begin_mission(ctx: OprCtx, *, mission: str, walk_over: bool = False) -> Procedure[Effects]:
    """Start playing: the set-up is final, and every unit is recorded as it is now.

    Whoever has not chosen fields everything, or in a `walk_over`, where nobody waits for their choice, as
    much of it as the cap lets them. Source: OPR-07, OPR-22, OPR-24, OPR-26
    """
    found = find_mission(ctx.state, mission)
    yield from admit(found.status == "setup", "OPR-20", say("This mission has already begun."))
    if not found.decider:
        yield from still_begins(ctx)
    above = unchosen_above_cap(ctx.state, ctx.book, found)
    have_to_choose = (
        say(
            "{warband} is {points} over the {cap} allowed here and still has to choose who stays at home.",
            warband=ctx.state.warbands[one].name,
            points=points_text(over),
            cap=cap_of(ctx.state, ctx.book, found.warbands),
        )
        for one, over in above.items()
    )
    yield from admit(walk_over or not above, "OPR-24", joined_sentences(*have_to_choose))
    ledger = Ledger(ctx.state, ctx.book, mission)
    for side in found.sides:
        if not side.ready and not side.skipped:
            units = _fitting(ctx.state, ctx.book, found, side.warband) if side.warband in above else None
            ledger.book((yield from fielding(ledger.state, ctx.book, found, side.warband, units)))
    freeze(ledger, mission)
    ledger.book(MissionBegan(mission=mission, began=ctx.now, rule="OPR-22"))
    return ledger.effects


def unchosen_above_cap(state: OprState, rules: InForce, mission: Mission) -> dict[str, int]:
    """By how many points those who have not chosen are above the cap with everything. Source: OPR-24"""
    unready = [side.warband for side in mission.sides if not side.ready and not side.skipped]
    above = {one: above_cap(state, rules, mission.warbands, available_value(state, one)) for one in unready}
    return {one: over for one, over in above.items() if over}


def _fitting(state: OprState, rules: InForce, mission: Mission, warband: str) -> list[str]:
    """The units that come along within the cap, the first on the sheet first. Source: OPR-24"""
    left, found = cap_of(state, rules, mission.warbands), []
    for unit in available_units(state, warband):
        if unit.value <= left:
            left -= unit.value
            found.append(unit.id)
    return found


def freeze(ledger: Ledger, mission: str) -> None:
    """Book how every fielded unit stands and the underdog points. Source: OPR-22, OPR-26, SOLO-79"""
    state, rules = ledger.state, ledger.rules
    sides = [side for side in state.missions[mission].sides if not side.skipped]
    fielded = {side.warband: [state.units[one] for one in side.fielded] for side in sides}
    by_fielded = rules.setting("underdog_basis") == "fielded"
    values = {one: total_value(units) for one, units in fielded.items()}
    basis = values if by_fielded else {one: available_value(state, one) for one in fielded}
    without = () if rules.on("ai_underdog") else [one for one in fielded if state.warbands[one].rival]
    for warband, units in fielded.items():
        ledger.book(
            SideFrozen(
                mission=mission,
                warband=warband,
                units=tuple(frozen(unit) for unit in units),
                value=total_value(units),
                underdog=0
                if warband in without
                else underdog_points(rules, list(basis.values()), basis[warband]),
                rule="OPR-22",
            )
        )


def frozen(unit: Unit) -> Frozen:
    """How a unit stands when the mission begins. Source: OPR-22"""
    return Frozen(unit.id, unit.xp, unit.level, unit.value, unit.traits, unit.items)


def resting(state: OprState, mission: Mission) -> list[Warband]:
    """Warbands none of whose units can fight: they may let this mission pass. Source: OPR-25, A-49"""
    there = {side.warband for side in mission.sides}
    away = [one for one in state.active if one.id not in there and not one.mission and state.sheet(one.id)]
    return [one for one in away if not available_units(state, one.id)]


@GAME.procedure("skip", rules=("OPR-25",), slot="mission:{mission}:{warband}:skip")
def skip_mission(ctx: OprCtx, *, mission: str, warband: str) -> Procedure[Effects]:
    """Let a warband miss this mission because all its units sit out; it counts towards their return.

    Source: A-49
    """
    found, skipping = find_mission(ctx.state, mission), find_warband(ctx.state, warband)
    units = ctx.state.sheet(warband)
    nobody = bool(units) and not any(unit.available for unit in units)
    able = say("{warband} has units that can fight, so it cannot sit this one out.", warband=skipping.name)
    yield from admit(nobody, "OPR-25", able)
    missed = any(side.warband == warband for side in found.sides)
    sentence = say("{warband} is already sitting this one out.", warband=skipping.name)
    yield from admit(not missed, "OPR-25", sentence)
    yield from _free(ctx.state, ctx.book, skipping)
    ledger = Ledger(ctx.state, ctx.book, mission)
    ledger.book(MissionSkipped(mission=mission, warband=warband, rule="A-49"))
    lower_counters(ledger, warband, frozenset())
    return ledger.effects
