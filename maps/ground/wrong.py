"""A form that cannot be taken: which field tells what is wrong with it, and what had been typed.

What no field can tell is told above the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.forms import BoundField

from campaigns.shell.league import CONFLICT
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.form_pages import UNPROCESSABLE
from campaigns.shell.reading.forms import PlainForm
from maps.ground.forms import FORMS
from rules.engine.refusals import Refused

type Forms = Mapping[str, type[PlainForm]]  # by their names on the page
type Hidden = tuple[tuple[str, str], ...]  # fields that tell a form from others of its name


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
        """For a page's template, which has the form itself from `PageForms`."""
        return {"wrong": self, "refused": None if self.field else self.refused}

    def sent(self, fields: Hidden) -> bool:
        """Whether the form that was sent had these hidden fields."""
        return all(self.typed.get(name) == value for name, value in fields)


class PageForms:
    """The forms of a page as it draws them: the refused one as it was sent, the others as nobody filled them.

    `makers` bind a form of each name to what was sent, or to nothing.
    """

    def __init__(
        self, makers: Mapping[str, Callable[[Data], PlainForm]] = FORMS, wrong: Wrong | None = None
    ) -> None:
        self.makers, self.wrong = makers, wrong

    def form(self, name: str, hidden: Hidden = ()) -> PlainForm:
        is_wrong = self.wrong is not None and self.wrong.form == name and self.wrong.sent(hidden)
        return self._refused if is_wrong else self.makers[name](None)

    @cached_property
    def _refused(self) -> PlainForm:
        """Bound to what was sent, with the sentence beside its field."""
        assert self.wrong is not None
        form = self.makers[self.wrong.form](self.wrong.typed)
        if self.wrong.field in form.fields and not form.errors.get(self.wrong.field):
            form.add_error(self.wrong.field, self.wrong.refused.sentence)
        return form

    def field(self, name: str, field: str, hidden: Hidden = ()) -> BoundField:
        """A field of a form; one that was not sent with the refused form is drawn as nobody filled it."""
        form = self.form(name, hidden)
        return form[field] if field in form.fields else self.makers[name](None)[field]


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
