"""The challenge phase and the choice of the challenged. Source: CQ-46 … CQ-60."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.conquest.book import ConquestInForce
from rules.conquest.effects import BattlesChosen, Challenged, TeamBroken
from rules.conquest.game import GAME, ConquestCtx
from rules.conquest.realm_figures import active_realms
from rules.conquest.reckoning.challenges import (
    cause,
    challengers_of,
    is_challenged,
    issued_by,
    legal_targets,
    target_problems,
    team_challenge,
)
from rules.conquest.rounds.admission import realm_turn_problems, round_problems
from rules.conquest.rounds.phases import pass_on
from rules.conquest.state import Challenge, Choice, Conquest
from rules.conquest.work import ConquestWork
from rules.engine.effects import Effect
from rules.engine.procedure import Procedure
from rules.turns.problems import TurnProblem, first_of, stop

SLOT = "round:{round}:{realm}:challenge"


def challenge_problems(
    state: Conquest, book: ConquestInForce, realm: str, defender: str, round: int
) -> Iterator[TurnProblem]:
    """Why this challenge cannot be issued. Being challenged is told before whose turn it is.

    Source: CQ-46 … CQ-56
    """
    yield from round_problems(state, book, "challenge", round, seen=True)
    if issued_by(state, realm):
        yield book.problem("E12")
    if is_challenged(state, realm):
        yield book.problem("E09")
    yield from realm_turn_problems(state, book, "challenge", realm, round)
    yield from target_problems(state, book, realm, defender)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An empire that may be challenged, and what that would cause; or why not."""

    realm: str
    cause: str
    why_not: TurnProblem | None


def targets(state: Conquest, book: ConquestInForce, realm: str) -> list[Target]:
    """Whom a realm may challenge and what it would cause, or why not. Source: CQ-60."""
    return [
        Target(
            realm=one.id,
            cause=cause(state, realm, one.id),
            why_not=first_of(challenge_problems(state, book, realm, one.id, state.now.round)),
        )
        for one in active_realms(state)
        if one.id != realm
    ]


@GAME.procedure("challenge", rules=("CQ-46", "CQ-48", "CQ-50"), slot=SLOT, by="side:{realm}")
def challenge_player(
    ctx: ConquestCtx, *, round: int, realm: str, defender: str
) -> Procedure[tuple[Effect, ...]]:
    """Challenge another player; challenging a member of a team draws them out of it.

    Source: CQ-46 … CQ-57.
    """
    yield from stop(challenge_problems(ctx.state, ctx.book, realm, defender, round))
    work = ConquestWork(ctx)
    team = team_challenge(ctx.state, defender)
    issued = Challenge(id=f"round:{round}:{realm}", round=round, challenger=realm, defender=defender)
    work.do(Challenged(challenge=issued, rule="CQ-46"))
    if team:
        work.do(TeamBroken(challenge=team.id, by=realm, rule="CQ-50"))
    pass_on(work, realm)
    return work.done()


@GAME.procedure("pass_challenge", rules=("CQ-46", "CQ-54"), slot=SLOT, by="side:{realm}")
def pass_challenge(ctx: ConquestCtx, *, round: int, realm: str) -> Procedure[tuple[Effect, ...]]:
    """Do not issue a challenge; only possible when there is nobody you may challenge.

    Source: CQ-46, CQ-54.
    """
    yield from stop(realm_turn_problems(ctx.state, ctx.book, "pass_challenge", realm, round))
    if legal_targets(ctx.state, ctx.book, realm):
        yield from stop([ctx.book.problem("E10")])
    work = ConquestWork(ctx)
    pass_on(work, realm)
    return work.done()


@GAME.procedure(
    "choose_battles", rules=("CQ-49", "CQ-59"), slot="round:{round}:{realm}:choice", by="side:{realm}"
)
def choose_battles(
    ctx: ConquestCtx, *, round: int, realm: str, mode: Literal["team", "series"]
) -> Procedure[tuple[Effect, ...]]:
    """Choose one battle against all your challengers, or a battle against each.

    Source: CQ-49, CQ-59.
    """
    yield from stop(_choice_problems(ctx.state, ctx.book, realm, round))
    work = ConquestWork(ctx)
    choice = Choice(id=f"round:{round}:{realm}", round=round, defender=realm, mode=mode)
    work.do(BattlesChosen(choice=choice, rule="CQ-49"))
    pass_on(work, realm)
    return work.done()


def _choice_problems(state: Conquest, book: ConquestInForce, realm: str, round: int) -> Iterator[TurnProblem]:
    yield from realm_turn_problems(state, book, "choose_battles", realm, round)
    if len(challengers_of(state, realm)) < 2 or realm in state.now.done:
        yield book.problem("E13")
