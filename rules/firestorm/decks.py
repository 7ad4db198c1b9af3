"""Cards and charts in force: the organiser's own where they have written any, otherwise the book's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.firestorm.book import FirestormInForce
from rules.firestorm.muster_state import Card, CardKind, ChartName, ChartRow, Upgrade
from rules.firestorm.start_book import CardRow, ChartLine, StartBook
from rules.firestorm.state import Firestorm

type Owns = Callable[[str], bool]  # whether somebody may know what a faction knows

ORGANISER = "organiser"  # what no faction is called: only who may know everything knows what this one does


def without_secret_deck(state: Firestorm, owns: Owns) -> Firestorm:
    """The league as somebody sees it who may know what the factions know that `owns` names: which objectives
    are in the deck the organiser alone knows, until one is claimed or the league is over. Source: FS-04
    """
    if shows_deck(state, owns):
        return state
    known = {one.card for one in state.objectives.values()}
    gone = {one.id for one in state.cards.values() if one.kind == "objective"} - known
    if not gone:
        return state
    return replace(state, cards={key: one for key, one in state.cards.items() if key not in gone})


def shows_deck(state: Firestorm, owns: Owns) -> bool:
    """Whether somebody may read the whole deck of objectives. Source: FS-04"""
    return state.now.phase == "finished" or owns(ORGANISER)


def deck(state: Firestorm, book: FirestormInForce, kind: CardKind) -> list[Card]:
    """The cards of a kind, in order. Source: FS-04, FS-08, FS-132"""
    if kind in state.now.own:
        return [one for _, one in sorted(state.cards.items()) if one.kind == kind]
    tables: Mapping[CardKind, Mapping[str, CardRow]] = {
        "objective": book.start.objectives,
        "time_of_war": book.start.times_of_war,
        "sudden_death": book.start.sudden_death,
    }
    return [
        Card(id=f"{kind}:{key}", kind=kind, name=row.name, words=row.text, glory=row.glory, build=row.build)
        for key, row in tables[kind].items()
    ]


def chart(state: Firestorm, book: FirestormInForce, name: ChartName) -> list[ChartRow]:
    """The rows of a chart, by face. Source: FS-116"""
    if name in state.now.own:
        rows = [one for one in state.charts.values() if one.chart == name]
        return sorted(rows, key=lambda one: (one.first, one.id))
    return _printed(book.start, name)


def _printed(start: StartBook, name: ChartName) -> list[ChartRow]:
    lines: Mapping[ChartName, tuple[ChartLine, ...]]
    lines = {"unit": start.unit, "champion": start.champion}
    return [
        ChartRow(id=f"{name}:{n}", chart=name, first=row.first, last=row.last, name=row.name, words=row.text)
        for n, row in enumerate(lines[name], start=1)
    ]


def row_name(start: StartBook, row: str) -> str:
    """What the book calls a row of its charts; nothing for a row somebody wrote. Source: FS-116"""
    rows = (*_printed(start, "unit"), *_printed(start, "champion"))
    return next((one.name for one in rows if one.id == row), "")


def upgrade_name(start: StartBook, upgrade: Upgrade) -> str:
    """An upgrade's name: as somebody wrote it, otherwise the book's. Source: FS-117"""
    return upgrade.name or row_name(start, upgrade.row)
