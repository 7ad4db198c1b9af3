"""The revenue phase: every mine is rolled for once. Source: CQ-39 … CQ-45."""

from __future__ import annotations

from collections.abc import Iterator

from rules.conquest.book import ConquestInForce
from rules.conquest.effects import BuildingChanged
from rules.conquest.game import GAME, ConquestCtx
from rules.conquest.realm_figures import targeted
from rules.conquest.reckoning.mines import mine_dice, mine_yield, mines
from rules.conquest.rounds.admission import realm_turn_problems
from rules.conquest.rounds.phases import pass_on
from rules.conquest.state import Conquest, Territory
from rules.conquest.work import ConquestWork
from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, ask_all, gather
from rules.engine.questions import Roll, side
from rules.turns.problems import TurnProblem, stop


def _problems(state: Conquest, book: ConquestInForce, realm: str, round: int) -> Iterator[TurnProblem]:
    yield from realm_turn_problems(state, book, "collect", realm, round)
    if targeted(state, realm, "fools_gold"):
        yield book.problem("X24")
    if realm in state.now.done:
        yield book.problem("X19")


@GAME.procedure("collect", rules=("CQ-39", "CQ-41"), slot="round:{round}:{realm}:revenue", by="side:{realm}")
def collect_revenue(ctx: ConquestCtx, *, round: int, realm: str) -> Procedure[tuple[Effect, ...]]:
    """Roll for your mines; a mine whose dice all show the same number pays and is then exhausted.

    Source: CQ-39 … CQ-45.
    """
    yield from stop(_problems(ctx.state, ctx.book, realm, round))
    places = mines(ctx.state, realm)
    thrown = yield from gather(*(ask_all(_dice(ctx.book, realm, place)) for place in places))
    work = ConquestWork(ctx)
    for place, dice in zip(places, thrown, strict=True):
        gold, exhausted = mine_yield(ctx.book, dice)
        work.gold(realm, gold, "mine", place.id, "CQ-39")
        if exhausted:
            work.do(BuildingChanged(territory=place.id, building="", before="mine", rule="CQ-41"))
    pass_on(work, realm)
    return work.done()


def _dice(book: ConquestInForce, realm: str, place: Territory) -> Iterator[Roll]:
    dice, name, pip = mine_dice(book, place), place.name or place.id, book.figures.gold_per_pip
    for number in range(1, dice + 1):
        text = say(
            "Roll die {number} of {dice} for the mine at {place}.", place=name, number=number, dice=dice
        )
        how = say("{gold} gold for each pip; if all dice match, the mine is exhausted.", gold=pip)
        key = f"mine:{place.id}:{number}"
        yield Roll(key, text, rule="CQ-39", who=side(realm), about=place.id, how=how)
