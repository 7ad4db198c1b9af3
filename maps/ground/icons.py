"""Icons of a drawn map, as their own drawing.

Paper fetches nothing. Neither does a page: each of a hundred shields would copy another file's symbol inside
its own copy, which was a fifth of what a map's first paint cost.
"""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings

from campaigns.templatetags.look import SPRITES


def icon_named(name: str) -> str:
    """An icon's drawing on 16 by 16 units."""
    return _drawings()[name]


# Paper has faces of its own, and cannot draw a stroke behind its letters: they stand there twice.
HALO = (
    'text { font-family: "Fira Sans Condensed"; }'
    ".m-taps text { stroke: none; } .m-taps .hl { fill: #fff; stroke: #fff; stroke-width: 8; }"
    ".m-edge { stroke-width: 12; }"
)


@cache
def _drawings() -> dict[str, str]:
    found: dict[str, str] = {}
    for sprite in SPRITES:
        text = (settings.ROOT / "static" / sprite).read_text()
        found |= dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', text, re.DOTALL))
    return found


@cache
def map_style() -> str:
    """The part of the style sheet that draws a map, with both themes' colours."""
    text = (settings.ROOT / "static/css/map.css").read_text().partition("/* Page */")[0]
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


@cache
def paper_style() -> str:
    """The map's style with paper's black and white, and paper's faces, in place of its variables."""
    text = map_style()
    inks = dict(re.findall(r"(--map-[a-z-]+): ([^;]+);", text[text.index("@media print") :]))
    text = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^}]*\})*[^{}]*\}|:root[^{]*\{[^}]*\}", "", text)
    text = re.sub(r"var\((--map-[a-z-]+)[^)]*\)", lambda found: inks[found[1]], text)
    text = re.sub(r"var\(--text, [^)]*\)", '"Fira Sans Condensed"', text)
    text = re.sub(r"var\(--display, [^)]*\)", "Vollkorn", text)
    return re.sub(r"var\(--[a-z]+, ([^)]*)\)", r"\1", text) + HALO
