"""The to-dos of a game against the app: nothing has to be added to them."""

from __future__ import annotations

from rules.solo import GAME
from rules.solo.todos import WHOSE_MOVE
from tests.rules.moves import Moves

MOVES = Moves(
    game=GAME,
    move=WHOSE_MOVE,
    facts=lambda state, book, todo: {},
    sides=lambda state: list(state.sides),
    out=lambda state: [],
)
