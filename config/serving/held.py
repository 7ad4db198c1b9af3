"""A cache in the process's memory with a bound in bytes: what was not asked for longest goes first."""

from __future__ import annotations

import sys

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache

ENTRY = 350  # bytes of a key and of what is noted with it
_held: dict[str, int] = {}  # bytes, by the name of the cache: its threads share it


class HeldCache(LocMemCache):
    """`MAX_BYTES` among its options; Django's own counts entries, and one may be a hundred times another.
    An entry costs `ENTRY` bytes besides its own."""

    def __init__(self, name: str, params: dict[str, dict[str, int]]) -> None:
        super().__init__(name, {**params, "OPTIONS": {**params["OPTIONS"], "MAX_ENTRIES": sys.maxsize}})
        self.name, self.most = name, int(params["OPTIONS"]["MAX_BYTES"])

    @property
    def held(self) -> int:
        """How many bytes are held."""
        return _held.get(self.name, 0)

    def _set(self, key: str, value: bytes, timeout: object = DEFAULT_TIMEOUT) -> None:
        self._delete(key)
        if len(value) + ENTRY > self.most:
            return
        super()._set(key, value, timeout)  # type: ignore[misc]
        _held[self.name] = self.held + len(value) + ENTRY
        while self.held > self.most:
            self._delete(next(reversed(self._cache)))  # type: ignore[attr-defined]

    def _cull(self) -> None:
        self._delete(next(reversed(self._cache)))  # type: ignore[attr-defined]

    def _delete(self, key: str) -> bool:
        was = len(self._cache.get(key, b"")) + ENTRY  # type: ignore[attr-defined]
        gone: bool = super()._delete(key)  # type: ignore[misc]
        _held[self.name] = self.held - (was if gone else 0)
        return gone

    def clear(self) -> None:
        super().clear()
        _held[self.name] = 0
