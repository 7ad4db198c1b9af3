"""An army before it is founded: what a list said, and what its player has corrected.

`DraftArmy` is kept as JSON in `ArmyDraft.data`. Whether it may be founded is for the rules to say
(`founding_page.army_verdict`); here it is only made, changed and handed over as the facts the rules want.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Literal

from django.utils.translation import gettext as _
from pydantic import TypeAdapter

from campaigns import imports
from campaigns.imports.lists import SYSTEMS
from campaigns.solo.profiles import profile_of
from rules.opr.state import Profile, SpecialRule, Weapon

MOST_FIELDS = 900  # of one form; the server takes a thousand
UNNAMED = ("", "other")  # what a list says that does not name its game
BLANK_UNITS = 3  # an army by hand begins with so many


@dataclass(frozen=True, slots=True)
class DraftItem:
    """An upgrade and its price in points, which may be negative."""

    label: str
    price: int = 0


@dataclass(frozen=True, slots=True)
class DraftUnit:
    """One unit. `points` is its price without upgrades; `kind` what the list calls it, `out` left at home."""

    key: str
    name: str = ""
    kind: str = ""
    points: int = 0
    items: tuple[DraftItem, ...] = ()
    hero: bool = False
    caster: bool = False
    quality: int = 0
    defense: int = 0
    tough: int = 0
    models: int = 1
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[SpecialRule, ...] = ()
    joined_to: str = ""
    out: bool = False

    @property
    def total(self) -> int:
        return self.points + sum(item.price for item in self.items)

    @property
    def profile(self) -> Profile:
        """What the sheet says it is and carries."""
        return Profile(self.quality, self.defense, self.tough, self.models, self.weapons, self.rules)

    @property
    def is_blank(self) -> bool:
        return self == DraftUnit(self.key, models=self.models, out=self.out)


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing the reader of the list had to say. Levels as in `imports.Notice`."""

    level: Literal["understood", "assumed", "ignored", "refused"]
    where: str
    sentence: str


@dataclass(frozen=True, slots=True)
class DraftArmy:
    name: str = ""
    system: str = ""
    units: tuple[DraftUnit, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def chosen(self) -> tuple[DraftUnit, ...]:
        """The units that come along."""
        return tuple(unit for unit in self.units if not unit.out and not unit.is_blank)

    @property
    def total(self) -> int:
        return sum(unit.total for unit in self.chosen)

    @property
    def is_too_long(self) -> bool:
        """Whether one form cannot hold it: eleven fields a unit, two for each upgrade and the blank one."""
        return sum(13 + 2 * len(unit.items) for unit in self.units) > MOST_FIELDS

    def as_dict(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: object) -> DraftArmy:
        return _ADAPTER.validate_python(data)

    def with_blank(self) -> DraftArmy:
        """One more unit to fill in."""
        return replace(self, units=(*self.units, DraftUnit(self._free_key())))

    def _free_key(self) -> str:
        used = {unit.key for unit in self.units}
        return next(key for n in range(1, len(used) + 2) if (key := f"h{n}") not in used)


_ADAPTER = TypeAdapter(DraftArmy)


def blank_army() -> DraftArmy:
    """An army nobody has written anything of."""
    return DraftArmy(units=tuple(DraftUnit(f"h{n}") for n in range(1, BLANK_UNITS + 1)))


def from_list(read: imports.ImportedList, plays: str = "") -> DraftArmy:
    """What a list said, with a name of its own for every unit. `plays` is the league's game."""
    names = read.unique_names
    units = tuple(_unit(unit, names[unit.key]) for unit in read.units)
    other = other_game(read.system, plays)
    first = [Remark("assumed", read.name, other)] if other else []
    remarks = (*first, *map(_remark, read.notices), *_experience(read.units, names))
    return DraftArmy(read.name[:80], read.system, units, remarks)


def _unit(unit: imports.ImportedUnit, name: str) -> DraftUnit:
    profile = profile_of(unit)
    return DraftUnit(
        key=unit.key,
        name=name[:120],
        kind=unit.name if unit.name != name else "",
        points=unit.base_points,
        items=tuple(DraftItem(upgrade.label[:120], upgrade.price) for upgrade in unit.upgrades),
        hero=unit.is_hero,
        caster=unit.is_caster,
        quality=profile.quality,
        defense=profile.defense,
        tough=profile.tough,
        models=profile.models,
        weapons=profile.weapons,
        rules=profile.rules,
        joined_to=unit.joined_to or "",
    )


def _remark(notice: imports.ImportRemark) -> Remark:
    return Remark(notice.level, notice.where, notice.sentence)


def other_game(system: str, plays: str) -> str:
    """That a list was written for another game than the league's; empty where it was not."""
    game = SYSTEMS.get(system, "" if system in UNNAMED else system)
    if not plays or not game or game.casefold() == plays.casefold():
        return ""
    said = _("This is a list for %(game)s; this league plays %(plays)s. The points may not match.")
    return said % {"game": game, "plays": plays}


def _experience(units: Iterable[imports.ImportedUnit], names: dict[str, str]) -> list[Remark]:
    """What a list from another campaign brings along and a new warband does not."""
    return [
        Remark(
            "ignored", names[unit.key], _("Experience and traits are left out: every unit begins at 0 XP.")
        )
        for unit in units
        if unit.experience or unit.traits
    ]


def unit_facts(unit: DraftUnit, chosen: Iterable[str]) -> dict[str, object]:
    """The unit as the rules take it. `chosen`: the keys that come along, so that nobody joins an absentee."""
    return {
        "key": unit.key,
        "name": unit.name.strip(),
        "hero": unit.hero,
        "caster": unit.caster,
        "points": unit.points,
        "items": [{"label": item.label, "price": item.price} for item in unit.items],
        "profile": asdict(unit.profile),
        "joined_to": unit.joined_to if unit.joined_to in set(chosen) else "",
    }


def founding_params(army: DraftArmy, owner: str) -> dict[str, object]:
    """The parameters of founding."""
    chosen = [unit.key for unit in army.chosen]
    units = [unit_facts(unit, chosen) for unit in army.chosen]
    return {"owner": owner, "name": army.name.strip(), "units": units}
