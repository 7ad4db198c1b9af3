"""The rulebooks a league can be played by, with the organiser's settings, the same shape for every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext as _

from rules.engine.games import AnyGame, Choosable, as_sent

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """`note`: what choosing it brings besides."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class LeagueSetting:
    """One thing an organiser decides. `frozen`: fixed once play has begun; `rule` leads to the rules page.

    Without choices it is a whole number from `least` to `most`. `length`: it says how a league ends.
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
    length: bool = False


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


def plain_rulebook(
    game: AnyGame, edition: str, title: str, summary: str, length: str = "", ends: Mapping[str, str] = NOTHING
) -> Rulebook:
    """An edition with the settings its game names.

    `length`: the one that says how a league ends; `ends`: what choosing a value of that brings besides.
    """
    settings = tuple(
        LeagueSetting(
            key=one.key,
            name=one.title,
            line=one.line if one.name else "",
            choices=tuple(_choices(one, ends if one.key == length else NOTHING)),
            default=as_sent(one.default),
            rule=one.rule,
            frozen=one.frozen,
            least=one.least,
            most=one.most,
            length=one.key == length,
        )
        for one in game.settings(edition)
    )
    return Rulebook(game.name, edition, title, summary, settings)


def _choices(one: Choosable, notes: Mapping[str, str]) -> Iterator[SettingChoice]:
    """Its values by what they are called, yes and no by themselves, any other by the bare word."""
    words = {"on": _("Yes"), "off": _("No"), **one.words} if isinstance(one.default, bool) else one.words
    for value in map(as_sent, one.values):
        yield SettingChoice(value, words.get(value, value), notes.get(value, ""))
