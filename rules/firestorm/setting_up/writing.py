"""What the organiser writes: decks of cards and advancement charts, each whole. What is wrong names its
field: `cards.2.name` is the name of the third card.

Source: FS-05, FS-08, FS-116
"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, checked_name, require
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.muster_effects import ChartWritten, DeckWritten
from rules.firestorm.muster_state import Card, CardKind, ChartName, ChartRow
from rules.firestorm.path.upgrade_rules import gaps, uncovered
from rules.firestorm.phases.admission import phase_problems
from rules.turns.problems import stop

MOST_CARDS, MOST_NAME, MOST_WORDS, MOST_REWARD, MOST_FACE = 60, 80, 600, 20, 100


@GAME.procedure(
    "write_deck", rules=("FS-05", "FS-08", "FS-132"), slot="deck:{kind}", by="organiser", repeat=True
)
def write_deck(
    ctx: FirestormCtx, *, kind: CardKind, cards: tuple[Card, ...]
) -> Procedure[tuple[Effect, ...]]:
    """Write the league’s objectives, Times of War or sudden death conditions, one kind at a time.

    Objectives stay as they are once they are dealt. Source: FS-05, FS-08, FS-132
    """
    yield from stop(phase_problems(ctx.state, ctx.book, "write_deck"))
    if kind == "objective" and ctx.state.objectives:
        yield from stop([ctx.book.problem("E72").about("cards")])
    require(
        len(cards) <= MOST_CARDS,
        "FS-05",
        say("A deck can have at most {most} cards.", most=MOST_CARDS),
        "cards",
    )
    for n, one in enumerate(cards):
        _named(one, "FS-05", f"cards.{n}", say("Each card needs a name."))
        for coin, amount in (("glory", one.glory), ("build", one.build)):
            fair = 0 <= amount <= MOST_REWARD
            require(
                fair,
                "FS-05",
                say("A reward must be between 0 and {most}.", most=MOST_REWARD),
                f"cards.{n}.{coin}",
            )
    told = tuple(
        replace(one, id=f"{kind}:own:{number:02}", kind=kind, name=one.name.strip())
        for number, one in enumerate(cards, 1)
    )
    return (DeckWritten(kind=kind, cards=told, rule="FS-05"),)


@GAME.procedure("write_chart", rules=("FS-116",), slot="chart:{chart}", by="organiser", repeat=True)
def write_chart(
    ctx: FirestormCtx, *, chart: ChartName, rows: tuple[ChartRow, ...]
) -> Procedure[tuple[Effect, ...]]:
    """Write an advancement chart; it must cover each face of the die once. Source: FS-116"""
    yield from stop(phase_problems(ctx.state, ctx.book, "write_chart"))
    require(0 < len(rows) <= MOST_CARDS, "FS-116", say("Write 1 to {most} rows.", most=MOST_CARDS), "rows")
    for n, one in enumerate(rows):
        within = 1 <= one.first <= one.last <= MOST_FACE
        told = say("Faces go from 1 to {most}; enter the lower one first.", most=MOST_FACE)
        require(within, "FS-116", told, f"rows.{n}.first")
        _named(one, "FS-116", f"rows.{n}", say("Each row needs a name."))
    if missing := uncovered(rows):
        yield from stop([ctx.book.problem("E49", faults=missing).about(f"rows.{_at(rows)}.first")])
    written = tuple(
        replace(one, id=f"{chart}:own:{number:02}", chart=chart, name=one.name.strip())
        for number, one in enumerate(rows, 1)
    )
    return (ChartWritten(chart=chart, rows=written, rule="FS-116"),)


def _named(one: Card | ChartRow, rule: str, field: str, nameless: str) -> None:
    """What is written has a name, and not too many words. Source: FS-05, FS-116"""
    checked_name(one.name, MOST_NAME, rule, nameless, f"{field}.name")
    require(len(one.words) <= MOST_WORDS, rule, say("Use fewer words."), f"{field}.words")


def _at(rows: tuple[ChartRow, ...]) -> int:
    """Which row has the first face that is there twice, or comes first after one that is missing.
    Source: FS-116
    """
    face = gaps(rows)[0]
    twice = [n for n, one in enumerate(rows) if one.first <= face <= one.last]
    behind = {one.first: n for n, one in enumerate(rows) if one.first > face}
    return twice[-1] if twice else behind[min(behind)]
