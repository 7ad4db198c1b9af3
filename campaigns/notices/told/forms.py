"""What somebody says about being told."""

from __future__ import annotations

from typing import Unpack

from cryptography.hazmat.primitives.asymmetric import ec
from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Topic
from campaigns.notices.ways.known import personal
from campaigns.notices.ways.push import CURVE, as_bytes
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.forms import FormAsDrawn, PlainForm, ZoneField

CLOCK = forms.TimeInput({"type": "time"}, format="%H:%M")


class WhatIAmToldForm(PlainForm):
    """Ticks by topic and way, quiet hours, whose clock, once a day."""

    quiet = forms.BooleanField(label=_("Quiet hours"), required=False)
    quiet_from = forms.TimeField(label=_("from"), widget=CLOCK)
    quiet_until = forms.TimeField(label=_("until"), widget=CLOCK)
    zone = ZoneField(
        label=_("My time zone"), required=False, help_text=_("Type a city. Leave it empty to use the club’s.")
    )
    daily = forms.BooleanField(label=_("One email a day, at 18:00, instead of separate ones"), required=False)

    def __init__(self, data: Data = None, **drawn: Unpack[FormAsDrawn]) -> None:
        super().__init__(data, **drawn)
        for topic in SHOWN:
            for way in personal():
                self.fields[f"{topic}-{way.name}"] = forms.BooleanField(required=False)


SHOWN = tuple(one for one in Topic if one != Topic.OTHER)


class BrowserForm(PlainForm):
    """What a browser says of itself when it is allowed to show notices."""

    endpoint = forms.URLField(max_length=600, assume_scheme="https")
    key = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        found: str = self.cleaned_data["endpoint"]
        if not found.startswith("https://"):
            raise forms.ValidationError("https")
        return found

    def clean_key(self) -> str:
        """A point of the curve, as it stands."""
        return self._of_length("key", 65)

    def clean_auth(self) -> str:
        return self._of_length("auth", 16)

    def _of_length(self, name: str, count: int) -> str:
        said: str = self.cleaned_data[name]
        try:
            found = as_bytes(said)
            if name == "key":
                ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found)
        except ValueError as error:
            raise forms.ValidationError("base64") from error
        if len(found) != count:
            raise forms.ValidationError("length")
        return said


class RenewalForm(BrowserForm):
    """The same, with the address it had."""

    former = forms.CharField(max_length=600)


class AddressForm(PlainForm):
    """A mail address."""

    address = forms.EmailField(
        label=_("Email address"),
        max_length=254,
        error_messages={"invalid": _("That is not an email address.")},
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
