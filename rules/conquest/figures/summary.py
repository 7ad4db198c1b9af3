"""What a player has to do now, and what a round was, by name."""

from __future__ import annotations

from rules.conquest.book import ConquestInForce
from rules.conquest.game import GAME
from rules.conquest.state import Conquest
from rules.conquest.telling.round import round_summary
from rules.conquest.telling.todos import realm_todo_sentence, told_to
from rules.conquest.todos import empire_todos
from rules.engine.plain import JsonObject


@GAME.figure("to_do")
def realm_todo_figure(state: Conquest, book: ConquestInForce, realm: str) -> list[JsonObject]:
    """What this player has to do now; `waits` marks what others have to do before it goes on.

    Source: CQ-22
    """
    return [
        {
            "act": one.act,
            "about": str(one.params.get("battle", "") or (one.about[0] if one.stand == "waits" else "")),
            "text": realm_todo_sentence(state, one),
            "waits": one.stand == "waits",
        }
        for one in told_to(empire_todos(state, book), realm)
    ]


@GAME.figure("round_summary")
def round_summary_figure(state: Conquest, book: ConquestInForce, round: int = 0) -> list[str]:
    """A round in lines for a chat: order, events, battles, points, sizes. The running one by default.

    Source: CQ-13, CQ-17, CQ-38, CQ-87
    """
    return round_summary(state, book, round)
