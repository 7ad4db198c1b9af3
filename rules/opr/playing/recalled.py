"""What an entry that is corrected was told with: who took part, when it was over; and who cannot any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.plain import Params, table_in, text_in, texts_in
from rules.opr.mission_effects import Fielded, MissionFinished
from rules.opr.state import OprState


def prune_field(
    state: OprState, then: OprState, params: Mapping[str, object]
) -> tuple[dict[str, object], list[str]]:
    """Drop units that cannot be fielded any more, and name them. Source: OPR-23"""
    units = params.get("units")
    if not isinstance(units, Sequence):
        return dict(params), []
    there = {one for one in units if one in state.units and state.units[one].available}
    kept = {**params, "units": [one for one in units if one in there]}
    return kept, [not_fielded(then, one) for one in units if one not in there]


def recall_field(params: Params, effects: Sequence[Effect]) -> Params:
    """Who took part when nobody was left at home, by name. Source: OPR-24"""
    came = {one.warband: list(one.units) for one in effects if isinstance(one, Fielded)}
    warband = text_in(params, "warband")
    named = params.get("units") is not None or warband not in came
    return params if named else {**params, "units": came[warband]}


def recall_all(params: Params, effects: Sequence[Effect]) -> Params:
    """The same for a report of a whole mission, warband by warband. Source: OPR-24"""
    came = {one.warband: list(one.units) for one in effects if isinstance(one, Fielded)}
    came = {warband: came[warband] for warband in came if warband in texts_in(params, "warbands")}
    params = recall_end(params, effects)
    return {**params, "fielded": {**came, **table_in(params, "fielded")}} if came else params


def recall_end(params: Params, effects: Sequence[Effect]) -> Params:
    """When the mission was over at the table, where a report said so. Source: A-52"""
    ended = next((one.ended for one in effects if isinstance(one, MissionFinished) and one.ended), None)
    return params if ended is None or params.get("ended") else {**params, "ended": ended.isoformat()}


def not_fielded(then: OprState, unit: str) -> str:
    """Of somebody who came along `then`. Source: OPR-23"""
    name = then.called("units", unit)
    return say("{unit} could not be fielded.", unit=name) if name else say("A unit could not be fielded.")
