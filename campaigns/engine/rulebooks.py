"""The rulebooks a league can be played by, with the organiser's settings, the same shape for every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from rules.opr import books as opr


@dataclass(frozen=True, slots=True)
class SettingChoice:
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class LeagueSetting:
    """One thing an organiser decides. `frozen`: fixed once play has begun; `rule` leads to the rules page.

    Without choices it is a whole number from `least` to `most`.
    """

    key: str
    name: str
    line: str
    choices: tuple[SettingChoice, ...]
    default: str
    rule: str
    frozen: bool
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition on the shelf. `summary` says in a line what kind of league it makes."""

    game: str
    edition: str
    title: str
    summary: str
    settings: tuple[LeagueSetting, ...]

    def setting(self, key: str) -> LeagueSetting | None:
        return next((setting for setting in self.settings if setting.key == key), None)


SHELVES: dict[str, Callable[[], list[Rulebook]]] = {}

# Games whose running league takes a reason with a change: from key, value, reason to the act, its parameters.
CHANGES: dict[str, Callable[[str, str, str], tuple[str, dict[str, Any]]]] = {}


def change_of(game: str, key: str, value: str, words: str) -> tuple[str, dict[str, Any]]:
    """The act that changes one setting of a running league, and its parameters."""
    if game in CHANGES:
        return CHANGES[game](key, value, words)
    return f"{game}.change_setting", {"key": key, "value": value}


def shelf(game: str) -> Callable[[Callable[[], list[Rulebook]]], Callable[[], list[Rulebook]]]:
    """Decorator: a function that lists the rulebooks of a game, in the order the wizard shows them."""

    def register(listing: Callable[[], list[Rulebook]]) -> Callable[[], list[Rulebook]]:
        SHELVES[game] = listing
        return listing

    return register


def rulebooks() -> list[Rulebook]:
    """Every rulebook a league can choose."""
    return [book for listing in SHELVES.values() for book in listing()]


def rulebook(edition: str) -> Rulebook | None:
    return next((book for book in rulebooks() if book.edition == edition), None)


def plain_setting(setting: Any) -> LeagueSetting:
    """A book's own setting in the shape the wizard draws."""
    choices = tuple(SettingChoice(choice.value, choice.label) for choice in setting.choices)
    return LeagueSetting(
        setting.key, setting.name, setting.line, choices, setting.default, setting.rule, setting.frozen
    )


@shelf("opr")
def _opr() -> list[Rulebook]:
    books = []
    for edition in opr.EDITIONS:
        rules = opr.in_force(edition, ())
        settings = tuple(map(plain_setting, opr.settings_of(edition)))
        points = rules.figures.start_points
        summary = ngettext(
            "%(forces)s of %(points)s point; every mission in six steps.",
            "%(forces)s of %(points)s points; every mission in six steps.",
            points,
        ) % {"forces": rules.words.forces.capitalize(), "points": points}
        books.append(Rulebook("opr", edition, f"{rules.book.title} {rules.book.version}", summary, settings))
    return books
