"""A form that cannot be taken: which field tells what is wrong with it, and what had been typed.

What no field can tell is told above the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.shell.league import CONFLICT
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from rules.engine.refusals import Refused


@dataclass(frozen=True, slots=True)
class Forms:
    """The fields of each form that tell themselves what is wrong with them.

    Of a form `as_sent` every field does that was sent. `called`: the field of a parameter that has another
    name on this form.
    """

    fields: Mapping[str, tuple[str, ...]]
    as_sent: tuple[str, ...] = ()
    called: Mapping[tuple[str, str], str] = field(default_factory=dict)


# What is asked about a map before it belongs to a league.
OF_MAPS = Forms(
    {
        "bring": ("file",),
        "make": ("players", "per_player", "mountains", "marshes", "rivers", "seed"),
        "picture": ("picture", "name"),
        "rename": ("name",),
        "set": ("label", "name", "x", "y", "role", "corner", "bonus", "words"),
        "add_point": ("x", "y"),
        "outline": ("corners",),
        "link": ("other",),
        "delete": ("sure",),
    },
    as_sent=("make",),
)


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


def wrong_with(form: str, error: Refused, typed: Mapping[str, str], forms: Forms = OF_MAPS) -> Wrong:
    """What to draw again of a form that was refused."""
    named = forms.called.get((form, error.key or ""), error.key or "")
    tells = named in forms.fields.get(form, ()) or (form in forms.as_sent and named in typed)
    return Wrong(form, named if tells else "", error, typed)
