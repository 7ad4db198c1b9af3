"""The form of an organiser's word."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.shell.reading.fields import DayField, LineField, LinesField
from campaigns.shell.reading.forms import PlainForm

LONGEST = 500


class WordForm(PlainForm):
    """What is said, and how long it stands."""

    words = LinesField(
        label=_("What everybody should know"),
        most=LONGEST,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Up to 500 characters. Links can be tapped."),
    )
    until = DayField(
        label=_("Last day"),
        required=False,
        help_text=_("Leave it empty to keep the message up until you take it down."),
    )


class PrivateForm(PlainForm):
    """What is said to some people alone."""

    words = LineField(label=_("What you want to say"), most=LONGEST, widget=forms.Textarea({"rows": 4}))
