"""Words on paper that leave their box: found among the boxes WeasyPrint lays out, without pressing a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from campaigns.paper import press

SLACK = 1.5  # pixels: half a letter's curve
INLINE = ("LineBox", "InlineBox", "TextBox", "InlineBlockBox")


def outside(pages: Sequence[Any]) -> list[str]:
    """Each text that reaches beyond the block it stands in, with how far; each page with nothing on it."""
    found = []
    for number, page in enumerate(pages, 1):
        texts = list(_texts(page._page_box, page._page_box))
        found += [f"page {number}: {text} ({by * 25.4 / 96:.1f} mm)" for text, by in texts if by > SLACK]
        found += [] if texts else [f"page {number} is empty"]
    return found


def laid_out(html: str) -> Sequence[Any]:
    """WeasyPrint's pages of it."""
    document: Any = press.PressPage(string=html, url_fetcher=press.closed_fetcher())
    pages: Sequence[Any] = document.render(stylesheets=[press.style()], font_config=press.fonts()).pages
    return pages


def _texts(box: Any, block: Any) -> Iterator[tuple[str, float]]:
    """(text, by how many pixels it is wider than its block) of a box and what it holds."""
    if (text := getattr(box, "text", "")) and text.strip():
        yield text.strip(), box.position_x + box.width - block.content_box_x() - block.width
    inner = block if type(box).__name__ in INLINE else box
    for child in getattr(box, "children", ()):
        yield from _texts(child, inner)
