"""What tellers of entries work with: names, effects by kind, the book's words, and small words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.engine import telling
from rules.engine.language import listed, say, say_many
from rules.engine.questions import person
from rules.firestorm.book import EDITIONS, FirestormBook, firestorm_book, siege_book, start_book
from rules.firestorm.decks import row_name
from rules.firestorm.faction_figures import place_in
from rules.firestorm.siege_book import SiegeBook
from rules.firestorm.state import Coin

type Teller = Callable[[FirestormEntryContext], str]


class FirestormEntryContext(telling.EntryContext):
    """What a teller works with: parameters, answers, effects by kind, names, the words of the book.

    `effects` are those that whoever reads may know of: what was hidden from them is missing, and then the
    parameters that say the same are left alone.
    """

    EDITIONS = EDITIONS

    @property
    def book(self) -> FirestormBook:
        return firestorm_book(self.edition)

    @property
    def siege(self) -> SiegeBook:
        return siege_book(self.edition)

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

    def called(self, entity: str, otherwise: str) -> str:
        """Its name; something else where it has none, or is gone."""
        name = self.names(entity)
        return otherwise if name == entity else name

    def person(self, owner: str) -> str:
        """What a person is called who plays in a faction, or did."""
        return self.called(person(owner), say("A player")) if owner else say("A player")

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


def coins(coin: Coin, amount: int) -> str:
    """ "2 build points", "1 glory"."""
    if coin == "glory":
        return say("{number} glory", number=amount)
    return say_many(amount, "{number} build point", "{number} build points")
