"""What a map shows, as plain values: the pages fill it, `drawing.map_svg` makes it SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from maps.ground.signs import Sign
from rules.maps.book import NO_BOOK, MapBook
from rules.maps.hexes import Cell
from rules.maps.model import Ground, Link, Place


@dataclass(frozen=True, slots=True)
class Badge:
    """What one may do at a territory and for how many points; `dear` when they do not suffice."""

    act: str
    price: int
    dear: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture behind the territories: its address, where it lies, what is on it."""

    url: str
    left: int
    top: int
    width: int
    height: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class MapBanner:
    """A named token of an owner's that stands on a territory; `brief`: there is room for initials only."""

    place: str
    owner: str
    name: str
    brief: bool = False


def initials(name: str) -> str:
    """ "CW1" for "The Cinder Watch 1", "Wolv" for "Wolves": at most four signs, no article."""
    words = name.removeprefix("The ").split()
    if len(words) == 1:
        return words[0][:4]
    letters = "".join(one[0] for one in words if not one.isdecimal())[:3]
    return letters + "".join(one for one in words if one.isdecimal())[:1]


def plate_names(names: Iterable[str]) -> dict[str, str]:
    """The initials of each; of names that share them so much of the first word as tells them apart: "Su1" and
    "St1" for "Sun 1" and "Steel 1"."""
    found = {name: initials(name) for name in names}
    for head in (lambda word: word[:2], lambda word: word[:3], lambda word: word[:1] + word[-1:]):
        taken = Counter(found.values())
        found = {name: short if taken[short] == 1 else _led(name, head) for name, short in found.items()}
    return found


def _led(name: str, head: Callable[[str], str]) -> str:
    """Four signs at most: so much of the first word, the first letters of others, its number."""
    first, *others = name.removeprefix("The ").split() or [name]
    number = "".join(one for one in others if one.isdecimal())[:1]
    letters = head(first) + "".join(one[0] for one in others if not one.isdecimal())
    return letters[: 4 - len(number)] + number


@dataclass(frozen=True, slots=True)
class MapWay:
    """A way from territory to territory: dashed while it is planned, solid once it was gone."""

    stops: tuple[str, ...]
    done: bool = False


@dataclass(frozen=True)
class Drawing:
    """Everything a map shows. `owners` by territory, `signs` by owner, `url` takes a territory's id, `book`
    knows what stands there: `items` are keys of its buildings that stand side by side. That a place is
    special or a corner to begin in the places say themselves, where the book reads it.
    """

    ground: Ground
    places: Sequence[Place]
    links: Sequence[Link]
    url: str = "?t={}"
    owners: Mapping[str, str] = field(default_factory=dict)
    signs: Mapping[str, Sign] = field(default_factory=dict)
    capitals: frozenset[str] = frozenset()
    sieges: Mapping[str, str] = field(default_factory=dict)  # territory -> who holds the fort; "" not half
    banners: Sequence[MapBanner] = ()
    items: Mapping[str, Sequence[str]] = field(default_factory=dict)
    battles: Collection[str] = ()
    ways: Sequence[MapWay] = ()
    badges: Mapping[str, Badge] = field(default_factory=dict)
    lit: Collection[str] = ()  # where a way may go on
    selected: str = ""
    latest: str = ""
    title: str = ""
    name: str = ""  # the map's name on its plate, where there is room for one
    note: str = ""  # a second line on it
    sea: bool = False  # whether sea may be tapped, as in the editor
    style: str = ""  # put in whole where no page gives one, as in print
    picture: Picture | None = None
    free: Sequence[Cell] = ()  # cells beside the land, to tap in the editor
    movable: bool = False  # whether taps tell where their territory lies
    book: MapBook = NO_BOOK
    paper: bool = False  # black on white, with nothing that paper cannot draw
