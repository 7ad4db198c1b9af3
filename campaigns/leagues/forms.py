"""What an organiser types about a league as a whole."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.rulebooks import LeagueSetting
from campaigns.people.forms import NameField
from campaigns.shell.reading.fields import Data, LineField, TickField, WholeField
from campaigns.shell.reading.forms import PlainForm
from rules.engine.refusals import Refused

LONGEST_LEAGUE = 80
MOST_SILENCE = 336  # hours: a fortnight
MOST_WORDS = 200
MOST_DIGITS = 5  # of a setting that is a number


class LeagueForm(PlainForm):
    """What the league is called, when silence counts as agreement, who may look, what a challenge may say."""

    name = NameField(label=lazy("Name of the league"), longest=LONGEST_LEAGUE)
    silence_hours = WholeField(
        label=lazy("An unanswered report counts after"),
        least=1,
        most=MOST_SILENCE,
        says=lazy("Enter 1 to 336 hours."),
        widget=forms.TextInput({"maxlength": 3}),
    )
    is_public = TickField(label=lazy("Anybody with the link can view the league"))
    stakes = TickField(label=lazy("Challengers can say what they’re playing for, in their own words"))


class HouseRuleForm(PlainForm):
    """A house rule with its new value, and why; whether the value fits, the rules say in their words."""

    key = LineField(required=False, widget=forms.HiddenInput)
    value = LineField(required=False)
    words = LineField(
        required=False, most=MOST_WORDS, widget=forms.TextInput({"placeholder": lazy("Reason")})
    )


class SettingForm(HouseRuleForm):
    """The same as the settings draw it, for one of them."""

    def __init__(self, setting: LeagueSetting, value: str, data: Data = None) -> None:
        start = {"key": setting.key, "value": value}
        super().__init__(data, initial=start, auto_id=f"s-{setting.key}-%s")
        typed = forms.TextInput({"inputmode": "numeric", "maxlength": MOST_DIGITS})
        options = [(choice.value, choice.label) for choice in setting.choices]
        self.fields["value"].widget = forms.Select(choices=options) if options else typed
        self.fields["value"].label = setting.name

    def tells(self, error: Refused) -> bool:
        """Whether the sentence stands beside a field."""
        if not self.errors and error.key == self["key"].initial:
            self.add_error("value", error.sentence)
        return bool(self.errors)
