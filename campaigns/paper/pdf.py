"""A page's HTML made into its file, by WeasyPrint: the same input gives the same bytes.

Pages are tagged (PDF/UA-1): language, title, headings and blocks in reading order. No clock, no database, no
network: the only files read are the faces and the style. Long jobs belong to the worker.
"""

import segno
from django.utils.safestring import SafeString, mark_safe


def code(url: str, title: str) -> SafeString:
    """The address as one SVG path, level M."""
    if not url:
        return mark_safe("")
    svg = segno.make(url, error="m", micro=False).svg_inline(
        border=0, omitsize=True, title=title, svgclass=None, lineclass=None
    )
    return mark_safe(svg)  # noqa: S308  segno escapes the title; the address is only in the modules


def pdf_bytes(html: str) -> bytes:
    """The finished page as PDF. WeasyPrint takes a second to load and needs the system's Pango: web processes
    have read it before they begin (`config.serving.warm`), another does only when it prints."""
    from campaigns.paper.press import pressed

    return pressed(html)
