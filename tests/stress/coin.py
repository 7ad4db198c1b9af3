"""What an adversary is told of the coin: whom one tosses against, and that everybody comes alone.

By its rules who gives a name that is taken plays with them at once, and so reads what they have sealed.
"""

from __future__ import annotations

import random

from rules.engine.todos import Todo
from tests.coin.rules import GAME, WHOSE_MOVE, Coin
from tests.rules.moves import Moves
from tests.stress import facts


def _against(state: Coin, _book: str, todo: Todo) -> dict[str, str]:
    """Whoever else is there."""
    return {"against": next(one for one in state.tossers if one != todo.side)}


def _own_name(state: Coin, luck: random.Random) -> str:
    """One that nobody has."""
    return f"Tosser {len(state.tossers)} {luck.randrange(1000)}"


FACTS = facts.Facts(
    samples={"name": _own_name},
    opens={"toss"},  # both calls lie open once both have called
    todos=Moves(
        game=GAME,
        move=WHOSE_MOVE,
        facts=_against,
        sides=lambda state: list(state.tossers),
        out=lambda state: [],
    ),
)
