"""What events still ask of somebody: a unit sent away, sealed notes, an escort's pay, ransom, a duel.

Ransom, pay and duel come after the result and before the casualty dice of the warband concerned (OPR-72).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from rules.engine.games import ActTrait
from rules.engine.language import say
from rules.engine.procedure import Procedure, admit, require
from rules.engine.questions import TABLE, ChooseUnit, Face, Option, Reveal, Roll, Text, YesNo, die_values
from rules.engine.questions import side as side_of
from rules.engine.refusals import Refused
from rules.opr.app_sides import VOID
from rules.opr.booking import Effects, Ledger, find_mission, find_side, in_turn, points_text
from rules.opr.books import EventEntry, InForce
from rules.opr.dying import death
from rules.opr.effects import ItemGained, UnitLeft, UnitStatusSet
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import EventChanged, EventRolled
from rules.opr.playing.events import AWAITED, NO_TARGET
from rules.opr.playing.table import left_by_event, why_absent, why_not_of
from rules.opr.state import Event, Item, Mission, OprState, Side, Unit

FOLLOWS = (ActTrait.FOLLOWS_SERVER,)
SETTLED_BY = {"capture": "ransom", "escort": "collect", "duel": "duel"}
MOST_THROWS = 20  # of the dice that say who starts a duel


def find_event(state: OprState, rules: InForce, mission: str, event: str, kind: str) -> tuple[Mission, Event]:
    """An event of the mission that is of this kind; raises `Refused`. Source: OPR-33"""
    found = find_mission(state, mission)
    for one in found.events:
        if one.id == event and entry_of(rules, one).kind == kind:
            return found, one
    require(False, "OPR-33", say("There is no such event in this mission."), "event")
    raise AssertionError


def entry_of(rules: InForce, event: Event) -> EventEntry:
    """What the book says of an event. Source: OPR-33"""
    return rules.event_by_code[event.code]


def matters(rules: InForce, event: Event, round: int) -> bool:
    """Whether an event counts in a round: it lasts, it has just happened, or somebody still has to act.

    Source: OPR-33
    """
    entry = entry_of(rules, event)
    met = event.outcome not in (NO_TARGET, "declined") and event.round <= round
    over = event.outcome == VOID or (entry.kind in AWAITED and event.settled)
    if entry.kind == "trap" and event.app:  # nobody writes a note: it waits for whoever springs it
        over = bool(event.number)
    return met and (event.round == round or (entry.when in ("mission", "end") and not over))


def who_rolls(state: OprState, rules: InForce, mission: Mission, side: Side) -> list[Unit]:
    """The units of one side that roll a casualty die, in sheet order.

    Duellists have had their fate. Source: OPR-37, A-32
    """
    fought = {
        unit
        for event in mission.events
        if entry_of(rules, event).kind == "duel" and event.outcome in ("won", "lost")
        for unit in event.units
    }
    taken = {
        unit
        for event in mission.events
        if entry_of(rules, event).kind == "capture" and event.outcome == "captured"
        for unit in event.units
    }
    units = [state.units[one] for one in side.casualties if one not in fought]
    rolling = [unit for unit in units if unit.living and not (unit.status == "captured" and unit.id in taken)]
    return sorted(rolling, key=lambda unit: (unit.order, unit.id))


def to_settle(state: OprState, rules: InForce, mission: Mission, warband: str) -> list[tuple[Event, str]]:
    """What this warband has to settle before its casualty dice: (event, procedure). Source: OPR-72"""
    found = []
    for event in mission.events:
        kind = entry_of(rules, event).kind
        if event.warband == warband and not event.settled and kind in SETTLED_BY:
            found.append((event, SETTLED_BY[kind]))
    return found


def _yours(event: Event, warband: str) -> Procedure[None]:
    not_yours = say("This event is not yours to settle.")
    require(bool(warband) and event.warband == warband, "OPR-33", not_yours, "warband")
    yield from admit(not event.settled, "OPR-33", say("That has already been settled."))


def _finished(mission: Mission) -> Procedure[None]:
    early = say("This event can only be settled once the mission’s result counts.")
    yield from admit(mission.status == "finished", "OPR-72", early)


@GAME.procedure("send", rules=("OPR-33",), slot="event:{event}", by="side:{warband}", traits=FOLLOWS)
def send_units(
    ctx: OprCtx, *, mission: str, event: str, warband: str,
    gone: list[str] | None = None, down: list[str] | None = None,
) -> Procedure[Effects]:  # fmt: skip
    """Send one of your units off the table for points, or send nobody.

    Whoever is out (`gone`) or `down` cannot go. Source: event 62, A-12, A-23
    """
    found, happened = find_event(ctx.state, ctx.book, mission, event, "send")
    yield from _yours(happened, warband)
    yield from admit(found.status == "playing", "OPR-33", say("The mission is over."))
    entry = entry_of(ctx.book, happened)
    down_word = ctx.book.words.down
    standing = _on_table(ctx.state, found, find_side(found, warband))
    options = _or_nobody(standing, _staying(gone or (), down or (), down_word))
    text = say("{event}: which unit goes? It must not be {down}.", event=entry.name, down=down_word)
    why_not, who = partial(_cannot_go, ctx.state, found, warband), side_of(warband)
    unit: str = yield ChooseUnit("unit", text, rule="OPR-33", who=who, options=options, left_out=why_not)
    ledger = Ledger(ctx.state, ctx.book, mission)
    if not unit:
        ledger.book(EventChanged(mission=mission, event=event, outcome="declined", rule="OPR-33"))
        return ledger.effects
    die: int = yield Roll("reward", say("What does the unit bring home?"), rule="OPR-33", who=who, die="D3")
    gain = die * entry.times
    ledger.points(warband, gain, "event", "OPR-33", event)
    ledger.book(
        EventChanged(
            mission=mission, event=event, outcome="sent", unit=unit, number=die, points=gain, rule="OPR-33"
        )
    )
    return ledger.effects


def _cannot_go(state: OprState, mission: Mission, warband: str, one: str) -> Refused | None:
    return why_not_of(state, warband, one) or why_absent(state, mission, one)


def _staying(gone: Iterable[str], down: Iterable[str], down_word: str) -> dict[str, str]:
    """Why units the table knows to be out or down stay where they are. Source: A-12, A-23"""
    reasons = dict.fromkeys(down, say("This unit is {down}, so it cannot go.", down=down_word))
    return reasons | dict.fromkeys(gone, say("This unit is no longer on the table."))


def _or_nobody(units: Iterable[Unit], reasons: Mapping[str, str]) -> tuple[Option, ...]:
    """One of these units, with the reason why somebody cannot be it, or nobody."""
    named = tuple(Option(one.id, one.name, why_not=reasons.get(one.id, "")) for one in units)
    return (*named, Option("", say("Nobody")))


def _on_table(state: OprState, mission: Mission, side: Side) -> list[Unit]:
    away = left_by_event(mission)
    return [u for one in side.fielded if (u := state.units[one]).available and u.id not in away]


@GAME.procedure(
    "seal_note", rules=("OPR-69",), slot="event:{event}:note", by="side:{warband}", traits=FOLLOWS
)
def seal_note(
    ctx: OprCtx, *, mission: str, event: str, warband: str, gone: list[str] | None = None
) -> Procedure[Effects]:
    """Write your secret note; nobody can read it until it counts.

    Whoever is out already (`gone`) cannot be noted. The effect says only that it is sealed, and in which
    round. Source: OPR-69
    """
    found, happened, entry = _note(ctx, mission, event, warband)
    yield from admit(not happened.sealed, "OPR-69", say("Your note is sealed; it cannot be changed."))
    yield from admit(found.status == "playing", "OPR-69", say("The mission is over."))
    if entry.kind == "revenge":
        options = _enemies(ctx.state, found, warband, gone or ())
        nobody = say("There is no enemy left to name.")
        yield from admit(any(not one.why_not for one in options), "OPR-69", nobody)
        text = say("{event}: which enemy unit?", event=entry.name)
        yield ChooseUnit(
            "note",
            text,
            rule="OPR-69",
            who=side_of(warband),
            options=options,
            sealed=True,
            left_out=partial(_not_noted, ctx.state, found, warband),
        )
    else:
        text = say("{event}: which piece of terrain?", event=entry.name)
        yield Text("note", text, rule="OPR-69", who=side_of(warband), least=1, sealed=True)
    sealed = EventChanged(
        mission=mission, event=event, seal=ctx.entry, settled=False, noted=found.round, rule="OPR-69"
    )
    return (sealed,)


@GAME.procedure("open_note", rules=("OPR-69",), slot="event:{event}:open", by="side:{warband}")
def open_note(ctx: OprCtx, *, mission: str, event: str, warband: str) -> Procedure[Effects]:
    """Open your secret note: the trap has been sprung, or the mission is over.

    A note on an enemy unit is opened by step 4 itself. Source: OPR-69
    """
    _, happened, entry = _note(ctx, mission, event, warband)
    require(happened.sealed, "OPR-69", say("No note was sealed."))
    yield from admit(not happened.revealed, "OPR-69", say("The note has already been opened."))
    return ((yield from open_sealed_note(ctx.state, mission, happened, entry.kind)),)


def open_sealed_note(state: OprState, mission: str, event: Event, kind: str) -> Procedure[EventChanged]:
    """What was sealed, from whoever keeps the seals, as an effect. Source: OPR-69"""
    content: str = yield Reveal(
        f"reveal:{event.id}",
        say("What does the note say?"),
        rule="OPR-69",
        who=side_of(event.warband),
        entry=event.seal,
        sealed_key="note",
        called=lambda content: state.called("units", str(content)) or str(content),
    )
    note, words = (content, "") if kind == "revenge" else ("", content)
    return EventChanged(mission=mission, event=event.id, revealed=True, note=note, words=words, rule="OPR-69")


def _note(ctx: OprCtx, mission: str, event: str, warband: str) -> tuple[Mission, Event, EventEntry]:
    found = find_mission(ctx.state, mission)
    happened = next((one for one in found.events if one.id == event), None)
    if happened is None or entry_of(ctx.book, happened).kind not in ("trap", "revenge"):
        require(False, "OPR-69", say("There is no note for this event."))
        raise AssertionError
    yours = bool(warband) and happened.warband == warband
    require(yours, "OPR-69", say("This note is not yours."), "warband")
    return found, happened, entry_of(ctx.book, happened)


def _enemies(state: OprState, mission: Mission, warband: str, gone: Collection[str]) -> tuple[Option, ...]:
    """Every unit of the others, with the reason why it can fall no more."""
    away, others = left_by_event(mission), [one for one in mission.sides if one.warband != warband]
    conceded = {unit for side in others if side.conceded for unit in side.fielded}
    lost = {*gone, *away, *conceded}
    return tuple(
        Option(
            one,
            state.units[one].name,
            state.warbands[side.warband].name,
            why_not=say("This unit is no longer on the table.") if one in lost else "",
        )
        for side in others
        for one in side.fielded
    )


def _not_noted(state: OprState, mission: Mission, warband: str, one: str) -> Refused | None:
    unit = state.units.get(one)
    if unit is not None and unit.warband == warband:
        return Refused("", say("{unit} is one of your own.", unit=unit.name))
    return why_absent(state, mission, one)


@GAME.procedure("event_die", rules=("OPR-33",), slot="event:{event}:die", by="table", repeat=True)
def event_die(ctx: OprCtx, *, mission: str, event: str) -> Procedure[Effects]:
    """Roll for what an event does each time it strikes; resolve the hits or wounds at the table.

    What only the first one meets strikes once, a trap when its note is open; the app writes none.
    Source: events 22, 23, 31, 33, 42, 43, 45, SOLO-80
    """
    found = find_mission(ctx.state, mission)
    happened = next((one for one in found.events if one.id == event), None)
    entry = entry_of(ctx.book, happened) if happened else None
    if happened is None or entry is None or not entry.table_roll:
        require(False, "OPR-33", say("This event needs no die."))
        raise AssertionError
    yield from admit(found.status == "playing", "OPR-33", say("The mission is over."))
    in_time = entry.when == "mission" or happened.round == found.round
    yield from admit(
        in_time and happened.outcome != NO_TARGET, "OPR-33", say("{event} is over.", event=entry.name)
    )
    if entry.kind == "trap":
        yield from admit(happened.revealed or bool(happened.app), "OPR-69", say("Open the note first."))
        yield from admit(not happened.number, "OPR-69", say("The trap has already been sprung."))
    first = entry.when == "round" and bool(happened.number)
    struck_once = say("{event} has already struck; it only hits the first unit.", event=entry.name)
    yield from admit(not first, "OPR-33", struck_once)
    faces = tuple(Face(face, str(face + entry.plus)) for face in die_values(entry.table_roll))
    text = say("{event}: how many hits or wounds?", event=entry.name)
    die: int = yield Roll("strikes", text, rule="OPR-33", die=entry.table_roll, faces=faces)
    struck = EventRolled(
        mission=mission, event=event, code=happened.code, number=die + entry.plus, rule="OPR-33"
    )
    return (struck,)


@GAME.procedure("collect", rules=("OPR-72",), slot="event:{event}", by="side:{warband}")
def collect_escort(ctx: OprCtx, *, mission: str, event: str, warband: str) -> Procedure[Effects]:
    """Roll for what the unit that got through brings home.

    Source: event 35, OPR-72
    """
    found, happened = find_event(ctx.state, ctx.book, mission, event, "escort")
    yield from _yours(happened, warband)
    yield from _finished(found)
    yield from in_turn(ctx.state, mission, warband)
    entry, ledger = entry_of(ctx.book, happened), Ledger(ctx.state, ctx.book, mission)
    text = say("{event}: what does the unit bring home?", event=entry.name)
    die: int = yield Roll("reward", text, rule="OPR-72", who=side_of(warband), die="D3")
    gain = die * entry.times
    ledger.points(warband, gain, "event", "OPR-72", event)
    ledger.book(EventChanged(mission=mission, event=event, number=die, points=gain, rule="OPR-72"))
    return ledger.effects


@GAME.procedure("ransom", rules=("OPR-72",), slot="event:{event}", by="side:{warband}")
def ransom(ctx: OprCtx, *, mission: str, event: str, warband: str) -> Procedure[Effects]:
    """Ransom a captured unit, or let it go for good.

    The price is rolled first, then its owner decides. Source: event 11, A-24, A-33
    """
    found, happened = find_event(ctx.state, ctx.book, mission, event, "capture")
    yield from _yours(happened, warband)
    yield from _finished(found)
    yield from in_turn(ctx.state, mission, warband)
    waiting = [one for one, what in to_settle(ctx.state, ctx.book, found, warband) if what == "collect"]
    yield from admit(not waiting, "OPR-72", say("First roll for what your escort brings home."))
    entry, who = entry_of(ctx.book, happened), side_of(warband)
    unit, pool = ctx.state.units[happened.units[0]], ctx.state.warbands[warband].pool
    ledger = Ledger(ctx.state, ctx.book, mission)
    text = say("How much is the ransom for {unit}?", unit=unit.name)
    how = say("The pool holds {pool}. If the ransom is higher, the unit is gone for good.", pool=pool)
    die: int = yield Roll("price", text, rule="OPR-72", who=who, die="D3", about=unit.id, how=how)
    price, paid = die * entry.times, False
    if price <= pool:
        asked = points_text(price)
        text = say("Pay {price} for {unit}? The pool holds {pool}.", price=asked, unit=unit.name, pool=pool)
        paid = yield YesNo(
            "pay", text, rule="OPR-72", who=who, about=unit.id, yes=say("Pay"), no=say("Give it up for good")
        )
    if paid:
        ledger.points(warband, -price, "ransom", "OPR-72", unit.id)
        ledger.book(UnitStatusSet(unit=unit.id, status="active", mission=mission, rule="A-33"))
    else:
        ledger.book(
            UnitLeft(unit=unit.id, status="disbanded", because="ransom", mission=mission, rule="A-33")
        )
    outcome = "paid" if paid else "lost"
    ledger.book(
        EventChanged(
            mission=mission, event=event, outcome=outcome, number=die, points=-price * paid, rule="A-33"
        )
    )
    return ledger.effects


@GAME.procedure("duel", rules=("OPR-72",), slot="event:{event}", by="table")
def duel(ctx: OprCtx, *, mission: str, event: str) -> Procedure[Effects]:
    """Play out the duel: who starts, and who is left.

    Source: event 66, A-32, A-45
    """
    found, happened = find_event(ctx.state, ctx.book, mission, event, "duel")
    require(bool(happened.units), "OPR-72", say("No unit in the league is fighting this duel."))
    yield from admit(not happened.settled, "OPR-72", say("The duel is already over."))
    yield from admit(found.status in ("playing", "finished"), "OPR-72", say("That mission was abandoned."))
    yield from in_turn(ctx.state, mission, happened.warband)
    entry, unit = entry_of(ctx.book, happened), ctx.state.units[happened.units[0]]
    yield from _who_starts(unit.id, unit.name)
    text = say("{event}: is {unit} the one left standing?", event=entry.name, unit=unit.name)
    won: bool = yield YesNo(
        "won", text, rule="A-32", who=TABLE, about=unit.id, yes=say("It won"), no=say("It lost")
    )
    ledger = Ledger(ctx.state, ctx.book, mission)
    gain = 0
    if won:
        gain = _prize(ctx, ledger, entry, happened)
    else:
        yield from death(ledger, found, unit.id, "duel", "A-32", side_of(unit.warband))
    ledger.book(
        EventChanged(mission=mission, event=event, outcome="won" if won else "lost", points=gain, rule="A-32")
    )
    return ledger.effects


def _who_starts(unit: str, name: str) -> Procedure[None]:
    """A die each, again while they show the same; what follows is played at the table."""
    for throw in range(1, MOST_THROWS):
        mine: int = yield Roll(
            f"starts:{throw}:unit", say("Roll to see who starts: {unit}", unit=name), rule="A-32", about=unit
        )
        foe: int = yield Roll(f"starts:{throw}:foe", say("Roll to see who starts: the opponent"), rule="A-32")
        if mine != foe:
            return


def _prize(ctx: OprCtx, ledger: Ledger, entry: EventEntry, event: Event) -> int:
    """XP, and points or a trophy that can be sold. Gives the points booked. Source: A-32"""
    unit = ctx.state.units[event.units[0]]
    ledger.xp(unit.id, entry.xp, "duel", "A-32", event.id)
    if ctx.book.setting("trophy") == "points":
        ledger.points(unit.warband, entry.points, "duel", "A-32", event.id)
        return entry.points
    trophy = Item(ctx.new("trophy"), "Trophy", entry.points, "event")
    ledger.book(ItemGained(unit=unit.id, item=trophy, because="duel", mission=ledger.mission, rule="A-32"))
    return 0
