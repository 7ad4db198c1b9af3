"""Since when something stands as it does: the version at which each name was touched last, on its row.

What hangs on a few names only (`campaigns.engine.stored.topics`) is as it was until one of them is touched,
whatever else is written: a tick at one table makes no page anew but its own. The row says so exactly, in
every process. It keeps the newest names; older ones have been touched at the version under `ELSE` at the
latest. A row that says less than its version counts, since a release before this one wrote it, is believed
in nothing: then everything was touched just now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from campaigns.engine.stored.topics import ASKS, DIALOGUE, EVERYTHING, FACTS, REPORTS

ELSE = ""
MOST = 40  # names on a row
ALL_BUT_FACTS = "all but facts"  # to be followed: whatever is written, but for ticks beside the table
ALL: tuple[str, ...] = (EVERYTHING,)
# Families of names that say nothing about a table of the state.
NO_STATE = {FACTS, DIALOGUE, ASKS, REPORTS}

type Noted = Mapping[str, int]


def noted(version: int, row: Noted | None) -> dict[str, int]:
    """What a scope's row says, as far as it is to be believed."""
    found = dict(row or {})
    return found if max(found.values(), default=-1) == version else {ELSE: version}


def versions_after(version: int, row: Noted | None, names: Collection[str]) -> dict[str, int]:
    """What it says once these names are touched by the write that follows this version."""
    now = version + 1
    if EVERYTHING in names or not names:
        return {ELSE: now}
    found = noted(version, row) | dict.fromkeys(names, now)
    base = found.pop(ELSE, 0)
    newest = sorted(found, key=lambda name: (-found[name], name))
    base = max([base, *(found[name] for name in newest[MOST:])])
    return {ELSE: base, **{name: found[name] for name in newest[:MOST] if found[name] > base}}


def stand_of(version: int, row: Noted | None, follows: Iterable[str]) -> int:
    """The version at which any of these names was touched last, or a later one."""
    found = noted(version, row)
    return max((_touched(found, version, name) for name in follows), default=version)


def state_stands(version: int, row: Noted | None) -> int:
    """The version at which the state became what it is, or a later one."""
    return _latest(noted(version, row), NO_STATE)


def _touched(found: Noted, version: int, name: str) -> int:
    if name == EVERYTHING:
        return version
    if name == ALL_BUT_FACTS:
        return _latest(found, {FACTS})
    rows = f"{name.partition(':')[0]}:*"
    return max(found.get(one, 0) for one in (name, rows, ELSE))


def _latest(found: Noted, without: Collection[str]) -> int:
    return max([found.get(ELSE, 0), *(at for name, at in found.items() if _family(name) not in without)])


def _family(name: str) -> str:
    return name.partition(":")[0]
