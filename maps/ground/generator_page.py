"""A generated map before anybody keeps it: what was wished for, how it looks, how fair it is."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from maps.ground.drawing import Drawing, draw
from maps.ground.icons import ICONS
from maps.ground.wrong import Wrong
from rules.engine.refusals import Refused
from rules.maps.generator import Generated, Wishes, generate

NUMBERS = {
    "players": gettext_noop("Players"),
    "per_player": gettext_noop("Territories each"),
    "mountains": gettext_noop("Mountains, %"),
    "marshes": gettext_noop("Marshes, %"),
    "rivers": gettext_noop("Rivers"),
    "cities": gettext_noop("Cities to spare"),
}
SEED = 40
SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Field:
    """A number to wish for, as typed, with the sentence when it cannot be."""

    name: str
    label: str
    value: str
    error: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A map nobody has kept yet. `parts`: an aim in a sentence, the points lost on it."""

    svg: SafeString
    count: int
    points: int
    parts: tuple[tuple[str, int], ...]
    failed: bool
    another: str
    wishes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Maker:
    """The form of the generator, and the map it made when it was asked."""

    numbers: tuple[Field, ...]
    seed: str
    sea: bool
    preview: Preview | None

    @property
    def wrong(self) -> bool:
        return any(one.error for one in self.numbers)


def maker(asked: Mapping[str, str], players: int, wrong: Wrong | None = None) -> Maker:
    """`asked` is the page's query: with `make` in it a map is made. `wrong`: a form that was just refused."""
    error, preview = None, None
    if wrong is not None and wrong.form == "make":
        asked, error = wrong.typed, wrong.refused
    elif "make" in asked:
        try:
            preview = _preview(generate(wishes_of(asked)), asked)
        except Refused as refused:
            error = refused
    typed = {**_defaults(players), **{name: asked[name] for name in NUMBERS if name in asked}}
    return Maker(
        numbers=tuple(
            Field(name, _(label), typed[name], error.sentence if error and error.key == name else "")
            for name, label in NUMBERS.items()
        ),
        seed=asked.get("seed", "")[:SEED] or _number(),
        sea="sea" in asked,
        preview=preview,
    )


def _defaults(players: int) -> dict[str, str]:
    usual = {one.name: str(one.default) for one in fields(Wishes)}
    return {**{name: usual[name] for name in NUMBERS}, "players": str(players)}


def _number() -> str:
    return str(secrets.randbelow(SEEDS))


def wishes_of(sent: Mapping[str, str]) -> Wishes:
    """What a form wished for. Raises `Refused` with the field's name."""
    numbers = {name: _whole(sent[name], name) for name in NUMBERS if name in sent}
    if "players" not in numbers:
        raise Refused("CQ-01", _("Say for how many players."), "players")
    return Wishes(**numbers, seed=sent.get("seed", "")[:SEED] or "1", sea="sea" in sent)  # type: ignore[arg-type]


def _whole(typed: str, name: str) -> int:
    if not typed.strip().isdecimal() or len(typed) > 4:
        raise Refused("", _("%(typed)s is no whole number.") % {"typed": typed[:20] or "–"}, name)
    return int(typed)


def _preview(made: Generated, asked: Mapping[str, str]) -> Preview:
    map_ = made.map
    drawing = Drawing(map_.ground, map_.places, map_.links, url="", icons=ICONS, title=_("Generated map"))
    kept = tuple((name, asked[name]) for name in (*NUMBERS, "seed", "sea") if name in asked)
    others = {**dict(kept), "seed": _number(), "make": "1"}
    return Preview(
        svg=mark_safe(draw(drawing)),  # noqa: S308 - drawn from checked values
        count=len(map_.places),
        points=made.score.points,
        parts=made.score.parts,
        failed=bool(made.score.failed),
        another=f"?{urlencode(others)}#preview",
        wishes=kept,
    )
