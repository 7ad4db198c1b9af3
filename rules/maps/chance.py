"""Chance that can be repeated: a stream of numbers that follows from a seed alone.

Maps are made from a seed that is shown and kept, so the same seed gives the same map for ever; the language's
own generator promises that for no longer than a version.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


class Chance:
    """Even numbers from a seed; `fork` gives an independent stream."""

    def __init__(self, seed: str) -> None:
        self.seed, self.count = seed, 0

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1; with 64 bits the bias of the remainder is beyond notice."""
        self.count += 1
        digest = sha256(f"{self.seed}/{self.count}".encode()).digest()
        return int.from_bytes(digest[:8]) % limit

    def choice[T](self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def shuffled[T](self, items: Sequence[T]) -> list[T]:
        left, out = list(items), list[T]()
        while left:
            out.append(left.pop(self.below(len(left))))
        return out

    def fork(self, name: str) -> Chance:
        return Chance(f"{self.seed}:{name}")
