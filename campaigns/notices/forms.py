"""What somebody says about being told."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Topic
from campaigns.notices.ways import personal
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.forms import Drawn, PlainForm, ZoneField

CLOCK = forms.TimeInput({"type": "time"}, format="%H:%M")


class ToldForm(PlainForm):
    """Ticks by topic and way, quiet hours, whose clock, once a day."""

    quiet = forms.BooleanField(label=_("Quiet hours"), required=False)
    quiet_from = forms.TimeField(label=_("from"), widget=CLOCK)
    quiet_until = forms.TimeField(label=_("until"), widget=CLOCK)
    zone = ZoneField(
        label=_("My time zone"), required=False, help_text=_("A city is enough. Empty: the club’s.")
    )
    daily = forms.BooleanField(label=_("One mail a day instead of single ones, at 18:00"), required=False)

    def __init__(self, data: Data = None, **drawn: Unpack[Drawn]) -> None:
        super().__init__(data, **drawn)
        for topic in SHOWN:
            for way in personal():
                self.fields[f"{topic}-{way.name}"] = forms.BooleanField(required=False)


SHOWN = tuple(one for one in Topic if one != Topic.OTHER)


class AddressForm(PlainForm):
    """A mail address."""

    address = forms.EmailField(
        label=_("Mail address"),
        max_length=254,
        error_messages={"invalid": _("That is not a mail address.")},
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
