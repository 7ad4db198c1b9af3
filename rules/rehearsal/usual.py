"""The questions people usually have about a book, each a case with some blanks, from its game's `usual.json`.

A question has a few fields, and a case as the umpire reads it (`rules.rehearsal.umpire`) in which
`"$value"` stands for what the field `value` means, `"$turn/over"` for a part of that. In a list `"*$kills"`
puts in all that it means. What is expected may be left blank: whatever of the case hangs on it is left out.

`figures` are what the answer shows: what step `step` says at `at`, a way of keys and numbers in which
`effect=opr.points,because=win` is the first row that says so; with the field that holds what was expected of
it. `also_in` of the file names games in whose leagues these questions are asked as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from rules.engine.codec import load
from rules.engine.plain import JsonObject
from rules.engine.shelf import all_games, folder_of

type Kind = Literal["name", "number", "tick", "pick", "dice"]

BLANK = object()  # nothing was said: what hangs on it alone falls out of the case
PLACE = re.compile(r"(\*?)\$(\w+)(?:/(\w+))?")
PLACES = re.compile(rf'"{PLACE.pattern}"')


@dataclass(frozen=True, slots=True)
class BlankChoice:
    """One of the answers of a field, shown by its id where it has no label. `means` is what stands for it in
    the case, its id where nothing does; `rules` are those that matter for this answer alone."""

    id: str
    label: str = ""
    means: object = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Blank:
    """A field. A tick has two choices, "on" and "off", where it means something else than true and false."""

    name: str
    kind: Kind
    label: str
    help: str = ""
    initial: str = ""
    least: int = 0
    most: int = 9999
    choices: tuple[BlankChoice, ...] = ()

    def meaning(self, given: object) -> object:
        """What was said in this field, as the case has it; `BLANK` for nothing."""
        if given is None or (given == "" and self.kind != "pick"):
            return BLANK
        said = self.chosen(given)
        found = next((one for one in self.choices if one.id == said), None)
        if found is None:
            return BLANK if self.kind == "pick" else given
        return (found.id or BLANK) if found.means is None else found.means

    def chosen(self, given: object) -> object:
        """The id of the choice that was made."""
        return ("on" if given else "off") if self.kind == "tick" else given

    def word(self, said: object) -> str:
        """What a value is called in this field."""
        told = "" if said is None else _told(said)
        return next((one.label or told for one in self.choices if one.id == told), told)


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A figure of the answer: step `step` from 1, the way `at` in what it says, the field `expected`.

    Of several ways, with | between them, the first that leads somewhere; `absent` is said where none does.
    """

    label: str
    step: int
    at: str = ""
    expected: str = ""
    absent: str = ""

    def said(self, told: object) -> object:
        """The figure in what a step says."""
        found = (said_at(told, way) for way in self.at.split("|"))
        return next((one for one in found if one is not None), self.absent or None)


@dataclass(frozen=True, slots=True)
class Usual:
    """A usual question. `rules` are those it is about."""

    id: str
    title: str
    case: JsonObject
    fields: tuple[Blank, ...] = ()
    expected: tuple[Blank, ...] = ()
    figures: tuple[ShownFigure, ...] = ()
    rules: tuple[str, ...] = ()
    game: str = ""

    @property
    def blanks(self) -> tuple[Blank, ...]:
        return (*self.fields, *self.expected)

    def about(self, given: Mapping[str, object]) -> tuple[str, ...]:
        """The rules that matter with what was said in the fields."""
        others = {
            rule
            for blank in self.fields
            for one in blank.choices
            if one.id != blank.chosen(given.get(blank.name))
            for rule in one.rules
        }
        return tuple(one for one in self.rules if one not in others)

    def filled(self, given: Mapping[str, object]) -> JsonObject:
        """The case with what was said in the fields."""
        means = {one.name: one.meaning(given.get(one.name)) for one in self.blanks}
        found = _filled(self.case, means)
        assert isinstance(found, dict)
        return found


@dataclass(frozen=True, slots=True)
class _File:
    questions: tuple[Usual, ...] = ()
    also_in: tuple[str, ...] = field(default=())


@cache
def _file(game: str) -> _File:
    path = folder_of(game) / "usual.json"
    return load(_File, json.loads(path.read_text(encoding="utf-8"))) if path.exists() else _File()


def usual_of(game: str) -> tuple[Usual, ...]:
    """The questions of a game's own file."""
    return _file(game).questions


def usual_in(game: str) -> dict[str, tuple[Usual, ...]]:
    """The questions for a league of a game: its own, and those of games that go with it, by their game."""
    games = [game, *(one for one in all_games() if game in _file(one).also_in)]
    return {one: usual_of(one) for one in games if usual_of(one)}


def usual_texts(game: str) -> Iterator[str]:
    """All that a game's own questions say to people."""
    for usual in usual_of(game):
        yield usual.title
        yield from (one.label for one in usual.figures)
        for blank in usual.blanks:
            yield from (blank.label, blank.help, *(one.label for one in blank.choices))


def said_at(told: object, way: str) -> object:
    """What a report says at the end of a way; None where the way ends before."""
    for part in filter(None, way.split("/")):
        if isinstance(told, Mapping):
            told = told.get(part)
        elif not isinstance(told, Sequence) or isinstance(told, str):
            return None
        elif "=" in part:
            wanted = dict(one.split("=") for one in part.split(","))
            told = next((one for one in told if _is_row(one, wanted)), None)
        else:
            told = told[int(part)] if part.isdecimal() and int(part) < len(told) else None
    return told


def _is_row(row: object, wanted: Mapping[str, str]) -> bool:
    return isinstance(row, Mapping) and all(str(row.get(name)) == value for name, value in wanted.items())


def _filled(part: object, means: Mapping[str, object]) -> object:
    if isinstance(part, str):
        found = PLACE.fullmatch(part)
        return said_at(means[found[2]], found[3] or "") if found else part
    if isinstance(part, dict):
        inside = {
            name: BLANK if name == "expect" and _all_blank(one, means) else _filled(one, means)
            for name, one in part.items()
        }
        kept: object = {name: one for name, one in inside.items() if one is not BLANK}
    elif isinstance(part, list):
        kept = [one for each in part for one in _spread(each, means) if one is not BLANK]
    else:
        return part
    return BLANK if part and not kept else kept


def _all_blank(part: object, means: Mapping[str, object]) -> bool:
    """Whether something has places to fill, and nothing was said for any."""
    places = [one[1] for one in PLACES.findall(json.dumps(part))]
    return bool(places) and all(means[one] is BLANK for one in places)


def _spread(part: object, means: Mapping[str, object]) -> Sequence[object]:
    """What stands for one thing of a list."""
    found = _filled(part, means)
    many = isinstance(part, str) and part.startswith("*$") and PLACE.fullmatch(part)
    return found if many and isinstance(found, list) else [found]


def _told(said: object) -> str:
    if isinstance(said, bool):
        return "yes" if said else "no"
    return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
