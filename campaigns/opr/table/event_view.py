"""The random events of a mission as cards: what each does, whom it met, how long, when to think of it.

What is in force is asked of the rules; here it gets its words and the moment at which the page says it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.opr.table.event_acts import EventAct, possible_event_acts
from campaigns.opr.viewer import OprViewer
from rules.engine.language import said
from rules.opr.app_sides import VOID
from rules.opr.books import EventEntry
from rules.opr.playing.events import NO_TARGET, QUARTERS
from rules.opr.playing.owed import entry_of, matters
from rules.opr.state import Event, Mission

QUARTER_NAMES = dict(QUARTERS)
LASTS = {
    "now": lazy("now"),
    "round": lazy("this round"),
    "mission": lazy("until the mission ends"),
    "end": lazy("settled after the mission"),
}
# What becomes of the app's own (SOLO-80), by how the event ended for it, else by its kind.
APP_OUTCOMES = {
    VOID: lazy("Anything the event would give or cost the app is ignored."),
    "captured": lazy("Take the unit off the table; the app pays no ransom."),
    "sent": lazy(
        "A die chose this unit: take it off the table. Anything the event would give the app is ignored."
    ),
    "declined": lazy("The app sends nobody."),
}
APP_KINDS = {
    "trap": lazy("The app writes no note: number the pieces of terrain and roll for one of them."),
    "neutral": lazy("The app plays it like one of its units."),
}


@dataclass(frozen=True, slots=True)
class EventView:
    """A random event: its dice, its name and our short text, whom it hit, how long it lasts.

    `remind` are the moments it is said again: "round_end", "kill", "settle"; `rolled` what its die of
    mid-mission showed last; `app` what becomes of the app's own that it met.
    """

    id: str
    code: int
    dice: tuple[int, int]
    name: str
    text: str
    lasts: str
    hits: str
    round: int
    in_force: bool
    sealed: bool
    remind: tuple[str, ...]
    rolled: int
    note: str
    own_note: str = ""
    app: str = ""
    acts: tuple[EventAct, ...] = ()


@dataclass(frozen=True, slots=True)
class EventReminder:
    """What has to be thought of now: the event's name and why."""

    name: str
    text: str


def event_details(viewer: OprViewer, mission: Mission, event: Event) -> EventView:
    """One event, for everybody: what a visitor has sealed themselves is not in it."""
    entry = entry_of(viewer.book, event)
    counts = mission.status == "playing" and matters(viewer.book, event, mission.round)
    units = viewer.state.units
    over = bool(event.app) and event.outcome in APP_OUTCOMES
    return EventView(
        id=event.id,
        code=event.code,
        dice=(event.code // 10, event.code % 10),
        name=entry.name,
        text=entry.told(event.number),
        lasts=str(LASTS["now" if over else entry.when]) if counts else "",
        hits=_hits(viewer, event),
        round=event.round,
        in_force=counts,
        sealed=event.sealed and not event.revealed,
        remind=() if over else entry.remind,
        rolled=event.number if entry.table_roll else 0,
        note=event.words or (units[event.note].name if event.note in units else ""),
        app=_of_app(entry, event),
        acts=possible_event_acts(viewer, mission, event),
    )


def _of_app(entry: EventEntry, event: Event) -> str:
    """What people do about the app's own that an event hit; empty where the text of the event says it all."""
    if not event.app_hit:
        return ""
    return str(APP_OUTCOMES.get(event.outcome) or APP_KINDS.get(entry.kind) or "")


def _hits(viewer: OprViewer, event: Event) -> str:
    """Whom or where it met, with what was drawn for each: `Hound Pack (Crows, Bow), Ferrymen (Foxes)`."""
    if event.outcome == NO_TARGET:
        return _("no valid target: nothing happens")
    units, warbands, drawn = viewer.state.units, viewer.state.warbands, dict(event.details)
    names = [
        _with(units[one].name, warbands[units[one].warband].name, drawn.get(one, ""))
        for one in event.units
        if one in units
    ]
    if not names and event.warband in warbands:
        names = [warbands[event.warband].name]
    names += [_with(one.name, one.of, drawn.get(one.id, "")) for one in event.app_hit]
    if event.quarter in QUARTER_NAMES:
        names.append(said(QUARTER_NAMES[event.quarter]))
    foes = {one: warband.name for one, warband in warbands.items()} | {one.id: one.name for one in event.app}
    if drawn.get("foe", "") in foes:
        names.append(_("opponent played by %(name)s") % {"name": foes[drawn["foe"]]})
    return ", ".join(names)


def _with(name: str, *more: str) -> str:
    said = ", ".join(filter(None, more))
    return f"{name} ({said})" if said else name


def marks(viewer: OprViewer, mission: Mission) -> dict[str, tuple[str, ...]]:
    """By unit and warband: the names of the events in force on it, with what was drawn for it."""
    found: dict[str, tuple[str, ...]] = {}
    for event in mission.events:
        entry = entry_of(viewer.book, event)
        if mission.status == "playing" and matters(viewer.book, event, mission.round):
            for one in _marked(entry, event):
                found[one] = (*found.get(one, ()), _with(entry.name, dict(event.details).get(one, "")))
    return found


def _marked(entry: EventEntry, event: Event) -> Sequence[str]:
    if event.units:
        return event.units
    return (event.warband,) if entry.draw == "warband" and event.warband else ()


def round_ends(events: Sequence[EventView], round: int) -> str:
    """What happens at the end of this round, and what ends with it; empty when nothing does."""
    now = [event for event in events if event.in_force]
    act = [event.name for event in now if "round_end" in event.remind]
    over = [event.name for event in now if event.lasts == str(LASTS["round"])]
    told = (
        (_("When round %(round)s ends: %(names)s"), act),
        (_("Until the end of round %(round)s: %(names)s"), over),
    )
    return " · ".join(one % {"round": round, "names": ", ".join(names)} for one, names in told if names)


def at(moment: str, events: Sequence[EventView]) -> tuple[EventReminder, ...]:
    """What to think of when a unit is out ("kill") or when the result is written down ("settle")."""
    return tuple(
        EventReminder(event.name, f"{event.text} {event.hits}".strip())
        for event in events
        if event.in_force and moment in event.remind
    )
