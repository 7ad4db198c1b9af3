"""What the rules say to a case of anybody's, within bounds: a case that asks too much is refused.

What a case starts from is made up and need not hang together: a procedure may meet what no league has.
Here that is said and no fault.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Literal

from rules.engine.shelf import all_games
from rules.rehearsal.rehearse import BadScript
from rules.rehearsal.umpire import Judgement, Ruling, judged

MOST_CALLS = 3_000_000  # of functions, in and out: some seconds; the longest of our own cases needs 170,000
MOST_STEPS = 40
LARGEST = 100_000  # a number beyond it counts nothing on a table
BREAKS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)

type Why = Literal["long", "large", "broken"]


class Unplayable(Exception):
    """A case that was not played to its end: it asks too much, holds a number too large, or breaks."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why: Why = why


def bounded_rulings(case: Mapping[str, object], most_calls: int = MOST_CALLS) -> list[Ruling]:
    """The rulings on a case. Raises as `bounded`."""
    return list(bounded(case, most_calls).rulings)


def bounded(case: Mapping[str, object], most_calls: int = MOST_CALLS) -> Judgement:
    """The rulings on a case with its states.

    Raises `BadScript` where its form is wrong, `Unplayable` where it cannot be played within bounds.
    """
    steps = case.get("steps")
    if isinstance(steps, list) and len(steps) > MOST_STEPS:
        raise Unplayable("long")
    if _holds_too_large(case):
        raise Unplayable("large")
    all_games()  # reading the books is nobody's case
    try:
        with _at_most(most_calls):
            return judged(case)
    except (BadScript, Unplayable):
        raise
    except BREAKS as error:
        raise Unplayable("broken") from error


@contextmanager
def _at_most(calls: int) -> Iterator[None]:
    """Stop whatever is done in here after so many calls; how fast the machine is plays no part."""
    left = calls

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Unplayable("long")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def _holds_too_large(part: object) -> bool:
    if isinstance(part, Mapping):
        return any(map(_holds_too_large, part.values()))
    if isinstance(part, list):
        return any(map(_holds_too_large, part))
    return isinstance(part, int | float) and not abs(part) <= LARGEST
