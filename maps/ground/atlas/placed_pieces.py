"""What stands on a territory and where: shield, building and objective, or tokens, signs and a diamond.

Everything lies around the territory's middle, so it needs no coordinates but its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape

from maps.ground.atlas.scatter import Rect
from maps.ground.subject import Drawing, MapBanner
from rules.engine.language import signed
from rules.maps.model import Place

NAME = 73  # below the middle: where a hexagon's name stands, and any name below a shield or a row of signs
ROW = 84  # between tokens side by side
TIGHT = 66  # the same where there are four or more
SIGN = 52
MARK, BARE = 42, 18  # a mark with the room around it; half of what stands where nothing else does
FLAG = 38  # a token's middle above the territory's


@dataclass(frozen=True, slots=True)
class PiecesStanding:
    """The pieces of a territory and what the map itself says of it (`marks`), how far below the middle its
    name goes, what the ground keeps clear of.
    """

    pieces: str = ""
    name: int = NAME
    clear: tuple[Rect, ...] = ()
    tokens: tuple[tuple[int, int, MapBanner], ...] = ()  # x of the token, x of its name
    marks: str = ""


@dataclass(frozen=True)
class Pieces:
    """What a drawing puts on its territories, looked up once; `heads` show their owner's shield."""

    drawing: Drawing
    heads: Collection[str]
    banners: Mapping[str, Sequence[MapBanner]] = field(default_factory=dict)
    bare: Collection[str] = ()  # where nothing stands

    def at(self, place: Place) -> PiecesStanding:
        return _marked(self._stands(place), place, self.drawing)

    def _stands(self, place: Place) -> PiecesStanding:
        one, book = self.drawing, self.drawing.book
        if place.id in self.bare:
            return EMPTY
        tokens = self.banners.get(place.id, ())
        items = [*one.items.get(place.id, ())]
        if place.building and book.building(place.building).plate and place.building not in items:
            items.append(place.building)
        special = place.special and book.reads("special")
        if tokens or items or special:
            return _crowded(self, place, tokens, items, special=special)
        opening = bool(place.corner) and book.reads("corner") and place.id not in one.owners
        return _settled(self, place, opening=opening)


def pieces_of(drawing: Drawing, heads: Collection[str]) -> Pieces:
    rows: dict[str, list[MapBanner]] = {}
    for one in drawing.banners:
        if one.owner in drawing.signs:
            rows.setdefault(one.place, []).append(one)
    marked = {*heads, *rows, *drawing.items, *drawing.sieges, *drawing.battles, *drawing.capitals}
    stand = (one for one in drawing.places if one.building or one.objective or one.special or one.corner)
    bare = {one.id for one in drawing.places} - marked - {one.id for one in stand}
    return Pieces(drawing, heads, rows, bare)


EMPTY = PiecesStanding()


def _marked(stands: PiecesStanding, place: Place, one: Drawing) -> PiecesStanding:
    """Left of everything else: what holds in every battle here, what it brings besides."""
    found = [use("mw")] if place.words and one.book.reads("words") else []
    if place.bonus and one.book.reads("bonus"):
        found.append(f'{use("mb")}<text y="8">{signed(place.bonus)}</text>')
    if not found:
        return stands
    x = min((room[0] for room in stands.clear), default=-BARE) - MARK // 2
    top = -8 if len(found) == 1 else -52
    marks = "".join(
        f'<g class="m-plus" transform="translate({x} {top + n * MARK})">{one}</g>'
        for n, one in enumerate(found)
    )
    room = (x - MARK // 2, top - MARK // 2, x + MARK // 2, top + len(found) * MARK)
    return replace(stands, marks=marks, clear=(*stands.clear, room))


def use(piece: str, x: int = 0, y: int = 0, css: str = "") -> str:
    across, down = f' x="{x}"' if x else "", f' y="{y}"' if y else ""
    return f'<use href="#{piece}"{across}{down}{f' class="{css}"' if css else ""}/>'


def _settled(pieces: Pieces, place: Place, *, opening: bool) -> PiecesStanding:
    """A shield, beside it a building, above it a capital's star, at its corner an objective."""
    one = pieces.drawing
    sign = one.signs.get(one.owners.get(place.id, ""))
    shown = bool(sign) and (place.id in pieces.heads or bool(place.building) or place.id in one.capitals)
    shift = 40 if shown and place.building else 0
    parts = []
    if place.building:
        roof = f"f-{sign.colour}" if sign else "f-none"
        parts.append(use(f"bd-{escape(place.building)}", shift, 2, roof))
    if sign and shown:
        parts.append(use(f"bn-{sign.colour}", -shift, -2))
    if sign and place.id in one.capitals:
        parts.append(use("star", -shift, -6))
    if place.objective:
        parts.append(use("ob", -58, -44) if parts else use("ob", 0, -4))
    if opening and not parts:
        parts.append(use("co"))
    if place.id in one.sieges:
        parts.append(use("sx", -52, -50))
    if place.id in one.battles:
        parts.append(use("sx", 52, -50))
    wide = 46 + shift
    return PiecesStanding("".join(parts), NAME, ((-wide, -70, wide, 48),) if parts else ())


def _crowded(
    pieces: Pieces, place: Place, tokens: Sequence[MapBanner], items: Sequence[str], *, special: bool
) -> PiecesStanding:
    """A diamond and tokens in a row; signs beside a lone token, else in a row below."""
    count, beside = len(tokens) + special, len(tokens) == 1 and not special and bool(items)
    step = ROW if count < 4 else TIGHT
    first = -(count - 1) * step // 2 - (34 if beside else 0)
    parts = [use(f"ro-{escape(place.role or 'special')}", first, -34)] if special else []
    spots = [(first + (n + special) * step, one) for n, one in enumerate(tokens)]
    parts += [use(f"pn-{pieces.drawing.signs[one.owner].colour}", x - 8, -FLAG) for x, one in spots]
    parts += [use(f"bd-{escape(key)}", x, y) for key, x, y in _signs(items, beside=beside, below=count > 0)]
    if place.id in pieces.drawing.battles:
        parts.append(use("sx", 0, -60))
    elif place.id in pieces.drawing.sieges:
        parts.append(use("sx", first - 66, -34))
    name = NAME if count and items and not beside else 36 if count else 44
    half = max(count * step // 2 + 6, len(items) * SIGN // 2 if not beside else 84)
    spread = step if count == 1 else max(step, 156)
    named = [
        (x, x if count == 1 else round((n * 2 - len(tokens) + 1) * spread / 2), one)
        for n, (x, one) in enumerate(spots)
    ]
    return PiecesStanding("".join(parts), name, ((-half, -112 if tokens else -76, half, 60),), tuple(named))


def _signs(items: Sequence[str], *, beside: bool, below: bool) -> list[tuple[str, int, int]]:
    """Where each sign lies: beside a lone token in two rows, or in one row."""
    if beside and len(items) == 1:
        return [(items[0], 30, -46)]
    if beside:
        return [(key, 30 + SIGN * (n // 2), -70 + 50 * (n % 2)) for n, key in enumerate(items)]
    first = -(len(items) - 1) * SIGN // 2
    return [(key, first + SIGN * n, 30 if below else -4) for n, key in enumerate(items)]
