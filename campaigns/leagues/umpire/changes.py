"""What a case has changed, in words: the rows of a correction's preview, of two states that are made up.

Ids become names wherever the case's state has some.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaigns.engine.histories import Histories
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.store import registration_of
from campaigns.shell.told.figures import changed_rows
from rules.engine.language import with_heading
from rules.engine.state import State


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A figure of something: `Halvard: status`, before and after."""

    what: str
    before: str
    after: str


def changes(game: str, before: State, after: State) -> Iterator[ChangedLine]:
    """Every figure that differs."""
    for row in changed_rows(_both(game, before, after)):
        yield ChangedLine(with_heading(row.what, row.why) if row.why else row.what, row.before, row.after)


def with_names(game: str, states: Sequence[State], value: object) -> object:
    """What a case says, with the names of what its ids stand for."""
    both = _both(game, states[0], states[-1])

    def named(part: object) -> object:
        if isinstance(part, str):
            return both.name(part) or part
        if isinstance(part, Mapping):
            return {key: named(one) for key, one in part.items()}
        if isinstance(part, Sequence):
            return [named(one) for one in part]
        return part

    return named(value)


def _both(game: str, before: State, after: State) -> Histories[State]:
    """Nobody plays in a case and nothing in it is secret."""
    return Histories(
        before, after, registration_of(game), {}, plugin_of(game).past.figures, lambda found: found
    )
