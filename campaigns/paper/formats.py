"""The papers a page may stand on: their sizes, their margins and the type sizes to try."""

from typing import NamedTuple

from campaigns.engine.lines import Paper

SIDES, TOP, FOOT = 10.0, 9.0, 8.5  # margins
FOOTER = 1.0  # the footer itself stands in the margin
GUTTER = 4.0  # between two columns


class Format(NamedTuple):
    """A paper's size and the type sizes to try, largest first."""

    width: float
    height: float
    sizes: tuple[float, ...]

    @property
    def inner_width(self) -> float:
        return self.width - 2 * SIDES

    @property
    def column(self) -> float:
        return (self.inner_width - GUTTER) / 2

    @property
    def inner_height(self) -> float:
        return self.height - TOP - FOOT

    @property
    def room(self) -> float:
        """Height of a page without its footer."""
        return self.inner_height - FOOTER


FORMATS: dict[Paper, Format] = {
    "A4": Format(210, 297, (8.5, 8.2, 7.9, 7.6, 7.3)),
    "Letter": Format(215.9, 279.4, (8.2, 7.9, 7.6, 7.3)),
}
