"""A game told while the aftermath of an earlier one is open: what its report waits for (OPR-21, A-55).

It waits for events of the earlier game and for the casualties of whoever fought in both, of the warbands that
played both, and for nothing else. How everybody stood when it began is kept, and counts with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.engine.codec import load
from rules.engine.effects import Effect
from rules.engine.language import listed, say_many
from rules.engine.plain import Params, listed_in, table_in, text_in, texts_in
from rules.engine.todos import Todo
from rules.opr.books import InForce
from rules.opr.mission_effects import Fielded, SideFrozen
from rules.opr.playing.owed import to_settle, who_rolls
from rules.opr.playing.setup import available_units
from rules.opr.queues import comes_later, is_lost, lost_in, parks, queue_of
from rules.opr.reports.quick import LinedUp
from rules.opr.state import Mission, OprState
from rules.opr.todos import aftermath_todos

type Came = Mapping[str, Sequence[str]]  # by warband, who was fielded


def waits_on(state: OprState, rules: InForce, facts: Params) -> list[Todo]:
    """The musts this report waits for, as they can be done now, in the order of its warbands.

    Casualties of a mission whose own turn has not come wait for the step before them. Source: A-55
    """
    mission = state.missions.get(text_in(facts, "mission"))
    came = _came(state, mission, facts).items()
    return [row for warband, units in came for row in _of_warband(state, rules, mission, warband, units)]


def held_by(state: OprState, rules: InForce, warband: str) -> list[Todo]:
    """The musts of a warband that a report of its next game would wait for, if everybody came along.

    None in a league that is over, or in which the steps come first. Source: A-55
    """
    if state.league.status == "ended" or not parks(rules):
        return []
    return waits_on(state, rules, {"warbands": [warband]})


def _came(state: OprState, mission: Mission | None, facts: Params) -> Came:
    if mission is not None:
        return {side.warband: side.fielded for side in mission.sides if not side.skipped}
    begun = {one.warband: [unit.unit for unit in one.units] for one in _begun(facts)}
    told = {one: list(texts_in(table_in(facts, "fielded"), one)) for one in table_in(facts, "fielded")}
    there = [one for one in texts_in(facts, "warbands") if one in state.warbands]
    everybody = {one: [unit.id for unit in available_units(state, one)] for one in there if one not in begun}
    return {one: begun.get(one) or told.get(one) or everybody[one] for one in there}


def _begun(facts: Params) -> list[LinedUp]:
    return [load(LinedUp, one) for one in listed_in(facts, "begun")]


def _of_warband(
    state: OprState, rules: InForce, game: Mission | None, warband: str, came: Sequence[str]
) -> list[Todo]:
    """What this warband has to do first after missions before this game."""
    for one in queue_of(state.warbands[warband]):
        mission = state.missions[one]
        if mission.open or (game is not None and mission.id == game.id):
            break
        side = mission.side(warband)
        fell = {unit.id for unit in who_rolls(state, rules, mission, side)} & set(came)
        if to_settle(state, rules, mission, warband) or (side.step == "casualties" and fell):
            now = comes_later(state, warband, mission.id) or mission
            return list(aftermath_todos(state, rules, now, now.side(warband)))
    return []


def gone_since(state: OprState, rules: InForce, facts: Params) -> list[str]:
    """Whom the dice of an earlier game have taken away who was fielded in this one. Source: A-55"""
    mission = state.missions.get(text_in(facts, "mission"))
    if mission is not None:
        return list(lost_in(state, rules, mission))
    came = ((one.warband, unit.unit) for one in _begun(facts) for unit in one.units)
    return [unit for warband, unit in came if is_lost(state, warband, unit)]


def gone_words(state: OprState, units: Sequence[str]) -> str:
    """What an organiser has to decide since these are gone. Source: A-55"""
    return say_many(
        len(units),
        "{units} fought in this game, but has since been lost in an earlier one. An organiser decides "
        "whether the game counts as played (units that are gone earn nothing) or is struck out.",
        "{units} fought in this game, but have since been lost in an earlier one. An organiser decides "
        "whether the game counts as played (units that are gone earn nothing) or is struck out.",
        units=listed(state.called("units", one) for one in units),
    )


def as_begun(effects: Sequence[Effect]) -> list[LinedUp]:
    """How everybody stands as a game begins that its report opens, to be kept until it counts.

    Source: OPR-22, OPR-24, OPR-26, A-55
    """
    fielded = {one.warband: one for one in effects if isinstance(one, Fielded)}
    frozen = {one.warband: one for one in effects if isinstance(one, SideFrozen)}
    return [
        LinedUp(one, frozen[one].units, came.available, frozen[one].value, frozen[one].underdog)
        for one, came in fielded.items()
        if one in frozen
    ]
