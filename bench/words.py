"""The words somebody reads on a page, in their order: what ours and its rival have to have alike."""

from __future__ import annotations

from html.parser import HTMLParser

SILENT = ("style", "script", "template")


class _Reading(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside += tag == "main"
        self.silent += tag in SILENT

    def handle_endtag(self, tag: str) -> None:
        self.inside -= tag == "main"
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if self.inside and not self.silent:
            self.found += data.split()


def words_of(body: bytes) -> list[str]:
    """The words of its `<main>`."""
    reading = _Reading()
    reading.feed(body.decode())
    return reading.found
