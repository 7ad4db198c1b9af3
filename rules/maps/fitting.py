"""A map for another book: how much of it a book does not know, and the map without that.

Ground and waters stay as they are drawn; what stands there, objectives and marks are a book's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.maps.book import MapBook
from rules.maps.model import Map, Place

BARE = Place(id="")


def strange_in(map: Map, book: MapBook) -> int:
    """How many things on a map its territories have that a book knows nothing of."""
    return sum(len(_strange(one, book)) for one in map.places)


def likeliest(map: Map, books: Sequence[MapBook]) -> MapBook:
    """The book a map was most likely drawn for; the first of those that know as much of it."""
    return min(books, key=lambda book: strange_in(map, book))


def fitted_map(map: Map, book: MapBook) -> Map:
    """The map as a book can take it: what the book does not know is left out."""
    return replace(map, places=tuple(_fitted(one, book) for one in map.places))


def _fitted(place: Place, book: MapBook) -> Place:
    return replace(place, **{name: getattr(BARE, name) for name in _strange(place, book)})


def _strange(place: Place, book: MapBook) -> list[str]:
    """The fields of a territory that say something to other books only."""
    marks = [one.field for one in book.other_marks if getattr(place, one.field)]
    known = {
        "building": book.stands,
        "objective": [one.key for one in book.objectives],
        "role": [one.key for one in book.roles] or (place.role,),
    }
    keys = [name for name, there in known.items() if getattr(place, name) not in ("", *there)]
    return list(dict.fromkeys((*marks, *keys)))
