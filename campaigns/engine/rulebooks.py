"""The rulebooks a league can be played by, with the organiser's settings, the same shape for every game."""

from __future__ import annotations

from dataclasses import dataclass


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
