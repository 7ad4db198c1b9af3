"""A cache in the process's memory with a bound in bytes: what was not asked for longest goes first."""

from __future__ import annotations

import sys
import zlib
from pickle import loads

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache

ENTRY = 350  # bytes of a key and of what is noted with it
LONG, QUICKLY, PACKED = 1_000, 1, b"x"  # bytes worth packing; zlib's level; how what is packed begins
_held: dict[str, int] = {}  # bytes, by the name of the cache: its threads share it


class HeldCache(LocMemCache):
    """`MAX_BYTES` among its options; Django's own counts entries, and one may be a hundred times another.
    An entry costs `ENTRY` bytes besides its own; a long one is packed, to a fifth where it is of a page."""

    def __init__(self, name: str, params: dict[str, dict[str, int]]) -> None:
        super().__init__(name, {**params, "OPTIONS": {**params["OPTIONS"], "MAX_ENTRIES": sys.maxsize}})
        self.name, self.most = name, int(params["OPTIONS"]["MAX_BYTES"])

    @property
    def held(self) -> int:
        """How many bytes are held."""
        return _held.get(self.name, 0)

    def get(self, key: str, default: object = None, version: int | None = None) -> object:
        key = self.make_and_validate_key(key, version=version)
        with self._lock:  # type: ignore[attr-defined]
            if self._has_expired(key):  # type: ignore[attr-defined]
                self._delete(key)
                return default
            value: bytes = self._cache[key]  # type: ignore[attr-defined]
            self._cache.move_to_end(key, last=False)  # type: ignore[attr-defined]
        return loads(zlib.decompress(value) if value.startswith(PACKED) else value)  # noqa: S301 - our own

    def _set(self, key: str, value: bytes, timeout: object = DEFAULT_TIMEOUT) -> None:
        self._delete(key)
        if len(value) > LONG:
            value = zlib.compress(value, QUICKLY)
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
