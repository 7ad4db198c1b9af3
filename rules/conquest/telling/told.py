"""What tellers of entries work with: names, effects by kind, and small words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.conquest import effects as fx
from rules.conquest.book import Book
from rules.engine.effects import Effect
from rules.engine.language import listed, mark, said, say, say_many
from rules.engine.plain import Params

type Names = Callable[[str], str]
type Teller = Callable[[Told], str]


class Told:
    """What a teller works with: parameters, effects by kind, names, the words of the book."""

    def __init__(self, params: Params, effects: Sequence[Effect], names: Names, words: Book) -> None:
        self.params, self.effects, self.names, self.book = params, effects, names, words

    def all[E: Effect](self, kind: type[E]) -> list[E]:
        return [one for one in self.effects if isinstance(one, kind)]

    def one[E: Effect](self, kind: type[E]) -> E | None:
        return next(iter(self.all(kind)), None)

    @property
    def who(self) -> str:
        return self.name("realm")

    @property
    def where(self) -> str:
        return self.name("territory")

    def name(self, key: str) -> str:
        return self.names(str(self.params.get(key, "")))

    def listed(self, ids: Sequence[str]) -> str:
        return listed([self.names(one) for one in ids], none=say("nobody"))

    def paid(self, deed: str) -> str:
        """The deed with what it cost."""
        spent = self.one(fx.PointsMoved)
        if spent is None or spent.amount >= 0:
            return deed
        price = say_many(-spent.amount, "{number} empire point", "{number} empire points")
        return say("{deed} for {price}", deed=deed, price=price)

    @property
    def reason(self) -> str:
        words = str(self.params.get("words", "")).strip()
        return f" ({words})" if words else ""


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


def clauses(*told: str) -> str:
    """Clauses that stand by themselves, one after the other; empty ones fall away."""
    return "; ".join(one for one in told if one)
