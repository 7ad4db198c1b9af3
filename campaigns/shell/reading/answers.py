"""A rule's question as a form: the fields its answer is sent in, read into the question's canonical value.

Fields: `value` (sent several times for several and paths, "yes" or "no"), `share:<option id>` for a split;
the lines of a sheet end in their keys, `value:<key>`.
"""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.fields import Data, ManyField, WholeField, one_error_message
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import form_refusal
from rules.engine.hidden import SealedSheet
from rules.engine.plain import listed_in
from rules.engine.questions import (
    Choose,
    ChooseSeveral,
    Draw,
    Number,
    Path,
    Question,
    Roll,
    Split,
    Text,
    YesNo,
)
from rules.engine.refusals import Refused

VALUE, SHARE = "value", "share:"
FACE = {
    "required": lazy("Tap the face that was rolled, or let the app roll."),
    "invalid": lazy("A die roll must be a whole number."),
}
NUMBER = {"required": lazy("Type a number."), "invalid": lazy("Type a whole number, in digits.")}
SHARES = lazy("Type each share as a whole number, in digits.")
TAP, EITHER = lazy("Tap one of the answers."), lazy("Answer yes or no.")


class AnswerForm(PlainForm):
    """The answer to one question. `about`: the end of its fields' names, where a page asks several."""

    def __init__(self, question: Question, data: Data, about: str = "") -> None:
        super().__init__(data)
        self.question, self.about = question, about
        lines = question.lines if isinstance(question, SealedSheet) else ()
        self.lines = tuple(AnswerForm(line, data, line.key) for line in lines)
        self.fields |= {} if self.lines else _fields(question)
        for name, field in self.fields.items():
            field.label = question.text if name == VALUE else name

    def add_prefix(self, field_name: str) -> str:
        return f"{field_name}:{self.about}" if self.about else field_name

    def typed(self, name: str = VALUE) -> list[str]:
        """What was sent in a field, for drawing it again."""
        sent = self.data
        held = sent.getlist if isinstance(sent, QueryDict) else lambda one: [sent[one]] if one in sent else []
        return [str(one) for one in held(self.add_prefix(name))]

    def _whole(self) -> object:
        if self.lines:
            return {line.question.key: line.cleaned_data[VALUE] for line in self.lines}
        return _whole_of(self.question, self.cleaned_data)

    @property
    def wrong(self) -> str:
        """The sentence beside the question; empty when its answer was fine or none was sent."""
        refused = form_refusal(self)
        return refused.sentence if refused else ""

    def clean(self) -> dict[str, object]:
        for line in self.lines:
            if line.wrong:
                self.add_error(None, line.wrong)
        if not self.errors:
            try:
                self.cleaned_data = {VALUE: self.question.check(self._whole())}
            except Refused as refused:
                self.add_error(None, refused.sentence)
        return self.cleaned_data


def keys_sent(data: QueryDict | None) -> list[str]:
    """The questions, by their keys, that a page of several sends answers to."""
    before = f"{VALUE}:"
    return [name.removeprefix(before) for name in data or () if name.startswith(before)]


def answer_to(question: Question, data: Data, about: str = "") -> object:
    """The canonical value of the answer that was sent. Raises `Refused` about the question."""
    form = AnswerForm(question, data, about)
    refused = form_refusal(form)
    if refused is not None:
        raise Refused(question.rule, refused.sentence, question.key)
    return form.cleaned_data[VALUE]


def _whole_of(question: Question, read: Mapping[str, object]) -> object:
    """The fields of a question as one value."""
    if isinstance(question, Split):
        return tuple((one.id, read[f"{SHARE}{one.id}"] or 0) for one in question.options)
    if isinstance(question, ChooseSeveral):
        return tuple(listed_in(read, VALUE))
    if isinstance(question, Path):
        return tuple(step for step in listed_in(read, VALUE) if step)
    return read[VALUE] == "yes" if isinstance(question, YesNo) else read[VALUE]


def _fields(question: Question) -> dict[str, forms.Field]:
    if isinstance(question, Split):
        return {f"{SHARE}{one.id}": WholeField(required=False, says=SHARES) for one in question.options}
    return {VALUE: _field(question)}


def _field(question: Question) -> forms.Field:
    match question:
        case Roll():
            return WholeField(error_messages=FACE)
        case Number():
            return WholeField(error_messages=NUMBER)
        case Draw() | Choose():
            return _option(question)
        case ChooseSeveral() | Path():
            return ManyField()
        case YesNo():
            return _either(question)
        case Text():
            return TextField(required=False, strip=False)
    raise TypeError(f"No form reads a question of the kind {question.kind!r}.")


def _option(question: Choose | Draw) -> forms.Field:
    """Which one, by its id; "" is one of the answers where nobody may be named."""
    return forms.CharField(required=all(one.id for one in question.options), **one_error_message(TAP))


def _either(question: YesNo) -> forms.Field:
    return forms.ChoiceField(
        choices=[("yes", question.yes), ("no", question.no)], **one_error_message(EITHER)
    )


class TextField(forms.CharField):
    """Words with their lines; how many, the question says."""

    def to_python(self, value: object) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")
