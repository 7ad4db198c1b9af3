"""A mission against the app: one or more warbands against an opponent without a record (SOLO-77, SOLO-84).

All of them win together or lose together. Whom they took out of the app's warband counts for experience, and
nothing of the app's is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import ConfigDict

from rules.opr.booking import Effects, Ledger, find_side
from rules.opr.facts import APP_HERO, APP_UNIT, check_kills, ordered
from rules.opr.game import GAME, OprCtx
from rules.opr.missions import Conceded, MissionBegan, MissionFinished
from rules.opr.quick import prune_quick
from rules.opr.report import settle_facts
from rules.opr.setup import fielding, freeze, opening
from rules.opr.standings import settle_end
from rules.opr.state import Kill, Mission
from rules.procedure import Procedure, require


@dataclass(frozen=True, slots=True)
class AppKill:
    """A unit of the app's warband taken out by one of the league's."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    killer: str
    hero: bool = False
    round: int = 0


@GAME.procedure(
    "app_report",
    rules=("OPR-22", "OPR-30", "OPR-35", "OPR-36", "OPR-44"),
    slot="app",
    by="member",
    repeat=True,
    prune=prune_quick,
)
def app_report(
    ctx: OprCtx,
    *,
    warbands: list[str],
    won: bool,
    rounds: int = 4,
    fielded: dict[str, list[str]] | None = None,
    kills: list[Kill] | None = None,
    app_kills: list[AppKill] | None = None,
    conceded: dict[str, int] | None = None,
    name: str = "",
    words: str = "",
) -> Procedure[Effects]:
    """Report a mission against the app's warband: all of you won, or all of you lost.

    `kills` are your own losses. Source: SOLO-77, SOLO-84, OPR-35
    """
    require(bool(warbands), "OPR-25", "Who played against the app?", "warbands")
    require(rounds >= 1, "OPR-30", "How many rounds were played?", "rounds")
    ledger = Ledger(ctx.state, ctx.book)
    ledger.book(*(yield from opening(ctx, warbands, name)))
    mission = ledger.mission = ctx.new("mission")
    for warband in warbands:
        found, chosen = ledger.state.missions[mission], (fielded or {}).get(warband)
        ledger.book((yield from fielding(ledger.state, ledger.rules, found, warband, chosen)))
    freeze(ledger, mission)
    ledger.book(MissionBegan(mission=mission, began=ctx.now, rule="OPR-22"))
    _concede(ledger, conceded or {}, rounds, won=won)
    found = ledger.state.missions[mission]
    lost = ordered(kills or [])
    check_kills(ledger.state, ctx.book, found, lost, rounds)
    taken = _app_kills(found, app_kills or [], rounds)
    winners = warbands if won else []
    settle_facts(ledger, winners, {}, (*lost, *taken), [])
    ledger.book(_finished(ctx, mission, winners, rounds, words))
    settle_end(ledger, ctx.now, ledger.state.missions[mission])
    return ledger.effects


def _concede(ledger: Ledger, conceded: Mapping[str, int], rounds: int, *, won: bool) -> None:
    """Whoever gave up in which round; those who won together have not. Source: OPR-31"""
    for warband, when in conceded.items():
        find_side(ledger.state.missions[ledger.mission], warband)
        require(not won, "OPR-31", "Who has conceded has not won.", "conceded")
        require(1 <= when <= rounds, "OPR-31", f"The mission had {rounds} rounds.", "conceded")
        moment = "round_start"
        given_up = Conceded(mission=ledger.mission, warband=warband, round=when, moment=moment, rule="OPR-31")
        ledger.book(given_up)


def _app_kills(mission: Mission, kills: Sequence[AppKill], rounds: int) -> list[Kill]:
    """The app's losses as lines of the kill ledger; only who was fielded took part. Source: OPR-36"""
    for kill in kills:
        require(kill.killer in mission.fielded, "OPR-36", "That unit was not in this mission.", "app_kills")
        require(0 <= kill.round <= rounds, "OPR-36", f"The mission had {rounds} rounds.", "app_kills")
    return [
        Kill(victim=f"{APP_HERO if kill.hero else APP_UNIT}{n}", killer=kill.killer, round=kill.round)
        for n, kill in enumerate(kills, start=1)
    ]


def _finished(ctx: OprCtx, mission: str, winners: Sequence[str], rounds: int, words: str) -> MissionFinished:
    winner = winners[0] if winners else ""
    done = MissionFinished(mission=mission, winner=winner, round=rounds, finished=ctx.now, rule="OPR-30")
    return replace(done, words=words)
