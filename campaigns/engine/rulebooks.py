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

    Without choices it is a whole number from `least` to `most`. `length`: it says how a league ends. `asked`:
    the question, where each organiser is asked it by itself; `usual`: the answer most clubs give to it.
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
    asked: str = ""
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One edition on the shelf. `summary` says in a line what kind of league it makes; `kept`: settings that
    only leagues have which set them when they were offered."""

    game: str
    edition: str
    title: str
    summary: str
    settings: tuple[LeagueSetting, ...]
    kept: tuple[LeagueSetting, ...] = ()

    def setting(self, key: str) -> LeagueSetting | None:
        return next((setting for setting in (*self.settings, *self.kept) if setting.key == key), None)


@dataclass(frozen=True, slots=True)
class AskedSetting:
    """What an organiser is asked by itself: the setting, the question, most clubs' answer, what follows."""

    key: str
    question: str
    usual: str
    follows: Mapping[str, str]


def plain_rulebook(
    game: AnyGame,
    edition: str,
    title: str,
    summary: str,
    length: str = "",
    ends: Mapping[str, str] = NOTHING,
    asked: AskedSetting | None = None,
) -> Rulebook:
    """An edition with the settings its game names.

    `length`: the one that says how a league ends; `ends`: what choosing a value of that brings besides.
    """
    notes = {length: ends, **({asked.key: asked.follows} if asked else {})}
    found = game.settings(edition)

    def setting(one: Choosable) -> LeagueSetting:
        return LeagueSetting(
            key=one.key,
            name=one.title,
            line=one.line if one.name else "",
            choices=tuple(_choices(one, notes.get(one.key, NOTHING))),
            default=as_sent(one.default),
            rule=one.rule,
            frozen=one.frozen,
            least=one.least,
            most=one.most,
            length=one.key == length,
            asked=asked.question if asked and one.key == asked.key else "",
            usual=asked.usual if asked and one.key == asked.key else "",
        )

    offered = tuple(setting(one) for one in found if one.offered)
    kept = tuple(setting(one) for one in found if not one.offered)
    return Rulebook(game.name, edition, title, summary, offered, kept)


def _choices(one: Choosable, notes: Mapping[str, str]) -> Iterator[SettingChoice]:
    """Its values by what they are called, yes and no by themselves, any other by the bare word."""
    words = {"on": _("Yes"), "off": _("No"), **one.words} if isinstance(one.default, bool) else one.words
    for value in map(as_sent, one.values):
        yield SettingChoice(value, words.get(value, value), notes.get(value, ""))
