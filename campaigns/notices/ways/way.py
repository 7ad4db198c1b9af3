"""A way out of the office: what each is, and how trying to send ends.

A way is a module with one `Channel` in it, named in `campaigns.notices.ways.known`. The outbox asks it where
a notice goes, and hands it what is due; it knows nothing of rows, order, tries or hours.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any, cast

from campaigns.models import News, Outgoing, Topic
from campaigns.notices.kinds.reading import NotificationReading


@dataclass(frozen=True, slots=True)
class Delivery:
    """How a try ended. `again`: try later, not before `after` where the other side said so."""

    sent: bool
    again: bool = False
    said: str = ""
    after: timedelta | None = None


# When a try that failed is made again; after the last one it is given up.
RETRIES = tuple(timedelta(seconds=seconds) for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600))
SENT = Delivery(sent=True)


def later(said: str, after: timedelta | None = None) -> Delivery:
    """It did not work now, and may work later."""
    return Delivery(sent=False, again=True, said=said, after=after)


def undeliverable(said: str) -> Delivery:
    """It will not work: the address is gone or refuses it."""
    return Delivery(sent=False, said=said)


def nowhere(_news: News) -> list[str]:
    """News does not go this way."""
    return []


class Lines(ExitStack):
    """What ways keep open as long as there is something to send, by the way; opened by the first who asks."""

    def __init__(self) -> None:
        super().__init__()
        self._open: dict[str, Any] = {}

    def of(self, way: Channel) -> Any:
        if way.name not in self._open:
            self._open[way.name] = self.enter_context(way.line())
        return self._open[way.name]


class Batch:
    """What is sent one after another: each element of `parcels` leaves as one. What all of it needs is read
    once, when the first asks for it."""

    def __init__(self, parcels: Sequence[Sequence[Outgoing]], lines: Lines | None = None) -> None:
        self.parcels = parcels
        self.lines = lines or Lines()
        self._found: dict[Callable[[Collection[int]], Any], Any] = {}

    @cached_property
    def read(self) -> NotificationReading:
        """What its notices are about."""
        return NotificationReading(
            [row.notice for rows in self.parcels for row in rows if row.notice is not None]
        )

    def address[T](self, row: Outgoing, find: Callable[[Collection[int]], Mapping[int, T]]) -> T | None:
        """Where a row goes; `find` is asked once for all of its way."""
        if find not in self._found:
            same = (one for rows in self.parcels for one in rows if one.way == row.way)
            self._found[find] = find({int(one.address) for one in same})
        return cast("Mapping[int, T]", self._found[find]).get(int(row.address))


@dataclass(frozen=True, slots=True)
class Channel:
    """One way. Addresses are ids as text, of rows that the way keeps; an empty list: not this way.

    `wanted` (by person) and `heard` are asked again before a batch is sent, so what was taken back does not
    go out; whether a kind of notice is wanted at all, the outbox knows. `send` gets the rows that leave as
    one, nearly always a single one, and the batch they are of. Rows without notice and news are the way's
    own word to `address`. `line` is kept open as long as there is something to send.
    """

    name: str
    title: Callable[[], str]
    send: Callable[[Sequence[Outgoing], Batch], Delivery]
    wanted: Callable[[Collection[int]], Mapping[int, list[str]]]
    heard: Callable[[News], list[str]] = nowhere
    works: Callable[[], bool] = lambda: True
    line: Callable[[], AbstractContextManager[Any]] = nullcontext
    chosen: Collection[Topic] = field(default_factory=frozenset)  # what goes this way until somebody says
    daily: bool = False  # whether a person may have it once a day
    sparing: bool = False  # whether what somebody has to do goes this way once a day at most
    together: bool = False  # whether all news that is due leaves as one
    personal: bool = True  # whether people choose what comes this way
