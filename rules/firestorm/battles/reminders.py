"""What both sides of a battle should not forget, and nothing that does not apply to it.

Source: FS-07, FS-09, FS-35, FS-37, FS-54, FS-90, FS-125, FS-127
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.firestorm.battles.locking import fought_tired, stood_fortified
from rules.firestorm.benefits import card_item_keys
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import players_of
from rules.firestorm.state import Battle, Firestorm


@dataclass(frozen=True, slots=True)
class Note:
    """A card of a battle: its key in the book, its rule, its words, and the faction it is for ("": both)."""

    key: str
    rule: str
    text: str
    faction: str = ""


def battle_reminders(state: Firestorm, book: FirestormInForce, battle: Battle) -> list[Note]:
    """Everything that applies to a battle. Source: FS-07, FS-09, FS-35, FS-37, FS-54, FS-125, FS-127"""
    return list(_notes(state, book, battle))


def _notes(state: Firestorm, book: FirestormInForce, battle: Battle) -> Iterator[Note]:
    for one in book.book.reminders:
        for faction in _whom(state, book, battle, one.when):
            yield Note(one.when, one.rule, one.text, faction)
    for faction in battle.factions:
        for key in card_item_keys(state, book, faction):
            yield item_note(book, key, faction)


def _whom(state: Firestorm, book: FirestormInForce, battle: Battle, when: str) -> list[str]:
    """Whom a reminder is for: "" is both sides, nobody where it does not apply."""
    if when in ("always", "realm", "summoning"):
        applies = {
            "always": True,
            "realm": book.settings.realm_rules,
            "summoning": book.settings.sudden_death,
        }
        return [""] if applies[when] else []
    if when == "mixed":
        return [one for one in battle.factions if is_mixed(state, one)]
    told = {"fatigued": fought_tired, "fortified": stood_fortified}[when]
    return [state.banners[one].faction for one in battle.banners if told(state, battle, one)]


def is_mixed(state: Firestorm, faction: str) -> bool:
    """Whether its players bring armies of several alliances. Source: FS-07"""
    mine = {state.players[one].alliance for one in players_of(state, faction)} - {""}
    return len(mine | {state.factions[faction].alliance}) > 1


def item_note(book: FirestormInForce, key: str, faction: str) -> Note:
    """The card of an item or special object. Source: FS-90, FS-94, FS-95, FS-98"""
    if key == "scepter":
        row = book.book.scepter
        return Note(key, row.rule, row.text, faction)
    if key in book.book.places:
        place = book.book.places[key]
        return Note(key, place.rule, place.text, faction)
    item = book.item(key)
    return Note(key, item.rule, item.text, faction)
