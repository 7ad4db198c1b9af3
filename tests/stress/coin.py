"""What an adversary is told of the coin: whom one tosses against."""

from __future__ import annotations

from rules.engine.todos import Todo
from tests.coin.rules import GAME, WHOSE_MOVE, Coin
from tests.rules.moves import Moves
from tests.stress import facts


def _against(state: Coin, _book: str, todo: Todo) -> dict[str, str]:
    """Whoever else is there."""
    return {"against": next(one for one in state.tossers if one != todo.side)}


FACTS = facts.Facts(
    todos=Moves(
        game=GAME,
        move=WHOSE_MOVE,
        facts=_against,
        sides=lambda state: list(state.tossers),
        out=lambda state: [],
    )
)
