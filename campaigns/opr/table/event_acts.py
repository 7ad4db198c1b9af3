"""What an event asks of somebody: the buttons on its card, and the secret note of whoever looks.

Which act belongs to which event is said once, in `BY_KIND`; whether it may be done now is asked of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.transaction.seals import sealed_by
from campaigns.opr.viewer import OprViewer
from rules.opr.playing.owed import entry_of
from rules.opr.state import Event, Mission
from rules.opr.waiting import refusal_sentence


@dataclass(frozen=True, slots=True)
class EventAct:
    """A button of an event. `do` is the last word of its address, `warband` on whose behalf."""

    do: str
    warband: str
    label: str
    icon: str


# kind of event: (act, words of the button, icon), in the order they come up
BY_KIND: dict[str, tuple[tuple[str, str | Promise, str], ...]] = {
    "send": (("send", lazy("Send a unit, or none"), "arrow-right"),),
    "trap": (
        ("seal_note", lazy("Write your note"), "envelope-paper"),
        ("open_note", lazy("The trap has been sprung: open the note"), "envelope-paper-fill"),
    ),
    "revenge": (("seal_note", lazy("Write your note"), "envelope-paper"),),
    "duel": (("duel", lazy("Play out the duel"), "dice-5-fill"),),
    "capture": (("ransom", lazy("Roll for the ransom"), "coin"),),
    "escort": (("collect", lazy("Roll for what the unit brings home"), "dice-5-fill"),),
}
STRIKES = "event_die"  # for every event that has a die of its own in mid-mission
OF_TABLE = ("duel", STRIKES)  # anybody who takes part may do it


def possible_event_acts(viewer: OprViewer, mission: Mission, event: Event) -> tuple[EventAct, ...]:
    """What the visitor may do about this event now."""
    entry = entry_of(viewer.book, event)
    offered = BY_KIND.get(entry.kind, ())
    if entry.table_roll:
        offered = (*offered, (STRIKES, _("Roll %(dice)s") % {"dice": entry.table_dice}, "dice-5-fill"))
    if viewer.seat is None or viewer.seat.is_spectator or not offered:
        return ()
    yours = viewer.is_organiser or viewer.owns(event.warband)
    at_table = viewer.is_organiser or any(map(viewer.owns, mission.warbands))
    return tuple(
        EventAct(do, event.warband, str(label), icon)
        for do, label, icon in offered
        if (at_table if do in OF_TABLE else yours) and _possible(viewer, mission, event, do)
    )


def event_params(do: str, mission: str, event: str, warband: str) -> dict[str, str]:
    """The parameters of the act behind a button."""
    params = {"mission": mission, "event": event}
    return params if do in OF_TABLE else {**params, "warband": warband}


def _possible(viewer: OprViewer, mission: Mission, event: Event, do: str) -> bool:
    if do == "open_note" and not event.sealed:
        return False
    params = event_params(do, mission.id, event.id, event.warband)
    return not refusal_sentence(viewer.state, viewer.book, f"opr.{do}", params)


def own_notes(viewer: OprViewer, mission: Mission) -> dict[str, str]:
    """What the visitor has sealed in this mission themselves, by event; nobody else's is ever read."""
    sealed = {event.seal: event for event in mission.events if event.sealed and not event.revealed}
    if not sealed:
        return {}
    mine = sealed_by(viewer).filter(slot__code__in=list(sealed), key="note")
    units = viewer.state.units
    found = mine.values_list("slot__code", "value")
    return {sealed[code].id: units[value].name if value in units else str(value) for code, value in found}
