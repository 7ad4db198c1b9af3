"""The key of a printed map: every sign drawn as on the map, small, on its own."""

from __future__ import annotations

import re
from functools import cache

from django.utils.safestring import SafeString, mark_safe

from maps.ground.atlas import art, lands, pieces
from maps.ground.icons import paper_style
from maps.ground.signs import Sign
from rules.maps.book import Kind

USED = (
    "k", "b", "bo", "bl", "bs", "bd", "h", "i", "l", "s", "v", "wt", "st", "ob", "obi", "pl", "pi", "mk",
    "ml", "mg", "m-plus",
)  # fmt: skip
GROUNDS = {"mountain": "mt", "marsh": "rd", "sea": "wv"}
SIEGE = '<path class="b" d="M-40-40H40V40H-40Z"/><path class="bd" d="M40-40V40H-40Z"/>'
RIVER = '<path class="i" d="M-44 14Q-14-26 0 0T44-16M-44 30Q-14-10 0 16T44 0"/>'
COAST = 'fill="none" d="M-44 8Q-14-20 0 4T44-6"'
SHORE = (
    f'<path stroke="#000" stroke-width="16" {COAST}/>'
    f'<path stroke="#fff" stroke-width="14" stroke-linecap="round" stroke-dasharray=".1 18" {COAST}/>'
)


def swatch(sign: Sign) -> SafeString:
    """An owner's land: its hatch in its rim, the emblem on a shield."""
    rim = f'<path fill="url(#mh-{sign.colour})" stroke="#000" stroke-width="8" d="M-92-46H92V46H-92Z"/>'
    drawing = f"<defs>{lands.hatch_pattern(sign)}</defs>{rim}{pieces.shield(sign)}"
    colours = (f"b-{sign.colour}", f"f-{sign.colour}", "m-ht", "m-sign", "is-white", "m-stripe")
    return _small(drawing, "-100 -54 200 108", "swatch", colours)


def building_legend(kind: Kind) -> SafeString:
    return _small(f'<g fill="#fff">{pieces.building_piece(kind)}</g>')


def terrain(key: str) -> SafeString:
    """Ground of this kind; plain ground is bare."""
    return _small(art.GLYPHS[GROUNDS[key]] if key in GROUNDS else "")


def river() -> SafeString:
    return _small(RIVER)


def shore() -> SafeString:
    return _small(SHORE)


def capital() -> SafeString:
    return _small(f'<g transform="translate(0 72) scale(1.8)">{pieces.STAR}</g>')


def objective_sign() -> SafeString:
    return _small(pieces.objective_symbol())


def war() -> SafeString:
    """Something holds in every battle here."""
    return _small(f'<g transform="scale(2.2)">{pieces.WAR}</g>')


def bonus_legend() -> SafeString:
    """It brings something besides."""
    drawing = f'<g class="m-plus">{pieces.BONUS}<text y="8">+1</text></g>'
    return _small(f'<g class="m-taps" transform="scale(2.2)">{drawing}</g>')


def halves_legend() -> SafeString:
    return _small(SIEGE)


def _small(
    drawing: str, box: str = "-56 -56 112 112", css: str = "sample", more: tuple[str, ...] = ()
) -> SafeString:
    style = "".join(_rule(one) for one in (*USED, *more))
    apart = re.sub(r'( id="|url\(#|href="#)', r"\1key-", drawing)  # the map is on the same sheet
    text = f'<svg class="{css}" viewBox="{box}" stroke-linecap="round"><style>{style}</style>{apart}</svg>'
    return mark_safe(text)  # noqa: S308 - our own drawing; names stay outside


@cache
def _rule(css: str) -> str:
    """What paper's style says of a class."""
    found = re.findall(rf"[^{{}}]*\.{css}(?![\w-])[^{{}}]*\{{[^}}]*\}}", paper_style())
    return "".join(one for one in found if ">" not in one)
