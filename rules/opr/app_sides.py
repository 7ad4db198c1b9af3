"""The app's own warbands at a league's table: they keep no record, but random events meet them (SOLO-80).

The table says who of them stands there; what an event did to them is told and never booked.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ConfigDict

APP = "app:"  # how an id begins that names something of the app's own
VOID = "void"  # an event met the app's own, and what it would bring or take is void
# What an event would bring the one it meets, or take from it afterwards.
REWARDS = ("doctor", "revenge", "escort", "xp", "weapon", "gift", "vp", "duel")


@dataclass(frozen=True, slots=True)
class AppUnit:
    """A unit of the app's own: still on the table, or `out`. `gear` are its ranged weapons."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    id: str
    name: str
    down: bool = False
    out: bool = False
    gear: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AppWarband:
    """One of the app's own warbands, with its units at the table."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    id: str
    name: str
    units: tuple[AppUnit, ...] = ()


@dataclass(frozen=True, slots=True)
class AppMet:
    """One of the app's own that an event met: a warband, or a unit `of` the `warband` with that name."""

    id: str
    name: str
    warband: str = ""
    of: str = ""
