"""Draws what `layout` has set, by Django's templates and WeasyPrint: the same input gives the same bytes.

Pages are tagged (PDF/UA-1): language, title, headings and blocks in reading order. No clock, no database, no
network: the only files read are the faces and the style beside the templates. Long jobs belong to the worker.
"""

import io
from functools import cache
from pathlib import Path
from typing import Any

import segno
from django.template.loader import get_template, render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from weasyprint import CSS, HTML  # type: ignore[import-untyped]
from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]
from weasyprint.urls import URLFetcher  # type: ignore[import-untyped]

from . import data
from .layout import LEGEND_COLUMNS, LEGEND_GAP, SheetLayout, lay_out, name_height
from .measure import FONTS, shortened

FACES = (
    ("Vollkorn", 700, "normal", "Vollkorn-Bold"),
    ("Fira Sans Condensed", 400, "normal", "FiraSansCondensed-Regular"),
    ("Fira Sans Condensed", 400, "italic", "FiraSansCondensed-Italic"),
    ("Fira Sans Condensed", 500, "normal", "FiraSansCondensed-Medium"),
    ("Fira Sans Condensed", 700, "normal", "FiraSansCondensed-Bold"),
    ("Fira Sans", 400, "normal", "FiraSans-Regular"),
    *(("Musterroll Signs", weight, "normal", "MusterrollSigns") for weight in (400, 500, 700)),
    ("Musterroll Signs", 400, "italic", "MusterrollSigns"),
)


def render_sheet(sheet: data.WarbandSheet, paper: data.Paper = "A4") -> bytes:
    """The warband sheet as PDF."""
    return drawn(sheet_html(sheet, paper))


def sheet_html(sheet: data.WarbandSheet, paper: data.Paper = "A4") -> str:
    layout = lay_out(sheet, paper)
    return render_to_string("pdf/sheet.html", sheet_context(layout))


def sheet_context(layout: SheetLayout) -> dict[str, Any]:
    column = (layout.paper.inner_width - (LEGEND_COLUMNS - 1) * LEGEND_GAP) / LEGEND_COLUMNS
    sheet = layout.sheet
    return {
        "layout": layout,
        "sheet": sheet,
        "paper": layout.paper,
        "language": get_language() or "en",
        "code": code(sheet.url, gettext("Code that leads to the live sheet")),
        "owner": gettext("%(player)s’s %(force)s") % {"player": sheet.player, "force": sheet.words.force},
        "progress": progress(sheet),
        "continued_name": shortened(sheet.name, "display", 17, layout.paper.inner_width - 45),
        "legend_column": column,
        "legend_lefts": [round(n * (column + LEGEND_GAP), 2) for n in range(LEGEND_COLUMNS)],
        "measures": measures(layout),
    }


def progress(sheet: data.WarbandSheet) -> str:
    if sheet.missions_limit is None:
        return gettext("%(played)s missions played") % {"played": sheet.missions_played}
    return gettext("mission %(played)s of %(limit)s played") % {
        "played": sheet.missions_played,
        "limit": sheet.missions_limit,
    }


def measures(layout: SheetLayout) -> list[str]:
    """The heights and sizes the layout decided, as style rules."""
    rules = {}
    for page in layout.pages:
        rules[f".p{page.number}l"] = f"height: {page.legend.height:.2f}mm"
        for number, row in enumerate(page.rows, 1):
            rules[f".p{page.number}r{number}"] = f"height: {row.height:.2f}mm"
            for block in row.blocks:
                rules[f".{block.top_class}"] = f"top: {name_height(block.name_lines):.2f}mm"
                rules[f"h2.{block.name_class}"] = f"font-size: {block.name_size}pt"
    return [f"{selector} {{ {rule} }}" for selector, rule in rules.items()]


# The code


def code(url: str, title: str) -> SafeString:
    """The address as one SVG path, level M."""
    if not url:
        return mark_safe("")
    svg = segno.make(url, error="m", micro=False).svg_inline(border=0, omitsize=True, title=title, svgclass=None, lineclass=None)
    return mark_safe(svg)  # noqa: S308  segno escapes the title; the address is only in the modules


# WeasyPrint


@cache
def fonts() -> FontConfiguration:
    return FontConfiguration()


@cache
def style() -> CSS:
    """The faces and the common style, parsed once."""
    faces = "".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {slant};'
        f" src: url({(FONTS / file).as_uri()}.ttf) }}\n"
        for family, weight, slant, file in FACES
    )
    own = Path(get_template("pdf/print.css").origin.name).read_text()  # type: ignore[attr-defined]
    return CSS(string=faces + own, font_config=fonts(), url_fetcher=URLFetcher(allowed_protocols=("file",)))


def drawn(html: str) -> bytes:
    target = io.BytesIO()
    document = HTML(string=html, url_fetcher=URLFetcher(allowed_protocols=()))  # a page fetches nothing
    document.write_pdf(target, stylesheets=[style()], font_config=fonts(), pdf_variant="pdf/ua-1", pdf_tags=True)
    return target.getvalue()

