"""Whose move it is in a campaign of warbands, of its state alone. Source: OPR-02, OPR-20, OPR-72, A-52

What a warband of the app has to do its organisers do. `until` of a set-up is the end of a league that lasts a
number of weeks: then nobody begins any more; of steps after a mission what the league gives them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.engine.plain import JsonObject
from rules.engine.questions import ORGANISER
from rules.engine.todos import ORGANISERS, Todo, WhoseMove, asks_nothing, is_admitted, with_must
from rules.opr.books import InForce
from rules.opr.ending import played_out, waits_for_limit
from rules.opr.game import GAME
from rules.opr.league.teams import choosing_is_open
from rules.opr.mission_effects import NO_SHOW
from rules.opr.playing.objectives import may_have_objective
from rules.opr.playing.owed import entry_of, to_settle
from rules.opr.playing.rounds import next_dice
from rules.opr.playing.setup import (
    above_cap,
    available_units,
    available_value,
    resting,
    shut_out,
)
from rules.opr.queues import being_played, missions_at_hand, not_free, takes_part
from rules.opr.state import Event, Mission, OprState, Side, Warband

ENOUGH = 2  # warbands of a league and of a mission
STEPS = {
    "casualties": "casualties",
    "experience": "experience",
    "upgrades": "close_upgrades",
    "recruiting": "close_recruiting",
}
OF_STEPS = frozenset({"op.collect", "op.ransom", "op.duel", *(f"op.{step}" for step in STEPS)})


def warband_todos(state: OprState, rules: InForce) -> list[Todo]:
    """What everybody has to do and waits for; nothing once the league is over. Source: OPR-02, OPR-06"""
    if state.league.status == "founding":
        return list(_founding(state))
    if state.league.status == "ended":
        return []
    rows = [*_limit(state, rules), *_teams(state)]
    for mission in state.under_way:
        rows += _of_mission(state, rules, mission)
    return [*rows, *_decider(state, rows)]


def _founding(state: OprState) -> Iterator[Todo]:
    """Source: OPR-02"""
    if len(state.active) >= ENOUGH:
        yield Todo(kind="op.start", act="start")
        for one in state.active:
            yield Todo(kind="op.start", stand="waits", side=one.id, on=(ORGANISERS,))
    yield from _teams(state)


def _teams(state: OprState) -> Iterator[Todo]:
    """Whoever is in no team while players choose theirs. Source: A-60"""
    if choosing_is_open(state):
        for one in state.active:
            if not one.team and not one.rival:
                yield _must(state, "op.team", "choose_team", one.id, (), {"warband": one.id})


def _limit(state: OprState, rules: InForce) -> Iterator[Todo]:
    """Source: OPR-04"""
    if waits_for_limit(state, rules):
        yield Todo(kind="op.limit", act="roll_limit")
        for one in state.active:
            yield Todo(kind="op.limit", stand="waits", side=one.id, on=(ORGANISERS,))


def _decider(state: OprState, rows: list[Todo]) -> Iterator[Todo]:
    """The tied meet once more; before, each walks through what is open of its last mission. Source: OPR-09"""
    tied = state.league.decider
    if not tied or any(state.missions[one].decider for one in state.so_far.open_missions):
        return
    if is_admitted(GAME, state, "open_mission", {"warbands": list(tied)}):
        for one in tied:
            yield _must(state, "op.decider", "open_mission", one, (), {"warbands": list(tied)}, any_of=True)
        on = tied
    else:
        on = tuple(one for one in with_must(rows) if one in tied)
    for warband in state.active:
        if on and warband.id not in on:
            yield Todo(kind="op.decider", stand="waits", side=warband.id, on=on)


def _must(
    state: OprState, kind: str, act: str, warband: str, about: tuple[str, ...], params: JsonObject,
    *, any_of: bool = False,
) -> Todo:  # fmt: skip
    """What a warband has to do: its owner or, of one the app plays, an organiser."""
    who = ORGANISER if state.warbands[warband].rival else ""
    return Todo(kind=kind, about=about, side=warband, who=who, act=act, params=params, any_of=any_of)


# Missions


def _of_mission(state: OprState, rules: InForce, mission: Mission) -> Iterable[Todo]:
    sides = [side for side in mission.sides if takes_part(state, mission, side)]
    if mission.status == "setup":
        until = None if mission.decider else state.league.ends
        return [replace(one, until=until) for one in _setup(state, rules, mission, sides)]
    if mission.status == "playing":
        return _playing(state, rules, mission, sides)
    rows = [one for side in sides for one in aftermath_todos(state, rules, mission, side)]
    return [*rows, *_left_over(state, rules, mission, rows)]


def _about(mission: Mission, warband: str) -> JsonObject:
    return {"mission": mission.id, "warband": warband}


def _setup(state: OprState, rules: InForce, mission: Mission, sides: list[Side]) -> list[Todo]:
    """Who fights, with which objective; then anybody begins. Nothing where none begins any more.

    Source: OPR-22, OPR-24, OPR-28, A-52
    """
    if not mission.decider and played_out(state, rules):
        return []
    shut = shut_out(state, rules, mission.warbands)
    if any(side.warband in shut and not side.ready for side in sides):
        return _nobody_to_bring(mission, sides)
    rows = [one for side in sides for one in _own_setup(state, rules, mission, side)]
    on = with_must(rows)
    people = [one for one in sides if not state.warbands[one.warband].rival] or sides
    for side in people:
        if not on:
            known: JsonObject = {"mission": mission.id}
            rows.append(_must(state, "op.begin", "begin", side.warband, (mission.id,), known, any_of=True))
        elif side.warband not in on:
            rows.append(Todo(kind="op.begin", about=(mission.id,), stand="waits", side=side.warband, on=on))
    return rows


def _nobody_to_bring(mission: Mission, sides: list[Side]) -> list[Todo]:
    """It cannot begin: an organiser calls it off, or gives a unit back. Source: OPR-24, OPR-25, OPR-68"""
    row = Todo(kind="op.empty", about=(mission.id,), act="abandon", params={"mission": mission.id})
    waits = Todo(kind=row.kind, about=row.about, stand="waits", on=(ORGANISERS,))
    return [row, *(replace(waits, side=one.warband) for one in sides)]


def _own_setup(state: OprState, rules: InForce, mission: Mission, side: Side) -> Iterator[Todo]:
    """Of the app's warbands everybody comes unless that is above what is allowed here."""
    warband, params = state.warbands[side.warband], _about(mission, side.warband)
    if not side.ready:
        everybody = available_value(state, warband.id)
        if not warband.rival or above_cap(state, rules, mission.warbands, everybody):
            yield _must(state, "op.field", "field", warband.id, (mission.id,), params)
    elif not side.objective and may_have_objective(state, rules, warband.id):
        yield _must(state, "op.objective", "roll_objective", warband.id, (mission.id,), params)


def _playing(state: OprState, rules: InForce, mission: Mission, sides: list[Side]) -> Iterator[Todo]:
    """Notes, and the result that any of them tells. Source: OPR-30, OPR-69"""
    for side in sides:
        for event in _own_events(mission, side):
            params = {**_about(mission, side.warband), "event": event.id}
            unwritten = entry_of(rules, event).kind in ("trap", "revenge") and not event.sealed
            if unwritten and is_admitted(GAME, state, "seal_note", params):
                yield _must(state, "op.note", "seal_note", side.warband, (event.id,), params)
    for side in [one for one in sides if not state.warbands[one.warband].rival] or sides:
        known: JsonObject = {"mission": mission.id}
        yield _must(state, "op.result", "result", side.warband, (mission.id,), known, any_of=True)


def _own_events(mission: Mission, side: Side) -> list[Event]:
    return [one for one in mission.events if one.warband == side.warband and not one.settled]


def _left_over(state: OprState, rules: InForce, mission: Mission, rows: list[Todo]) -> Iterator[Todo]:
    """What is an organiser's since its time was up; whoever played there waits for them. Source: A-58"""
    first = {one.side: one for one in reversed(rows) if mission.side(one.side).overdue}
    for side, row in first.items() if rules.setting("step_silence") != "nothing" else ():
        late = Todo(kind="op.late", about=(mission.id, side), act=row.act, params=row.params)
        yield late
        for one in mission.warbands:
            if state.warbands[one].status == "active":
                yield Todo(kind=late.kind, about=late.about, stand="waits", side=one, on=(ORGANISERS,))


def aftermath_todos(state: OprState, rules: InForce, mission: Mission, side: Side) -> Iterator[Todo]:
    """What events ask after the result, then the step, each with its time. Source: OPR-20, OPR-72, A-58"""
    for row in _afterwards(state, rules, mission, side):
        yield replace(row, until=side.until)


def steps_after_walk_overs(state: OprState, rules: InForce) -> Iterator[Todo]:
    """The steps after missions that nobody came to: where one asks nothing, nobody is asked to confirm it.

    Source: OPR-20, OPR-31
    """
    for mission in state.under_way if state.league.status == "running" else ():
        if mission.status == "finished" and any(side.moment == NO_SHOW for side in mission.sides):
            for side in mission.sides:
                if takes_part(state, mission, side):
                    yield from aftermath_todos(state, rules, mission, side)


def _afterwards(state: OprState, rules: InForce, mission: Mission, side: Side) -> Iterator[Todo]:
    waiting = to_settle(state, rules, mission, side.warband)
    collects = any(act == "collect" for _event, act in waiting)
    for event, act in waiting:
        if act != "ransom" or not collects:
            params: JsonObject = {**_about(mission, side.warband), "event": event.id}
            if act == "duel":
                del params["warband"]
            yield _must(state, f"op.{act}", act, side.warband, (event.id,), params)
    if side.step in STEPS and not (waiting and side.step == "casualties"):
        act, params = STEPS[side.step], _about(mission, side.warband)
        row = _must(state, f"op.{side.step}", act, side.warband, (mission.id,), params)
        walked = act in ("casualties", "experience")
        yield replace(row, idle=walked and asks_nothing(GAME, state, act, params))


# What one may do besides


def warband_options(state: OprState, rules: InForce, side: str) -> Iterator[Todo]:
    """What a warband or the organisers may do now, in the book's order. Source: OPR-06, OPR-20, OPR-31"""
    if side == ORGANISERS:
        yield from _of_organisers(state, rules)
    elif side in state.warbands and state.warbands[side].status == "active":
        warband = state.warbands[side]
        rows = list(_of_warband(state, rules, warband))
        yield from (replace(one, who=ORGANISER) for one in rows) if warband.rival else rows
        yield _may("op.any", "rename_warband", warband.id, (), {"warband": warband.id})


def _may(kind: str, act: str, warband: str, about: tuple[str, ...], params: JsonObject) -> Todo:
    return Todo(kind=kind, about=about, stand="may", side=warband, act=act, params=params)


def _of_organisers(state: OprState, rules: InForce) -> Iterator[Todo]:
    if waits_for_limit(state, rules):
        yield Todo(kind="op.limit", stand="may", act="set_limit")
    for mission in state.under_way if state.league.status == "running" else ():
        for one in resting(state, mission):
            params = _about(mission, one.id)
            if is_admitted(GAME, state, "skip", params):
                yield Todo(kind="op.skip", about=(mission.id,), stand="may", act="skip", params=params)


def _of_warband(state: OprState, rules: InForce, warband: Warband) -> Iterator[Todo]:
    for mission in missions_at_hand(state, warband):
        yield from _at_hand(state, rules, mission, mission.side(warband.id))
    if being_played(state, warband) is None and partners(state, rules, warband.id):
        for act in ("open_mission", "quick_report"):
            yield _may("op.next", act, warband.id, (), {})


def _at_hand(state: OprState, rules: InForce, mission: Mission, side: Side) -> Iterator[Todo]:
    league = state.league
    if mission.status == "finished":
        if league.status == "ended":
            found = aftermath_todos(state, rules, mission, side)
            yield from (replace(one, stand="may", idle=False, until=None) for one in found)
        yield from _in_step(state, rules, mission, side)
    elif league.status == "running" and mission.status == "setup":
        yield from _before(state, rules, mission, side)
    elif league.status == "running" and mission.status == "playing":
        yield from _at_table(state, rules, mission, side)


def partners(state: OprState, rules: InForce, warband: str) -> list[str]:
    """With whom a warband could open a mission now, itself among them; nobody where it cannot.

    Source: OPR-02, OPR-10
    """
    able_now = (one for one in state.active if not not_free(state, rules, one)[0])
    free = [one.id for one in able_now if available_units(state, one.id)]
    if warband not in free or state.league.decider:
        return []
    others = [one for one in free if one != warband]
    with_one = [[warband, one] for one in others]
    if not rules.on("parallel_play"):
        away = shut_out(state, rules, (warband, *others))
        with_one = [[one for one in (warband, *others) if one not in away]] if warband not in away else []
    able = (one for one in with_one if is_admitted(GAME, state, "open_mission", {"warbands": one}))
    return next(able, [])


def _before(state: OprState, rules: InForce, mission: Mission, side: Side) -> Iterator[Todo]:
    """Source: OPR-22, OPR-24, OPR-29"""
    about, params = (mission.id,), _about(mission, side.warband)
    if not mission.decider and played_out(state, rules):
        return
    own = {one.kind for one in _own_setup(state, rules, mission, side)}
    if state.warbands[side.warband].rival and "op.field" not in own:
        yield _may("op.field", "field", side.warband, about, params)
    if side.objective:
        yield _may("op.objective", "reroll_objective", side.warband, about, params)
    known: JsonObject = {"mission": mission.id}
    others = any(
        one.warband != side.warband and [*_own_setup(state, rules, mission, one)] for one in mission.sides
    )
    if not own and others and is_admitted(GAME, state, "begin", known):
        yield _may("op.begin", "begin", side.warband, about, known)


def _at_table(state: OprState, rules: InForce, mission: Mission, side: Side) -> Iterator[Todo]:
    """While it is played: the dice of rounds and events, notes, underdog points, giving up.

    Source: OPR-27, OPR-31, OPR-32, OPR-33
    """
    own, known = _about(mission, side.warband), {"mission": mission.id}
    found: list[tuple[str, JsonObject]] = [
        ("round", {**known, "round": number, "warband": whose}) for number, whose in next_dice(rules, mission)
    ]
    for event in mission.events:
        found += [(act, {**known, "event": event.id}) for act in ("event_die", "duel")]
        found += [(act, {**own, "event": event.id}) for act in ("send", "open_note")]
    found += [("spend_underdog", own), ("walk_over", {**known, "winner": side.warband})]
    for act, params in found:
        if is_admitted(GAME, state, act, params):
            yield _may("op.table", act, side.warband, (mission.id,), params)
    others = [one for one in mission.sides if one != side and not one.conceded and not one.skipped]
    if others and not side.conceded:
        yield _may("op.table", "concede", side.warband, (mission.id,), own)


def _in_step(state: OprState, rules: InForce, mission: Mission, side: Side) -> Iterator[Todo]:
    """Buying and selling, recruiting and disbanding. Source: OPR-56, OPR-57, OPR-62, OPR-65, OPR-66"""
    about, params, kind = (mission.id,), _about(mission, side.warband), f"op.{side.step}"
    units = state.sheet(side.warband)
    rival = bool(state.warbands[side.warband].rival)
    if side.step == "upgrades":
        if units:
            yield _may(kind, "rival_upgrades" if rival else "buy", side.warband, about, params)
        for unit in units:
            for item in unit.items:
                sold = {**params, "unit": unit.id, "item": item.id}
                if is_admitted(GAME, state, "sell", sold):
                    yield _may(kind, "sell", side.warband, about, sold)
    elif side.step == "recruiting":
        yield _may(kind, "rival_recruits" if rival else "recruit", side.warband, about, params)
        for unit in units:
            yield _may(kind, "disband_unit", side.warband, about, {**params, "unit": unit.id})
        whole: JsonObject = {"warband": side.warband}
        if is_admitted(GAME, state, "disband_warband", whole):
            yield _may(kind, "disband_warband", side.warband, about, whole)


AT_THE_TABLE = frozenset(
    {"op.start", "op.limit", "op.field", "op.objective", "op.begin", "op.note", "op.result"}
)
WHOSE_MOVE = WhoseMove(warband_todos, warband_options, AT_THE_TABLE, afterwards=OF_STEPS)
