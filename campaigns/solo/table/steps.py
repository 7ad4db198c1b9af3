"""The act to be done now at a solo table, as the templates draw it: a button, taps, rows, a picture.

`before_game` and `turn_step` make them; a question in progress is `ask_page`'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.solo.table.forms import TypeForm


@dataclass(frozen=True, slots=True)
class HiddenField:
    """A hidden field of a form: the turn or round it speaks of, so that a stale one is noticed."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class UnitTap:
    """One of people's units that may act now."""

    id: str
    name: str
    side: str
    note: str


@dataclass(frozen=True, slots=True)
class StrikeShown:
    """Dice the app may throw for the unit that has just acted; `rolled`: what they have come to; `chips`:
    what only the table sees.
    """

    unit: str
    weapon: int
    target: str
    label: str
    note: str
    rolled: str = ""
    chips: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A unit of the app with its scores, and what says its type. `mute`: a caster without spells."""

    id: str
    name: str
    ranged: str
    melee: str
    form: TypeForm
    close: bool
    fixed: bool
    unknown: str
    weapons: str
    mute: bool


@dataclass(frozen=True, slots=True)
class ListedArmy:
    """A list of the pool and who plays it."""

    id: str
    name: str
    points: int
    units: str
    by: str


@dataclass(frozen=True, slots=True)
class TableStep:
    """The act to be done now. `phase` picks what is drawn around it, `do` with `fields` is what is sent.
    `elite`: the unit that may roll once more in its attack, with what that is called."""

    phase: str
    do: str
    fields: tuple[HiddenField, ...]
    title: str
    words: str = ""
    button: str = ""
    picture: SafeString | None = None
    taps: tuple[UnitTap, ...] = ()
    strikes: tuple[StrikeShown, ...] = ()
    elite: tuple[str, str] | None = None
    types: tuple[TypeLine, ...] = ()
    lists: tuple[ListedArmy, ...] = ()
    needy: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    bonus: str = ""
    untracked: bool = False

    @property
    def free(self) -> list[tuple[str, str]]:
        """The lists nobody plays yet, with their points."""
        return [(one.id, f"{one.name} · {one.points} {_('pts')}") for one in self.lists if not one.by]


class StepShown(TypedDict, total=False):
    """What of a step is told beside its act."""

    title: str
    words: str
    button: str
    picture: SafeString | None
    taps: tuple[UnitTap, ...]
    strikes: tuple[StrikeShown, ...]
    elite: tuple[str, str] | None
    types: tuple[TypeLine, ...]
    lists: tuple[ListedArmy, ...]
    needy: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    bonus: str
    untracked: bool
