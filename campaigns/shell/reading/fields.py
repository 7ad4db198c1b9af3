"""Fields as people fill them: whole numbers, lines, ticks, taps, lengths, moments.

Each says in one sentence what it cannot take. `says` is that sentence, where a field has one of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import TYPE_CHECKING, TypedDict, Unpack
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import functional
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.stored.unseen import without_unseen
from campaigns.shell.reading.names import LONGEST_THING, check_name, tidy_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MINUS = "−"  # as phones and word processors write it
WHOLE = re.compile(r"[-+]?[0-9]{1,9}")
CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:00)?")
LENGTH = re.compile(r"[0-9]{1,3}(\.[0-9]*)?")
OFF = ("", "0", "no", "off", "false")
LONGEST = 300  # of words and ids

type Says = str | StrPromise  # a sentence, now or when it is shown
type Option = tuple[str, Says] | tuple[str, list[tuple[str, str]]]  # an id and its words, or a group of such
type Data = Mapping[str, object] | None  # what a form is bound to


class Sentences(TypedDict, total=False):
    """A field's own sentences, by what is wrong."""

    error_messages: Mapping[str, Says]


class FieldOptions(Sentences, total=False):
    """What every field of Django takes, as far as fields are told here."""

    required: bool
    disabled: bool
    label: Says | None
    help_text: Says
    initial: object
    widget: forms.Widget | type[forms.Widget]


def _filled(sentence: Says, told: Mapping[str, object]) -> str:
    return str(sentence) % told


def lazy_sentence(sentence: Says, **told: object) -> Says:
    """A sentence with its figures, made when it is shown, in the reader's language."""
    return functional.lazy(_filled, str)(sentence, told)


def one_error_message(says: Says) -> Sentences:
    """The same sentence for all that can be wrong with a field."""
    codes = ("required", "invalid", "invalid_choice", "min_value", "max_value", "max_length")
    return {"error_messages": dict.fromkeys(codes, says)} if says else {}


class WholeField(forms.IntegerField):
    """A whole number in plain digits, so that no script, sign or length slips in that nobody means."""

    widget = forms.TextInput

    def __init__(
        self,
        *,
        least: int | None = None,
        most: int | None = None,
        says: Says = "",
        **more: Unpack[FieldOptions],
    ) -> None:
        super().__init__(min_value=least, max_value=most, **one_error_message(says) | more)
        self.widget.attrs.setdefault("inputmode", "numeric")

    def to_python(self, value: object) -> int | None:
        typed = str("" if value is None else value).strip().replace(MINUS, "-")
        if not typed:
            return None
        if not WHOLE.fullmatch(typed):
            raise ValidationError(self.error_messages["invalid"], "invalid", {"typed": typed[:20]})
        return int(typed)


class LengthField(forms.Field):
    """A measured length that may have a decimal, in `parts` of its unit; with a comma or a point."""

    default_error_messages = {"invalid": lazy("Type a length in digits, like 7 or 7.5.")}

    def __init__(self, *, parts: int, **more: Unpack[FieldOptions]) -> None:
        super().__init__(**more)
        self.parts = parts

    def to_python(self, value: object) -> int | None:
        typed = str("" if value is None else value).strip().replace(",", ".")
        if not typed:
            return None
        if not LENGTH.fullmatch(typed):
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return round(float(typed) * self.parts)


class LineField(forms.CharField):
    """One line of text, its spaces made single, without signs nobody can see.

    What is too long is refused and kept: a browser that cuts it as it is typed or pasted says nothing.
    """

    def __init__(self, *, most: int = LONGEST, says: Says = "", **more: Unpack[FieldOptions]) -> None:
        super().__init__(max_length=most, **one_error_message(says) | more)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, bool | str]:
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}

    def to_python(self, value: object) -> str:
        return " ".join(without_unseen(super().to_python(value) or "").split())


class LinesField(LineField):
    """Several lines of text, each as in `LineField`, with at most one empty line between them."""

    def to_python(self, value: object) -> str:
        lines = [super(LinesField, self).to_python(line) for line in str(value or "").splitlines()]
        return re.sub("\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


class ThingField(forms.CharField):
    """What a unit, an upgrade or a mission is called."""

    def __init__(self, *, longest: int = LONGEST_THING, **more: Unpack[FieldOptions]) -> None:
        super().__init__(**more)
        self.longest = longest

    def clean(self, value: object) -> str:
        name = tidy_name(super().clean(value))
        if name:
            check_name(name, longest=self.longest)
        return name


class Box(forms.CheckboxInput):
    """A box or a button: on when it was sent, unless it was sent as a no."""

    def value_from_datadict(self, data: Mapping[str, object], files: object, name: str) -> bool:
        return is_on(data.get(name))


class TickField(forms.Field):
    """Yes or no, as a box."""

    widget = Box

    def __init__(self, **more: Unpack[FieldOptions]) -> None:
        more.setdefault("required", False)
        super().__init__(**more)

    def to_python(self, value: object) -> bool:
        return is_on(value)


def is_on(sent: object) -> bool:
    return sent is not None and str(sent).casefold() not in OFF


class TapField(forms.ChoiceField):
    """One of some answers. `options`: id and words."""

    def __init__(
        self, options: Iterable[tuple[str, Says]] = (), *, says: Says = "", **more: Unpack[FieldOptions]
    ) -> None:
        super().__init__(
            choices=list(options), **one_error_message(says or lazy("Tap one of the answers.")) | more
        )


class PickField(LineField):
    """One of a list, by its id; whether there is such a one, the rules say."""

    widget = forms.Select

    def __init__(self, options: Iterable[Option] = (), **more: Unpack[FieldOptions]) -> None:
        more.setdefault("required", False)
        super().__init__(**more)
        self.widget.choices = list(options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, str | bool]:
        """A list has no length."""
        return {}


class ManyField(forms.Field):
    """Ids, as many as were sent. With `options` only those that are among them, in that order."""

    widget = forms.CheckboxSelectMultiple

    def __init__(
        self, options: Iterable[tuple[str, Says]] | None = None, **more: Unpack[FieldOptions]
    ) -> None:
        more.setdefault("required", False)
        super().__init__(**more)
        self.options = None if options is None else list(options)
        self.widget.choices = self.options or ()

    def to_python(self, value: object) -> list[str]:
        sent = [str(one) for one in value] if isinstance(value, list | tuple) else []
        if self.options is None:
            return sent
        return [one for one, _words in self.options if one in sent]

    def clean(self, value: object) -> list[str]:
        found = self.to_python(value)
        if any("\0" in one or len(one) > LONGEST for one in found):
            raise ValidationError(lazy("Nothing here has a name that long."), "invalid")
        self.validate(found)
        return found


class MomentField(forms.Field):
    """A day and a time in a zone, as text with its offset."""

    widget = forms.DateTimeInput
    default_error_messages = {"invalid": lazy("Choose a day and a time.")}

    def __init__(self, *, zone: str, **more: Unpack[FieldOptions]) -> None:
        super().__init__(**more)
        self.zone = zone

    def to_python(self, value: object) -> str | None:
        typed = str(value or "").strip()
        if not typed:
            return None
        try:
            return datetime.fromisoformat(typed).replace(tzinfo=ZoneInfo(self.zone or "UTC")).isoformat()
        except (ValueError, OverflowError):
            raise ValidationError(self.error_messages["invalid"], "invalid") from None


class DayField(forms.Field):
    """A day, as a browser's calendar sends it; of this century."""

    widget = forms.DateInput
    default_error_messages = {"invalid": lazy("Choose a day.")}

    def __init__(self, **more: Unpack[FieldOptions]) -> None:
        more.setdefault("widget", forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
        super().__init__(**more)

    def to_python(self, value: object) -> date | None:
        typed = str(value or "").strip()
        if not typed:
            return None
        try:
            found = date.fromisoformat(typed)
        except ValueError:
            found = date.min
        if found.year // 100 != 20:
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return found


class ClockField(forms.Field):
    """A time of day, hours and minutes."""

    widget = forms.TimeInput
    default_error_messages = {"invalid": lazy("Type a time, like 19:00.")}

    def __init__(self, **more: Unpack[FieldOptions]) -> None:
        more.setdefault("widget", forms.TimeInput({"type": "time"}, format="%H:%M"))
        super().__init__(**more)

    def to_python(self, value: object) -> time | None:
        typed = str(value or "").strip()
        if not typed:
            return None
        if not CLOCK.fullmatch(typed):
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return time.fromisoformat(typed)
