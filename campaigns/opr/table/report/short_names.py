"""Names short enough for chips that stand three in a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

LONG = 14  # letters that still stand on one line of a chip
ENDS = re.compile(
    r"\s*[,;:(\[–—/]"
    r"|\s(?:-|of|with|from|and|the|in|on|at|for"
    r"|von|vom|mit|aus|und|der|die|das|des|dem|den|im|am|zu|zum|zur"
    r"|de|du|d’|d'|avec|et|la|le|les|aux|au|à)(?=[\s’'])",
    re.IGNORECASE,
)


def short_names(names: Mapping[str, str]) -> dict[str, str]:
    """By id; what would be the same as another one keeps its whole name."""
    short = {one: _short(name) for one, name in names.items()}
    times = Counter(short.values())
    return {one: short[one] if times[short[one]] == 1 else name for one, name in names.items()}


def _short(name: str) -> str:
    """The name up to what tells more about it, where it is long."""
    if len(name) <= LONG:
        return name
    return next((name[: end.start()] for end in ENDS.finditer(name) if end.start() > 2), name)
