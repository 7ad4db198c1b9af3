"""How far a tap travels: the modules it is in, calls from one into another, and calls from a lower floor up.

Counted are named functions of the product, up to the moment at which what was done is written; what draws the
answer comes after it. A **crossing** is a call from a module into another one of ours, whatever lies between
(Django, a generator that is driven); a **climb** a crossing into a higher floor: of an app above, or of a
room that stands on the caller's (`scripts.figures`, rooms two deep). What was called once is no call when it
is resumed or closed. What the tests look at meanwhile (`tests/remembered.py`) does not count.

Flows are counted warm: the same has been done once in the process before.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from types import FrameType

from scripts import figures

APPS = ("config", *figures.APPS)  # from the ground up
WRITTEN = ("campaigns.engine.transaction.scope_transaction", "leave")


@dataclass
class Hops:
    """One flow, from the request to the write; `pairs`: how often one module calls another."""

    modules: set[str] = field(default_factory=set)
    crossings: int = 0
    climbs: int = 0
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)

    def count(self, caller: str, called: str) -> None:
        """A call of a function; `caller` is empty for whoever sends the request."""
        self.modules.add(called)
        if caller not in ("", called):
            self.crossings += 1
            self.climbs += is_climb(caller, called)
            self.pairs[caller, called] += 1

    def __str__(self) -> str:
        return f"{len(self.modules)} / {self.crossings} / {self.climbs}"


@cache
def heights() -> dict[str, int]:
    """How high each room stands on others of its app."""
    found = dict[str, int]()
    for app in figures.APPS:
        known = figures.rooms(app, 2)

        def height(room: str, above: tuple[str, ...], known: figures.Rooms = known) -> int:
            below = [one for one in known[room] if one not in above]
            return 1 + max((height(one, (*above, room)) for one in below), default=0)

        found |= {f"{app}/{room}": height(room, ()) for room in known}
    return found


@cache
def is_climb(caller: str, called: str) -> bool:
    """Whether a call leads up; what lies in a folder stands on no other floor than what lies beside it."""
    (below, room), (above, other) = place_of_module(caller), place_of_module(called)
    if below != above:
        return above > below
    app = APPS[below]
    return not figures.one_in_the_other(room, other, 2) and (
        heights().get(f"{app}/{other}", 0) > heights().get(f"{app}/{room}", 0)
    )


def place_of_module(module: str) -> tuple[int, str]:
    """Which app a module belongs to, from the ground up, and its room in there."""
    app = module.partition(".")[0]
    return APPS.index(app), figures.room_of(f"{module.replace('.', '/')}.py", 2)


def hops_of(act: Callable[[], object]) -> Hops:
    """What an act costs in hops, until it is written or is over."""
    hops, met, ignored, over = Hops(), set[FrameType](), set[FrameType](), False

    def called(frame: FrameType, event: str, arg: object) -> None:
        nonlocal over
        over |= event == "return" and (module_of(frame), frame.f_code.co_name) == WRITTEN
        if over or event != "call" or not is_ours(frame) or frame in met:
            return
        met.add(frame)
        caller = caller_of(frame.f_back)
        if caller is None:
            ignored.add(frame)
        else:
            hops.count(caller, module_of(frame))

    def caller_of(frame: FrameType | None) -> str | None:
        """Which module of ours calls: empty for who sends the request, None for what a test looks at."""
        by_a_test = False
        while frame is not None:
            if is_ours(frame):
                return None if by_a_test or frame in ignored else module_of(frame)
            by_a_test |= module_of(frame).startswith("tests.")
            frame = frame.f_back
        return ""

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        act()
    finally:
        sys.setprofile(before)
    return hops


def module_of(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def is_ours(frame: FrameType) -> bool:
    """Whether it runs a named function of the product."""
    return module_of(frame).partition(".")[0] in APPS and not frame.f_code.co_name.startswith("<")
