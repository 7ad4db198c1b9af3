"""The little of WeasyPrint that is used here."""

from typing import IO

from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

class CSS:
    def __init__(
        self,
        *,
        string: str,
        font_config: FontConfiguration | None = None,
        url_fetcher: URLFetcher | None = None,
    ) -> None: ...

class HTML:
    def __init__(self, *, string: str, url_fetcher: URLFetcher | None = None) -> None: ...
    def _ua_stylesheets(self, forms: bool = False) -> list[CSS]: ...
    def write_pdf(
        self,
        target: IO[bytes] | None = None,
        *,
        stylesheets: list[CSS] | None = None,
        font_config: FontConfiguration | None = None,
        pdf_variant: str | None = None,
        pdf_tags: bool = False,
    ) -> bytes | None: ...
