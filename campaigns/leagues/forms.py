"""What an organiser types about a league as a whole."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.people.forms import NameField
from campaigns.shell.reading.fields import LineField, TickField, WholeField
from campaigns.shell.reading.forms import PlainForm

LONGEST_LEAGUE = 80
MOST_SILENCE = 336  # hours: a fortnight
MOST_WORDS = 200


class LeagueForm(PlainForm):
    """What the league is called, when silence counts as agreement, who may look."""

    name = NameField(label=lazy("Name of the league"), longest=LONGEST_LEAGUE)
    silence_hours = WholeField(
        label=lazy("A report nobody answers counts after"),
        least=1,
        most=MOST_SILENCE,
        says=lazy("Silence counts after 1 to 336 hours."),
        widget=forms.TextInput({"maxlength": 3}),
    )
    is_public = TickField(label=lazy("Anybody with the address may look"))


class SettingForm(PlainForm):
    """A house rule with its new value, and why."""

    key = LineField(required=False)
    value = LineField(required=False)
    words = LineField(required=False, most=MOST_WORDS)
