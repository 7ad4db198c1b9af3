"""The frozen order of a round, with dice where empires are equal. Source: CQ-15 … CQ-18."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby

from rules.conquest.book import ConquestInForce
from rules.conquest.game import GAME, ConquestCtx
from rules.conquest.league_effects import OrderTaken
from rules.conquest.realm_figures import active_realms, measure
from rules.conquest.rounds.admission import round_problems, why_not_playing
from rules.conquest.rounds.phases import enter_round_phase
from rules.conquest.state import Conquest, Rank
from rules.conquest.work import ConquestWork
from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import OPEN_THROWS, Procedure, ask_all
from rules.engine.questions import Draw, Option, Roll, side
from rules.engine.refusals import Refused
from rules.turns.problems import stop


@GAME.procedure("take_order", rules=("CQ-15", "CQ-16", "CQ-17"), slot="round:{round}:order", by="clock")
def take_order(ctx: ConquestCtx, *, round: int) -> Procedure[tuple[Effect, ...]]:
    """Begin a round: rank the empires; ties are rolled for.

    `round` is the round that begins. Source: CQ-13 … CQ-18.
    """
    state = ctx.state
    yield from stop(round_problems(state, ctx.book, "take_order", round - 1, seen=True))
    measured = [measure(state, ctx.book, one.id) for one in active_realms(state)]
    ranking: list[Rank] = []
    for _, group in groupby(sorted(measured, key=_size, reverse=True), key=_size):
        ranking += yield from _rolled(state, ctx.book, list(group), 1)
    work = ConquestWork(ctx)
    work.do(OrderTaken(number=round, ranking=tuple(ranking), rule="CQ-17"))
    enter_round_phase(work, "events")
    return work.done()


def _size(rank: Rank) -> tuple[int, int, int]:
    return rank.halves, rank.cities, rank.castles


def _rolled(state: Conquest, book: ConquestInForce, tied: list[Rank], throw: int) -> Procedure[list[Rank]]:
    """Equal empires, largest first: a D6 each, higher is larger; the still equal again. Source: CQ-16."""
    if len(tied) == 1:
        return tied
    if throw > OPEN_THROWS:
        return (yield from _by_lot(state, book, tied, throw))
    dice: list[int] = yield from ask_all(_tie(state, one.realm, throw) for one in tied)
    rolled = [replace(one, dice=(*one.dice, face)) for one, face in zip(tied, dice, strict=True)]
    ranking: list[Rank] = []
    for _, group in groupby(sorted(rolled, key=_last_die, reverse=True), key=_last_die):
        ranking += yield from _rolled(state, book, list(group), throw + 1)
    return ranking


def _last_die(rank: Rank) -> int:
    return rank.dice[-1]


def _tie(state: Conquest, realm: str, throw: int) -> Roll:
    return Roll(
        f"order:{realm}:{throw}",
        say("{player} is tied with another empire in size. Who ranks higher?", player=state.name_of(realm)),
        rule="CQ-16",
        who=side(realm),
        about=realm,
        how=say("The empire with the higher roll counts as larger this round."),
    )


def _by_lot(state: Conquest, book: ConquestInForce, tied: list[Rank], throw: int) -> Procedure[list[Rank]]:
    """After many equal throws the larger is drawn, which is as fair and ends."""
    options = tuple(Option(one.realm, state.name_of(one.realm)) for one in tied)
    key = f"order:{'+'.join(one.realm for one in tied)}:{throw}"
    first: str = yield Draw(
        key,
        say("Still tied. Which empire counts as larger?"),
        rule="CQ-16",
        options=options,
        left_out=partial(_not_tied, state, book),
    )
    chosen = [one for one in tied if one.realm == first]
    rest = [one for one in tied if one.realm != first]
    return chosen + (yield from _rolled(state, book, rest, throw + 1))


def _not_tied(state: Conquest, book: ConquestInForce, realm: str) -> Refused | None:
    if realm not in state.realms:
        return None
    apart = say("{player} is not among those still tied.", player=state.name_of(realm))
    return why_not_playing(state, book, realm) or Refused("CQ-16", apart)
