"""Which unit of a list is which of a warband: by what was said, by name, by the name it came with, by kit.

Where two fit nothing is guessed: the page asks. Knows no database; what differs says `comparing`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from campaigns.opr.imports.draft import DraftUnit
from rules.opr.booking import same_name
from rules.opr.state import Unit

NEW = "new"  # said of a unit of the list that is nobody of the warband


@dataclass
class Matches:
    """`of` a unit of the list, by its key, the unit of the warband; `guessed` those found by their kit;
    `fits` whom the others may be, where that has to be asked.
    """

    of: dict[str, Unit] = field(default_factory=dict)
    guessed: set[str] = field(default_factory=set)
    fits: dict[str, tuple[Unit, ...]] = field(default_factory=dict)

    @property
    def taken(self) -> set[str]:
        return {unit.id for unit in self.of.values()}


def matched(
    listed: Sequence[DraftUnit],
    sheet: Sequence[Unit],
    came_as: Mapping[str, DraftUnit],
    said: Mapping[str, str],
) -> Matches:
    """The units of a list beside those of a sheet.

    `came_as`: as which unit of an earlier list a unit came, by its id. `said`: which unit somebody says one
    of the list is, by its key, or that it is `NEW`.
    """
    found = Matches()
    ids = {unit.id: unit for unit in sheet}
    found.of = {key: ids[unit] for key, unit in said.items() if unit in ids}
    left = [one for one in listed if one.key not in said]
    _by_name(found, left, [(unit, unit.name) for unit in sheet])
    _by_name(found, left, [(unit, came_as[unit.id].name) for unit in sheet if unit.id in came_as])
    for ways in (_whole_kit(), _kind(came_as), _price_and_figures()):
        _one_each(found, *_left(found, listed, sheet, said), *ways)
    _ask(found, *_left(found, listed, sheet, said), came_as)
    return found


def _left(
    found: Matches, listed: Iterable[DraftUnit], sheet: Iterable[Unit], said: Mapping[str, str]
) -> tuple[list[DraftUnit], list[Unit]]:
    """What nobody has been found for yet."""
    taken = found.taken
    units = [one for one in listed if one.key not in found.of and one.key not in said]
    return units, [unit for unit in sheet if unit.id not in taken]


def _by_name(found: Matches, listed: Iterable[DraftUnit], named: Iterable[tuple[Unit, str]]) -> None:
    taken = found.taken
    for unit, name in named:
        one = next((one for one in listed if one.key not in found.of and same_name(one.name, name)), None)
        if one is not None and unit.id not in taken and one.hero == unit.hero:
            found.of[one.key] = unit


type KeysOf = tuple[Callable[[DraftUnit], Hashable], Callable[[Unit], Hashable]]


def _whole_kit() -> KeysOf:
    """Price, upgrades, figures and weapons."""
    return (
        lambda one: (one.hero, one.points, _labels(i.label for i in one.items), one.profile),
        lambda unit: (
            unit.hero, unit.list_points, _labels(i.label for i in unit.items if i.origin == "list"),
            unit.profile,
        ),
    )  # fmt: skip


def _price_and_figures() -> KeysOf:
    """The price without upgrades, and what an upgrade does not change."""
    return (
        lambda one: (one.hero, one.points, one.quality, one.models),
        lambda unit: (unit.hero, unit.list_points, unit.profile.quality, unit.profile.models),
    )


def _kind(came_as: Mapping[str, DraftUnit]) -> KeysOf:
    """What such units are called on the list, or else the unit itself."""
    return (
        lambda one: (one.hero, listed_kind(one).strip().casefold()),
        lambda unit: (unit.hero, _came(unit, came_as).strip().casefold()),
    )


def _came(unit: Unit, came_as: Mapping[str, DraftUnit]) -> str:
    return listed_kind(came_as[unit.id]) if unit.id in came_as else unit.name


def _labels(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(label.strip().casefold() for label in labels))


def _one_each(
    found: Matches,
    listed: Iterable[DraftUnit],
    sheet: Iterable[Unit],
    key: Callable[[DraftUnit], Hashable],
    key_of: Callable[[Unit], Hashable],
) -> None:
    """Those of which the list and the warband have one each."""
    ones, units = defaultdict(list), defaultdict(list)
    for one in listed:
        ones[key(one)].append(one)
    for unit in sheet:
        units[key_of(unit)].append(unit)
    for kit, same in ones.items():
        if len(same) == len(units[kit]) == 1:
            found.of[same[0].key] = units[kit][0]
            found.guessed.add(same[0].key)


def _ask(
    found: Matches, listed: Iterable[DraftUnit], sheet: Sequence[Unit], came_as: Mapping[str, DraftUnit]
) -> None:
    """Whom the rest may be: who costs as much before upgrades, or came as the same kind of unit."""
    _one, key_of = _price_and_figures()
    for one in listed:
        fits = [
            unit
            for unit in sheet
            if unit.hero == one.hero
            and (
                key_of(unit) == _one(one)
                or (unit.id in came_as and same_name(listed_kind(came_as[unit.id]), listed_kind(one)))
            )
        ]
        if fits:
            found.fits[one.key] = tuple(fits)


def listed_kind(unit: DraftUnit) -> str:
    """What the list calls a unit of this kind."""
    return unit.kind or unit.name


def has_own_name(unit: DraftUnit) -> bool:
    """Whether its player gave it this name: not when the list names the kind, or we have numbered it."""
    numbered = re.fullmatch(re.escape(unit.kind) + r" \d+", unit.name) if unit.kind else None
    return numbered is None
