"""The shape of the solo rulebook's data file and the settings a game lays over it.

The trees, the facts they ask for, every figure and every text stand in the file; this module checks that they
fit together (a tree names only facts and steps there are) and answers with typed figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, Self

from pydantic import model_validator

from rules.engine.books import BookModel
from rules.engine.language import Text, mark, said, say
from rules.engine.plain import Params
from rules.engine.refusals import Refused

type Value = str | int | bool

# What the options of settings are called.
OPTIONS = {
    "zone": mark("zone"),
    "marker": mark("marker"),
    "hold": mark("hold"),
    "section": mark("section"),
    "in_way": mark("in the way"),
    "any": mark("any"),
    "sides": mark("anybody on your side"),
    "seats": mark("in seating order"),
    "allied": mark("allied"),
    "separate": mark("separate"),
    "neutral": mark("neutral"),
    "rival": mark("rival"),
    "by_creator": mark("depends on who set it up"),
    "fully": mark("fully"),
    "no_vp": mark("no VP"),
    "practice": mark("practice"),
    "off": mark("off"),
    "ghost": mark("without effect"),
    "consent": mark("if the owner agrees"),
    "always": mark("always"),
    "normal": mark("normal"),
    "recovered": mark("recovered"),
    "full": mark("full"),
    "split": mark("split"),
    "die": mark("die"),
    "organiser": mark("organiser"),
    "ask": mark("ask"),
    "not_acted": mark("nobody has acted"),
    "skirmish": mark("skirmish"),
    "battle": mark("battle"),
}


def told_value(value: Value) -> str:
    """A setting's value in words: "in the way", "yes", "4"."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return said(OPTIONS[value]) if isinstance(value, str) else str(value)


class SoloSetting(BookModel):
    """One option of the rulebook: `line` says in plain words what it decides."""

    default: Value
    options: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0
    line: Text
    ruling: str
    changeable: bool = True
    league: bool = False  # a term of the league a game is played for; the game by itself reads nothing of it
    base: bool = False  # a figure of the base game, which the documents do not give

    def check(self, key: str, value: object) -> Value:
        """`value` if it fits, else `Refused` naming the setting."""
        if self.options:
            for option in self.options:
                if value == option and type(value) is type(option):
                    return option
            options = ", ".join(str(option) for option in self.options)
            raise Refused("", say("{key}: choose one of {options}.", key=key, options=options), key)
        if isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise Refused("", self._range(key), key)
        return value

    def _range(self, key: str) -> str:
        return say("{key}: a whole number from {least} to {most}.", key=key, least=self.least, most=self.most)


class OrderLeaf(BookModel):
    """A leaf: what the unit does. `needs` is the fact that has to hold, empty if none."""

    leaf: str
    do: Literal["CHARGE", "ADVANCE", "RUSH"]
    toward: Literal["objective", "enemy", "enemy_in_way"]
    shoot: bool = False
    needs: str = ""


class TreeStep(BookModel):
    """A question of a tree: an answer leads to another step, a leaf or the first possible order."""

    ask: str
    yes: str | tuple[str, ...]
    no: str


class Tree(BookModel):
    steps: dict[str, TreeStep]
    orders: dict[str, OrderLeaf]

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Self:
        for step in self.steps.values():
            ends = [step.no, *([step.yes] if isinstance(step.yes, str) else step.yes)]
            lost = [end for end in ends if end not in self.steps and end not in self.orders]
            if lost:
                raise ValueError(f"the tree names {lost}, which are neither steps nor leaves")
        return self


class FactText(BookModel):
    """A fact the trees ask for: its breadcrumb and its question."""

    crumb: Text
    text: Text
    how: Text = ""
    rule: str


class RuledLine(BookModel):
    """A sentence with its rule."""

    text: Text
    rule: str


class SoloBook(BookModel):
    title: str
    version: str
    settings: dict[str, SoloSetting]
    trees: dict[Literal["hybrid", "shooting", "melee"], Tree]
    facts: dict[str, FactText]
    orders: dict[str, Text]
    notes: dict[str, RuledLine]
    tiers: dict[str, RuledLine]
    ground: dict[str, RuledLine]
    words: dict[str, dict[str, Text]]
    moves: dict[str, tuple[int, int, int]]
    rewards: dict[Literal["win", "loss"], dict[str, int]]
    experience: dict[str, int]
    known_rules: tuple[str, ...]

    @model_validator(mode="after")
    def _facts_are_known(self) -> Self:
        asked = {step.ask for tree in self.trees.values() for step in tree.steps.values()}
        needed = {o.needs for tree in self.trees.values() for o in tree.orders.values() if o.needs}
        if missing := (asked | needed) - set(self.facts):
            raise ValueError(f"no question for the facts {sorted(missing)}")
        return self

    def checked(self, settings: Params) -> dict[str, Value]:
        """The given settings, each one checked; `Refused` for an unknown one."""
        checked: dict[str, Value] = {}
        for key, value in settings.items():
            if key not in self.settings:
                raise Refused("", say("There is no setting called {key}.", key=key), key)
            checked[key] = self.settings[key].check(key, value)
        return checked


class Rules:
    """A book with one game's settings: what procedures and figures are given as `book`."""

    def __init__(self, book: SoloBook, settings: Mapping[str, Value]) -> None:
        self.book = book
        self.settings = settings

    def setting(self, key: str) -> Value:
        return self.settings.get(key, self.book.settings[key].default)

    def is_on(self, key: str) -> bool:
        return self.setting(key) is True

    def number(self, key: str) -> int:
        return int(self.setting(key))

    def choice(self, key: str) -> str:
        return str(self.setting(key))

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The terms of the game at the table: stunned or shaken, knocked out or destroyed."""
        return self.book.words[self.choice("terms")]

    def text(self, template: str, **values: object) -> str:
        return template.format(**{**self.words, **values})
