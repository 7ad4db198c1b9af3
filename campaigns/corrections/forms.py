"""What an organiser types about a correction as a whole: why it is made, why something stays."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.forms import PlainForm

MOST_WORDS = 300


class CommitForm(PlainForm):
    """Why the past is corrected."""

    words = forms.CharField(
        label=lazy("Why"),
        max_length=MOST_WORDS,
        error_messages={"required": lazy("Say why in a few words. Everybody can read it afterwards.")},
    )


class KeepForm(PlainForm):
    """Why something stays although it no longer fits."""

    why = forms.CharField(
        label=lazy("Reason for keeping it"),
        max_length=MOST_WORDS,
        error_messages={"required": lazy("Give a short reason for keeping it.")},
    )
