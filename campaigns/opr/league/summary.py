"""What a home tells of a league of warbands: where each stands, in ids and figures."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict, cast

from campaigns.engine.lines import EVERYBODY, ForWhom
from campaigns.engine.transaction import summaries
from rules.engine.plain import JsonObject
from rules.opr.books import InForce
from rules.opr.ending import waits_for_limit
from rules.opr.league.step_time import SILENCE
from rules.opr.queues import missions_at_hand
from rules.opr.standings import ranks_before, warband_standings
from rules.opr.state import Mission, OprState, Side, Warband
from rules.opr.warbands.founding import missions_have_begun, takes_in


class OprSummary(summaries.LeagueSummary):
    """A league; `sides` are its living warbands, `step_silence` what comes of their steps in the end."""

    status: str
    started: str
    begun: bool
    takes_in: bool
    waits_for_limit: bool
    step_silence: str
    sides: list[ToldSide]


class ToldSide(TypedDict):
    """A warband; no rank before its first mission. `moved`: by how many places since the latest one;
    `missions`: after which it takes steps now, and that it sets up or plays.
    """

    id: str
    vp: int
    rank: int
    moved: int
    missions: list[ToldMission]


class ToldMission(TypedDict):
    """A mission a warband is in: who plays, how far the warband is, how many it lost."""

    id: str
    number: int
    name: str
    open: bool
    playing: bool
    warbands: list[str]
    step: str
    casualties: int


def opr_summary(state: OprState, book: InForce) -> JsonObject:
    """All of it but members and names, which every league has."""
    league = state.league
    ranks = {one.warband: one.rank for one in warband_standings(state, book) if one.missions}
    before = ranks_before(state, book)[1]
    return {
        "status": league.status,
        "started": _moment(league.started),
        "begun": missions_have_begun(state),
        "takes_in": takes_in(state, book),
        "waits_for_limit": waits_for_limit(state, book),
        "step_silence": book.setting(SILENCE),
        "sides": [_side(state, one, ranks.get(one.id, 0), before) for one in state.active],
    }


def _moment(when: datetime | None) -> str:
    return when.isoformat() if when else ""


def _side(state: OprState, warband: Warband, rank: int, before: dict[str, int]) -> ToldSide:
    return {
        "id": warband.id,
        "vp": warband.vp,
        "rank": rank,
        "moved": before.get(warband.id, rank) - rank if rank else 0,
        "missions": [_mission(one, one.side(warband.id)) for one in missions_at_hand(state, warband)],
    }


def _mission(mission: Mission, side: Side) -> ToldMission:
    return {
        "id": mission.id,
        "number": mission.number,
        "name": mission.name,
        "open": mission.open,
        "playing": mission.status == "playing",
        "warbands": list(mission.warbands),
        "step": side.step,
        "casualties": len(side.casualties),
    }


def warband_audience(kept: Mapping[str, object]) -> ForWhom:
    """Whom it concerns, as `standing` says it to them."""
    told = cast("OprSummary", kept)
    sides, names = told["sides"], [one["id"] for one in told["sides"]]
    playing = told["status"] == "running" and not told["waits_for_limit"]
    return ForWhom(
        seated=names,
        plays=names if playing else [],
        writes=[one["id"] for one in sides if _writes(one["missions"])] if playing else [],
        for_organisers=told["status"] == "founding" and not sides,
        open_to=_open_to(told),
        over=told["status"] == "ended",
    )


def _writes(missions: list[ToldMission]) -> bool:
    return all(not one["open"] or one["playing"] for one in missions)


def _open_to(told: OprSummary) -> datetime | None:
    """Who is asked to bring an army. Source: OPR-12, A-53"""
    if told["status"] == "founding":
        return EVERYBODY
    if not told["takes_in"]:
        return None
    if not told["begun"]:
        return EVERYBODY
    return datetime.fromisoformat(told["started"]) if told["started"] else None
