"""Step 3: what became of everybody who was taken out (OPR-37 to OPR-43)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from rules.engine.language import listed, say
from rules.engine.procedure import Procedure, admit, gather, roll_until
from rules.engine.questions import ChooseSeveral, Face, Option, Roll, WhyNot, YesNo
from rules.engine.questions import side as side_of
from rules.engine.refusals import Refused
from rules.opr.booking import Effects, Ledger, at_step, find_mission, points_text
from rules.opr.books import EventEntry, TableLine, entry_for, faces_for
from rules.opr.dying import death
from rules.opr.effects import TraitGained
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import SideNoted, StepTaken
from rules.opr.playing.events import NO_TARGET
from rules.opr.playing.owed import entry_of, to_settle, who_rolls
from rules.opr.playing.table import why_not_of
from rules.opr.state import Mission, Side, TraitKind, Unit


@GAME.procedure(
    "casualties",
    rules=("OPR-37", "OPR-38", "OPR-39", "OPR-40", "OPR-41", "OPR-42", "OPR-43", "OPR-72", "OPR-73"),
    slot="mission:{mission}:{warband}:casualties",
    by="side:{warband}",
)
def casualties(ctx: OprCtx, *, mission: str, warband: str) -> Procedure[Effects]:
    """Step 3: roll for every unit that was taken out.

    Source: OPR-37 to OPR-43
    """
    side = yield from at_step(ctx, mission, warband, "casualties")
    found = find_mission(ctx.state, mission)
    waiting = to_settle(ctx.state, ctx.book, found, warband)
    names = listed(entry_of(ctx.book, event).name for event, _ in waiting)
    yield from admit(not waiting, "OPR-72", say("First settle {events}.", events=names))
    ledger = Ledger(ctx.state, ctx.book, mission)
    rolling = who_rolls(ctx.state, ctx.book, found, side)
    helped = yield from _doctor(ledger, found, warband, rolling)
    fates = yield from gather(*(_fate(ledger, found, side, unit, unit.id in helped) for unit in rolling))
    for effects in fates:
        ledger.book(*effects)
    ledger.book(StepTaken(mission=mission, warband=warband, step="experience", rule="OPR-20"))
    return ledger.effects


def _doctor(
    ledger: Ledger, mission: Mission, warband: str, rolling: Sequence[Unit]
) -> Procedure[Collection[str]]:
    """Whom the doctor is paid to help, decided before the first die; one doctor at most.

    Source: event 51, A-21, A-25
    """
    rules, pool = ledger.rules, ledger.state.warbands[warband].pool
    offers = [
        entry
        for event in mission.events
        if event.warband == warband and event.outcome != NO_TARGET
        if (entry := entry_of(rules, event)).kind == "doctor"
    ]
    if not offers or not rolling or pool < offers[0].points:
        return ()
    fee, each = offers[0].points, rules.setting("doctor_fee") == "unit"
    if each:
        left_out = partial(_no_die, ledger, mission, warband)
        helped = yield from _whom_to_help(offers[0], warband, rolling, pool, left_out)
    else:
        helped = yield from _help_for_all(offers[0], warband, rolling, pool)
    if helped:
        ledger.points(warband, -fee * (len(helped) if each else 1), "doctor", "A-25")
        ledger.book(SideNoted(mission=mission.id, warband=warband, doctor=True, rule="A-25"))
    return helped


def _help_for_all(
    doctor: EventEntry, warband: str, rolling: Sequence[Unit], pool: int
) -> Procedure[tuple[str, ...]]:
    text = say(
        "{event}: pay {price} so that each unit can re-roll one 1? The pool holds {pool}.",
        event=doctor.name,
        price=points_text(doctor.points),
        pool=pool,
    )
    paid: bool = yield YesNo("doctor", text, rule="A-25", who=side_of(warband), yes=say("Pay"), no=say("No"))
    return tuple(unit.id for unit in rolling) if paid else ()


def _no_die(ledger: Ledger, mission: Mission, warband: str, one: str) -> Refused | None:
    """Why a unit rolls no casualty die. Source: OPR-37, A-32"""
    unit = ledger.state.units.get(one)
    if unit is None or unit.warband != warband:
        return why_not_of(ledger.state, warband, one)
    if one not in mission.side(warband).casualties:
        return Refused("OPR-37", say("{unit} was not taken out.", unit=unit.name))
    if unit.status == "captured":
        return Refused("OPR-37", say("{unit} was captured.", unit=unit.name))
    if not unit.living:
        return Refused("OPR-37", say("{unit} is no longer on the sheet.", unit=unit.name))
    return Refused("A-32", say("{unit}’s fate was decided in the duel.", unit=unit.name))


def _whom_to_help(
    doctor: EventEntry, warband: str, rolling: Sequence[Unit], pool: int, left_out: WhyNot
) -> Procedure[tuple[str, ...]]:
    text = say(
        "{event}: for which units will you pay {price} each, so that each can re-roll one 1? The pool "
        "holds {pool}.",
        event=doctor.name,
        price=points_text(doctor.points),
        pool=pool,
    )
    able = min(pool // doctor.points, len(rolling))
    options = tuple(Option(unit.id, unit.name) for unit in rolling)
    helped: tuple[str, ...] = yield ChooseSeveral(
        "doctor:units",
        text,
        rule="A-25",
        who=side_of(warband),
        options=options,
        most=able,
        left_out=left_out,
    )
    return helped


def _fate(base: Ledger, mission: Mission, side: Side, unit: Unit, helped: bool) -> Procedure[Effects]:
    """Everything step 3 does to one unit."""
    ledger = Ledger(base.state, base.rules, base.mission)
    if unit.hero:
        yield from _hero(ledger, mission, side, unit, helped)
    else:
        yield from _regular(ledger, mission, side, unit, helped)
    return ledger.effects


def _regular(ledger: Ledger, mission: Mission, side: Side, unit: Unit, helped: bool) -> Procedure[None]:
    """Source: OPR-38, SOLO-82"""
    table = ledger.rules.book.casualties_regular
    faces = _fate_faces(ledger, table)
    face = yield from _casualty_die(faces, unit, "OPR-38", again=False)
    if face == 1 and helped:
        face = yield from _casualty_die(faces, unit, "A-25", again=True)
    outcome = entry_for(table, face).key
    if outcome == "dead" and not side.recovers:
        yield from death(ledger, mission, unit.id, "casualty", "OPR-38", side_of(unit.warband))
    elif outcome == "talent":
        ledger.xp(unit.id, ledger.rules.figures.xp_casualty_six, "casualty", "OPR-38")


def _fate_faces(
    ledger: Ledger, table: tuple[TableLine, ...], again: frozenset[str] = frozenset()
) -> tuple[Face, ...]:
    """The faces of a table of fates; where nobody dies for good, the dead sit out. Source: OPR-42"""
    faces = faces_for(table, again)
    if not ledger.rules.on("no_permadeath"):
        return faces
    dead = {face for entry in table if entry.key == "dead" for face in entry.faces}
    return tuple(replace(one, label=say("sits out")) if one.value in dead else one for one in faces)


def _casualty_die(faces: tuple[Face, ...], unit: Unit, rule: str, *, again: bool) -> Procedure[int]:
    key = f"casualty-again:{unit.id}" if again else f"casualty:{unit.id}"
    if again:
        text = say("Re-roll: what happened to {unit}?", unit=unit.name)
    else:
        text = say("What happened to {unit}?", unit=unit.name)
    who = side_of(unit.warband)
    face: int = yield Roll(key, text, rule=rule, who=who, about=unit.id, faces=faces)
    return face


def _hero(ledger: Ledger, mission: Mission, side: Side, unit: Unit, helped: bool) -> Procedure[None]:
    """Source: OPR-39, A-03, A-25, SOLO-82"""
    table = ledger.rules.book.casualties_hero
    faces = faces_for(table)
    face = yield from _casualty_die(faces, unit, "OPR-39", again=False)
    if face == 1 and helped and (yield from _rolls_again(unit, "casualty")):
        helped = False
        face = yield from _casualty_die(faces, unit, "A-25", again=True)
    outcome = entry_for(table, face).key
    helped = helped and ledger.rules.setting("doctor_die") == "either"
    if outcome == "injury" and not side.recovers:
        yield from _injury(ledger, mission, unit, helped)
    elif outcome == "talent":
        yield from _talent(ledger, unit)


def _rolls_again(unit: Unit, which: str) -> Procedure[bool]:
    text = say(
        "{unit} rolled a 1. Roll again with the help you paid for? The second result stands.", unit=unit.name
    )
    again: bool = yield YesNo(
        f"help:{which}:{unit.id}",
        text,
        rule="A-25",
        who=side_of(unit.warband),
        about=unit.id,
        yes=say("Roll again"),
        no=say("Keep it"),
    )
    return again


def _injury(ledger: Ledger, mission: Mission, unit: Unit, helped: bool) -> Procedure[None]:
    """Source: OPR-39, OPR-40, OPR-41"""
    price = ledger.rules.figures.injury_price
    by_die = ledger.rules.setting("casualty_price") == "die"
    table, question = ledger.rules.book.injuries, say("{unit}: which injury?", unit=unit.name)
    entry = yield from _new_trait(ledger, table, unit, "injury", "injury", question)
    if not entry.lasting and helped and (yield from _rolls_again(unit, "injury")):
        entry = yield from _new_trait(ledger, table, unit, "injury", "injury-again", question)
    if by_die or entry.lasting:
        ledger.value(unit.id, price, "injury", "OPR-39")
    if entry.lasting:
        ledger.book(_gained(ledger, unit, "injury", entry))
    else:
        yield from death(ledger, mission, unit.id, "casualty", "OPR-39", side_of(unit.warband))


def _talent(ledger: Ledger, unit: Unit) -> Procedure[None]:
    """Source: OPR-39, OPR-40"""
    by_die = ledger.rules.setting("casualty_price") == "die"
    question = say("{unit}: which talent?", unit=unit.name)
    entry = yield from _new_trait(ledger, ledger.rules.book.talents, unit, "talent", "talent", question)
    if by_die or entry.lasting:
        ledger.value(unit.id, ledger.rules.figures.talent_price, "talent", "OPR-39")
    if entry.lasting:
        ledger.book(_gained(ledger, unit, "talent", entry))
    else:
        ledger.xp(unit.id, ledger.rules.figures.xp_casualty_six, "casualty", "OPR-39")


def _new_trait(
    ledger: Ledger, table: tuple[TableLine, ...], unit: Unit, kind: TraitKind, key: str, question: str
) -> Procedure[TableLine]:
    """Roll until it is something the hero does not have in this list. Source: OPR-40, OPR-73"""
    again = frozenset(entry.key for entry in table if entry.lasting and unit.has(kind, entry.key))
    face = yield from roll_until(
        f"{key}:{unit.id}",
        _fate_faces(ledger, table, again),
        text=question,
        rule="OPR-40",
        who=side_of(unit.warband),
        about=unit.id,
    )
    return entry_for(table, face)


def _gained(ledger: Ledger, unit: Unit, kind: TraitKind, entry: TableLine) -> TraitGained:
    return TraitGained(unit=unit.id, kind=kind, key=entry.key, mission=ledger.mission, rule="OPR-39")
