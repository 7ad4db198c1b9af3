"""What a rulebook wants of its ground, said once by each book and handed to whoever draws or makes maps.

The ground itself knows territories, links, land to draw, and fields some book may read; it knows no book.
What may stand on a territory, what those fields are called, how many territories a player needs, which
rule a refusal cites and what the generator puts where is the book's: it fills a `MapBook`, in the language
in force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from rules.engine.language import mark
from rules.engine.refusals import Refused
from rules.maps.check import map_warnings
from rules.maps.model import Map, Terrain
from rules.maps.refusals import Part, Unfit

type Water = Literal["river", "shore"]
type MarkField = Literal["role", "corner", "special", "bonus", "words"]
type Plate = Literal["", "shield", "square", "round"]

LAND: tuple[Terrain | Water, ...] = ("plain", "mountain", "marsh", "sea", "river", "shore")


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that may stand on a territory: the key a map keeps, its word, its icon.

    The editor paints it with one tap when it is a `brush`. `art` names its drawing on a map; without one it
    is drawn as its icon. What stands beside others is a small sign on a `plate`, whose shape tells what
    belongs together.
    """

    key: str
    word: str
    icon: str = ""
    brush: bool = False
    art: str = ""
    plate: Plate = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A field of a territory that only some books read: its label and what helps to fill it, still to be
    said. With an icon it is a brush of the editor, set with one tap.
    """

    field: MarkField
    label: str
    told: str = ""
    icon: str = ""


# In the order of the form; a book that reads one may call it by a word of its own.
MARKS = (
    Mark("role", mark("Role")),
    Mark("corner", mark("Corner")),
    Mark("special", mark("special")),
    Mark("bonus", mark("Bonus")),
    Mark("words", mark("Rules for battles here")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Riches:
    """Land worth having near where one begins; the sentences are still to be said.

    `differ` tells how much there is for the luckiest more than for the unluckiest, `none` and `uneven` what a
    map fails by.
    """

    terrain: Terrain
    river: bool
    differ: str
    none: str
    uneven: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spare:
    """More places to begin than there are players: the wish's name in forms, its label, the sentence against
    too many.
    """

    name: str
    label: str
    most: int
    too_many: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """What the generator puts on a map: `home` is the building each player begins with, `apart` the steps
    between two of them, `each` how many territories a player may have; objectives are set in turn.
    """

    each: range
    apart: int
    home: str
    objectives: tuple[str, ...] = ()
    riches: Riches | None = None
    spare: Spare | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MapBook:
    """A book's wishes. `each` is how many territories a player needs, `rules` which rule a refusal cites;
    `advice` is what so many players should know about a map.

    `marks` are the fields of `MARKS` this book reads, by its own words, `roles` what a special place may be.
    Without `making` no map is generated. `title` is the rulebook's. Where nothing is `built` beforehand, a
    map brings no buildings. `takes` says for how many players a map is drawn, where that is more than a
    question of its size.
    """

    game: str = ""
    title: str = ""
    each: int = 1
    land: tuple[Terrain | Water, ...] = LAND
    buildings: tuple[Kind, ...] = ()
    objectives: tuple[Kind, ...] = ()
    roles: tuple[Kind, ...] = ()
    marks: tuple[Mark, ...] = ()
    advice: Callable[[Map, int], list[str]] = lambda map, players: map_warnings(map)
    rules: Mapping[Part, str] = field(default_factory=dict)
    making: Making | None = None
    built: bool = True
    takes: Callable[[Map], int] | None = None

    @property
    def terrains(self) -> tuple[str, ...]:
        return tuple(one for one in self.land if one not in ("river", "shore"))

    @property
    def stands(self) -> tuple[str, ...]:
        """The keys of buildings a map may bring."""
        return tuple(one.key for one in self.buildings) if self.built else ()

    def players_on(self, map: Map, most: int) -> int:
        """For how many players a map is drawn, as far as one can see: two to `most`."""
        land = sum(not one.is_sea for one in map.places)
        return min(most, max(2, self.takes(map) if self.takes else land // self.each))

    @property
    def other_marks(self) -> tuple[Mark, ...]:
        """What other books read."""
        own = {one.field for one in self.marks}
        return tuple(one for one in MARKS if one.field not in own)

    def building(self, key: str) -> Kind:
        """A building by its key; one this book does not know goes by its key, without an icon."""
        return next((one for one in self.buildings if one.key == key), Kind(key, key))

    def role(self, key: str) -> Kind:
        """What makes a place special, by its key; one this book does not know goes by its key."""
        return next((one for one in self.roles if one.key == key), Kind(key, key))

    def reads(self, field: MarkField) -> bool:
        """Whether a field that only some books read is this one's."""
        return any(one.field == field for one in self.marks)

    @contextmanager
    def citing(self) -> Iterator[None]:
        """What the ground refuses in here is refused with this book's rule."""
        try:
            yield
        except Unfit as error:
            raise Refused(self.rules.get(error.part, ""), error.sentence, error.key) from error


NO_BOOK = MapBook()
