"""What is typed and chosen on a report about a warband, or about the end of an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext

from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.fields import Data, PickField, TickField, WholeField
from campaigns.shell.reading.reader import EachForm

MOST_ROUNDS = 20


class GoalForm(EachForm):
    """The special objective of a warband, and whether it was met."""

    objective = PickField(label=lazy("Special objective"))
    met = TickField(label=lazy("Objective met"))

    def choose(self, options: Iterable[tuple[str, str]], chosen: str) -> None:
        """Among which it may have been, and which it was as far as anybody has said."""
        set_choices(self.fields["objective"], [("", pgettext("objective", "none")), *options])
        self.initial["objective"] = chosen


class SideForm(GoalForm):
    """The same of a report, and in which round it conceded."""

    conceded = WholeField(label=lazy("Conceded in round"), required=False)
    rules: ClassVar[Mapping[str, str]] = {"conceded": "OPR-31"}

    def __init__(self, data: Data, warband: str, name: str, rounds: int = MOST_ROUNDS) -> None:
        super().__init__(data, warband)
        told = _("In which round did %(name)s concede? A number from 1 to %(rounds)s.")
        self.fields["conceded"] = WholeField(
            label=self.fields["conceded"].label,
            required=False,
            least=1,
            most=rounds,
            says=told % {"name": name, "rounds": rounds},
            widget=forms.TextInput({"maxlength": 2}),
        )


class EscapeForm(EachForm):
    """Who left with an event, or took out the last of it."""

    left = PickField()
    neutral = PickField()
