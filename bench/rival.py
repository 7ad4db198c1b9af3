"""The least a drawn map can cost: the same bytes, written by f-strings from values that are ready.

`ready` takes a drawing apart into rows of plain values, one kind of element at a time; `written` puts them
together again. What a map has to find out (whose land, which side, which neighbours, what to escape) is done
for the rival beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

type Values = tuple[str | int, ...]
type Run = tuple[str, list[Values]]

AREA = r'<use href="#(\w+)" x="(-?\d+)" y="(-?\d+)" class="([^"]+)"/>'
FILLED = r'<use href="#(\w+)" x="(-?\d+)" y="(-?\d+)" class="([^"]+)" fill="url\(#([\w-]+)\)"/>'
PIECE = r'<use href="#([\w-]+)" x="(-?\d+)" y="(-?\d+)"/>'
SIDE = r"M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)"
NAME = r'<text x="(-?\d+)" y="(-?\d+)">([^<]*)</text>'
TAP = (
    r'<a href="([^"]*)" data-t="([^"]*)" data-n="([^"]*)" aria-label="([^"]*)">'
    r'<use href="#(\w+)" x="(-?\d+)" y="(-?\d+)" class="m-tap"/></a>'
)
KINDS = {"tap": TAP, "area": AREA, "filled": FILLED, "piece": PIECE, "side": SIDE, "name": NAME}
WRITE: dict[str, Callable[[list[Values]], str]] = {
    "area": lambda rows: "".join([f'<use href="#{p}" x="{x}" y="{y}" class="{c}"/>' for p, x, y, c in rows]),
    "filled": lambda rows: "".join([
        f'<use href="#{p}" x="{x}" y="{y}" class="{c}" fill="url(#{f})"/>' for p, x, y, c, f in rows
    ]),
    "piece": lambda rows: "".join([f'<use href="#{p}" x="{x}" y="{y}"/>' for p, x, y in rows]),
    "side": lambda rows: "".join([f"M{a} {b}L{c} {d}" for a, b, c, d in rows]),
    "name": lambda rows: "".join([f'<text x="{x}" y="{y}">{name}</text>' for x, y, name in rows]),
    "tap": lambda rows: "".join([
        f'<a href="{url}" data-t="{key}" data-n="{near}" aria-label="{label}">'
        f'<use href="#{p}" x="{x}" y="{y}" class="m-tap"/></a>'
        for url, key, near, label, p, x, y in rows
    ]),
    "fixed": lambda rows: "".join([str(text) for (text,) in rows]),
}  # fmt: skip


def ready(svg: str) -> list[Run]:
    """The drawing as runs of one kind of element each, numbers as numbers."""
    return [(kind, [values for _, values in run]) for kind, run in groupby(_parts(svg), lambda part: part[0])]


def _parts(svg: str) -> Iterator[tuple[str, Values]]:
    patterns = {kind: re.compile(pattern) for kind, pattern in KINDS.items()}
    at, fixed = 0, ""
    while at < len(svg):
        kind, found = next(((k, m) for k, one in patterns.items() if (m := one.match(svg, at))), ("", None))
        if found is None:
            fixed, at = fixed + svg[at], at + 1
            continue
        if fixed:
            yield "fixed", (fixed,)
        yield kind, tuple(int(one) if re.fullmatch(r"-?\d+", one) else one for one in found.groups())
        at, fixed = found.end(), ""
    if fixed:
        yield "fixed", (fixed,)


def written(runs: list[Run]) -> str:
    return "".join([WRITE[kind](rows) for kind, rows in runs])
