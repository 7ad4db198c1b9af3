"""What a game's own tests know of it, for whoever plays it by chance: `FACTS` in their module `stress`, or
here in one of its name.

A game without such a module is played by the shapes of its procedures alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from campaigns.engine.plain import default_empty, default_none
from rules.engine.plain import Params
from rules.engine.questions import Question
from rules.engine.shelf import SHELF
from tests.rules.moves import Moves


class Owed(NamedTuple):
    """An act that a side is waited for, and what it is about, in its parameters."""

    side: str
    act: str
    known: Params = {}


class Wanted(NamedTuple):
    """An act that somebody might well do, with what of its parameters matters."""

    act: str
    params: Params = {}


@dataclass(frozen=True, kw_only=True)
class Facts:
    """`settings`: values that make much happen, by setting. `opening(state, luck, seats)`: the next act that
    gets a league going, None when it is on; `seats` are those of people who play. `todos`: what holds of the
    to-dos, and what people add to one. `moves(state, book, luck)`: what somebody sensible might do now, and
    `answers(state, book, question, luck)` say, None for whatever is allowed. `samples`: values for a
    parameter, by its name. `holds(before, after)`: what must always be true, as assertions. `asides`:
    procedures that are a last way out, or lead nowhere: seldom taken by chance. `opens`: those that open what
    others have sealed, as their rules say. `past(state, thing)`: a row of an earlier turn, whose seal no page
    reads any more. `rooms`: ends of the addresses of pages where a side writes what
    is in no journal.
    """

    settings: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    opening: Callable[[Any, random.Random, list[str]], Wanted | None] = default_none
    todos: Moves | None = None
    moves: Callable[[Any, Any, random.Random], Iterable[Wanted]] = default_empty
    answers: Callable[[Any, Any, Question, random.Random], Any] = default_none
    samples: Mapping[str, Callable[[Any, random.Random], Any]] = field(default_factory=dict)
    holds: Callable[[Any, Any], None] = default_none
    asides: Collection[str] = ()
    opens: Collection[str] = ()
    past: Callable[[Any, Any], object] = default_none
    rooms: Collection[str] = ()


@cache
def facts_of(game: str) -> Facts:
    """What the tests of a game know of it."""
    room = SHELF[game].plugin.rpartition(".")[0]
    beside = f"{room if room.startswith('tests.') else f'tests.{room}'}.stress"
    name = next(filter(find_spec, (beside, f"tests.stress.{game}")), "")
    found: Facts = import_module(name).FACTS if name else Facts()
    return found
