"""WeasyPrint at work: a page's HTML in, tagged PDF out. Loading it takes a second: only who prints does."""

import io
import logging
from functools import cache

from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

from campaigns.paper.measure import FILES, stack
from campaigns.paper.style import base_text, style_text

logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)


@cache
def fonts() -> FontConfiguration:
    return FontConfiguration()


@cache
def closed_fetcher() -> URLFetcher:
    """A page fetches nothing; what it shows it carries. Made once: each reads the machine's certificates."""
    return URLFetcher(allowed_protocols=("data",))


class PressPage(HTML):
    """A page that rests on the style of our own few elements. WeasyPrint's, for any HTML, works notes and
    list marks out for every element and has the borders of cells grey; a test tells when it is back."""

    def _ua_stylesheets(self, forms: bool = False) -> list[CSS]:
        return [base()]


@cache
def base() -> CSS:
    return CSS(string=base_text())


@cache
def style() -> CSS:
    """The faces and the common style, parsed once."""
    return CSS(string=style_text(), font_config=fonts(), url_fetcher=URLFetcher(allowed_protocols=("file",)))


def warm_press() -> None:
    """Read all that the first page would wait for: faces, their widths, the style. Presses a line with it."""
    for face in FILES:
        stack(face)
    pressed('<!doctype html><html lang="en"><title>Musterroll</title><p>Ready.</p>')


def pressed(html: str) -> bytes:
    target = io.BytesIO()
    document = PressPage(string=html, url_fetcher=closed_fetcher())
    document.write_pdf(
        target, stylesheets=[style()], font_config=fonts(), pdf_variant="pdf/ua-1", pdf_tags=True
    )
    return target.getvalue()
