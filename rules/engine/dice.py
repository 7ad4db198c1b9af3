"""The app's dice: a face is HMAC(seed, question key), so the same question always meets the same face.

The seed is made by whoever opens a slot (32 bytes from `secrets`) and belongs to the slot, not to the
attempt: back, undo, reload, a second phone and a correction's preview all see the same face and nobody can
fish. Rejection keeps the faces even.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256
from typing import TypeGuard

from rules.engine.hidden import Deal
from rules.engine.questions import Answer, Choose, Draw, Question, Roll, YesNo, split_die

RANDOM = (Roll, Draw, Deal)  # the kinds the app answers by itself

type Thrower = Callable[[str, int], int]  # (key of the single die, sides) -> 1..sides


def thrower(seed: bytes) -> Thrower:
    """A source of single dice for one slot."""

    def throw(key: str, sides: int) -> int:
        limit = 2**32 - 2**32 % sides
        for attempt in range(1000):
            digest = hmac.digest(seed, f"{key}#{attempt}".encode(), sha256)
            number = int.from_bytes(digest[:4])
            if number < limit:
                return number % sides + 1
        raise AssertionError("unreachable: a thousand rejections in a row")

    return throw


def roll(question: Roll | Draw | Deal, throw: Thrower) -> Answer:
    """Answer a roll, a draw or a deal with the app's dice.

    A roll limited to some legal values is thrown among those, each equally likely (OPR-40 allows it).
    """
    if isinstance(question, Deal):
        return question.dealt(_shuffled(question, throw))
    if isinstance(question, Draw):
        open_options = [o for o in question.options if not o.why_not]
        place = throw(question.key, len(open_options))
        return Answer(open_options[place - 1].id, "app", dice=(place,))
    if question.legal:
        place = throw(question.key, len(question.legal))
        return Answer(question.legal[place - 1], "app", dice=(question.legal[place - 1],))
    dice = _dice(question, throw)
    return Answer(dice_value(question.die, dice), "app", dice=dice)


def _shuffled(question: Deal, throw: Thrower) -> list[int]:
    """The numbers of the cards in an order each of which is equally likely."""
    order = list(range(len(question.cards)))
    for last in range(len(order) - 1, 0, -1):
        place = throw(f"{question.key}/{last}", last + 1) - 1
        order[last], order[place] = order[place], order[last]
    return order


def choose_by_die(question: Choose | YesNo, throw: Thrower) -> Answer:
    """Let a die choose: every answer that is open is equally likely. Source: SOLO-76"""
    answers = (True, False) if isinstance(question, YesNo) else _open(question)
    place = throw(question.key, len(answers))
    return Answer(answers[place - 1], "app", dice=(place,))


def _open(question: Choose) -> tuple[str, ...]:
    return tuple(one.id for one in question.options if not one.why_not)


def _dice(question: Roll, throw: Thrower) -> tuple[int, ...]:
    count, sides = (2, 6) if question.die == "D66" else split_die(question.die)
    if count == 1:
        return (throw(question.key, sides),)
    return tuple(throw(f"{question.key}/{n}", sides) for n in range(1, count + 1))


def dice_value(die: str, dice: tuple[int, ...]) -> int:
    """(D66, (4, 3)) -> 43; otherwise the sum."""
    return 10 * dice[0] + dice[1] if die == "D66" else sum(dice)


def is_random(question: Question) -> TypeGuard[Roll | Draw | Deal]:
    """Whether dice answer it."""
    return isinstance(question, RANDOM)
