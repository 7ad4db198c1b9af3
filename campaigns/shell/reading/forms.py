"""What every form here has in common: sentences of our own beside the fields, and a field for a time zone."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading import zones

CHOOSE, NUMBER = lazy("Choose one of these."), lazy("Type a whole number.")
FILL = lazy("This is still empty.")
LONG = lazy("That is too long: %(show_value)s characters, and %(limit_value)s fit.")
UNREADABLE = lazy("There is a character in it that no text holds.")
# By the kind of field, the most particular first; `Field` holds for all others.
WORDS: dict[type[forms.Field], dict[str, Any]] = {
    forms.ChoiceField: {"required": CHOOSE, "invalid_choice": CHOOSE},
    forms.IntegerField: {
        "required": NUMBER,
        "invalid": NUMBER,
        "min_value": lazy("At least %(limit_value)s."),
        "max_value": lazy("At most %(limit_value)s."),
    },
    forms.CharField: {"required": FILL, "max_length": LONG, "null_characters_not_allowed": UNREADABLE},
    forms.Field: {"required": FILL},
}


class PlainForm(forms.Form):
    """A form whose sentences are ours; a field's own, given with it, go before."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for field in self.fields.values():
            speak_plainly(field)

    def add_error(self, field: str | None, error: Any) -> None:
        """The sentence beside its field; the first wrong one is in hand when the page comes back."""
        super().add_error(field, error)
        wrong = [self.fields[name].widget for name in self.errors if name in self.fields]
        if wrong and not any(one.attrs.get("autofocus") for one in wrong):
            wrong[0].attrs["autofocus"] = True


def speak_plainly(field: forms.Field) -> None:
    """Replace Django's sentences of a field by ours."""
    stock = _stock(type(field))
    ours = next(words for kind, words in WORDS.items() if isinstance(field, kind))
    for code, sentence in ours.items():
        if field.error_messages.get(code) in (stock.get(code), None):
            field.error_messages[code] = sentence
    for validator in field.validators:
        code = getattr(validator, "code", "")
        if code in ours:
            validator.message = ours[code]  # type: ignore[attr-defined]


def _stock(kind: type[forms.Field]) -> dict[str, Any]:
    """The sentences Django gives a kind of field."""
    found: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        found |= getattr(each, "default_error_messages", {})
    return found


class ZoneField(forms.CharField):
    """A time zone, typed; the list of all is fetched when somebody begins (`parts/zones.html`)."""

    def __init__(self, **more: Any) -> None:
        fetch = {"list": "zones", "autocomplete": "off", "spellcheck": "false"}
        super().__init__(widget=forms.TextInput(fetch), **more)

    def prepare_value(self, value: Any) -> Any:
        return zones.shown(value) if isinstance(value, str) else value

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        zone = zones.found(typed) if typed else typed
        if zone is None:
            raise ValidationError(_no_such(typed))
        return str(zone)


def _no_such(typed: str) -> str:
    near = [zones.shown(zone) for zone in zones.similar(typed)]
    if near:
        sentence = _("There is no time zone %(typed)s. Is it %(near)s?")
    else:
        sentence = _("There is no time zone %(typed)s. Type a city, like Berlin or Europe/Berlin.")
    return sentence % {"typed": typed[:40], "near": get_text_list(near, _("or"))}
