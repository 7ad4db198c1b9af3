"""What is written in a faction's room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.forms import PlainForm

MOST_WORDS = 1000


class NoteForm(PlainForm):
    """A note to the others of one's faction."""

    note = forms.CharField(
        label=lazy("Note"),
        max_length=MOST_WORDS,
        widget=forms.Textarea({"rows": 2}),
        error_messages={"required": lazy("Write something first.")},
    )
    rules: ClassVar[Mapping[str, str]] = {}


class ClaimObjectiveForm(PlainForm):
    """What shows that an objective is reached."""

    words = forms.CharField(label=lazy("How you achieved it"), required=False, max_length=500)
    rules: ClassVar[Mapping[str, str]] = {"words": "FS-05"}


FORMS: dict[str, type[PlainForm]] = {"note": NoteForm, "claim": ClaimObjectiveForm}
