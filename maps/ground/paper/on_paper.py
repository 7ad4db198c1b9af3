"""What maps on paper share: sheets and how a map lies on them, emblems drawn in full."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.shell.look.emblems import emblem_named
from maps.ground.icons import ON_PAPER

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "A2": (420.0, 594.0)}
TURNS = ("portrait", "landscape")
MARGIN, HEAD, FOOT = 12.0, 18.0, 18.0  # millimetres on A4: around, above and below the map


@dataclass(frozen=True, slots=True)
class Legend:
    """A sign of the map and what it means."""

    sign: SafeString
    words: str


def lying(svg: str, paper: tuple[float, float], turn: str = "", *, foot: float = FOOT) -> dict[str, float]:
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
        "base": 9 * scale,
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
    """A player's emblem, drawn in full."""
    sign = emblem_named(colour)
    return format_html(
        '<svg class="emblem" viewBox="0 0 36 36"><rect x="1" y="1" width="34" height="34" rx="7" fill="{}"'
        ' stroke="#15212a" stroke-width="1.5"/>{}'
        '<svg x="9" y="9" width="18" height="18" viewBox="0 0 16 16" fill="{}">{}</svg></svg>',
        sign.fill,
        mark_safe('<rect x="4" y="4" width="28" height="28" rx="5" fill="none" stroke="#fff"/>')
        if sign.striped
        else "",
        sign.sign,
        mark_safe(ON_PAPER[sign.icon]),  # noqa: S308 - our own drawing
    )
