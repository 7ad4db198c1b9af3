"""What every form here has in common: sentences of our own beside the fields, and a field for a time zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import BaseValidator, ProhibitNullCharactersValidator
from django.utils.datastructures import MultiValueDict
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading import zones
from campaigns.shell.reading.fields import Data, FieldOptions, Says

CHOOSE, NUMBER = lazy("Choose one of these."), lazy("Type a whole number.")
FILL = lazy("This cannot be left empty.")
LONG = lazy("That is too long: %(show_value)s characters; the limit is %(limit_value)s.")
UNREADABLE = lazy("It contains a character that cannot be stored.")
# By the kind of field, the most particular first; `Field` holds for all others.
WORDS: dict[type[forms.Field], dict[str, Says]] = {
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


type Files = MultiValueDict[str, UploadedFile[bytes]] | None
type Wrong = ValidationError | Says | Sequence[ValidationError | Says]


class FormAsDrawn(TypedDict, total=False):
    """How a form stands on its page: what is in it at first, and what its fields are called."""

    initial: Mapping[str, object]
    prefix: str
    auto_id: str


class PlainForm(forms.Form):
    """A form whose sentences are ours; a field's own, given with it, go before."""

    def __init__(
        self,
        data: Data = None,
        files: Files = None,
        *,
        initial: Mapping[str, object] | None = None,
        prefix: str | None = None,
        auto_id: str = "id_%s",
    ) -> None:
        super().__init__(data, files, auto_id, prefix, dict(initial or {}))
        for field in self.fields.values():
            speak_plainly(field)
            bring_digits(field)

    def add_error(self, field: str | None, error: Wrong | Mapping[str, Wrong]) -> None:
        """The sentence beside its field; the first wrong one is in hand when the page comes back."""
        if isinstance(error, Mapping):
            super().add_error(None, error)
        else:
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
        if isinstance(validator, BaseValidator | ProhibitNullCharactersValidator) and validator.code in ours:
            validator.message = ours[validator.code]


def bring_digits(field: forms.Field) -> None:
    """Open a phone’s digits for a whole number, unless it may be below 0: an iPhone’s have no minus."""
    if isinstance(field, forms.IntegerField):
        if isinstance(field.min_value, int) and field.min_value < 0:
            field.widget.attrs.pop("inputmode", None)
        else:
            field.widget.attrs.setdefault("inputmode", "numeric")


def _stock(kind: type[forms.Field]) -> dict[str, Says]:
    """The sentences Django gives a kind of field."""
    found: dict[str, Says] = {}
    for each in reversed(kind.__mro__):
        found |= getattr(each, "default_error_messages", {})
    return found


class ZoneField(forms.CharField):
    """A time zone, typed; the list of all is fetched when somebody begins (`parts/zones.html`)."""

    def __init__(self, **more: Unpack[FieldOptions]) -> None:
        fetch = {"list": "zones", "autocomplete": "off", "spellcheck": "false"}
        more.setdefault("widget", forms.TextInput(fetch))
        super().__init__(**more)

    def prepare_value(self, value: object) -> object:
        return zones.zone_label(value) if isinstance(value, str) else value

    def clean(self, value: object) -> str:
        typed = super().clean(value)
        zone = zones.matching_zone(typed) if typed else typed
        if zone is None:
            raise ValidationError(_no_such(typed))
        return str(zone)


def _no_such(typed: str) -> str:
    near = [zones.zone_label(zone) for zone in zones.similar(typed)]
    if near:
        sentence = _("There is no time zone called %(typed)s. Did you mean %(near)s?")
    else:
        sentence = _("There is no time zone called %(typed)s. Type a city, like Berlin or Europe/Berlin.")
    return sentence % {"typed": typed[:40], "near": get_text_list(near, _("or"))}
