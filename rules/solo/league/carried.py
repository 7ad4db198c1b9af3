"""What a league’s mission tells the table of its game: who was taken away or conceded, which events count.

The league is told by its own page, so a game follows it; what only the game knows is in its report.
Source: OPR-31, OPR-34, OPR-37.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from rules.engine.plain import Params
from rules.opr.app_sides import APP
from rules.opr.playing.events import NO_TARGET
from rules.opr.playing.table import left_table
from rules.solo.state import COUNTED, NO_SHOTS, NO_WEAPON, OUT_FOR_GOOD, Leaving, SoloState, TableEvent, Unit

if TYPE_CHECKING:
    from rules.opr.state import Mission

TAKEN: tuple[Leaving, ...] = ("captured", "sent")


def taken_by_events(mission: Mission) -> dict[str, Leaving]:
    """Who an event took off the table alive, and how: the league's units, and the app's own.

    Source: OPR-34, OPR-37, SOLO-80
    """
    gone = left_table(mission)
    return {unit: how for unit, one in gone.items() for how in TAKEN if one.reason == how}


def still_to_do(state: SoloState, mission: Mission) -> Iterator[tuple[str, Params]]:
    """The acts by which a game follows its mission: units leave with their reason, or are back because the
    event was taken back, those without ammunition shoot no more, and whoever has conceded leaves with all of
    theirs. Source: OPR-31, OPR-33, OPR-37
    """
    taken = taken_by_events(mission)
    for unit in state.units.values():
        how = taken.get(unit.source or f"{APP}{unit.id}")
        if how and unit.out not in OUT_FOR_GOOD:
            yield "solo.status", {"unit": unit.id, "out": "left", "leaving": how}
        elif not how and unit.out == "left" and unit.leaving in TAKEN:
            yield "solo.status", {"unit": unit.id, "out": _back(state, unit)}
    if (now := events_at_table(state, mission)) != state.game.events:
        yield from _arrows(state, now)
        yield "solo.events", {"events": [asdict(one) for one in now]}
    given_up = {side.warband: side.moment or "round_start" for side in mission.sides if side.conceded}
    for side in state.human_sides():
        if side.source in given_up and not side.conceded:
            yield "solo.concede", {"side": side.id, "moment": given_up[side.source]}


def _arrows(state: SoloState, now: Iterable[TableEvent]) -> Iterator[tuple[str, Params]]:
    """Who of the app's cannot shoot any more because of an event, or can again because it was taken back.

    What the table says by hand afterwards stays. Source: OPR-33, SOLO-34
    """
    before, after = _without_shots(state.game.events), _without_shots(now)
    for unit in state.units_of("ai"):
        if (unit.id in before) != (unit.id in after):
            yield "solo.status", {"unit": unit.id, "may_shoot": unit.id not in after}


def _without_shots(events: Iterable[TableEvent]) -> set[str]:
    return {unit for event in events if event.code == NO_SHOTS for unit in event.on}


def events_at_table(state: SoloState, mission: Mission) -> tuple[TableEvent, ...]:
    """The events of a mission that change dice, with the game's own ids of those they met. Source: OPR-33"""
    ids = {unit.source or f"{APP}{unit.id}": unit.id for unit in state.units.values()}
    ids |= {side.source or f"{APP}{side.id}": side.id for side in state.sides.values()}
    found = []
    for event in mission.events:
        if event.code in COUNTED and event.outcome != NO_TARGET:
            met = [
                *event.units,
                *([event.warband] if not event.units else []),
                *(one.id for one in event.app),
            ]
            on = tuple(ids[one] for one in met if one in ids)
            items = tuple((ids[one], what) for one, what in event.details if one in ids)
            struck = bool(event.number) and event.code not in (NO_WEAPON, NO_SHOTS)
            found.append(TableEvent(event.code, event.round, on, struck=struck, items=items))
    return tuple(found)


def _back(state: SoloState, unit: Unit) -> str:
    return "" if state.game.round or unit.section else "undeployed"
