"""Taking one of several equally right options with dice, as a pure function and as a question.

Bands as the rulebook wants them: up to six options share one D6, up to 36 two D6 (the first one counts tens);
values beyond the last full band are thrown again. Source: SOLO-02, SOLO-03.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.language import say
from rules.engine.procedure import OPEN_THROWS, Procedure
from rules.engine.questions import TABLE, Face, Roll, die_values
from rules.engine.refusals import Refused

MOST = 36


class Tape:
    """Dice in reading order, taken one by one; `Refused` when they run out."""

    def __init__(self, dice: Sequence[int]) -> None:
        self._dice = list(dice)
        self.used: list[int] = []

    def die(self) -> int:
        if not self._dice:
            raise Refused("SOLO-03", say("Another die is needed here."))
        face = self._dice.pop(0)
        if face not in range(1, 7):
            raise Refused("SOLO-03", say("A D6 shows 1, 2, 3, 4, 5 or 6."))
        self.used.append(face)
        return face


def banded(count: int, value: int) -> int | None:
    """Which of `count` options `value` (1..6, or 1..36 above six options) means; None: throw again.

    Source: SOLO-03
    """
    width = (6 if count <= 6 else MOST) // count
    return None if value > width * count else -(-value // width)


def d66_value(shown: int) -> int:
    """11..66 as a number from 1 to 36. Source: SOLO-03"""
    tens, ones = divmod(shown, 10)
    return 6 * (tens - 1) + ones


def pick(count: int, tape: Tape) -> int:
    """1..count, each equally likely; one option needs no die. Source: SOLO-03."""
    _check(count)
    if count == 1:
        return 1
    while True:
        value = tape.die() if count <= 6 else 6 * (tape.die() - 1) + tape.die()
        if (chosen := banded(count, value)) is not None:
            return chosen


def _check(count: int) -> None:
    if not 1 <= count <= MOST:
        wrong = say("The dice need 1 to {most} options to choose from, not {count}.", most=MOST, count=count)
        raise Refused("SOLO-03", wrong)


def ask_pick(
    key: str, labels: Sequence[str], text: str, *, rule: str = "SOLO-02", about: str = "", who: str = TABLE
) -> Procedure[int]:
    """Ask for the die that takes one of `labels`; returns its place, from 0. One label asks nothing.

    Each throw is a question of its own, `key:1`, `key:2`, …; after a few throws that do not count only the
    values that count are offered.

    Source: SOLO-02, SOLO-03
    """
    _check(len(labels))
    if len(labels) == 1:
        return 0
    die = "D6" if len(labels) <= 6 else "D66"
    faces = _faces(die, labels)
    legal = tuple(face.value for face in faces if not face.again)
    throw = 0
    while True:
        throw += 1
        shown: int = yield Roll(
            f"{key}:{throw}",
            text,
            rule=rule,
            who=who,
            about=about,
            die=die,
            faces=faces,
            legal=legal if throw > OPEN_THROWS else (),
        )
        chosen = _banded_face(die, len(labels), shown)
        if chosen is not None:
            return chosen - 1


def _banded_face(die: str, count: int, shown: int) -> int | None:
    return banded(count, shown if die == "D6" else d66_value(shown))


def _faces(die: str, labels: Sequence[str]) -> tuple[Face, ...]:
    return tuple(_face(die, labels, shown) for shown in die_values(die))


def _face(die: str, labels: Sequence[str], shown: int) -> Face:
    chosen = _banded_face(die, len(labels), shown)
    return Face(shown, again=True) if chosen is None else Face(shown, labels[chosen - 1])
