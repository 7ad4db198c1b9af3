"""The map on paper: the page's own drawing and style, in light colours, on one sheet from A4 to A2."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.paper.pdf import drawn as pressed
from campaigns.shell.look.emblems import emblem_named
from maps.conquest.here import ConquestHere
from maps.conquest.map.map_page import drawn_state
from maps.ground import pictures
from maps.ground.icons import ON_PAPER, light_style
from rules.conquest.figures import by_name
from rules.conquest.figures.lines import Standing
from rules.conquest.ground import OBJECTIVE, ground

PAPERS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "A2": (420.0, 594.0)}
TURNS = ("portrait", "landscape")
MARGIN, HEAD, FOOT = 12.0, 18.0, 18.0  # millimetres on A4: around, above and below the map
BESIEGED = (
    '<svg class="icon" viewBox="0 0 16 16"><path d="M1 15V1h14z" fill="#a9b3a2"/><path d="M1 1h14v14H1z" '
    'fill="none" stroke="#b3261e" stroke-width="2" stroke-dasharray="1.5 2"/></svg>'
)


@dataclass(frozen=True, slots=True)
class Legend:
    """A sign of the map and what it means."""

    sign: SafeString
    words: str


def pressed_map(here: ConquestHere, paper: str, turn: str = "") -> bytes:
    """The map as PDF."""
    return pressed(map_html(here, PAPERS[paper], turn))


def map_html(here: ConquestHere, paper: tuple[float, float], turn: str = "") -> str:
    """The map on a sheet of this size; without a wish it is turned so that the map is largest."""
    behind = pictures.of_league(here, here.state, inside=True)
    svg = drawn_state(here, here.state, icons=ON_PAPER, style=light_style(), picture=behind.picture)
    scale = min(paper) / PAPERS["A4"][0]
    wide, high = _turned(paper, turn, _box(svg), scale)
    context = {
        "svg": svg,
        "credit": behind.credit,
        "scope": here.scope,
        "width": wide,
        "height": high,
        "margin": MARGIN * scale,
        "map_width": wide - 2 * MARGIN * scale,
        "map_height": high - (2 * MARGIN + HEAD + FOOT) * scale,
        "base": 9 * scale,
        "round": here.state.now.round,
        "phase": by_name.turn(here.state, here.book)["title"],
        "winner": here.state.name_of(here.state.now.winner) if here.state.now.winner else "",
        "day": timezone.localdate(timezone=here.scope.club.tz),
        "standings": [_standing(here, line) for line in by_name.standings(here.state, here.book)],
        "legend": _legend(siege=here.book.settings.siege),
    }
    return render_to_string("maps/conquest/print.html", context)


def _turned(paper: tuple[float, float], turn: str, box: tuple[int, int], scale: float) -> tuple[float, float]:
    short, long = sorted(paper)
    if turn in TURNS:
        return (short, long) if turn == "portrait" else (long, short)
    return max(((short, long), (long, short)), key=lambda sheet: _largest(sheet, box, scale))


def _largest(sheet: tuple[float, float], box: tuple[int, int], scale: float) -> float:
    """How large the map becomes on a sheet that lies like this."""
    around = 2 * MARGIN * scale
    return min((sheet[0] - around) / box[0], (sheet[1] - around - (HEAD + FOOT) * scale) / box[1])


def _box(svg: str) -> tuple[int, int]:
    box = re.search(r'viewBox="[-\d]+ [-\d]+ (\d+) (\d+)"', svg)
    return (int(box[1]), int(box[2])) if box else (1, 1)


def _standing(here: ConquestHere, line: Standing) -> dict[str, object]:
    realm = here.state.realms[line["realm"]]
    return {**line, "name": here.state.name_of(realm.id), "emblem": paper_emblem(realm.colour)}


def _legend(siege: bool) -> list[Legend]:
    signs = [Legend(paper_icon(one.icon), one.word) for one in ground().buildings]
    signs += [Legend(paper_icon("star-fill"), _("capital")), Legend(paper_icon(OBJECTIVE), _("objective"))]
    words = _("besieged: above the diagonal the besieger's, below it the holder's")
    return [*signs, Legend(mark_safe(BESIEGED), words)] if siege else signs  # noqa: S308 - our own drawing


def paper_icon(name: str) -> SafeString:
    """An icon in ink, drawn in full."""
    return format_html('<svg class="icon" viewBox="0 0 16 16">{}</svg>', mark_safe(ON_PAPER[name]))  # noqa: S308


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
