"""Secret objectives: dealt face down, claimed by their players, judged by the organiser, shown in the end.

Which card somebody holds stands in no table, entry or die before that: the deal is answered by the app, and
every hand is sealed for its own player. Source: FS-04, FS-05
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.engine.effects import Effect
from rules.engine.hidden import REST, Deal
from rules.engine.language import say
from rules.engine.procedure import Procedure, require
from rules.engine.questions import Reveal, person, side
from rules.engine.state import altered
from rules.firestorm.book import FirestormInForce
from rules.firestorm.decks import deck
from rules.firestorm.faction_figures import plays
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.victory import won_at_once
from rules.firestorm.muster_effects import ObjectiveChanged
from rules.firestorm.muster_state import ObjectiveHeld
from rules.firestorm.phases.admission import phase_problems, require_player
from rules.firestorm.state import Firestorm, Player
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop

DEAL = "objectives"
MOST_WORDS = 500


def objective_of(state: Firestorm, player: str) -> ObjectiveHeld | None:
    """The objective a player holds or held. Source: FS-04"""
    return next((one for one in state.objectives.values() if one.player == player), None)


def claims(state: Firestorm) -> Iterator[ObjectiveHeld]:
    """What somebody who plays says they have reached; with its player a claim is gone. Source: FS-05"""
    held = (one for one in state.objectives.values() if one.player in state.players)
    return (one for one in held if one.state == "claimed")


def players_without_objective(state: Firestorm) -> list[Player]:
    """Who plays and has drawn none, in id order. Source: FS-04"""
    known = (one for _, one in sorted(state.players.items()) if plays(state, one))
    return [one for one in known if not objective_of(state, one.id)]


@GAME.procedure("deal_objectives", rules=("FS-04",), slot="objectives", by="organiser", repeat=True)
def deal_objectives(ctx: FirestormCtx) -> Procedure[tuple[Effect, ...]]:
    """Deal a secret objective to every player without one; players who join later draw from what is left.

    Source: FS-04
    """
    state, book = ctx.state, ctx.book
    yield from stop(phase_problems(state, book, "deal_objectives"))
    players = players_without_objective(state)
    if not players:
        yield from stop([book.problem("E57")])
    cards = deck(state, book, "objective")
    if len(state.objectives) + len(players) > len(cards):
        yield from stop([book.problem("E53")])
    last = list(state.objectives.values())[-1:]
    yield Deal(
        DEAL, say("Deal the objectives."), rule="FS-04", who="organiser", sealed=True,
        cards=tuple(one.id for one in cards), hands=tuple(_holder(one) for one in players),
        source=(last[0].entry, f"{DEAL}:{REST}") if last else ("", ""),
    )  # fmt: skip
    return tuple(
        ObjectiveChanged(
            objective=ObjectiveHeld(
                id=ctx.new(f"objective.{one.id}"), player=one.id, entry=ctx.entry,
                sealed_key=f"{DEAL}:{_holder(one)}",
            ),
            rule="FS-04",
        )
        for one in players
    )  # fmt: skip


@GAME.procedure(
    "claim_objective", rules=("FS-05",), slot="objective:{player}:claim", by="side:{player}", repeat=True
)
def claim_objective(ctx: FirestormCtx, *, player: str, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """Claim that you have reached your objective; everybody sees it, and the organiser decides.
    Source: FS-05
    """
    yield from stop(phase_problems(ctx.state, ctx.book, "claim_objective"))
    mine = _mine(ctx.state, ctx.book, player)
    if mine.state not in ("drawn", "refused"):
        yield from stop([ctx.book.problem("E58").about("player")])
    require(len(words) <= MOST_WORDS, "FS-05", say("Use fewer words."), "words")
    card = yield from opened(ctx, mine)
    told = altered(mine, card=card, state="claimed")
    return (ObjectiveChanged(objective=told, words=words, rule="FS-05"),)


@GAME.procedure(
    "judge_objective", rules=("FS-05",), slot="objective:{player}:judge", by="organiser", repeat=True
)
def judge_objective(
    ctx: FirestormCtx, *, player: str, reached: bool, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Accept a claimed objective, which adds its reward, or refuse it. Source: FS-05"""
    state, book = ctx.state, ctx.book
    yield from stop(phase_problems(state, book, "judge_objective"))
    mine = _mine(state, book, player)
    if mine.state != "claimed":
        yield from stop([book.problem("E59").about("player")])
    require(len(words) <= MOST_WORDS, "FS-05", say("Use fewer words."), "words")
    work = FirestormWork(ctx)
    told = altered(mine, state="accepted" if reached else "refused")
    work.do(ObjectiveChanged(objective=told, words=words, rule="FS-05"))
    card = next((one for one in deck(state, book, "objective") if one.id == mine.card), None)
    if reached and card:
        faction = state.players[player].faction
        work.enter("glory", faction, card.glory, "objective", "FS-05")
        work.enter("build", faction, card.build, "objective", "FS-05")
        won_at_once(work)
    return work.done()


@GAME.procedure("show_objective", rules=("FS-04",), slot="objective:{player}:show", by="side:{player}")
def show_objective(ctx: FirestormCtx, *, player: str) -> Procedure[tuple[Effect, ...]]:
    """Show your objective to everybody. Source: FS-04"""
    mine = _mine(ctx.state, ctx.book, player)
    if mine.card:
        yield from stop([ctx.book.problem("E58").about("player")])
    card = yield from opened(ctx, mine)
    return (ObjectiveChanged(objective=altered(mine, card=card, state="shown"), rule="FS-04"),)


def _mine(state: Firestorm, book: FirestormInForce, player: str) -> ObjectiveHeld:
    require_player(state, book, player)
    found = objective_of(state, player)
    if found is None:
        raise book.problem("E56").about("player").refused()
    return found


def _holder(player: Player) -> str:
    """For whom a player's card is sealed: for their person, or for the player while nobody has that seat.
    Source: FS-04
    """
    return person(player.owner) if player.owner else side(player.id)


def opened(ctx: FirestormCtx, mine: ObjectiveHeld) -> Procedure[str]:
    """The card under the seal. Source: FS-04"""
    if mine.card:
        return mine.card
    card: str = yield Reveal(
        f"opened:{mine.player}", say("Which objective is it?"), rule="FS-04",
        who=_holder(ctx.state.players[mine.player]),
        entry=mine.entry, sealed_key=mine.sealed_key, called=partial(_card_called, ctx.state, ctx.book),
    )  # fmt: skip
    return card


def _card_called(state: Firestorm, book: FirestormInForce, card: object) -> str:
    return next((one.name for one in deck(state, book, "objective") if one.id == card), str(card))
