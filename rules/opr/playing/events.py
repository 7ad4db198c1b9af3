"""Random events: which one, whom it meets, and what it does at once (OPR-33, OPR-34).

What an event does to the campaign is told by its `kind` in the book; most kinds act later and stand in
`owed.py`, `casualties.py` and `experience.py`. What happens on the table is told, not computed. The
app's own warbands are drawn like all others; for them nothing is booked (SOLO-80).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rules.engine.language import mark, said, say
from rules.engine.procedure import OPEN_THROWS, Procedure
from rules.engine.questions import ChooseSeveral, Draw, Face, Option, Roll
from rules.engine.refusals import Refused
from rules.opr.app_sides import REWARDS, VOID, AppMet
from rules.opr.booking import Ledger
from rules.opr.books import EventEntry, InForce
from rules.opr.effects import ItemGained, UnitStatusSet
from rules.opr.game import OprCtx
from rules.opr.mission_effects import EventHappened
from rules.opr.playing.table import Tabletop, UnitStanding
from rules.opr.state import Event, Item, Weapon

QUARTERS = (
    ("nw", mark("North-west")),
    ("ne", mark("North-east")),
    ("sw", mark("South-west")),
    ("se", mark("South-east")),
)
NO_TARGET = "no_target"
NOBODY = "nobody"
AWAITED = ("capture", "escort", "marker", "trap", "revenge", "send", "duel")  # somebody still has to act


def happen(ctx: OprCtx, ledger: Ledger, table: Tabletop, round: int) -> Procedure[None]:
    """Roll an event, draw whom it meets, book what it does at once. Source: OPR-33, OPR-34"""
    reroll = ctx.book.setting("event_no_target") == "reroll"
    throw = 1
    entry = yield from _which(ctx, throw)
    event = yield from _meet(ctx, table, entry, throw, round)
    while event.outcome == NO_TARGET and reroll:
        throw += 1
        entry = yield from _which(ctx, throw)
        event = yield from _meet(ctx, table, entry, throw, round)
    ledger.book(EventHappened(mission=ledger.mission, event=event, rule=entry.rule))
    if event.warband and entry.kind in AT_ONCE:
        AT_ONCE[entry.kind](ctx, ledger, entry, event)


def _which(ctx: OprCtx, throw: int) -> Procedure[EventEntry]:
    key = "event" if throw == 1 else f"event:{throw}"
    everywhere = tuple(e.code for e in ctx.book.book.events if not e.draw)
    legal = everywhere if throw > OPEN_THROWS else ()
    faces = tuple(Face(e.code, e.name) for e in ctx.book.book.events)
    text = say("Which event?")
    code: int = yield Roll(key, text, rule="OPR-33", die="D66", faces=faces, legal=legal)
    entry: EventEntry = ctx.book.event_by_code[code]
    return entry


def _meet(ctx: OprCtx, table: Tabletop, entry: EventEntry, throw: int, round: int) -> Procedure[Event]:
    """The event with everything drawn and rolled for it."""
    at = "" if throw == 1 else f":{throw}"
    event = Event(ctx.new("event"), entry.code, round)
    if entry.eligible:
        table = yield from _eligible(entry, table, at)
    if entry.draw in ("unit", "units", "warband", "player") and not _may_be_drawn(entry, table):
        return replace(event, outcome=NO_TARGET, settled=True)
    number = (yield from _number(entry, at)) if entry_die(ctx.book, entry) else 0
    event = replace(event, number=number, settled=entry.kind not in AWAITED)
    if entry.draw == "units":
        return (yield from _several_units(entry, event, table, at))
    if entry.draw == "unit":
        unit = yield from _draw_unit(entry, table, f"{at}:1" if at else ":1")
        event = _with_warband(_with_unit(event, table, unit), table, unit.warband)
    elif entry.draw in ("warband", "player"):
        event = _with_warband(event, table, (yield from _draw_warband(entry, table, at)))
    elif entry.draw == "quarter":
        options = tuple(Option(key, said(label)) for key, label in QUARTERS)
        text = say("{event}: which quarter of the table?", event=entry.name)
        event = replace(event, quarter=(yield Draw(f"quarter{at}", text, rule="OPR-33", options=options)))
    if event.app:
        return (yield from _of_app(entry, event, table, at))
    if entry.kind == "gift":
        event = replace(event, points=number)
    elif entry.kind == "vp":
        event = replace(event, vp=entry.vp)
    elif entry.kind == "capture":
        event = replace(event, outcome="captured")
    elif entry.kind == "duel":
        foe = yield from _foe(event, table)
        event = replace(event, details=(("foe", foe),))
        if foe in table.app:
            event = replace(event, app=(AppMet(foe, table.names[foe]),))
    return event


def _with_warband(event: Event, table: Tabletop, warband: str) -> Event:
    """The event has met this warband, or one of its units."""
    if warband not in table.app:
        return replace(event, warband=warband)
    return event if event.app else replace(event, app=(AppMet(warband, table.names[warband]),))


def _with_unit(event: Event, table: Tabletop, unit: UnitStanding) -> Event:
    """The event has met this unit too."""
    if unit.warband not in table.app:
        return replace(event, units=(*event.units, unit.id))
    met = AppMet(unit.id, unit.name, unit.warband, table.names[unit.warband])
    return replace(event, app=(*event.app, met))


def _of_app(entry: EventEntry, event: Event, table: Tabletop, at: str) -> Procedure[Event]:
    """What has met the app's own is settled at once: it keeps no record, and a die chooses for it.

    Source: SOLO-02, SOLO-80
    """
    event = replace(event, settled=True)
    if entry.kind == "capture":
        return replace(event, outcome="captured")
    if entry.kind == "send":
        return (yield from _sent_by_app(entry, event, table, at))
    return replace(event, outcome=VOID) if entry.kind in REWARDS else event


def _sent_by_app(entry: EventEntry, event: Event, table: Tabletop, at: str) -> Procedure[Event]:
    """One of its units leaves the table, or nobody; each is as likely. Source: SOLO-02"""
    able = [unit for unit in table.standing[event.app[0].id] if unit.id not in table.down]
    if not able:
        return replace(event, outcome="declined")
    options = (*(Option(unit.id, unit.name) for unit in able), Option(NOBODY, say("Nobody")))
    text = say("{event}: who does {warband} send?", event=entry.name, warband=event.app[0].name)
    sent: str = yield Draw(
        f"send{at}", text, rule="SOLO-02", options=options, left_out=partial(_not_sent, event, table)
    )
    if sent == NOBODY:
        return replace(event, outcome="declined")
    unit = next(unit for unit in able if unit.id == sent)
    return replace(_with_unit(replace(event, app=()), table, unit), outcome="sent")


def _not_sent(event: Event, table: Tabletop, one: str) -> Refused | None:
    unit = table.find(one)
    if unit is None:
        return table.absent(one)
    if unit.warband != event.app[0].id:
        return _of_another(table, event.app[0].name, unit)
    return Refused("", say("{unit} is down; it cannot go.", unit=unit.name))


def _of_another(table: Tabletop, drawn: str, unit: UnitStanding) -> Refused:
    told = {"warband": drawn, "unit": unit.name, "other": table.names[unit.warband]}
    return Refused("", say("{warband} was drawn, but {unit} belongs to {other}.", **told))


def _eligible(entry: EventEntry, table: Tabletop, at: str) -> Procedure[Tabletop]:
    """Let the table tick whom the event may meet; whom it knows to be out or down is ticked already."""
    ticked = table.down if entry.eligible == "down" else frozenset()
    if entry.eligible == "out":
        ticked = frozenset(unit.id for units in table.out.values() for unit in units)
        table = table.of_those_out()
    options = tuple(
        Option(unit.id, unit.name, table.names[one])
        for one, units in table.standing.items()
        for unit in units
    )
    if not options:
        return table
    eligible: tuple[str, ...] = yield ChooseSeveral(
        f"eligible{at}",
        f"{entry.name}. {entry.asks}",
        rule="OPR-34",
        options=options,
        ticked=tuple(one.id for one in options if one.id in ticked),
        left_out=table.absent,
    )
    return table.limited(
        eligible, lambda one: Refused("OPR-34", say("{unit} was not ticked.", unit=one.name))
    )


def entry_die(rules: InForce, entry: EventEntry) -> str:
    """What is rolled when it happens, empty for nothing; a found weapon's AP perhaps later. Source: A-31"""
    each_time = bool(entry.weapon) and rules.setting("found_weapon_ap") == "each"
    return "" if each_time else entry.roll


def _number(entry: EventEntry, at: str) -> Procedure[int]:
    """What is rolled when it happens, in the unit of the event."""
    if entry.weapon:
        text = say("{event}: what AP does the weapon have?", event=entry.name)
    else:
        text = say("{event}: how many?", event=entry.name)
    die: int = yield Roll(f"number{at}", text, rule="OPR-33", die=entry.roll)
    return die * entry.times + entry.plus


def _may_be_drawn(entry: EventEntry, table: Tabletop) -> tuple[str, ...]:
    """For a unit the warbands with somebody it may meet; else whoever still plays, all its units out or not.

    Source: OPR-34, A-26
    """
    whole = entry.draw in ("warband", "player") and entry.kind != "send"
    return tuple(table.names) if whole else table.with_units


def _draw_warband(entry: EventEntry, table: Tabletop, at: str) -> Procedure[str]:
    """Each warband that may be drawn has the same chance. Source: OPR-34"""
    warbands = _may_be_drawn(entry, table)
    if len(warbands) == 1:
        return warbands[0]
    options = tuple(Option(one, table.names[one]) for one in warbands)
    text = say("{event}: which warband?", event=entry.name)
    drawn: str = yield Draw(
        f"warband{at}", text, rule="OPR-34", options=options, left_out=partial(_not_met, table)
    )
    return drawn


def _not_met(table: Tabletop, warband: str) -> Refused | None:
    if warband not in table.names:
        return table.absent(warband)
    return Refused("", say("{warband} has no unit this can happen to.", warband=table.names[warband]))


def _draw_unit(entry: EventEntry, table: Tabletop, at: str) -> Procedure[UnitStanding]:
    """First the warband, then the unit in it; never one big pot. Source: OPR-34"""
    warband = yield from _draw_warband(entry, table, at)
    units = table.standing[warband]
    if len(units) == 1:
        return units[0]
    options = tuple(Option(unit.id, unit.name) for unit in units)
    text = say("{event}: which unit of {warband}?", event=entry.name, warband=table.names[warband])
    drawn: str = yield Draw(
        f"unit{at}",
        text,
        rule="OPR-34",
        about=warband,
        options=options,
        left_out=partial(_not_drawn, table, table.names[warband]),
    )
    return next(unit for unit in units if unit.id == drawn)


def _not_drawn(table: Tabletop, drawn: str, one: str) -> Refused | None:
    unit = table.find(one)
    return _of_another(table, drawn, unit) if unit else table.absent(one)


def _several_units(entry: EventEntry, event: Event, table: Tabletop, at: str) -> Procedure[Event]:
    """Draw after draw, never the same unit twice, fewer when there are not enough. Source: A-22"""
    for number in range(1, event.number + 1):
        if not table.with_units:
            break
        unit = yield from _draw_unit(entry, table, f"{at}:{number}")
        table = table.without(unit.id)
        event = _with_unit(event, table, unit)
        if entry.item_draw:
            event = yield from _draw_item(entry, event, unit, at)
    return event


def _draw_item(entry: EventEntry, event: Event, unit: UnitStanding, at: str) -> Procedure[Event]:
    """One ranged weapon or upgrade of the unit; it stays on the sheet."""
    labels = unit.gear
    if not labels:
        return event
    drawn = labels[0]
    if len(labels) > 1:
        options = tuple(Option(label, label) for label in labels)
        text = say("{event}: what can {unit} no longer use?", event=entry.name, unit=unit.name)
        drawn = yield Draw(f"item{at}:{unit.id}", text, rule="OPR-33", about=unit.id, options=options)
    return replace(event, details=(*event.details, (unit.id, drawn)))


def _foe(event: Event, table: Tabletop) -> Procedure[str]:
    """Which opponent plays the neutral foe of a duel. Source: A-32"""
    others = [one for one in table.names if one != event.warband]
    if len(others) < 2:
        return others[0] if others else ""
    options = tuple(Option(one, table.names[one]) for one in others)
    text = say("Who plays the opponent in the duel?")
    drawn: str = yield Draw("foe", text, rule="A-32", options=options, left_out=partial(_no_foe, table))
    return drawn


def _no_foe(table: Tabletop, warband: str) -> Refused | None:
    if warband not in table.names:
        return table.absent(warband)
    sentence = say(
        "{warband} is fighting the duel, so another side must play the opponent.",
        warband=table.names[warband],
    )
    return Refused("", sentence)


def _relic(ctx: OprCtx, ledger: Ledger, entry: EventEntry, event: Event) -> None:
    ledger.xp(event.units[0], event.number, "event", "OPR-45", event.id)


def _weapon(ctx: OprCtx, ledger: Ledger, entry: EventEntry, event: Event) -> None:
    """The found weapon with its fixed AP or the die of it: price none, never for sale. Source: A-31"""
    found = entry.weapon
    assert found is not None
    weapon = Weapon(found.label, found.range, found.attacks, 1, (f"AP({event.number or found.ap_die})",))
    of_event = event.id.removeprefix(ctx.new("event"))  # several in one entry when told afterwards
    item = Item(
        ctx.new(f"found{of_event}"), found.label, None, "event", event.number or None, weapons=(weapon,)
    )
    ledger.book(
        ItemGained(unit=event.units[0], item=item, because="event", mission=ledger.mission, rule="A-31")
    )


def _gift(ctx: OprCtx, ledger: Ledger, entry: EventEntry, event: Event) -> None:
    ledger.points(event.warband, event.points, "event", "OPR-33", event.id)


def _find(ctx: OprCtx, ledger: Ledger, entry: EventEntry, event: Event) -> None:
    ledger.vp(event.warband, event.vp, "event", "OPR-33", event.id)


def _capture(ctx: OprCtx, ledger: Ledger, entry: EventEntry, event: Event) -> None:
    ledger.book(UnitStatusSet(unit=event.units[0], status="captured", mission=ledger.mission, rule="OPR-33"))


type AtOnce = Callable[[OprCtx, Ledger, EventEntry, Event], None]
AT_ONCE: dict[str, AtOnce] = {
    "xp": _relic,
    "weapon": _weapon,
    "gift": _gift,
    "vp": _find,
    "capture": _capture,
}
