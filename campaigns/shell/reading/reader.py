"""The one reader of what people send: everything that comes in becomes a Django form.

A page's own form is a class (`campaigns.shell.reading.forms.PlainForm`), a rule's question becomes one in
`answers`, a procedure's parameters in `params`. A form keeps what was typed, gives typed values, and has its
sentences beside its fields. `read` is for a page that shows one sentence for all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, QueryDict

from campaigns.shell.reading.fields import LONGEST, Data
from campaigns.shell.reading.forms import PlainForm
from rules.engine.plain import JsonObject
from rules.engine.refusals import Refused

type Said = JsonObject  # the values of a form: which field gives what, Django does not tell


def sent_to(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: the fields that were sent, even none; nothing where the page is only read."""
    return request.POST if request.method == "POST" else None


def tapped(request: HttpRequest, *buttons: str) -> str:
    """Which of these buttons sent the form; empty when none did."""
    return next((one for one in buttons if one in request.POST), "")


def word(request: HttpRequest, name: str) -> str:
    """What a button or a hidden field says: an id, as it stands. Empty when none was sent."""
    return next(reversed(sent_ids(request, name)), "")


def sent_ids(request: HttpRequest, name: str) -> list[str]:
    """The ids of a field that is sent several times."""
    return [one for one in request.POST.getlist(name) if len(one) <= LONGEST and "\0" not in one]


def ticked(data: Data, names: Iterable[str]) -> frozenset[str]:
    """Which of these boxes were sent."""
    return frozenset(one for one in names if data is not None and one in data)


def number_of(text: str) -> int | None:
    """A number out of an address or an id, if it is one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def form_refusal(form: forms.BaseForm) -> Refused | None:
    """The first thing that is wrong with a form, about its field; `rules` of the form say by which rule."""
    for name, sentences in form.errors.items():
        rule = getattr(form, "rules", {}).get(name, "")
        key = None if name == NON_FIELD_ERRORS else form.add_prefix(name)
        return Refused(rule, str(sentences[0]), key)
    return None


def readable_values(form: forms.BaseForm) -> Said:
    """Those of the form's values that can be read, for a page that is drawn again."""
    form.is_valid()
    return form.cleaned_data


def read(form: forms.BaseForm) -> Said:
    """The form's values, typed. Raises `Refused` for the first that cannot be read."""
    refused = form_refusal(form)
    if refused is not None:
        raise refused
    return form.cleaned_data


class EachForm(PlainForm):
    """The form of one thing among several: its fields are called "field:<id of the thing>"."""

    def __init__(self, data: Data, about: str) -> None:
        super().__init__(data, prefix=about)

    def add_prefix(self, field_name: str) -> str:
        return f"{field_name}:{self.prefix}"


def row_forms[F: forms.Form](kind: type[F], data: QueryDict | None, by: str) -> Iterator[F]:
    """A form for each of several lines whose fields have the same names; as many as there are of `by`."""
    if data is None:
        return
    names = list(kind.base_fields)
    columns = {name: data.getlist(name) for name in names}
    for n in range(len(columns[by])):
        yield kind({name: sent[n] for name, sent in columns.items() if n < len(sent)})
