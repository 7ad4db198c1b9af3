"""Unit cards of 88 × 63 mm (they fit common sleeves), eight to a page on both papers, cut marks outside.

The card tells what a trait does; type steps down by the number of lines. When even the smallest does not hold
them, traits go back to one line per kind (the sheet has their effects).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from campaigns.opr.paper import data
from campaigns.opr.paper.blocks import (
    MARKS,
    framed,
    level_text,
    models_text,
    tick_boxes,
    track,
    trait_row,
)
from campaigns.paper.formats import FORMATS, Format
from campaigns.paper.measure import MM, Run, fitted_size, has_unknown, line_count, printable, shortened

WIDTH, HEIGHT, ACROSS, DOWN = 88.0, 63.0, 2, 4
PADDING = 3.6
FIGURES = 13.5  # the column of quality, defense, tough
SIZES = (9.0, 8.6, 8.2, 7.8, 7.4, 7.1)
NAME_SIZES = (11.5, 10.5, 9.5, 8.5, 7.8)
NAME_LINE, BELOW_NAME, TICKS = 4.4, 4.9, 9.5
LEADING = 1.2


@dataclass(frozen=True)
class PrintedLine:
    """One line: mark, bold part, plain part; `kind` is "weapon", "rules", a trait's kind or "items"."""

    kind: str
    strong: str
    plain: str = ""
    mark: str = ""


@dataclass(frozen=True)
class PrintedCard:
    unit: data.UnitBlock
    words: data.PrintedWords
    name_size: float
    name_lines: int
    under: str
    size: float
    lines: tuple[PrintedLine, ...]
    track: tuple[str, ...]


@dataclass(frozen=True)
class CardPage:
    number: int
    cards: tuple[PrintedCard, ...]


@dataclass(frozen=True)
class CardsLayout:
    paper: Format
    left: float
    top: float
    pages: tuple[CardPage, ...]
    unknown_letters: bool


def cards_layout(cards: Iterable[data.PrintedUnitCard], paper: data.Paper = "A4") -> CardsLayout:
    form, readable = FORMATS[paper], tuple(map(printable, cards))
    laid = [unit_card(one) for one in readable]
    per_page = ACROSS * DOWN
    return CardsLayout(
        paper=form,
        left=(form.width - ACROSS * WIDTH) / 2,
        top=(form.height - DOWN * HEIGHT) / 2,
        pages=tuple(
            CardPage(number, tuple(laid[start : start + per_page]))
            for number, start in enumerate(range(0, len(laid), per_page), 1)
        ),
        unknown_letters=has_unknown(readable),
    )


def unit_card(one: data.PrintedUnitCard) -> PrintedCard:
    unit = one.unit
    name_size, name_lines = fitted_size(
        unit.name, "display", NAME_SIZES, WIDTH - 2 * PADDING - 15, framed(unit.status)
    )
    size, told = told_lines(unit, (name_lines - 1) * NAME_LINE)
    return PrintedCard(
        unit=unit,
        words=one.words,
        name_size=name_size,
        name_lines=name_lines,
        under=shortened(card_subtitle(one), "text", 7.3, WIDTH - 2 * PADDING),
        size=size,
        lines=told,
        track=track(unit.xp),
    )


def card_subtitle(one: data.PrintedUnitCard) -> str:
    unit = one.unit
    hero = _("Hero") if unit.is_hero else ""
    parts = (hero, unit.unit_type, models_text(unit), level_text(unit), one.force)
    return " · ".join(part for part in parts if part)


def told_lines(unit: data.UnitBlock, less: float) -> tuple[float, tuple[PrintedLine, ...]]:
    """The largest type that holds the lines, with effects when they fit at all."""
    room = WIDTH - 2 * PADDING - FIGURES
    high = HEIGHT - 2 * PADDING - NAME_LINE - BELOW_NAME - TICKS - less
    for told in (tuple(with_effects(unit)), tuple(without_effects(unit))):
        for size in SIZES:
            if sum(line_count(runs(line), size, room) for line in told) * size * LEADING * MM <= high:
                return size, told
    return SIZES[-1], cut_lines(told, int(high / (SIZES[-1] * LEADING * MM)), room)


def cut_lines(told: tuple[PrintedLine, ...], most: int, room: float) -> tuple[PrintedLine, ...]:
    """As many whole lines as fit, and a word that there is more."""
    kept: list[PrintedLine] = []
    used = 1
    for line in told:
        used += line_count(runs(line), SIZES[-1], room)
        if used > most:
            return (*kept, PrintedLine("items", "", _("… more on the sheet")))
        kept.append(line)
    return tuple(kept)


def runs(line: PrintedLine) -> list[Run]:
    return [
        (f"{line.mark} {line.strong}", "bold"),
        (line.plain, "italic" if line.kind == "rules" else "text"),
    ]


def with_effects(unit: data.UnitBlock) -> Iterator[PrintedLine]:
    yield from equipment(unit)
    for line in unit.traits:
        for trait in line.traits:
            yield PrintedLine(line.kind, trait.name, trait.effect + tick_boxes(trait.boxes), MARKS[line.kind])
    yield from carried_lines(unit)


def without_effects(unit: data.UnitBlock) -> Iterator[PrintedLine]:
    yield from equipment(unit)
    for line in unit.traits:
        row = trait_row(line)
        yield PrintedLine(row.kind, row.text, "", row.mark)
    yield from carried_lines(unit)


def equipment(unit: data.UnitBlock) -> Iterator[PrintedLine]:
    for arm in unit.weapons:
        yield PrintedLine("weapon", arm.name, arm.profile)
    if unit.rules:
        yield PrintedLine("rules", "", ", ".join(unit.rules))


def carried_lines(unit: data.UnitBlock) -> Iterator[PrintedLine]:
    if unit.items:
        names = ", ".join(replace(item, points=None, note="").text for item in unit.items)
        yield PrintedLine("items", "", _("Carries %(names)s") % {"names": names})
