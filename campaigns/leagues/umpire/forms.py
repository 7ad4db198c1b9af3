"""What is typed on *Is this right?*: the blanks of a usual question, or a whole case as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain
from typing import Unpack

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.fields import Data, FieldOptions, LineField, TapField, TickField, WholeField
from campaigns.shell.reading.forms import PlainForm, bring_digits, speak_plainly
from campaigns.shell.reading.names import LONGEST_THING
from campaigns.shell.reading.plain_json import BadJson, read_json
from rules.engine.language import said
from rules.engine.plain import JsonObject
from rules.rehearsal.usual import Blank, Usual

LONGEST_CASE = 60_000  # characters
MOST_DICE = 20
FACES = re.compile(r"[1-6]")
BETWEEN = re.compile(r"[\s,;.]*")


class DiceField(LineField):
    """The faces of several dice, in order: 1 4 2, or 142."""

    default_error_messages = {"invalid": lazy("Type the faces in order, from 1 to 6, like 1 4 2.")}

    def clean(self, value: object) -> list[int]:
        typed = super().clean(value)
        faces = FACES.findall(typed)
        if not BETWEEN.fullmatch(FACES.sub("", typed)) or len(faces) > MOST_DICE:
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return [int(one) for one in faces]


class QuestionForm(PlainForm):
    """The blanks of a usual question. `told`: what is in them before anybody types."""

    def __init__(self, usual: Usual, data: Data, told: Mapping[str, str]) -> None:
        super().__init__(data, initial=_initial(usual, told))
        self.usual = usual
        for blank in usual.blanks:
            self.fields[blank.name] = _field(blank, needed=blank in usual.fields)
        self.fields["words"] = LineField(
            label=_("What happened, in your own words"),
            help_text=_("For anybody who reads the case. You can leave it empty."),
            required=False,
        )
        for field in self.fields.values():
            speak_plainly(field)
            bring_digits(field)

    @property
    def given(self) -> list[forms.BoundField]:
        return [self[one.name] for one in self.usual.fields]

    @property
    def expected(self) -> list[forms.BoundField]:
        return [self[one.name] for one in self.usual.expected]

    @property
    def dice(self) -> str:
        """The name of the field with the dice; empty where there is none."""
        return next((one.name for one in self.usual.fields if one.kind == "dice"), "")


class TextForm(PlainForm):
    """A whole case, pasted or as a file."""

    text = forms.CharField(
        label=lazy("The case as text"),
        required=False,
        max_length=LONGEST_CASE,
        widget=forms.Textarea(
            {"rows": 12, "spellcheck": "false", "autocapitalize": "off", "class": "case-text"}
        ),
    )
    file = forms.FileField(
        label=lazy("Or choose its file"),
        required=False,
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )

    def clean(self) -> JsonObject:
        """The case: a text, or a file in its place."""
        upload = self.cleaned_data.get("file")
        text = upload.read(LONGEST_CASE + 1) if upload else self.cleaned_data.get("text", "")
        if not self.errors:
            self.cleaned_data["case"] = self._read(text, "file" if upload else "text")
        return self.cleaned_data

    def _read(self, text: str | bytes, field: str) -> object:
        if not text or len(text) > LONGEST_CASE:
            long = _("That is too long for a case.")
            self.add_error(field, long if text else _("Paste a case, or choose its file."))
            return None
        none = _("That is not the text of a case. A case begins and ends with a curly bracket.")
        try:
            found = read_json(text)
        except BadJson as error:
            self.add_error(field, error.sentence)
            return None
        except ValueError:
            self.add_error(field, none)
            return None
        case = found[0] if isinstance(found, list) and len(found) == 1 else found
        if not isinstance(case, dict):
            several = isinstance(case, list) and case
            self.add_error(
                field, _("There is more than one case in it. Send them one at a time.") if several else none
            )
        return case


def _field(blank: Blank, *, needed: bool) -> forms.Field:
    about: FieldOptions = {
        "label": said(blank.label),
        "help_text": said(blank.help),
        "required": needed and blank.kind in ("number", "pick"),
    }
    choices = [(one.id, said(one.label) or one.id) for one in blank.choices]
    match blank.kind:
        case "tick":
            return TickField(label=about["label"], help_text=about["help_text"])
        case "number":
            return WholeField(least=blank.least, most=blank.most, **about)
        case "pick":
            return _pick(choices, **about)
        case "dice":
            about["widget"] = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
            return DiceField(**about)
        case _:
            return LineField(most=LONGEST_THING, **about)


def _pick(choices: list[tuple[str, str]], **about: Unpack[FieldOptions]) -> TapField:
    """One of a list. Where one of its answers is none, that is as good as any."""
    field = TapField(choices, **about)
    field.required = field.required and all(one for one, _words in choices)
    return field


def _initial(usual: Usual, told: Mapping[str, str]) -> dict[str, str]:
    """What stands in the blanks: what an address says of them, or what the question begins with."""
    if any(one.name in told for one in usual.blanks):
        return {name: told.get(name, "") for name in chain((one.name for one in usual.blanks), ("words",))}
    return {one.name: one.initial for one in usual.blanks}
