"""Small drawings of maps to choose from: each a file of its own with its colours and icons inside."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from io import BytesIO

from PIL import Image

from maps.ground.behind import pictures
from maps.ground.books import book_of_ready, map_book
from maps.ground.drawing import Drawing, Picture, map_svg
from maps.ground.icons import map_style
from maps.models import MapPicture, MapTemplate
from rules.maps.book import MapBook
from rules.maps.exchange import from_json
from rules.maps.model import Map
from rules.maps.ready import READY, ready_map

SIDE = 400  # pixels of a picture in a small drawing


@cache
def ready_map_thumb(key: str) -> str:
    """A ready-made map; KeyError when there is none."""
    map_ = ready_map(key)
    book = next(book_of_ready(one) for one in READY if one.key == key)
    return _drawn(map_, None, book)


def club_map_thumb(row: MapTemplate) -> str:
    map_ = from_json(row.data)
    found = pictures.picture_row(row.club, map_.ground)
    behind = pictures.shown_picture(found, map_.ground, _small(found)).picture if found else None
    return _drawn(map_, behind, map_book(row.game))


def _drawn(map_: Map, behind: Picture | None, book: MapBook) -> str:
    drawing = Drawing(
        map_.ground,
        map_.places,
        map_.links,
        url="",
        style=map_style() + ".m-taps text { display: none }",
        picture=behind,
        book=book,
    )
    return map_svg(drawing).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _small(row: MapPicture) -> str:
    """The picture in a few kilobytes, as an address that carries it."""
    out = BytesIO()
    with Image.open(BytesIO(bytes(row.content)), formats=["JPEG"]) as image:
        image.draft("RGB", (SIDE, SIDE))
        image.thumbnail((SIDE, SIDE))
        image.save(out, "JPEG", quality=60)
    return f"data:{pictures.TYPE};base64,{b64encode(out.getvalue()).decode()}"
