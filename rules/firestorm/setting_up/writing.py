"""What the organiser writes: decks of cards and advancement charts, each whole.

Source: FS-05, FS-08, FS-116
"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, require
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.muster_effects import ChartWritten, DeckWritten
from rules.firestorm.muster_state import Card, CardKind, ChartName, ChartRow
from rules.firestorm.phases.admission import league_problems
from rules.turns.problems import stop

MOST_CARDS, MOST_NAME, MOST_WORDS, MOST_REWARD, MOST_FACE = 60, 80, 600, 20, 100


@GAME.procedure(
    "write_deck", rules=("FS-05", "FS-08", "FS-132"), slot="deck:{kind}", by="organiser", repeat=True
)
def write_deck(
    ctx: FirestormCtx, *, kind: CardKind, cards: tuple[Card, ...]
) -> Procedure[tuple[Effect, ...]]:
    """Write the objectives, Times of War or sudden death conditions of the league, all of a kind.

    Objectives stay as they are once they are dealt. Source: FS-05, FS-08, FS-132
    """
    yield from stop(league_problems(ctx.state, ctx.book, "write_deck"))
    if kind == "objective" and ctx.state.objectives:
        yield from stop([ctx.book.problem("E72").about("cards")])
    require(len(cards) <= MOST_CARDS, "FS-05", say("At most {most} cards.", most=MOST_CARDS), "cards")
    for one in cards:
        require(0 < len(one.name.strip()) <= MOST_NAME, "FS-05", say("Each card has a name."), "cards")
        require(len(one.words) <= MOST_WORDS, "FS-05", say("Say it in fewer words."), "cards")
        fair = 0 <= one.glory <= MOST_REWARD and 0 <= one.build <= MOST_REWARD
        require(fair, "FS-05", say("A reward is 0 to {most}.", most=MOST_REWARD), "cards")
    told = tuple(
        replace(one, id=f"{kind}:own:{number:02}", kind=kind, name=one.name.strip())
        for number, one in enumerate(cards, 1)
    )
    return (DeckWritten(kind=kind, cards=told, rule="FS-05"),)


@GAME.procedure("write_chart", rules=("FS-116",), slot="chart:{chart}", by="organiser", repeat=True)
def write_chart(
    ctx: FirestormCtx, *, chart: ChartName, rows: tuple[ChartRow, ...]
) -> Procedure[tuple[Effect, ...]]:
    """Write an advancement chart; it is rolled on once it covers each face once. Source: FS-116"""
    yield from stop(league_problems(ctx.state, ctx.book, "write_chart"))
    require(0 < len(rows) <= MOST_CARDS, "FS-116", say("Write 1 to {most} rows.", most=MOST_CARDS), "rows")
    for one in rows:
        within = 1 <= one.first <= one.last <= MOST_FACE
        require(
            within, "FS-116", say("Faces go from 1 to {most}, the lower one first.", most=MOST_FACE), "rows"
        )
        require(0 < len(one.name.strip()) <= MOST_NAME, "FS-116", say("Each row has a name."), "rows")
        require(len(one.words) <= MOST_WORDS, "FS-116", say("Say it in fewer words."), "rows")
    told = tuple(
        replace(one, id=f"{chart}:own:{number:02}", chart=chart, name=one.name.strip())
        for number, one in enumerate(rows, 1)
    )
    return (ChartWritten(chart=chart, rows=told, rule="FS-116"),)
