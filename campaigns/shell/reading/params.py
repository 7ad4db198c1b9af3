"""A procedure's parameters as a form: its fields come from the annotations that the door checks by.

What was not sent is left to the procedure's own default. What a form cannot hold (a table of things) is not
read here; a page that sends one gives the field or form that reads it.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from typing import TypeAliasType, get_args, get_origin

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.fields import LONGEST, Data, ManyField, TickField, WholeField
from campaigns.shell.reading.forms import PlainForm, speak_plainly
from campaigns.shell.reading.reader import read
from rules.engine.games import AnySpec

WRONG = lazy("%(typed)s is not a whole number.")


class ParamsForm(PlainForm):
    """The fields of a procedure. `only`: the parameters that are read; `fields`: those of a form."""

    def __init__(
        self,
        spec: AnySpec,
        data: Data,
        *,
        only: Iterable[str] | None = None,
        fields: Mapping[str, forms.Field] | None = None,
    ) -> None:
        super().__init__(data)
        given = fields or {}
        self.ticked = {name for name, field in given.items() if isinstance(field, ManyField)}
        self.needed = {name for name, param in spec.params.model_fields.items() if param.is_required()}
        for name, param in spec.params.model_fields.items():
            if only is not None and name not in only and name not in given:
                continue
            field = given.get(name) or field_for(param.annotation, needed=name in self.needed)
            if field is not None:
                self.fields[name] = field
                speak_plainly(field)

    def clean(self) -> dict[str, object]:
        """Only what was sent and says something: an empty line is nothing where there is a default.

        Boxes of which none is ticked are not sent by a browser; where one is needed that says none.
        """
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if (self.add_prefix(name) in self.data and (name in self.needed or value not in (None, "")))
            or name in self.ticked & self.needed
        }


def read_params(
    spec: AnySpec,
    data: Data,
    *,
    only: Iterable[str] | None = None,
    fields: Mapping[str, forms.Field] | None = None,
    **known: object,
) -> dict[str, object]:
    """What was sent, with what the page knows. Raises `Refused` about the first that is wrong."""
    return read(ParamsForm(spec, data, only=only, fields=fields)) | known


def field_for(annotation: object, *, needed: bool = False) -> forms.Field | None:
    """The field that reads a parameter of this type; None where no single field does."""
    kind = _bare(annotation)
    if kind is bool:
        return TickField()
    literal = get_args(kind)[0] if get_origin(kind) is typing.Literal else None
    if kind is int or isinstance(literal, int):
        return WholeField(required=needed, error_messages={"invalid": WRONG})
    if get_origin(kind) in (list, tuple, Iterable) and str in map(_bare, get_args(kind)):
        return ManyField()
    if kind is str or isinstance(literal, str):
        return forms.CharField(required=False, max_length=LONGEST)
    return None


def _bare(annotation: object) -> object:
    """A type without its name, its notes and its None."""
    if isinstance(annotation, TypeAliasType):
        return _bare(annotation.__value__)
    if get_origin(annotation) is typing.Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (typing.Union, types.UnionType):
        kinds = [one for one in get_args(annotation) if one is not types.NoneType]
        return _bare(kinds[0]) if len(kinds) == 1 else annotation
    return annotation
