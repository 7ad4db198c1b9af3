"""The rulebooks a league can be played by, with the organiser's settings, the same shape for every game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

from rules.engine.games import AnyGame
from rules.engine.language import said


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
    game: AnyGame,
    edition: str,
    title: str,
    summary: str,
    names: Mapping[str, str | Promise],
    length: str = "",
) -> Rulebook:
    """An edition with the settings its game names. `names`: what each and its values are called, the bare
    word where nothing is said; `length`: the one that says how a league ends.
    """
    called = {word: str(name) for word, name in names.items()}
    settings = tuple(
        LeagueSetting(
            key=one.key,
            name=called.get(one.key, one.key),
            line=said(one.line),
            choices=tuple(SettingChoice(str(v), called.get(str(v), str(v))) for v in one.values),
            default=str(one.default),
            rule=one.rule,
            frozen=False,
            least=one.least,
            most=one.most,
            length=one.key == length,
        )
        for one in game.settings(edition)
    )
    return Rulebook(game.name, edition, title, summary, settings)
