"""What goes with an answer to a request."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.shell.reading.fields import LineField
from campaigns.shell.reading.forms import PlainForm

LONGEST = 300


class RequestAnswerForm(PlainForm):
    """A word with a no; its field stands above the form with the buttons, `answer`."""

    words = LineField(
        label=_("A few words if you decline (optional)"),
        most=LONGEST,
        required=False,
        widget=forms.TextInput({"form": "answer", "autocomplete": "off"}),
    )
