"""What becomes of the battles that are still open when the organiser closes them.

One on land keeps the round waiting; a sea battle or a siege is dropped, told of or not. Source: CQ-23, CQ-138
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import open_battles, undecided_battles
from rules.conquest.state import Conquest
from rules.engine.language import mark, said, say_many
from rules.turns.problems import TurnProblem

DROPPED = {
    "open": mark("{battle}: not reported, so this battle will be dropped."),
    "reported": mark(
        "{battle}: reported. Unless the other side agrees to the report or an organiser decides first, this "
        "battle will be dropped."
    ),
    "disputed": mark(
        "{battle}: disputed. Unless an organiser settles the dispute first, this battle will be dropped."
    ),
}


def closing_problems(state: Conquest, book: ConquestInForce) -> Iterator[TurnProblem]:
    """Why the battles are not closed: some on land are still open. Source: CQ-23"""
    if still := open_battles(state):
        count = say_many(
            len(still),
            "{number} battle is still open ({battles}).",
            "{number} battles are still open ({battles}).",
            battles="; ".join(map(state.against, still)),
        )
        yield book.problem("E18", count=count).leading(battle=still[0].id)


def dropped_by_closing(state: Conquest) -> list[str]:
    """What closing them now would drop, a sentence each. Source: CQ-23"""
    return [said(DROPPED[one.status], battle=state.against(one)) for one in undecided_battles(state)]
