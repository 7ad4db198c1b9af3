"""What tellers of entries work with: names, effects by kind, the book's words, and small words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rules.engine.effects import Effect
from rules.engine.language import listed, say, say_many
from rules.engine.plain import Params
from rules.engine.questions import Answer
from rules.firestorm.book import Book, book, siege_book, start_book
from rules.firestorm.decks import row_name
from rules.firestorm.siege_book import SiegeBook
from rules.firestorm.standing import place_in
from rules.firestorm.state import Coin

type Names = Callable[[str], str]
type Teller = Callable[[Told], str]


class Told:
    """What a teller works with: parameters, answers, effects by kind, names, the words of the book.

    `effects` are those that whoever reads may know of: what was hidden from them is missing, and then the
    parameters that say the same are left alone.
    """

    def __init__(
        self,
        params: Params,
        answers: Mapping[str, Answer],
        effects: Sequence[Effect],
        names: Names,
        edition: str,
    ) -> None:
        self.params, self.answers, self.effects, self.names = params, answers, effects, names
        self.edition = edition

    @property
    def book(self) -> Book:
        return book(self.edition)

    @property
    def siege(self) -> SiegeBook:
        return siege_book(self.edition)

    def all[E: Effect](self, kind: type[E]) -> list[E]:
        return [one for one in self.effects if isinstance(one, kind)]

    def one[E: Effect](self, kind: type[E]) -> E | None:
        return next(iter(self.all(kind)), None)

    @property
    def who(self) -> str:
        return self.name("faction")

    @property
    def where(self) -> str:
        return self.name("territory")

    @property
    def place(self) -> str:
        """Where the battle is fought that the entry is about."""
        return self.place_of(self.text("battle"))

    def place_of(self, battle: str) -> str:
        return self.names(place_in(battle) or battle)

    def text(self, key: str) -> str:
        return str(self.params.get(key) or "")

    def name(self, key: str) -> str:
        return self.names(self.text(key))

    def called(self, entity: str, otherwise: str) -> str:
        """Its name; something else where it has none, or is gone."""
        name = self.names(entity)
        return otherwise if name == entity else name

    def listed(self, ids: Iterable[str]) -> str:
        return listed([self.names(one) for one in ids], none=say("nobody"))

    def items(self, keys: Iterable[str]) -> str:
        """Buildings by what the book calls them: "Barracks and Forge"."""
        return listed([self.book.items[one].name for one in keys if one in self.book.items])

    def card(self, card: str) -> str:
        """What an objective is called: the book's, or the organiser's own."""
        row = start_book(self.edition).objectives.get(card.removeprefix("objective:"))
        return row.name if row else self.names(card)

    def upgrade(self, upgrade: str, row: str) -> str:
        """What an upgrade is called: by the row of the book's chart, or as somebody wrote it."""
        return row_name(start_book(self.edition), row) or self.names(upgrade)

    @property
    def reason(self) -> str:
        words = self.text("words").strip()
        return f" ({words})" if words else ""


def clauses(*told: str) -> str:
    """Clauses that stand by themselves, one after the other; empty ones fall away."""
    return "; ".join(one for one in told if one)


def sentences(*told: str) -> str:
    """One after the other, those that there are; the last full stop is set by whoever tells."""
    return ". ".join(one for one in told if one)


def coins(coin: Coin, amount: int) -> str:
    """ "2 build points", "1 glory"."""
    if coin == "glory":
        return say("{number} glory", number=amount)
    return say_many(amount, "{number} build point", "{number} build points")
