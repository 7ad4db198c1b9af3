"""A way out of the office: what each is, and how trying to send ends.

A way is a module with one `Way` in it, named in `campaigns.notices.ways.known`. The outbox asks it where a
notice goes, and hands it what is due; it knows nothing of rows, order, tries or hours.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from campaigns.models import News, Notice, Outgoing, Person, Topic


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a try ended. `again`: try later, not before `after` where the other side said so."""

    sent: bool
    again: bool = False
    said: str = ""
    after: timedelta | None = None


# When a try that failed is made again; after the last one it is given up.
RETRIES = tuple(timedelta(seconds=seconds) for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600))
SENT = Outcome(sent=True)


def later(said: str, after: timedelta | None = None) -> Outcome:
    """It did not work now, and may work later."""
    return Outcome(sent=False, again=True, said=said, after=after)


def never(said: str) -> Outcome:
    """It will not work: the address is gone or refuses it."""
    return Outcome(sent=False, said=said)


def nowhere(_news: News) -> list[str]:
    """News does not go this way."""
    return []


@dataclass(frozen=True, slots=True)
class Way:
    """One way. Addresses are ids as text, of rows that the way keeps; an empty list: not this way.

    `wanted` and `heard` are asked again before anything is sent, so what was taken back does not go out;
    whether a kind of notice is wanted at all, the outbox knows. `send` gets the rows that leave as one,
    nearly always a single one. Rows without notice and news are the way's own word to `address`.
    """

    name: str
    title: Callable[[], str]
    send: Callable[[Sequence[Outgoing]], Outcome]
    wanted: Callable[[Person, Notice], list[str]]
    heard: Callable[[News], list[str]] = nowhere
    works: Callable[[], bool] = lambda: True
    chosen: Collection[Topic] = field(default_factory=frozenset)  # what goes this way until somebody says
    daily: bool = False  # whether a person may have it once a day
    together: bool = False  # whether all news that is due leaves as one
    personal: bool = True  # whether people choose what comes this way
