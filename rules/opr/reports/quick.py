"""A whole mission in one entry, for people who have just played, and what a report would bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import AwareDatetime, ConfigDict

from rules.engine.codec import load
from rules.engine.language import say
from rules.engine.plain import Params, listed_in
from rules.engine.procedure import Procedure, admit, require
from rules.opr.booking import Effects, Ledger, find_side, find_unit
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import Fielded, MissionBegan, ObjectiveDrawn, SideFrozen
from rules.opr.playing.objectives import impossible_objectives
from rules.opr.playing.recalled import not_fielded, recall_all
from rules.opr.playing.setup import (
    fielding,
    freeze,
    frozen,
    opened_between,
    opened_then,
    underdog_points,
)
from rules.opr.reports.afterwards import ToldEvent, prune_told, tell_events
from rules.opr.reports.facts import prune_facts
from rules.opr.reports.report import record_result
from rules.opr.state import Frozen, Kill, OprState


@dataclass(frozen=True, slots=True)
class Objective:
    """Which special objective a warband had, and whether it was met."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    objective: str
    met: bool = False


@dataclass(frozen=True, slots=True)
class LinedUp:
    """How one warband stood when a game began that could count only later: who came, its underdog points."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    warband: str
    units: tuple[Frozen, ...] = ()
    available: int = 0
    value: int = 0
    underdog: int = 0


def prune_quick(
    state: OprState, then: OprState, params: Mapping[str, object]
) -> tuple[dict[str, object], list[str]]:
    """Drop what the report says about units and warbands that are gone, and name it. Source: OPR-36"""
    warbands = params.get("warbands")
    named = [str(one) for one in warbands] if isinstance(warbands, Sequence) else []
    there = {one for one in named if one in state.warbands and state.warbands[one].status == "active"}
    units = {unit.id for one in there for unit in state.sheet(one) if unit.available}
    units |= {unit for unit in came_as_told(params) if unit in state.units}
    kept, dropped = prune_facts(then, params, units, there)
    fielded = kept.get("fielded")
    if isinstance(fielded, Mapping):
        gone = [one for chosen in fielded.values() for one in chosen if one not in units]
        kept["fielded"] = {side: [one for one in chosen if one in units] for side, chosen in fielded.items()}
        dropped += [not_fielded(then, one) for one in gone]
    kept, also = prune_told(kept, units, there)
    return kept, dropped + also


def came_as_told(params: Params, warband: str = "") -> set[str]:
    """Who came along to a game that had to wait, of one warband or of all, whatever has become of them since.

    Source: A-55
    """
    begun = (load(LinedUp, one) for one in listed_in(params, "begun"))
    return {unit.unit for one in begun if warband in ("", one.warband) for unit in one.units}


@GAME.procedure(
    "quick_report",
    rules=("OPR-10", "OPR-22", "OPR-24", "OPR-28", "OPR-30", "OPR-33", "OPR-35", "OPR-36", "OPR-72"),
    slot="quick",
    by="member",
    repeat=True,
    prune=prune_quick,
    recall=recall_all,
)
def quick_report(
    ctx: OprCtx,
    *,
    warbands: list[str],
    winners: list[str],
    rounds: int = 4,
    fielded: dict[str, list[str]] | None = None,
    kills: list[Kill] | None = None,
    objectives: dict[str, Objective] | None = None,
    conceded: dict[str, int] | None = None,
    moments: dict[str, str] | None = None,
    name: str = "",
    words: str = "",
    events: list[ToldEvent] | None = None,
    ended: AwareDatetime | None = None,
    begun: list[LinedUp] | None = None,
) -> Procedure[Effects]:
    """Report a mission that has just been played: who took part, who won, who took out whom.

    A warband that `fielded` does not name brought everybody. `events` are those that fell, with whom they
    met and what their dice showed. `begun`: how all stood when it began, if it had to wait; nobody sends it.
    Source: OPR-22 to OPR-72, A-52, A-55
    """
    ledger = Ledger(ctx.state, ctx.book)
    opens = opened_then if begun else opened_between
    ledger.book(*(yield from opens(ctx, warbands, name, ended)))
    mission = yield from _lined_up(ctx, ledger, warbands, fielded or {}, objectives or {}, begun or [])
    left, lasts = tell_events(ctx, ledger, events or [], rounds, kills or [])
    settled = yield from record_result(
        _at(ctx, ledger), mission=mission, winners=winners, rounds=rounds, kills=[*(kills or []), *lasts],
        met={one: drawn.met for one, drawn in (objectives or {}).items()},
        conceded=conceded, moments=moments, left=left, words=words, ended=ended,
    )  # fmt: skip
    ledger.book(*settled)
    return ledger.effects


def _lined_up(
    ctx: OprCtx,
    ledger: Ledger,
    warbands: Iterable[str],
    fielded: Mapping[str, Sequence[str]],
    objectives: Mapping[str, Objective],
    begun: Sequence[LinedUp],
) -> Procedure[str]:
    """Line up in the mission that was just opened, and begin it; gives its id."""
    ledger.mission = ctx.new("mission")
    yield from line_up(ledger, warbands, fielded, objectives, begun)
    ledger.book(MissionBegan(mission=ledger.mission, began=ctx.now, rule="OPR-22"))
    return ledger.mission


def _at(ctx: OprCtx, ledger: Ledger) -> OprCtx:
    """The same entry, further on."""
    return replace(ctx, state=ledger.state)


def line_up(
    ledger: Ledger,
    warbands: Iterable[str],
    fielded: Mapping[str, Sequence[str]],
    objectives: Mapping[str, Objective],
    begun: Sequence[LinedUp] = (),
) -> Procedure[None]:
    """Book who came along and what they drew, and hold their values. Source: OPR-22, OPR-24, OPR-28"""
    mission = ledger.mission
    begun = lined_up_at_start(ledger, begun, fielded)
    for one in begun:
        ledger.book(_fielded_then(ledger, one))
    for warband in () if begun else warbands:
        found = ledger.state.missions[mission]
        ledger.book((yield from fielding(ledger.state, ledger.rules, found, warband, fielded.get(warband))))
    for warband, drawn in objectives.items():
        ledger.book((yield from _objective_of(ledger, mission, warband, drawn)))
    if not begun:
        freeze(ledger, mission)
    for one in begun:
        ledger.book(_held_then(ledger, one))


def lined_up_at_start(
    ledger: Ledger, begun: Sequence[LinedUp], fielded: Mapping[str, Sequence[str]]
) -> list[LinedUp]:
    """How all stood when it began. Where a correction names others who came, those stand as they do now, and
    what each brought is reckoned anew.

    Source: OPR-22, OPR-26, A-55
    """
    there = [one for one in begun if one.warband in ledger.state.missions[ledger.mission].warbands]
    for warband in ledger.state.missions[ledger.mission].warbands if begun else ():
        nobody = say("{warband} needs at least one unit.", warband=ledger.state.warbands[warband].name)
        once = [one.warband for one in there].count(warband) == 1
        require(once, "OPR-25", nobody, "begun")
    came = [_came(ledger, one, fielded.get(one.warband)) for one in there]
    if came == list(begun):
        return came
    by_fielded = ledger.rules.setting("underdog_basis") == "fielded"
    basis = [one.value if by_fielded else one.available for one in came]
    shared = zip(came, basis, strict=True)
    return [replace(one, underdog=underdog_points(ledger.rules, basis, own)) for one, own in shared]


def _came(ledger: Ledger, then: LinedUp, units: Sequence[str] | None) -> LinedUp:
    if not units or set(units) == {one.unit for one in then.units}:
        return then
    known = {one.unit: one for one in then.units}
    stood = tuple(known.get(one) or frozen(find_unit(ledger.state, one, then.warband)) for one in units)
    return replace(then, units=stood, value=sum(one.value for one in stood))


def _fielded_then(ledger: Ledger, then: LinedUp) -> Fielded:
    """Source: OPR-24, A-55"""
    name = ledger.state.warbands[then.warband].name
    require(bool(then.units), "OPR-25", say("{warband} needs at least one unit.", warband=name), "begun")
    for one in then.units:
        require(one.unit in ledger.state.units, "OPR-23", say("That unit is not on the sheet."), "begun")
    return Fielded(
        mission=ledger.mission,
        warband=then.warband,
        units=tuple(one.unit for one in then.units),
        available=then.available,
        value=then.value,
        rule="A-55",
    )


def _held_then(ledger: Ledger, then: LinedUp) -> SideFrozen:
    """As they stood, but for the XP: what came since is what missions before this one brought.

    Source: OPR-22, OPR-26, OPR-42, A-55
    """
    now = ledger.state.units
    units = tuple(replace(one, xp=now[one.unit].xp) for one in then.units)
    return SideFrozen(
        mission=ledger.mission,
        warband=then.warband,
        units=units,
        value=then.value,
        underdog=then.underdog,
        rule="A-55",
    )


def _objective_of(ledger: Ledger, mission: str, warband: str, drawn: Objective) -> Procedure[ObjectiveDrawn]:
    known = {one.key for one in ledger.rules.book.objectives}
    where = f"objectives.{warband}"
    require(drawn.objective in known, "OPR-28", say("There is no such special objective."), where)
    side = find_side(ledger.state.missions[mission], warband, where)
    possible = drawn.objective not in impossible_objectives(ledger.state, ledger.rules, side)
    sentence = say("This objective was out of reach; it should have been re-rolled.")
    yield from admit(possible, "OPR-29", sentence, where)
    return ObjectiveDrawn(mission=mission, warband=warband, objective=drawn.objective, rule="OPR-28")
