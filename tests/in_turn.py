"""Long walks of one kind take turns: `make test` goes some of them a day, `make season` all of them.

The cases of one test are a kind, and so are tests whose marker names the same `kind`. Whoever runs pytest
with a test's own name runs every case of it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from zlib import crc32

import pytest

DAY = "MUSTERROLL_DAY"  # its number, the same for all processes of a run


def resting(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The cases whose turn it is not today; with `@pytest.mark.in_turn(3)` a case runs every third day."""
    day = os.environ.get(DAY)
    walks = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if day and (marker := item.get_closest_marker("in_turn")):
            walks[marker.kwargs.get("kind") or item.nodeid.partition("[")[0]].append(item)
    return [item for cases in walks.values() for item in _others(cases, int(day or 0))]


def is_its_day(name: str, days: int) -> bool:
    """Whether a test of this name does today what each does once in so many days; always, without a day."""
    day = os.environ.get(DAY)
    return not day or (crc32(name.encode()) + int(day)) % days == 0


def _others(cases: list[pytest.Item], day: int) -> list[pytest.Item]:
    (most,) = {marker.args[0] for one in cases if (marker := one.get_closest_marker("in_turn"))}
    days = min(most, len(cases))
    return [item for place, item in enumerate(cases) if place % days != day % days]
