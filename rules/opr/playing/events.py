"""Random events: which one, whom it meets, and what it does at once (OPR-33, OPR-34).

What an event does to the campaign is told by its `kind` in the book; most kinds act later and stand in
`owed.py`, `casualties.py` and `experience.py`. What happens on the table is told, not computed. The
app's own warbands are drawn like all others; for them nothing is booked (SOLO-80).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rules.engine.language import mark, said, say
from rules.engine.procedure import OPEN_THROWS, Procedure
from rules.engine.questions import ChooseSeveral, Draw, Option, Roll
from rules.opr.app_sides import REWARDS, VOID, AppMet, AppWarband
from rules.opr.booking import Ledger
from rules.opr.books import EventEntry, InForce
from rules.opr.effects import ItemGained, UnitStatusSet
from rules.opr.game import OprCtx
from rules.opr.mission_effects import EventHappened
from rules.opr.state import Event, Item, Mission, OprState, Unit, Weapon

QUARTERS = (
    ("nw", mark("North-west")),
    ("ne", mark("North-east")),
    ("sw", mark("South-west")),
    ("se", mark("South-east")),
)
NO_TARGET = "no_target"
NOBODY = "nobody"
AWAITED = ("capture", "escort", "marker", "trap", "revenge", "send", "duel")  # somebody still has to act


@dataclass(frozen=True, slots=True)
class Standing:
    """A unit an event may meet, of the league or of the app's own. `gear` is what may fail it."""

    id: str
    name: str
    warband: str
    gear: tuple[str, ...] = ()

    @classmethod
    def of(cls, unit: Unit) -> Standing:
        weapons = [weapon.label for weapon in unit.profile.weapons if weapon.range]
        gear = tuple(dict.fromkeys([*weapons, *(item.label for item in unit.items)]))
        return cls(unit.id, unit.name, unit.warband, gear)


@dataclass(frozen=True, slots=True)
class Table:
    """Who stands on the table: per warband still playing its units there, those taken out, who is down; which
    of the warbands are the `app`'s own.
    """

    names: dict[str, str]
    standing: dict[str, tuple[Standing, ...]]
    out: dict[str, tuple[Standing, ...]]
    down: frozenset[str] = frozenset()
    app: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        state: OprState,
        mission: Mission,
        gone: Sequence[str],
        down: Sequence[str] = (),
        app: Sequence[AppWarband] = (),
    ) -> Table:
        playing = [side for side in mission.sides if not side.conceded and not side.skipped]
        units = {side.warband: [state.units[one] for one in side.fielded] for side in playing}
        away = {*gone, *left_by_event(mission)}
        standing = {
            one: tuple(Standing.of(u) for u in have if u.available and u.id not in away)
            for one, have in units.items()
        }
        out = {
            one: tuple(Standing.of(u) for u in have if u.living and u.id in gone)
            for one, have in units.items()
        }
        table = cls({one: state.warbands[one].name for one in units}, standing, out, frozenset(down))
        return table._joined(app, away)

    def _joined(self, app: Sequence[AppWarband], away: set[str]) -> Table:
        """With the app's own warbands. Source: SOLO-80"""
        units = {
            one.id: [(Standing(u.id, u.name, one.id, u.gear), u.out) for u in one.units if u.id not in away]
            for one in app
        }
        return Table(
            self.names | {one.id: one.name for one in app},
            self.standing | {one: tuple(u for u, out in have if not out) for one, have in units.items()},
            self.out | {one: tuple(u for u, out in have if out) for one, have in units.items()},
            self.down | {unit.id for one in app for unit in one.units if unit.down},
            frozenset(units),
        )

    def limited(self, units: Sequence[str]) -> Table:
        """Only these units count as standing."""
        picked = {one: tuple(u for u in have if u.id in units) for one, have in self.standing.items()}
        return replace(self, standing=picked)

    def of_those_out(self) -> Table:
        """Those taken out count as standing; while the league knows of none, anybody of its own may be."""
        known = any(units for one, units in self.out.items() if one not in self.app)
        out = {one: units for one, units in self.out.items() if known or one in self.app}
        return replace(self, standing=self.standing | out)

    def without(self, unit: str) -> Table:
        return self.limited([u.id for have in self.standing.values() for u in have if u.id != unit])

    @property
    def with_units(self) -> tuple[str, ...]:
        return tuple(one for one, have in self.standing.items() if have)


def left_by_event(mission: Mission) -> set[str]:
    """Units an event took off the table alive, of the league and of the app's own."""
    gone = [event for event in mission.events if event.outcome in ("captured", "sent", "left")]
    league = {unit for event in gone for unit in event.units}
    return league | {one.id for event in gone for one in event.app}


def happen(ctx: OprCtx, ledger: Ledger, table: Table, round: int) -> Procedure[None]:
    """Roll an event, draw whom it meets, book what it does at once."""
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
    code: int = yield Roll(key, say("Which event?"), rule="OPR-33", die="D66", legal=legal)
    entry: EventEntry = ctx.book.book.event_by_code[code]
    return entry


def _meet(ctx: OprCtx, table: Table, entry: EventEntry, throw: int, round: int) -> Procedure[Event]:
    """The event with everything drawn and rolled for it."""
    at = "" if throw == 1 else f":{throw}"
    event = Event(ctx.new("event"), entry.code, round)
    if entry.eligible:
        table = yield from _eligible(entry, table, at)
    if entry.draw in ("unit", "units", "warband", "player") and not _may_be_drawn(entry, table):
        return replace(event, outcome=NO_TARGET, settled=True)
    number = (yield from _number(entry, at)) if die_of(ctx.book, entry) else 0
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


def _with_warband(event: Event, table: Table, warband: str) -> Event:
    """The event has met this warband, or one of its units."""
    if warband not in table.app:
        return replace(event, warband=warband)
    return event if event.app else replace(event, app=(AppMet(warband, table.names[warband]),))


def _with_unit(event: Event, table: Table, unit: Standing) -> Event:
    """The event has met this unit too."""
    if unit.warband not in table.app:
        return replace(event, units=(*event.units, unit.id))
    met = AppMet(unit.id, unit.name, unit.warband, table.names[unit.warband])
    return replace(event, app=(*event.app, met))


def _of_app(entry: EventEntry, event: Event, table: Table, at: str) -> Procedure[Event]:
    """What has met the app's own is settled at once: it keeps no record, and a die chooses for it.

    Source: SOLO-02, SOLO-80
    """
    event = replace(event, settled=True)
    if entry.kind == "capture":
        return replace(event, outcome="captured")
    if entry.kind == "send":
        return (yield from _sent_by_app(entry, event, table, at))
    return replace(event, outcome=VOID) if entry.kind in REWARDS else event


def _sent_by_app(entry: EventEntry, event: Event, table: Table, at: str) -> Procedure[Event]:
    """One of its units leaves the table, or nobody; each is as likely. Source: SOLO-02"""
    able = [unit for unit in table.standing[event.app[0].id] if unit.id not in table.down]
    if not able:
        return replace(event, outcome="declined")
    options = (*(Option(unit.id, unit.name) for unit in able), Option(NOBODY, say("Nobody")))
    text = say("{event}: whom does {warband} send?", event=entry.name, warband=event.app[0].name)
    sent: str = yield Draw(f"send{at}", text, rule="SOLO-02", options=options)
    if sent == NOBODY:
        return replace(event, outcome="declined")
    unit = next(unit for unit in able if unit.id == sent)
    return replace(_with_unit(replace(event, app=()), table, unit), outcome="sent")


def _eligible(entry: EventEntry, table: Table, at: str) -> Procedure[Table]:
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
    )
    return table.limited(eligible)


def die_of(rules: InForce, entry: EventEntry) -> str:
    """What is rolled when it happens, empty for nothing; a found weapon's AP perhaps later. Source: A-31"""
    each_time = bool(entry.weapon) and rules.setting("found_weapon_ap") == "each"
    return "" if each_time else entry.roll


def _number(entry: EventEntry, at: str) -> Procedure[int]:
    """What is rolled when it happens, in the unit of the event."""
    if entry.weapon:
        text = say("{event}: which AP?", event=entry.name)
    else:
        text = say("{event}: how many?", event=entry.name)
    die: int = yield Roll(f"number{at}", text, rule="OPR-33", die=entry.roll)
    return die * entry.times + entry.plus


def _may_be_drawn(entry: EventEntry, table: Table) -> tuple[str, ...]:
    """For a unit the warbands with somebody it may meet; else whoever still plays, all its units out or not.

    Source: OPR-34, A-26
    """
    whole = entry.draw in ("warband", "player") and entry.kind != "send"
    return tuple(table.names) if whole else table.with_units


def _draw_warband(entry: EventEntry, table: Table, at: str) -> Procedure[str]:
    """Each warband that may be drawn has the same chance. Source: OPR-34"""
    warbands = _may_be_drawn(entry, table)
    if len(warbands) == 1:
        return warbands[0]
    options = tuple(Option(one, table.names[one]) for one in warbands)
    text = say("{event}: whom?", event=entry.name)
    drawn: str = yield Draw(f"warband{at}", text, rule="OPR-34", options=options)
    return drawn


def _draw_unit(entry: EventEntry, table: Table, at: str) -> Procedure[Standing]:
    """First the warband, then the unit in it; never one big pot. Source: OPR-34"""
    warband = yield from _draw_warband(entry, table, at)
    units = table.standing[warband]
    if len(units) == 1:
        return units[0]
    options = tuple(Option(unit.id, unit.name) for unit in units)
    text = say("{event}: which unit of {warband}?", event=entry.name, warband=table.names[warband])
    drawn: str = yield Draw(f"unit{at}", text, rule="OPR-34", about=warband, options=options)
    return next(unit for unit in units if unit.id == drawn)


def _several_units(entry: EventEntry, event: Event, table: Table, at: str) -> Procedure[Event]:
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


def _draw_item(entry: EventEntry, event: Event, unit: Standing, at: str) -> Procedure[Event]:
    """One ranged weapon or upgrade of the unit; it stays on the sheet."""
    labels = unit.gear
    if not labels:
        return event
    drawn = labels[0]
    if len(labels) > 1:
        options = tuple(Option(label, label) for label in labels)
        text = say("{event}: what can {unit} not use?", event=entry.name, unit=unit.name)
        drawn = yield Draw(f"item{at}:{unit.id}", text, rule="OPR-33", about=unit.id, options=options)
    return replace(event, details=(*event.details, (unit.id, drawn)))


def _foe(event: Event, table: Table) -> Procedure[str]:
    """Which opponent plays the neutral foe of a duel. Source: A-32"""
    others = [one for one in table.names if one != event.warband]
    if len(others) < 2:
        return others[0] if others else ""
    options = tuple(Option(one, table.names[one]) for one in others)
    drawn: str = yield Draw("foe", say("Who plays the foe in the duel?"), rule="A-32", options=options)
    return drawn


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
