"""JSON from outside: read so that the rules can walk through it and the database can keep it.

The one limit for everything that comes as JSON: acts and answers, army lists, maps.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable

from django.utils.translation import gettext as _

DEEPEST = 40  # lists in lists; what anybody sends has less than ten


class BadJson(ValueError):
    """JSON that nothing here can keep; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def read_json(content: str | bytes, *, any_text: bool = False) -> object:
    """What the JSON says. Raises `BadJson`, or another `ValueError` when it is no JSON.

    `any_text`: whoever reads on leaves out of texts what nobody can keep.
    """
    try:
        data = json.loads(content)
    except RecursionError as error:
        raise too_deep() from error
    return checked_json(data, any_text=any_text)


def checked_json(data: object, *, any_text: bool = False) -> object:
    """The same data; raises `BadJson` when it is too deep or holds what no database keeps."""
    level: list[object] = [data]
    depth = 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise too_deep()
        for one in level:
            if not (any_text and isinstance(one, str)):
                _check(one)
        level = [inner for one in level for inner in _within(one)]
    return data


def too_deep() -> BadJson:
    return BadJson(_("This JSON is nested too deeply."))


def _within(one: object) -> Iterable[object]:
    if isinstance(one, dict):
        return [*one.keys(), *one.values()]
    return one if isinstance(one, list) else ()


def _check(one: object) -> None:
    """Texts without zero characters and halves of characters, numbers that are some."""
    if isinstance(one, str) and (
        "\0" in one or (not one.isascii() and any("\ud800" <= c <= "\udfff" for c in one))
    ):
        raise BadJson(_("This JSON contains a character that cannot be stored."))
    if isinstance(one, float) and not math.isfinite(one):
        raise BadJson(_("This JSON contains NaN or Infinity, which is not a number."))
