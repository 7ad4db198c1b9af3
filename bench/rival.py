"""The least a drawn map can cost: the same bytes, written by f-strings from values that are ready.

`ready` takes a drawing apart into rows of plain values, one kind of element at a time; `written` puts them
together again. What a map has to find out (whose land, which outline, what to escape) is done for the rival
beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

type Values = tuple[str | int, ...]
type Run = tuple[str, list[Values]]

LINK = (
    r'<a href="([^"]*)" transform="translate\((-?\d+) (-?\d+)\)" aria-label="([^"]*)">'
    r'<use href="#(\w+)" class="m-tap"/>'
)
BARE = r'<a href="([^"]*)" transform="translate\((-?\d+) (-?\d+)\)"><use href="#(\w+)" class="m-tap"/>'
GLYPH = r'<use href="#([\w-]+)"/>'
PIECE = r'<use href="#([\w-]+)" y="(-?\d+)"/>'
SHIFTED = r'<use href="#([\w-]+)" x="(-?\d+)" y="(-?\d+)"/>'
ROOFED = r'<use href="#([\w-]+)" x="(-?\d+)" y="(-?\d+)" class="([^"]+)"/>'
STEP = r"([Mlqt ]?)(-?\d+)( ?)(?<=[\d ])(?=-|(?<= ))(-?\d+)"  # two numbers of a path
NUMBER = re.compile(r"0|-?[1-9]\d*")
NAME = r'<text y="(-?\d+)">([^<]*)</text></a>'
KINDS = {
    "link": LINK, "bare": BARE, "glyph": GLYPH, "piece": PIECE, "shifted": SHIFTED, "roofed": ROOFED,
    "name": NAME, "step": STEP,
}  # fmt: skip
WRITE: dict[str, Callable[[list[Values]], str]] = {
    "link": lambda rows: "".join([
        f'<a href="{url}" transform="translate({x} {y})" aria-label="{label}">'
        f'<use href="#{p}" class="m-tap"/>'
        for url, x, y, label, p in rows
    ]),
    "bare": lambda rows: "".join([
        f'<a href="{url}" transform="translate({x} {y})"><use href="#{p}" class="m-tap"/>'
        for url, x, y, p in rows
    ]),
    "glyph": lambda rows: "".join([f'<use href="#{p}"/>' for (p,) in rows]),
    "piece": lambda rows: "".join([f'<use href="#{p}" y="{y}"/>' for p, y in rows]),
    "shifted": lambda rows: "".join([f'<use href="#{p}" x="{x}" y="{y}"/>' for p, x, y in rows]),
    "roofed": lambda rows: "".join([
        f'<use href="#{p}" x="{x}" y="{y}" class="{css}"/>' for p, x, y, css in rows
    ]),
    "name": lambda rows: "".join([f'<text y="{y}">{name}</text></a>' for y, name in rows]),
    "step": lambda rows: "".join([f"{letter}{x}{gap}{y}" for letter, x, gap, y in rows]),
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
        yield kind, tuple(int(one) if NUMBER.fullmatch(one) else one for one in found.groups())
        at, fixed = found.end(), ""
    if fixed:
        yield "fixed", (fixed,)


def written(runs: list[Run]) -> str:
    return "".join([WRITE[kind](rows) for kind, rows in runs])
