"""Forms of games against the app: a new game, a list for the pool."""

from __future__ import annotations

from typing import TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns import imports
from campaigns.shell.reading.fields import Data, ThingField
from campaigns.shell.reading.forms import PlainForm, bring_digits, speak_plainly
from campaigns.shell.reading.reader import Said
from campaigns.solo.armies import editions
from campaigns.solo.games import AI_SIDES, PEOPLE
from rules.engine.plain import JsonObject
from rules.solo.book import Rules, SoloSetting, told_value


class GameForm(PlainForm):
    """Everything has a default: a tap on the button is enough."""

    edition = forms.ChoiceField(label=_("Rulebook"), choices=editions, required=False)
    people = forms.CharField(
        label=_("Who’s playing"),
        max_length=400,
        required=False,
        help_text=_("Names separated by commas, in seating order."),
    )
    apps = forms.IntegerField(
        label=_("The app’s warbands"), min_value=1, max_value=AI_SIDES, initial=1, required=False
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=20, initial=4, required=False)
    challenge = forms.BooleanField(
        label=_("Challenge bonus"),
        required=False,
        help_text=_(
            "In any round that the app starts with no more markers than you, its units hit more easily; with "
            "fewer, they save more easily too."
        ),
    )

    def clean_people(self) -> list[str]:
        names = [name.strip() for name in self.cleaned_data["people"].split(",") if name.strip()]
        if len(names) > PEOPLE:
            raise forms.ValidationError(_("At most %(most)s people.") % {"most": PEOPLE})
        return names

    def clean(self) -> Said:
        cleaned: Said = super().clean() or self.cleaned_data
        cleaned["edition"] = cleaned.get("edition") or editions()[0][0]
        cleaned["apps"] = cleaned.get("apps") or 1
        return cleaned

    @property
    def settings(self) -> JsonObject:
        """What is set otherwise than the book has it."""
        rounds = self.cleaned_data.get("rounds")
        found: JsonObject = {"rounds": rounds} if rounds else {}
        return found | ({"challenge": True} if self.cleaned_data["challenge"] else {})


class ListForm(PlainForm):
    """A list for the club's pool, pasted or uploaded."""

    edition = forms.ChoiceField(label=_("Rulebook"), choices=editions)
    name = ThingField(
        label=_("Name"),
        longest=80,
        required=False,
        help_text=_("Leave it empty to use the list’s own name."),
    )
    text = forms.CharField(
        label=_("Paste the list"), required=False, widget=forms.Textarea(attrs={"rows": 6})
    )
    file = forms.FileField(label=_("or choose its file"), required=False)

    def read(self) -> imports.ImportedList:
        """The list handed in. Raises `imports.Unreadable`."""
        upload = self.cleaned_data.get("file")
        if upload:
            return imports.read_army_list(upload.read(imports.MOST_BYTES + 1), upload.name)
        return imports.read_army_list(self.cleaned_data["text"])


class SoloSettingsForm(PlainForm):
    """The settings a game itself reads, with what is in force now; a league's terms stay with the league."""

    def __init__(self, rules: Rules, data: Data) -> None:
        super().__init__(data)
        self.rules = rules
        for key, setting in rules.book.settings.items():
            if not setting.league:
                self.fields[key] = _field(setting, rules.setting(key))
                speak_plainly(self.fields[key])
                bring_digits(self.fields[key])

    @property
    def told(self) -> list[tuple[str, str]]:
        """What is in force in words, for who may not change it."""
        settings, now = self.rules.book.settings, self.rules.setting
        return [(settings[key].line, told_value(now(key))) for key in self.fields]

    @property
    def changed(self) -> dict[str, str | int]:
        """What is set otherwise than before, in the types the book wants."""
        settings = self.rules.book.settings
        sent = {key: _value(settings[key], value) for key, value in self.cleaned_data.items()}
        return {key: value for key, value in sent.items() if value != self.rules.setting(key)}


class SoloFieldOptions(TypedDict):
    """What is told beside a field, and what is in it at first."""

    label: str
    help_text: str
    initial: str


def _field(setting: SoloSetting, now: str | int) -> forms.Field:
    about: SoloFieldOptions = {"label": setting.line, "help_text": setting.ruling, "initial": str(now)}
    if setting.options:
        choices = [(str(one), told_value(one)) for one in setting.options]
        return forms.ChoiceField(choices=choices, **about)
    return forms.IntegerField(min_value=setting.least, max_value=setting.most, **about)


def _value(setting: SoloSetting, sent: str | int) -> str | int:
    return next((one for one in setting.options if str(one) == sent), sent)
