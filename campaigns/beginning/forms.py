"""The five questions. Each has an answer already, and each can be answered otherwise later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import cast
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from campaigns.beginning.acts import FirstAnswers, first_night
from campaigns.engine.plugins import rulebooks
from campaigns.engine.rulebooks import LeagueSetting
from campaigns.models import Repeats
from campaigns.people.forms import NameField
from campaigns.shell.reading import zones
from campaigns.shell.reading.fields import ClockField, Data
from campaigns.shell.reading.forms import PlainForm, speak_plainly
from campaigns.shell.reading.names import LONGEST_CLUB

MONDAY = date(2024, 1, 1)  # any
DAYS = tuple((str(n), MONDAY.replace(day=1 + n)) for n in range(7))
EVENING = time(19)
OUR_CLUB, ORGANISER = _("Our club"), _("Organiser")


class NameOrNone(NameField):
    """A name, or none: then there is one to begin with."""

    def clean(self, value: object) -> str:
        return super().clean(value) if str(value or "").strip() else ""


class StartForm(PlainForm):
    """What a club is called, by whom, when it meets, and the habits that games ask of it."""

    club = NameOrNone(
        label=_("What is your club called?"), longest=LONGEST_CLUB, required=False,
        widget=forms.TextInput({"placeholder": OUR_CLUB, "autocomplete": "organization"}),
    )  # fmt: skip
    you = NameOrNone(
        label=_("And what is your name?"), required=False,
        widget=forms.TextInput({"placeholder": ORGANISER, "autocomplete": "nickname"}),
    )  # fmt: skip
    time_zone = forms.ChoiceField(
        label=_("Is this the right time?"), widget=forms.Select({"data-zone": ""}), required=False
    )
    day = forms.ChoiceField(label=_("When do you meet?"), widget=forms.RadioSelect, required=False)
    repeats = forms.ChoiceField(label=_("How often"), choices=Repeats.choices, required=False)
    starts = ClockField(label=_("From"), required=False)

    def __init__(self, data: Data = None) -> None:
        viewer = {"time_zone": zones.local_zone(), "day": "", "repeats": Repeats.WEEK, "starts": EVENING}
        super().__init__(data, initial=viewer)
        for name, choices in (("time_zone", _zones()), ("day", _days())):
            cast("forms.ChoiceField", self.fields[name]).choices = choices
        self.habits = asked_of_clubs()
        for one in self.habits:
            choices = [(each.value, each.label) for each in one.choices]
            self.fields[one.key] = forms.ChoiceField(
                label=one.asked, choices=choices, initial=one.usual, widget=forms.RadioSelect, required=False
            )
            speak_plainly(self.fields[one.key])

    @property
    def asked(self) -> Iterator[tuple[LeagueSetting, forms.BoundField, list[tuple[object, str]]]]:
        """Each habit with its field, and each answer with what follows from it."""
        for one in self.habits:
            bound = self[one.key]
            yield one, bound, [(tap, each.note) for tap, each in zip(bound, one.choices, strict=True)]

    @property
    def firsts(self) -> Iterator[tuple[str, date]]:
        """The first night that each day of the week makes."""
        zone = str(self["time_zone"].value() or "")
        now = timezone.now().astimezone(ZoneInfo(zone if zone in zones.zone_names() else zones.local_zone()))
        for n, _day in DAYS:
            yield n, first_night(int(n), EVENING, now)

    def answers(self) -> FirstAnswers:
        given: Mapping[str, object] = self.cleaned_data
        starts = given["starts"]
        return FirstAnswers(
            club=str(given["club"] or OUR_CLUB),
            you=str(given["you"] or ORGANISER),
            time_zone=str(given["time_zone"] or zones.local_zone()),
            habits={one.key: str(given[one.key] or one.usual) for one in self.habits},
            weekday=int(str(given["day"])) if given["day"] else None,
            repeats=str(given["repeats"] or Repeats.WEEK),
            starts=starts if isinstance(starts, time) else EVENING,
        )


def asked_of_clubs() -> list[LeagueSetting]:
    """What games ask by itself when a league begins; one question each, whichever rulebooks have it."""
    found = {one.key: one for book in rulebooks() for one in book.settings if one.asked}
    return list(found.values())


def _zones() -> list[tuple[str, str]]:
    return [(zone, zones.zone_label(zone)) for zone in zones.proposed()]


def _days() -> list[tuple[str, str]]:
    return [("", str(_("No fixed day"))), *((n, str(date_format(day, "D"))) for n, day in DAYS)]
