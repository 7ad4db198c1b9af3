"""A generated map before anybody keeps it: what was wished for, how it looks, how fair it is."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from django.forms import BoundField
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.form_pages import shows_refusal
from campaigns.shell.reading.reader import read
from maps.ground.drawing import Drawing, map_svg
from maps.ground.forms import WishForm
from maps.ground.wrong import Wrong
from rules.engine.language import said
from rules.engine.plain import flag_in, number_in, text_in
from rules.engine.refusals import Refused
from rules.engine.state import altered
from rules.maps.book import Making, MapBook
from rules.maps.generator import Generated, Wishes, generate

NUMBERS = {
    "players": gettext_noop("Players"),
    "per_player": gettext_noop("Territories per player"),
    "mountains": gettext_noop("Mountains, %"),
    "marshes": gettext_noop("Marshes, %"),
    "rivers": gettext_noop("Rivers"),
}
SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class MapPreview:
    """A map nobody has kept yet. `deductions`: an aim in a sentence, the points lost on it."""

    svg: SafeString
    count: int
    points: int
    deductions: tuple[tuple[str, int], ...]
    failed: bool
    another: str
    wishes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Maker:
    """The form of the generator with its numbers, and the map it made when it was asked."""

    form: WishForm
    numbers: tuple[BoundField, ...]
    preview: MapPreview | None

    @property
    def seed(self) -> str:
        return str(self.form["seed"].value())

    @property
    def wrong(self) -> bool:
        return bool(self.form.errors)


def numbers_of(making: Making) -> dict[str, str]:
    """Every number a form may wish for, by its name, with its label."""
    spare = {making.spare.name: said(making.spare.label)} if making.spare else {}
    return {**{name: _(label) for name, label in NUMBERS.items()}, **spare}


def maker(book: MapBook, asked: Mapping[str, str], players: int, wrong: Wrong | None = None) -> Maker | None:
    """`asked` is the page's query: with `make` in it a map is made. `wrong`: a form that was just refused.

    None for a book whose maps are all drawn by hand.
    """
    if book.making is None:
        return None
    numbers = numbers_of(book.making)
    error, preview = None, None
    if wrong is not None and wrong.form == "make":
        asked, error = wrong.typed, wrong.refused
    elif "make" in asked:
        try:
            preview = _preview(made(book, asked), asked, book)
        except Refused as refused:
            error = refused
    form = _form(numbers, asked, players, filled=preview is not None or error is not None)
    if error is not None:
        shows_refusal(form, error)
    return Maker(form, tuple(form[name] for name in numbers), preview)


def _form(numbers: Mapping[str, str], asked: Mapping[str, str], players: int, *, filled: bool) -> WishForm:
    """What was wished for, and what is usual where nothing was said."""
    said = {name: asked[name] for name in (*numbers, "seed", "sea") if name in asked}
    shown = {**_defaults(numbers, players), **said, "seed": said.get("seed") or _number()}
    return WishForm(shown if filled else None, numbers, usual=shown)


def _defaults(numbers: Mapping[str, str], players: int) -> dict[str, str]:
    usual = {one.name: str(one.default) for one in fields(Wishes)}
    return {**{name: usual.get(name, usual["spare"]) for name in numbers}, "players": str(players)}


def _number() -> str:
    return str(secrets.randbelow(SEEDS))


def made(book: MapBook, sent: Data) -> Generated:
    """The map a form wished for. Raises `Refused`, with the book's rule, for what cannot be."""
    if book.making is None:
        raise Refused("", _("Maps cannot be generated for this rulebook. Draw one yourself."))
    with book.citing():
        return generate(_wishes_of(sent, book.making, book.rules.get("size", "")), book.making)


def _wishes_of(sent: Data, making: Making, rule: str) -> Wishes:
    """What a form wished for. Raises `Refused` with the field's name."""
    said = read(WishForm(sent, numbers_of(making), rule))
    wishes = Wishes(
        players=number_in(said, "players"), seed=text_in(said, "seed") or "1", sea=flag_in(said, "sea")
    )
    spare = making.spare.name if making.spare else ""
    numbers = {"spare" if one == spare else one: said[one] for one in numbers_of(making) if one in said}
    return altered(wishes, **numbers)


def _preview(made: Generated, asked: Mapping[str, str], book: MapBook) -> MapPreview:
    map_ = made.map
    title = _("Generated map")
    drawing = Drawing(map_.ground, map_.places, map_.links, url="", title=title, book=book)
    named = (*(numbers_of(book.making) if book.making else ()), "seed", "sea", "book")
    kept = tuple((name, asked[name]) for name in named if name in asked)
    others = {**dict(kept), "seed": _number(), "make": "1"}
    return MapPreview(
        svg=mark_safe(map_svg(drawing)),  # noqa: S308 - drawn from checked values
        count=len(map_.places),
        points=made.score.points,
        deductions=made.score.deductions,
        failed=bool(made.score.failed),
        another=f"?{urlencode(others)}#preview",
        wishes=kept,
    )
