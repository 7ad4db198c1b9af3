"""A whole mission in one entry, for people who have just played, and what a report would bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import AwareDatetime, ConfigDict

from rules.engine.language import say
from rules.engine.procedure import Procedure, admit, require
from rules.opr.booking import Effects, Ledger, find_side
from rules.opr.game import GAME, OprCtx
from rules.opr.mission_effects import MissionBegan, ObjectiveDrawn
from rules.opr.playing.objectives import impossible_objectives
from rules.opr.playing.setup import fielding, freeze, not_fielded, opened_between, recall_all
from rules.opr.reports.afterwards import ToldEvent, prune_told, tell_events
from rules.opr.reports.facts import prune_facts
from rules.opr.reports.report import result
from rules.opr.state import Kill, OprState


@dataclass(frozen=True, slots=True)
class Objective:
    """Which special objective a warband had, and whether it was met."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    objective: str
    met: bool = False


def prune_quick(
    state: OprState, then: OprState, params: Mapping[str, object]
) -> tuple[dict[str, object], list[str]]:
    """Drop what the report says about units and warbands that are gone, and name it. Source: OPR-36"""
    warbands = params.get("warbands")
    named = [str(one) for one in warbands] if isinstance(warbands, Sequence) else []
    there = {one for one in named if one in state.warbands and state.warbands[one].status == "active"}
    units = {unit.id for one in there for unit in state.sheet(one) if unit.available}
    kept, dropped = prune_facts(then, params, units, there)
    fielded = kept.get("fielded")
    if isinstance(fielded, Mapping):
        gone = [one for chosen in fielded.values() for one in chosen if one not in units]
        kept["fielded"] = {side: [one for one in chosen if one in units] for side, chosen in fielded.items()}
        dropped += [not_fielded(then, one) for one in gone]
    kept, also = prune_told(kept, units, there)
    return kept, dropped + also


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
) -> Procedure[Effects]:
    """Report a mission that has just been played: who took part, who won, who took out whom.

    A warband that `fielded` does not name brought everybody. `events` are those that fell, with whom they
    met and what their dice showed. Source: OPR-22 to OPR-72, A-52
    """
    ledger = Ledger(ctx.state, ctx.book)
    ledger.book(*(yield from opened_between(ctx, warbands, name, ended)))
    mission = yield from _lined_up(ctx, ledger, warbands, fielded or {}, objectives or {})
    left, lasts = tell_events(ctx, ledger, events or [], rounds, kills or [])
    settled = yield from result(
        _at(ctx, ledger),
        mission=mission,
        winners=winners,
        rounds=rounds,
        kills=[*(kills or []), *lasts],
        met={one: drawn.met for one, drawn in (objectives or {}).items()},
        conceded=conceded,
        moments=moments,
        left=left,
        words=words,
        ended=ended,
    )
    ledger.book(*settled)
    return ledger.effects


def _lined_up(
    ctx: OprCtx,
    ledger: Ledger,
    warbands: Iterable[str],
    fielded: Mapping[str, Sequence[str]],
    objectives: Mapping[str, Objective],
) -> Procedure[str]:
    """Line up in the mission that was just opened, and begin it; gives its id."""
    ledger.mission = ctx.new("mission")
    yield from line_up(ledger, warbands, fielded, objectives)
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
) -> Procedure[None]:
    """Book who came along and what they drew, and hold their values. Source: OPR-22, OPR-24, OPR-28"""
    mission = ledger.mission
    for warband in warbands:
        found = ledger.state.missions[mission]
        ledger.book((yield from fielding(ledger.state, ledger.rules, found, warband, fielded.get(warband))))
    for warband, drawn in objectives.items():
        ledger.book((yield from _objective_of(ledger, mission, warband, drawn)))
    freeze(ledger, mission)


def _objective_of(ledger: Ledger, mission: str, warband: str, drawn: Objective) -> Procedure[ObjectiveDrawn]:
    known = {one.key for one in ledger.rules.book.objectives}
    where = f"objectives.{warband}"
    require(drawn.objective in known, "OPR-28", say("There is no such special objective."), where)
    side = find_side(ledger.state.missions[mission], warband, where)
    possible = drawn.objective not in impossible_objectives(ledger.state, ledger.rules, side)
    sentence = say("This objective was out of reach; it should have been rolled again.")
    yield from admit(possible, "OPR-29", sentence, where)
    return ObjectiveDrawn(mission=mission, warband=warband, objective=drawn.objective, rule="OPR-28")
