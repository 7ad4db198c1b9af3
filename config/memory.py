"""Remembering what a function has made, up to so many bytes: `@remembered(most=…)`.

As `functools.lru_cache`, whose bound is a number of entries, and one entry may be a thousand times another.
What was not asked for longest goes first.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from functools import update_wrapper
from typing import Protocol, cast
from weakref import WeakSet

ENTRY = 250  # bytes that an entry takes beside its key and its value


@dataclass(eq=False)
class MemoryShelf:
    """What one function has made: `most` bytes at the most, so many more `beside` each entry."""

    name: str
    most: int
    beside: int = 0
    bytes: int = 0
    kept: OrderedDict[Hashable, tuple[object, int]] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, key: Hashable) -> tuple[object, int] | None:
        """What is kept, with its bytes."""
        found = self.kept.get(key)
        if found:
            with suppress(KeyError):  # it may have gone meanwhile
                self.kept.move_to_end(key)
        return found

    def put(self, key: Hashable, value: object) -> None:
        """Keep it, unless it alone is too much."""
        size = weight_of((key, value)) + ENTRY + self.beside
        if size > self.most:
            return
        with self.lock:
            if key not in self.kept:
                self.kept[key] = value, size
                self.bytes += size
            while self.bytes > self.most:
                self.bytes -= self.kept.popitem(last=False)[1][1]

    def clear(self) -> None:
        with self.lock:
            self.kept.clear()
            self.bytes = 0


SHELVES: WeakSet[MemoryShelf] = WeakSet()


class Remembered[**P, T](Protocol):
    """A function that remembers what it has made."""

    shelf: MemoryShelf
    __wrapped__: Callable[P, T]

    def __call__(self, *args: P.args, **named: P.kwargs) -> T: ...

    def cache_clear(self) -> None: ...


def remembered[**P, T](most: int, *, beside: int = 0) -> Callable[[Callable[P, T]], Remembered[P, T]]:
    """`beside`: bytes that what is made may take later, of which the function knows nothing yet."""

    def around(make: Callable[P, T]) -> Remembered[P, T]:
        shelf = MemoryShelf(f"{make.__module__}.{make.__qualname__}", most, beside)
        SHELVES.add(shelf)

        def known(*args: P.args, **named: P.kwargs) -> T:
            key: Hashable = (args, tuple(named.items())) if named else args
            found = shelf.find(key)
            if found is None:
                made = make(*args, **named)
                shelf.put(key, made)
                return made
            return found[0]  # type: ignore[return-value]

        setattr(known, "cache_clear", shelf.clear)  # noqa: B010 - the type checker knows it as `Remembered`
        setattr(known, "shelf", shelf)  # noqa: B010
        return cast("Remembered[P, T]", update_wrapper(known, make))

    return around


def weight_of(value: object) -> int:
    """Bytes of something and of all that only it holds; what stands in it twice counts once."""
    seen, waiting, size = set[int](), [value], 0
    while waiting:
        one = waiting.pop()
        if id(one) in seen or one is None or isinstance(one, bool | type):
            continue
        seen.add(id(one))
        size += sys.getsizeof(one)
        waiting.extend(_within(one))
    return size


def _within(value: object) -> Iterable[object]:
    if isinstance(value, str | bytes | int | float):
        return ()
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, tuple | list | set | frozenset):
        return value
    if is_dataclass(value):
        return [getattr(value, one.name) for one in fields(value)]
    return vars(value).values() if hasattr(value, "__dict__") else ()
