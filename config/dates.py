"""Days as the reader's language writes them."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

# How a day is written, in Django's letters; a language that puts a point or comma in has it in its catalog.
FORMS = frozenset({
    gettext_noop("j F"), gettext_noop("j F Y"), gettext_noop("j F Y, H:i"), gettext_noop("j F, H:i"),
    gettext_noop("j M"), gettext_noop("j M Y"), gettext_noop("j M, H:i"), gettext_noop("D j M, H:i"),
    gettext_noop("l j F"), gettext_noop("l j F, H:i"),
})  # fmt: skip


def dated(value: date, form: str) -> str:
    """A day as the reader's language writes it; `form`: one of `FORMS`, else KeyError."""
    if form not in FORMS:
        raise KeyError(form)
    return str(date_format(value, gettext(form)))
