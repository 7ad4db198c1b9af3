"""An army list as we keep it, whatever tool wrote it: names and numbers only, never a rule's text.

What every format is turned into and what the pages, the founding of a warband and the sheets go by.
Reading a format is left to its own module, correcting a list to the pages.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

SYSTEMS = {
    "gf": "Grimdark Future",
    "gff": "Grimdark Future: Firefight",
    "aof": "Age of Fantasy",
    "aofs": "Age of Fantasy: Skirmish",
    "aofr": "Age of Fantasy: Regiments",
}
CASTER_RULES = ("caster", "psychic", "wizard")

Level = Literal["understood", "assumed", "ignored", "refused"]


class Unreadable(Exception):
    """Nothing can be imported from this; `sentence` says why and what to do instead."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True)
class ImportRemark:
    """One remark on what was read. `where` names the list, a unit or a line of the text.

    understood: taken over as it stands. assumed: taken over by a guess the player should look at.
    ignored: left out on purpose. refused: could not be taken over and has to be mended by hand.
    """

    level: Level
    where: str
    sentence: str


@dataclass(frozen=True)
class Rule:
    """A special rule: its name, its rating if it has one, and whether that adds to another: `Tough(+3)`."""

    name: str
    rating: int | None = None
    plus: bool = False

    @property
    def label(self) -> str:
        if self.rating is None:
            return self.name
        return f"{self.name}({'+' if self.plus else ''}{self.rating})"


@dataclass(frozen=True)
class ListedWeapon:
    """A weapon; `count` in the whole unit, range in inches (0: melee), `ap` kept out of `rules`.

    No attacks (0): the list does not give them as a plain number.
    """

    name: str
    count: int = 1
    range_inches: int = 0
    attacks: int = 1
    ap: int = 0
    rules: tuple[Rule, ...] = ()

    @property
    def label(self) -> str:
        parts = [f'{self.range_inches}"'] if self.range_inches else []
        parts += [f"A{self.attacks}"] if self.attacks else []
        parts += [f"AP({self.ap})"] if self.ap else []
        parts += [rule.label for rule in self.rules]
        return f"{self.name} ({', '.join(parts)})" if parts else self.name


@dataclass(frozen=True)
class ListedItem:
    """Equipment that is no weapon, with the rules it gives."""

    name: str
    count: int = 1
    rules: tuple[Rule, ...] = ()

    @property
    def label(self) -> str:
        rules = ", ".join(rule.label for rule in self.rules)
        return f"{self.name} ({rules})" if rules else self.name


@dataclass(frozen=True)
class ListedUpgrade:
    """A chosen option and its original price in points, which may be negative."""

    label: str
    price: int


@dataclass(frozen=True)
class ImportedUnit:
    """One unit. `key` is unique in its list; `points` = `base_points` + the price of every upgrade.

    `quality` and `defense`: 3 means 3+, None means the list did not say. `joined_to` is another unit's
    key. `combined`: two entries of the list that play as one unit.
    """

    key: str
    name: str
    custom_name: str | None = None
    size: int = 1
    points: int = 0
    base_points: int = 0
    quality: int | None = None
    defense: int | None = None
    tough: int = 1
    is_hero: bool = False
    is_caster: bool = False
    weapons: tuple[ListedWeapon, ...] = ()
    rules: tuple[Rule, ...] = ()
    items: tuple[ListedItem, ...] = ()
    upgrades: tuple[ListedUpgrade, ...] = ()
    joined_to: str | None = None
    experience: Annotated[int, Field(alias="xp")] = 0  # kept lists spell it so
    traits: tuple[str, ...] = ()
    combined: bool = False

    @property
    def shown_name(self) -> str:
        return self.custom_name or self.name

    @property
    def all_rules(self) -> tuple[Rule, ...]:
        """The unit's own rules, then those its items give."""
        return self.rules + tuple(rule for item in self.items for rule in item.rules)


@dataclass(frozen=True)
class ImportedList:
    """A list as it was read, with everything its reader has to say about it.

    `points` is what the units add up to.
    """

    name: str
    system: str
    points: int
    units: tuple[ImportedUnit, ...]
    notices: tuple[ImportRemark, ...]

    @property
    def unique_names(self) -> dict[str, str]:
        """A name for every unit's key, told apart by numbers: Archers, Archers 2."""
        taken: set[str] = set()
        return {unit.key: _free_name(unit.shown_name, taken) for unit in self.units}

    def as_dict(self) -> dict[str, object]:
        """Plain JSON values, to be kept in a row or a session."""
        plain: dict[str, object] = _ADAPTER.dump_python(self, mode="json", by_alias=True)
        return plain

    @classmethod
    def from_dict(cls, data: object) -> "ImportedList":
        """What `as_dict` gave; raises ValueError for anything else."""
        return _ADAPTER.validate_python(data)


_ADAPTER = TypeAdapter(ImportedList)


def settled(unit: ImportedUnit) -> ImportedUnit:
    """The unit with Tough, hero and caster worked out from its rules and items."""
    rules = unit.all_rules
    return replace(
        unit,
        tough=_tough(rules),
        is_hero=bool(_named(rules, "hero")),
        is_caster=bool(_named(rules, *CASTER_RULES)),
    )


def merged_weapons(weapons: Iterable[ListedWeapon]) -> tuple[ListedWeapon, ...]:
    """Equal weapons counted together, in the order in which each first appears."""
    counts: dict[ListedWeapon, int] = {}
    for weapon in weapons:
        kind = replace(weapon, count=1)
        counts[kind] = counts.get(kind, 0) + weapon.count
    return tuple(replace(kind, count=count) for kind, count in counts.items())


def merged_items(items: Iterable[ListedItem]) -> tuple[ListedItem, ...]:
    """Equal items counted together, in the order in which each first appears."""
    counts: dict[ListedItem, int] = {}
    for item in items:
        kind = replace(item, count=1)
        counts[kind] = counts.get(kind, 0) + item.count
    return tuple(replace(kind, count=count) for kind, count in counts.items())


def _named(rules: Iterable[Rule], *names: str) -> list[Rule]:
    return [rule for rule in rules if rule.name.casefold() in names]


def _tough(rules: Iterable[Rule]) -> int:
    """The highest plain rating, 1 without any, and every `Tough(+n)` on top."""
    tough = _named(rules, "tough")
    plain = max((rule.rating or 1 for rule in tough if not rule.plus), default=1)
    return plain + sum(rule.rating or 0 for rule in tough if rule.plus)


def _free_name(wanted: str, taken: set[str]) -> str:
    name, number = wanted, 1
    while name.casefold() in taken:
        number += 1
        name = f"{wanted[:110]} {number}"
    taken.add(name.casefold())
    return name
