"""What maps on paper share: sheets and how a map lies on them, emblems drawn in full."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.paper.measure import MM, width
from campaigns.shell.look.emblems import emblem_named
from maps.ground.icons import icon_named

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "A2": (420.0, 594.0)}
TURNS = ("portrait", "landscape")
MARGIN, HEAD = 12.0, 18.0  # millimetres on A4: around and above the map
TYPE = 9.0  # points on A4, and the same in millimetres
EM = TYPE * MM
NAMED, SIGNED = (6.7, 2.6), (3.3, 1.75)  # ems of a line of the key: beside its words, and high


@dataclass(frozen=True, slots=True)
class MapLegend:
    """A sign of the map and what it means."""

    sign: SafeString
    words: str


def foot_of(names: Iterable[str], signs: Iterable[str]) -> float:
    """How high the key below a map becomes: a line is as wide as an upright sheet."""
    rows = (_rows(names, TYPE, *NAMED), _rows(signs, 0.85 * TYPE, *SIGNED))
    return sum(rows) + (1.2 + bool(rows[1])) * 0.6 * EM


def _rows(words: Iterable[str], size: float, beside: float, high: float) -> float:
    room, used, count = PAPERS["A4"][0] - 2 * MARGIN, 0.0, 0
    for one in words:
        wide = width(one, "bold", size) + beside * EM
        if not count or used + wide > room:
            used, count = 0.0, count + 1
        used += wide
    return count * high * EM


def lying(svg: str, paper: tuple[float, float], turn: str = "", *, foot: float) -> dict[str, float]:
    """Measures of a sheet with a map on it; without a wish it is turned so that the map is largest. `foot`:
    what stands below it, in millimetres on A4.
    """
    scale = min(paper) / PAPERS["A4"][0]
    wide, high = _turned(paper, turn, _box(svg), scale, foot)
    return {
        "width": wide,
        "height": high,
        "margin": MARGIN * scale,
        "map_width": wide - 2 * MARGIN * scale,
        "map_height": high - (2 * MARGIN + HEAD + foot) * scale,
        "base": TYPE * scale,
    }


def _turned(
    paper: tuple[float, float], turn: str, box: tuple[int, int], scale: float, foot: float
) -> tuple[float, float]:
    short, long = sorted(paper)
    if turn in TURNS:
        return (short, long) if turn == "portrait" else (long, short)
    return max(((short, long), (long, short)), key=lambda sheet: _largest(sheet, box, scale, foot))


def _largest(sheet: tuple[float, float], box: tuple[int, int], scale: float, foot: float) -> float:
    """How large the map becomes on a sheet that lies like this."""
    around = 2 * MARGIN * scale
    return min((sheet[0] - around) / box[0], (sheet[1] - around - (HEAD + foot) * scale) / box[1])


def _box(svg: str) -> tuple[int, int]:
    box = re.search(r'viewBox="[-\d]+ [-\d]+ (\d+) (\d+)"', svg)
    return (int(box[1]), int(box[2])) if box else (1, 1)


def paper_emblem(colour: str) -> SafeString:
    """A player's emblem in one ink: a laser would make dots of its colour."""
    sign = emblem_named(colour)
    return format_html(
        '<svg class="emblem" viewBox="0 0 36 36"><rect x="1" y="1" width="34" height="34" rx="7" fill="#fff"'
        ' stroke="#000" stroke-width="1.5"/>{}'
        '<svg x="9" y="9" width="18" height="18" viewBox="0 0 16 16">{}</svg></svg>',
        mark_safe('<rect x="4" y="4" width="28" height="28" rx="5" fill="none" stroke="#000"/>')
        if sign.striped
        else "",
        mark_safe(icon_named(sign.icon)),  # noqa: S308 - our own drawing
    )
