"""The missions a warband has not walked through, in the order in which it does (OPR-10, OPR-21, A-55).

`Warband.mission` is the first of them, whose steps it takes now, `Warband.later` are the others. One that is
set up or played is the last: nobody is in two at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.language import mark, said, say
from rules.opr.books import InForce
from rules.opr.state import Frozen, Item, Mission, OprState, Side, Step, Warband

UNFINISHED: dict[Step, str] = {
    "casualties": mark("{warband} still has casualties to resolve after mission {mission}."),
    "experience": mark("{warband} still has experience to resolve after mission {mission}."),
    "upgrades": mark("{warband} still has upgrades to do after mission {mission}."),
    "recruiting": mark("{warband} still has recruiting to do after mission {mission}."),
}
TAKE_AWAY = ("captured", "lost")  # how events of a mission end that take a unit from its table


def queue_of(warband: Warband) -> tuple[str, ...]:
    """All of them. Source: A-55"""
    return (warband.mission, *warband.later) if warband.mission else warband.later


def being_played(state: OprState, warband: Warband) -> Mission | None:
    """The one it sets up or plays. Source: OPR-10"""
    missions = (state.missions[one] for one in queue_of(warband) if one in state.missions)
    return next((one for one in missions if one.open), None)


def missions_at_hand(state: OprState, warband: Warband) -> list[Mission]:
    """Where something may be asked of it now: the first, and the one it sets up or plays. Source: OPR-21"""
    first, under_way = state.missions.get(warband.mission), being_played(state, warband)
    return [one for one in (first, under_way if under_way != first else None) if one is not None]


def parks(rules: InForce) -> bool:
    """Whether another game may begin before the steps after the last are taken. Source: OPR-21, A-55"""
    return rules.setting("open_steps") == "parks"


def not_free(state: OprState, rules: InForce, warband: Warband) -> tuple[str, str, str]:
    """Why a warband begins no mission now, by which rule, for which other; all empty when it may.

    Source: OPR-10, OPR-21, A-55
    """
    if (mission := being_played(state, warband)) is not None:
        sentence = say(
            "{warband} is already in mission {mission}.", warband=warband.name, mission=mission.number
        )
        return "OPR-10", sentence, mission.id
    if not warband.mission or parks(rules):
        return "", "", ""
    mission = state.missions[warband.mission]
    unfinished = UNFINISHED[mission.side(warband.id).step]
    return "OPR-21", said(unfinished, warband=warband.name, mission=mission.number), mission.id


def comes_later(state: OprState, warband: str, mission: str) -> Mission | None:
    """The mission whose steps this warband has to take before those of another; None when it is their turn.

    Source: OPR-21, A-55
    """
    held = state.warbands[warband]
    return state.missions[held.mission] if mission in held.later else None


def takes_part(state: OprState, mission: Mission, side: Side) -> bool:
    """Whether a side sets up or plays this mission, or takes its steps now. Source: OPR-21, A-55"""
    warband = state.warbands[side.warband]
    if side.skipped or warband.status != "active":
        return False
    return warband.mission == mission.id or (mission.open and mission.id in warband.later)


def with_queued_mission(state: OprState, warband: str, mission: str) -> OprState:
    """It is in one more, whose steps come after those left and before one that is open. Source: A-55"""
    held = state.warbands[warband]
    places = [one for one in queue_of(held) if not state.missions[one].open]
    after = [one for one in queue_of(held) if one not in places]
    places += [mission, *after]
    return state.change("warbands", warband, mission=places[0], later=tuple(places[1:]))


def left(state: OprState, warband: str, mission: str) -> OprState:
    """It has walked through one, or is out of it. Source: A-55"""
    held = state.warbands[warband]
    if not held.later:
        return state.change("warbands", warband, mission="")
    first, *later = (one for one in queue_of(held) if one != mission)
    return state.change("warbands", warband, mission=first, later=tuple(later))


def carried_on(
    state: OprState, unit: str, mission: str, *, xp: int = 0, items: tuple[Item, ...] = ()
) -> OprState:
    """What the aftermath of one mission brings a unit is none of what a later one, begun already, brings:
    those hold it as if it had come before them. Source: OPR-22, OPR-42, A-47, A-55
    """
    warband = state.warbands.get(state.units[unit].warband)
    if not mission or warband is None or not warband.later or mission not in queue_of(warband):
        return state
    places = queue_of(warband)
    for later in places[places.index(mission) + 1 :]:
        there = state.missions[later]
        sides = tuple(_held_anew(side, unit, xp, items) for side in there.sides)
        if sides != there.sides:
            state = state.change("missions", later, sides=sides)
    return state


def _held_anew(side: Side, unit: str, xp: int, items: tuple[Item, ...]) -> Side:
    if all(one.unit != unit for one in side.frozen):
        return side
    return replace(side, frozen=tuple(_more(side.frozen, unit, xp, items)))


def _more(frozen: tuple[Frozen, ...], unit: str, xp: int, items: tuple[Item, ...]) -> Iterator[Frozen]:
    for one in frozen:
        yield replace(one, xp=one.xp + xp, items=(*one.items, *items)) if one.unit == unit else one


def lost_in(state: OprState, rules: InForce, mission: Mission) -> tuple[str, ...]:
    """Those fielded whom something else than this mission has taken away since it began. Source: A-55"""
    if not parks(rules):
        return ()
    own = {unit for event in mission.events if event.outcome in TAKE_AWAY for unit in event.units}
    return tuple(
        unit
        for side in mission.sides
        if not side.skipped
        for unit in side.fielded
        if is_lost(state, side.warband, unit) and unit not in own and state.units[unit].left != mission.id
    )


def is_lost(state: OprState, warband: str, unit: str) -> bool:
    """Whether a unit fights for this warband no more. Source: A-55"""
    held = state.units.get(unit)
    return held is None or held.warband != warband or not held.available
