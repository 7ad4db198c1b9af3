"""WeasyPrint at work: a page's HTML in, tagged PDF out. Only `pdf.drawn` loads this module."""

import io
import logging
from functools import cache

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from .style import style_text

logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)


@cache
def fonts() -> FontConfiguration:
    return FontConfiguration()


@cache
def nothing() -> URLFetcher:
    """A page fetches nothing; what it shows it carries. Made once: each reads the machine's certificates."""
    return URLFetcher(allowed_protocols=("data",))


@cache
def style() -> CSS:
    """The faces and the common style, parsed once."""
    return CSS(string=style_text(), font_config=fonts(), url_fetcher=URLFetcher(allowed_protocols=("file",)))


def pressed(html: str) -> bytes:
    target = io.BytesIO()
    document = HTML(string=html, url_fetcher=nothing())
    document.write_pdf(
        target, stylesheets=[style()], font_config=fonts(), pdf_variant="pdf/ua-1", pdf_tags=True
    )
    return target.getvalue()
