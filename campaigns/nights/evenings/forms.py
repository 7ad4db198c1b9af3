"""Forms about club nights."""

from __future__ import annotations

from datetime import date, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models import Repeats
from campaigns.models.nights import SAYS
from campaigns.nights.sure import SureForm
from campaigns.shell.reading.fields import ClockField, DayField, LineField, TapField, TickField, WholeField
from campaigns.shell.reading.forms import PlainForm

LONGEST_RULE = timedelta(days=3 * 366)


class EveningForm(SureForm):
    """When, where, with how many tables and for how many people."""

    day = DayField(label=_("Day"))
    starts = ClockField(label=_("From"), initial="19:00")
    ends = ClockField(label=_("Until"), initial="23:00")
    doors = ClockField(label=_("Doors open"), required=False)
    place = LineField(label=_("Where"), most=80, required=False)
    address = LineField(label=_("Street and town"), most=120, required=False)
    tables = WholeField(label=_("Tables"), least=0, most=99, initial=4)
    places = WholeField(
        label=_("Places"),
        least=1,
        most=999,
        required=False,
        help_text=_("How many people there’s room for. Leave it empty for no limit."),
    )
    words = LineField(
        label=_("A note to everybody"),
        most=200,
        required=False,
        help_text=_("Keys, parking, what’s on."),
    )


class AnnounceForm(EveningForm):
    """A new night, or a rule of them."""

    repeats = forms.ChoiceField(
        label=_("Repeats"), choices=[("", _("just this once")), *Repeats.choices], required=False
    )
    until = DayField(
        label=_("Last day"),
        required=False,
        help_text=_("Leave it empty and the nights will carry on until you say otherwise."),
    )

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if day < timezone.now().date() - timedelta(days=1):  # a day of leeway: the club's clock may be behind
            raise forms.ValidationError(_("That day has passed."))
        return day

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        day, until = data.get("day"), data.get("until")
        if isinstance(day, date) and isinstance(until, date) and not day <= until <= day + LONGEST_RULE:
            self.add_error("until", _("Choose a day after the first night, no more than three years later."))
        return data


class MoveNightForm(EveningForm):
    """Another day, hour or place."""

    following = TickField(label=_("Change the time, venue and number of places for later nights too"))


class OffForm(PlainForm):
    """Why a night does not take place."""

    why = LineField(label=_("Why"), most=120, required=False, help_text=_("Everybody can read it."))


class ComeForm(PlainForm):
    """One tap: whether I come."""

    come = TapField([(one.value, one.label) for one in SAYS])


class BringAlongForm(PlainForm):
    """What I bring, and what the others should know."""

    brings = LineField(
        label=_("I’m bringing"), most=60, required=False, help_text=_("Terrain, a mat, a tape measure.")
    )
    words = LineField(
        label=_("A note to the others"), most=60, required=False, help_text=_("I’ll be there at 20:30.")
    )
