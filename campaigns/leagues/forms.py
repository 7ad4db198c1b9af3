"""What an organiser types about a league as a whole."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.forms import PlainForm
from rules.opr.league.organiser import MOST_LIMIT

KINDS = (("game", lazy("Missions")), ("point", lazy("VP")), ("time", lazy("Weeks")))


class LimitForm(PlainForm):
    """How long the league runs. `fixed`: what is counted, if that may not change; `reason`: one is wanted."""

    number = forms.IntegerField(label=lazy("Number"), min_value=1, max_value=MOST_LIMIT)
    kind = forms.ChoiceField(label=lazy("Of what"), choices=KINDS)
    words = forms.CharField(label=lazy("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, fixed: str = "", reason: bool = False, **more: Any) -> None:
        super().__init__(*args, **more)
        if fixed:
            self.fields["kind"].choices = [one for one in KINDS if one[0] == fixed]  # type: ignore[attr-defined]
        self.fields["words"].required = reason
        self.fields["number"].widget.attrs |= {"class": "form-control", "inputmode": "numeric"}
        self.fields["kind"].widget.attrs["class"] = "form-select"
        self.fields["words"].widget.attrs["class"] = "form-control"
