"""A chat of the club, as an organiser types it in."""

from __future__ import annotations

from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.models import ChatShape
from campaigns.people.forms import NameField
from campaigns.shell.reading.forms import PlainForm


class ChatForm(PlainForm):
    """Where it is, in which shape, and what it hears."""

    name = NameField(label=lazy("Name"), longest=40, help_text=lazy("What you call it, like #campaign."))
    shape = forms.ChoiceField(label=lazy("Type"), choices=ChatShape, widget=forms.RadioSelect)
    url = forms.CharField(
        label=lazy("Webhook address"),
        max_length=400,
        help_text=lazy(
            "In Discord: the channel’s settings, Integrations, Webhooks. The address won’t be shown here "
            "again."
        ),
        widget=forms.URLInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    nights = forms.BooleanField(label=lazy("Club nights: announced, changed, called off"), required=False)
    plans = forms.BooleanField(label=lazy("Agreed games"), required=False)
    results = forms.BooleanField(label=lazy("Reports that count"), required=False)

    def clean_url(self) -> str:
        typed = str(self.cleaned_data["url"])
        try:
            parts = urlsplit(typed)
            plain = parts.scheme == "http" and bool(settings.OUTWARD)
            good = (parts.scheme == "https" or plain) and parts.hostname and not parts.username
            parts.port  # noqa: B018 - raises when it is no number
        except ValueError:
            good = False
        if not good or not typed.isascii() or not typed.isprintable() or " " in typed:
            raise ValidationError(_("That is not a webhook address: it must begin with https://."))
        return typed
