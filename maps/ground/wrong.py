"""A form that cannot be taken: which field tells what is wrong with it, and what had been typed.

What no field can tell is told above the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.shell.league import CONFLICT
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from rules.engine.refusals import Refused

# The fields of each form that tell themselves what is wrong with them.
FIELDS: Mapping[str, tuple[str, ...]] = {
    # a club's maps
    "bring": ("file",),
    "make": ("players", "per_player", "mountains", "marshes", "rivers", "cities"),
    "picture": ("picture",),
    "set": ("label", "x", "y", "bonus"),
    "add_point": ("x", "y"),
    "outline": ("corners",),
    "link": ("other",),
    "delete": ("sure",),
    # before play, and an empire's own
    "begin_play": ("order",),
    "enlist": ("colour",),
    "rename": ("colour",),
    # a battle; its report has fields for every army
    "size": ("points", "shares"),
    # the organiser
    "extend": ("until", "words"),
    "step_back": ("words",),
    "grant": ("gold", "ep", "words"),
    "redraw": ("terrain", "words"),
    "connect": ("other", "words"),
    "add": ("label", "words"),
    "remove": ("words",),
    **dict.fromkeys(
        ("correct", "skip", "pause", "close_battles", "decide", "rule_abstract", "strike"), ("words",)
    ),
}
OF_ARMIES = ("report", "correct_facts")
# What the rules refuse names no field: this rule, in this form, is about that one.
ABOUT: Mapping[tuple[str, str], str] = {
    ("begin_play", "CQ-05"): "order",
    ("enlist", "CQ-04"): "colour",
    ("rename", "CQ-04"): "colour",
    ("size", "CQ-61"): "points",
    ("size", "CQ-69"): "shares",
    ("extend", "CQ-22"): "until",
    ("grant", "CQ-119"): "gold",
    ("grant", "CQ-116"): "ep",
    ("redraw", "CQ-112"): "terrain",
    ("connect", "CQ-03"): "other",
}


@dataclass(frozen=True, slots=True)
class Wrong:
    """`field` is empty when the sentence stands above the page."""

    form: str
    field: str
    refused: Refused
    typed: Mapping[str, str]

    @property
    def of(self) -> str:
        return f"{self.form}.{self.field}" if self.field else ""

    @property
    def status(self) -> int:
        return UNPROCESSABLE if self.field else CONFLICT

    @property
    def context(self) -> dict[str, Any]:
        """For a page's template."""
        return {"wrong": self, "refused": None if self.field else self.refused}

    def sent(self, fields: tuple[tuple[str, str], ...]) -> bool:
        """Whether the form that was sent had these hidden fields."""
        return all(self.typed.get(name) == value for name, value in fields)


def wrong_with(form: str, error: Refused, typed: Mapping[str, str]) -> Wrong:
    """What to draw again of a form that was refused."""
    named = error.key or ABOUT.get((form, error.rule), "")
    tells = named in FIELDS.get(form, ()) or (form in OF_ARMIES and named in typed)
    return Wrong(form, named if tells else "", error, typed)
