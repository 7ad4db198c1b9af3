"""Words people wrote, kept apart from ids and facts.

In parameters, answers and effects they stand under the keys `name` and `words`. `take_out` replaces each by a
reference `{"text": n}` and returns the texts; `put_back` is its inverse. An erased text comes back empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

KEYS = ("name", "words")


def take_out(data: Any, texts: list[str]) -> Any:
    """A copy of `data` without people's words, which are appended to `texts`."""
    if isinstance(data, Mapping):
        return {key: _taken(key, value, texts) for key, value in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [take_out(one, texts) for one in data]
    return data


def _taken(key: str, value: Any, texts: list[str]) -> Any:
    if key in KEYS and isinstance(value, str) and value:
        if value not in texts:
            texts.append(value)
        return {"text": texts.index(value)}
    return take_out(value, texts)


def put_back(data: Any, texts: Mapping[int, str]) -> Any:
    """A copy of `data` with the words in their places."""
    if isinstance(data, Mapping):
        if set(data) == {"text"}:
            return texts.get(data["text"], "")
        return {key: put_back(value, texts) for key, value in data.items()}
    if isinstance(data, list):
        return [put_back(one, texts) for one in data]
    return data
