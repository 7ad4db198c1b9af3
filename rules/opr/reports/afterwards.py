"""Random events of an evening that is told afterwards: what fell in which round, and what it did.

People drew and threw at the table; here is told whom it met and what the die showed. What is settled after
the result (ransom, pay, duel, doctor, shared XP) is asked later, as if it had been rolled here (OPR-33).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import ConfigDict

from rules.engine.codec import dump, load
from rules.engine.language import say
from rules.engine.procedure import require
from rules.engine.questions import die_values
from rules.opr.app_sides import APP, REWARDS, VOID, AppMet
from rules.opr.booking import Ledger
from rules.opr.books import EventEntry, InForce
from rules.opr.game import OprCtx
from rules.opr.mission_effects import EventHappened
from rules.opr.playing.events import AT_ONCE, NO_TARGET, entry_die
from rules.opr.playing.table import left_by_event
from rules.opr.queues import lost_in
from rules.opr.reports.facts import NEUTRAL, Left, is_taken_out, rounds_told
from rules.opr.state import Event, Kill, Mission

MEETS_UNIT = ("capture", "escort", "xp", "weapon", "duel")  # one unit, of whoever
MEETS_WARBAND = ("bounty", "doctor", "revenge", "send", "gift", "vp")
NAMES_UNIT = ("marker", "revenge", "send")  # a unit, or nobody
TOUCH_UNIT = ("capture", "xp", "weapon", "duel")  # what happens to the unit itself
READS_ROUNDS = ("frenzy", "mercy", "revenge")  # the rounds in which somebody was taken out


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """A random event as the table tells it. `unit` is whom it met; or who was noted, sent, or left with it.

    `number` is what its die showed; `through`: the unit got to where the event wanted it; `last`: who took
    out the last of its neutral figures. `name` is of the app's own, when `warband` is one of those.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")
    round: int
    code: int
    warband: str = ""
    unit: str = ""
    number: int = 0
    through: bool = False
    last: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Asks:
    """What is asked of an event told afterwards. `die` is what was thrown for it, empty for none."""

    met: str = ""  # "unit", "warband" or nothing
    named: str = ""  # "marker", "revenge" or "send": a unit, or nobody
    die: str = ""
    through: bool = False
    last: bool = False

    @property
    def anything(self) -> bool:
        return self != Asks()


def asks(rules: InForce, entry: EventEntry) -> Asks:
    """What the campaign has to know of this event. Source: OPR-33"""
    kind = entry.kind
    last = kind == "neutral" and bool(entry.kill_xp) and rules.on("neutral_kill_xp")
    with_unit = kind in MEETS_UNIT or (last and entry.draw == "unit")
    return Asks(
        met="unit" if with_unit else "warband" if kind in MEETS_WARBAND else "",
        named=kind if kind in NAMES_UNIT else "",
        die=_die(rules, entry),
        through=kind == "escort",
        last=last,
    )


def _die(rules: InForce, entry: EventEntry) -> str:
    """What was thrown for it at once and changes a sheet; what only the table played is not asked."""
    if entry.kind == "send":
        return entry.late_roll
    return entry_die(rules, entry) if entry.kind in ("xp", "weapon", "gift") else ""


def tell_events(
    ctx: OprCtx,
    ledger: Ledger,
    events: Sequence[ToldEvent],
    rounds: int,
    kills: Sequence[Kill],
    *,
    app: bool = False,
) -> tuple[list[Left], list[Kill]]:
    """Book what fell, round by round; `app`: something of the app's own may have been met.

    Gives who left the table with one, and who took out the last neutral figure. Source: OPR-33, OPR-72
    """
    left, lasts = [], []
    lost = set(lost_in(ledger.state, ledger.rules, ledger.state.missions[ledger.mission]))
    told: Counter[tuple[int, int]] = Counter()
    for one in sorted(events, key=lambda one: one.round):
        entry = _known(ledger.rules, one, rounds, app=app)
        told[one.round, one.code] += 1
        again = told[one.round, one.code]
        name = f"event-{one.round}-{one.code}" + (f"-{again}" if again > 1 else "")
        event = _happened(ledger, entry, one, ctx.new(name), kills)
        if entry.kind in TOUCH_UNIT and lost & set(event.units):
            event = replace(event, outcome=VOID, settled=True)
        ledger.book(EventHappened(mission=ledger.mission, event=event, rule=entry.rule))
        if event.warband and entry.kind in AT_ONCE and event.outcome not in (NO_TARGET, VOID):
            AT_ONCE[entry.kind](ctx, ledger, entry, event)
        if event.outcome == "sent":
            ledger.points(event.warband, event.points, "event", "OPR-33", event.id)
        if entry.kind == "escort" and one.through and event.units:
            left.append(Left(event.id, event.units[0]))
        elif entry.kind == "marker" and one.unit:
            left.append(Left(event.id, one.unit))
        if one.last and asks(ledger.rules, entry).last:
            lasts.append(Kill(victim=f"{NEUTRAL}{event.id}", killer=one.last))
    return left, lasts


def _known(rules: InForce, one: ToldEvent, rounds: int, *, app: bool) -> EventEntry:
    entry = rules.event_by_code.get(one.code)
    require(entry is not None, "OPR-33", say("There is no event {code}.", code=one.code), "events")
    assert entry is not None
    require(1 <= one.round <= rounds, "OPR-33", rounds_told(rounds), "events")
    own = not one.warband.startswith(APP)
    require(own or app, "SOLO-80", say("The app had no side in this mission."), "events")
    return entry


def _happened(ledger: Ledger, entry: EventEntry, one: ToldEvent, id: str, kills: Sequence[Kill]) -> Event:
    """The event as it would stand had it been rolled here."""
    wanted, mission = asks(ledger.rules, entry), ledger.state.missions[ledger.mission]
    event = Event(
        id, entry.code, one.round, settled=entry.kind not in ("escort", "marker", "capture", "duel")
    )
    if wanted.met and one.warband.startswith(APP):
        void = VOID if entry.kind in (*REWARDS, "send") else ""
        outcome = "captured" if entry.kind == "capture" else void
        return replace(event, app=(AppMet(one.warband, one.name),), outcome=outcome, settled=True)
    if wanted.met == "unit" and not one.unit and entry.eligible:
        return replace(event, outcome=NO_TARGET, settled=True)
    if wanted.met == "unit":
        event = _met_unit(ledger, mission, entry, event, one, kills)
    elif wanted.met == "warband":
        event = _met_warband(mission, entry, event, one)
    if wanted.die and (entry.kind != "send" or one.unit):
        text = say("{event}: what did the die show?", event=entry.name)
        require(one.number in die_values(wanted.die), "OPR-33", text, "events")
        event = replace(event, number=one.number if entry.kind == "send" else _counted(entry, one.number))
    return _with_kind(ledger, mission, entry, event, one)


def _counted(entry: EventEntry, die: int) -> int:
    return die * entry.times + entry.plus


def _met_unit(
    ledger: Ledger, mission: Mission, entry: EventEntry, event: Event, one: ToldEvent, kills: Sequence[Kill]
) -> Event:
    """Source: OPR-34, event 66"""
    whom = say("{event}: who did it affect?", event=entry.name)
    require(bool(one.unit) and one.unit in mission.fielded, "OPR-34", whom, "events")
    name = ledger.state.units[one.unit].name
    away = say("{unit} had already left the table.", unit=name)
    require(one.unit not in left_by_event(mission), "OPR-34", away, "events")
    if entry.kind == "duel":
        out = [k.victim for k in kills if is_taken_out(k) and k.round <= event.round]
        sentence = say(
            "{event}: {unit} was not {out}.", event=entry.name, unit=name, out=ledger.rules.words.out
        )
        require(one.unit in out, "OPR-34", sentence, "events")
    return replace(event, units=(one.unit,), warband=ledger.state.units[one.unit].warband)


def _met_warband(mission: Mission, entry: EventEntry, event: Event, one: ToldEvent) -> Event:
    whom = say("{event}: who did it affect?", event=entry.name)
    require(one.warband in mission.warbands, "OPR-34", whom, "events")
    return replace(event, warband=one.warband)


def _with_kind(ledger: Ledger, mission: Mission, entry: EventEntry, event: Event, one: ToldEvent) -> Event:
    """What its kind adds: captured, sent, noted, given."""
    if entry.kind == "capture":
        return replace(event, outcome="captured")
    if entry.kind == "gift":
        return replace(event, points=event.number)
    if entry.kind == "vp":
        return replace(event, vp=entry.vp)
    if entry.kind == "send":
        return _sent(ledger, mission, entry, event, one)
    if entry.kind == "revenge" and one.unit:
        enemy = one.unit in mission.fielded and one.unit not in mission.side(event.warband).fielded
        sentence = say("{event}: the note must name an enemy unit.", event=entry.name)
        require(enemy, "OPR-69", sentence, "events")
        return replace(event, note=one.unit, revealed=True, noted=event.round)
    return event


def _sent(ledger: Ledger, mission: Mission, entry: EventEntry, event: Event, one: ToldEvent) -> Event:
    """One of its own is off the table for points, or nobody. Source: event 62"""
    if not one.unit:
        return replace(event, outcome="declined")
    own = one.unit in mission.side(event.warband).fielded and one.unit not in left_by_event(mission)
    sentence = say("{event}: each side can only send one of its own units.", event=entry.name)
    require(own, "OPR-33", sentence, "events")
    gain = event.number * entry.times
    return replace(event, outcome="sent", units=(one.unit,), points=gain)


def prune_told(
    params: Mapping[str, object], units: set[str], warbands: set[str]
) -> tuple[dict[str, object], list[str]]:
    """The events told that still met somebody, and a sentence for each that did not. Source: OPR-33"""
    told = params.get("events")
    kept: list[object] = []
    dropped: list[str] = []
    for sent in told if isinstance(told, Sequence) else ():
        one = load(ToldEvent, sent)
        there = not one.warband or one.warband in warbands or one.warband.startswith(APP)
        if there and (not one.unit or one.unit in units):
            kept.append(sent if not one.last or one.last in units else dump(replace(one, last="")))
        else:
            dropped.append(say("The unit that event {code} hit no longer exists.", code=one.code))
    return ({**params, "events": kept} if told else dict(params)), dropped


def reads_rounds(rules: InForce, event: Event | ToldEvent) -> bool:
    """Whether it matters for this event in which round somebody was taken out. Source: OPR-36, A-26"""
    kind = rules.event_by_code[event.code].kind
    return kind in READS_ROUNDS or (kind == "bounty" and rules.setting("bounty_from") == "event")
