"""What a league begins with where the rulebook leaves it to the organiser: cards and charts of our own."""

from __future__ import annotations

from typing import Self

from pydantic import model_validator

from rules.engine.books import BookModel, covers
from rules.engine.language import Text


class CardRow(BookModel):
    name: Text
    text: Text
    glory: int = 0
    build: int = 0


class ChartLine(BookModel):
    first: int
    last: int
    name: Text
    text: Text


class StartBook(BookModel):
    realm: str
    objectives: dict[str, CardRow]
    times_of_war: dict[str, CardRow]
    sudden_death: dict[str, CardRow]
    unit: tuple[ChartLine, ...]
    champion: tuple[ChartLine, ...]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        for chart in (self.unit, self.champion):
            covers("D6", [face for row in chart for face in range(row.first, row.last + 1)])
        return self
