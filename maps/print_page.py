"""The map on paper: the page's own drawing and style, in light colours, on one sheet from A4 to A2."""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

from campaigns.league_page import Here
from campaigns.sheets.pdf import drawn as pressed
from campaigns.templatetags.look import SPRITES
from maps import pictures
from maps.map_page import drawn_state, figure

PAPERS = {"A4": (210, 297), "A3": (297, 420), "A2": (420, 594)}


def pressed_map(here: Here, paper: str) -> bytes:
    """The map as PDF."""
    behind = pictures.of_league(here, here.state, inside=True)
    style = light_style()
    svg = drawn_state(here, here.state, icons=PrintIcons(), style=style, picture=behind.picture)
    wide, high = sorted(PAPERS[paper], reverse=_is_wide(svg))
    context = {
        "svg": svg,
        "credit": behind.credit,
        "scope": here.scope,
        "width": wide,
        "height": high,
        "inner_width": wide - 24,
        "inner_height": high - 60,
        "round": here.state.now.round,
        "day": timezone.localdate(timezone=here.scope.club.tz),
        "standings": [
            {
                **line,
                "name": here.state.name_of(line["realm"]),
                "colour": here.state.realms[line["realm"]].colour,
            }
            for line in figure(here, "standings")
        ],
    }
    return pressed(render_to_string("maps/print.html", context))


def _is_wide(svg: str) -> bool:
    box = re.search(r'viewBox="[-\d]+ [-\d]+ (\d+) (\d+)"', svg)
    return box is not None and int(box[1]) > int(box[2])


class PrintIcons(dict[str, str]):
    """Icons as their own drawing: paper fetches nothing."""

    def __missing__(self, name: str) -> str:
        return _drawings()[name]


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
    return (settings.ROOT / "static/css/map.css").read_text().partition("/* Page */")[0]


@cache
def light_style() -> str:
    """The map's style with the light theme's colours in place of its variables."""
    text = map_style()
    inks = dict(re.findall(r"(--map-[a-z]+): ([^;]+);", text[text.index(":root {") :].partition("}")[0]))
    text = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^}]*\})*[^{}]*\}|:root[^{]*\{[^}]*\}|/\*.*?\*/", "", text)
    text += ".m-names text { stroke: none }"  # paper cannot draw a stroke behind its letters
    return re.sub(r"var\((--map-[a-z]+)[^)]*\)", lambda found: inks.get(found[1], "#15212a"), text)
