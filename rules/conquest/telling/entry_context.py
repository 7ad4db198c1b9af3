"""What tellers of entries work with: names, effects by kind, and small words."""

from __future__ import annotations

from collections.abc import Callable

from rules.conquest import effects as fx
from rules.conquest.book import EDITIONS, ConquestBook, conquest_book
from rules.engine import telling
from rules.engine.language import mark, said, say, say_many

type Teller = Callable[[ConquestEntryContext], str]


class ConquestEntryContext(telling.EntryContext):
    """What a teller works with: parameters, effects by kind, names, the words of the book."""

    EDITIONS = EDITIONS

    @property
    def book(self) -> ConquestBook:
        return conquest_book(self.edition)

    @property
    def who(self) -> str:
        return self.name("realm")

    @property
    def where(self) -> str:
        return self.name("territory")

    def paid(self, deed: str) -> str:
        """The deed with what it cost."""
        spent = self.one(fx.PointsMoved)
        if spent is None or spent.amount >= 0:
            return deed
        price = say_many(-spent.amount, "{number} empire point", "{number} empire points")
        return say("{deed} for {price}", deed=deed, price=price)


A_BUILDING = {
    "": mark("nothing"),
    "castle": mark("a castle"),
    "city": mark("a city"),
    "mine": mark("a mine"),
    "port": mark("a port"),
}
THE_BUILDING = {
    "castle": mark("the castle"),
    "city": mark("the city"),
    "mine": mark("the mine"),
    "port": mark("the port"),
}


def a_building(building: str) -> str:
    """ "a castle"; "nothing" for no building."""
    return said(A_BUILDING[building])


def the_building(building: str) -> str:
    """ "the castle"."""
    return said(THE_BUILDING[building])
