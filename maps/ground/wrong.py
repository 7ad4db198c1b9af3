"""A form that cannot be taken: which field tells what is wrong with it, and what had been typed.

What no field can tell is told above the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.shell.league import CONFLICT
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.forms import PlainForm
from maps.ground.forms import FORMS
from rules.engine.refusals import Refused

type Forms = Mapping[str, type[PlainForm]]  # by their names on the page


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
    def context(self) -> dict[str, object]:
        """For a page's template."""
        return {"wrong": self, "refused": None if self.field else self.refused}

    def sent(self, fields: tuple[tuple[str, str], ...]) -> bool:
        """Whether the form that was sent had these hidden fields."""
        return all(self.typed.get(name) == value for name, value in fields)


def wrong_with(form: str, error: Refused, typed: Mapping[str, str], forms: Forms = FORMS) -> Wrong:
    """What to draw again of a form that was refused."""
    kind = forms.get(form)
    return Wrong(form, _beside(kind, error.key or "", typed) if kind else "", error, typed)


def _beside(kind: type[PlainForm], key: str, typed: Mapping[str, str]) -> str:
    """The field of a form that tells what is wrong with `key`; none for what is not seen on it."""
    key = getattr(kind, "called", {}).get(key, key)
    if getattr(kind, "as_sent", False):
        return key if key in typed or key in kind.base_fields else ""
    field = kind.base_fields.get(key)
    return key if field is not None and not field.widget.is_hidden else ""
