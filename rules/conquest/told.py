"""What tellers of entries work with: names, effects by kind, and small words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.conquest import effects as fx
from rules.conquest.book import Book
from rules.effects import Effect
from rules.language import listed, say, say_many

type Names = Callable[[str], str]
type Teller = Callable[["Told"], str]


class Told:
    """What a teller works with: parameters, effects by kind, names, the words of the book."""

    def __init__(
        self, params: Mapping[str, Any], effects: Sequence[Effect], names: Names, words: Book
    ) -> None:
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

    @property
    def price(self) -> str:
        spent = self.one(fx.PointsMoved)
        return f" for {ep_words(-spent.amount)}" if spent and spent.amount < 0 else ""

    @property
    def reason(self) -> str:
        words = str(self.params.get("words", "")).strip()
        return f" ({words})" if words else ""


def ep_words(count: int) -> str:
    return say_many(count, "{number} empire point", "{number} empire points")


def with_article(building: str) -> str:
    """ "a castle"; "nothing" for no building."""
    return f"a {building}" if building else "nothing"
