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
from rules.maps.check import warnings
from rules.maps.model import Map, Terrain
from rules.maps.refusals import About, Unfit

type Water = Literal["river", "shore"]
type MarkField = Literal["role", "corner", "special", "bonus", "words"]

LAND: tuple[Terrain | Water, ...] = ("plain", "mountain", "marsh", "sea", "river", "shore")


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that may stand on a territory: the key a map keeps, its word, its icon.

    The editor paints it with one tap when it is a `brush`.
    """

    key: str
    word: str
    icon: str = ""
    brush: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A field of a territory that only some books read, and its label, still to be said."""

    field: MarkField
    label: str


# In the order of the form; a book that reads one may call it by a word of its own.
MARKS = (
    Mark("role", mark("Role")),
    Mark("corner", mark("Corner of")),
    Mark("special", mark("special")),
    Mark("bonus", mark("Bonus glory")),
    Mark("words", mark("What holds in a battle here")),
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

    `marks` are the fields of `MARKS` this book reads, by its own words. Without `making` no map is generated.
    """

    game: str = ""
    each: int = 1
    land: tuple[Terrain | Water, ...] = LAND
    buildings: tuple[Kind, ...] = ()
    objectives: tuple[Kind, ...] = ()
    marks: tuple[Mark, ...] = ()
    advice: Callable[[Map, int], list[str]] = lambda map, players: warnings(map)
    rules: Mapping[About, str] = field(default_factory=dict)
    making: Making | None = None

    @property
    def terrains(self) -> tuple[str, ...]:
        return tuple(one for one in self.land if one not in ("river", "shore"))

    @property
    def stands(self) -> tuple[str, ...]:
        """The keys of buildings."""
        return tuple(one.key for one in self.buildings)

    @property
    def other_marks(self) -> tuple[Mark, ...]:
        """What other books read."""
        own = {one.field for one in self.marks}
        return tuple(one for one in MARKS if one.field not in own)

    def building(self, key: str) -> Kind:
        """A building by its key; one this book does not know goes by its key, without an icon."""
        return next((one for one in self.buildings if one.key == key), Kind(key, key))

    @contextmanager
    def citing(self) -> Iterator[None]:
        """What the ground refuses in here is refused with this book's rule."""
        try:
            yield
        except Unfit as error:
            raise Refused(self.rules.get(error.about, ""), error.sentence, error.key) from error


NO_BOOK = MapBook()
