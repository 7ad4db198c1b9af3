"""What is typed in any league on a map: a colour, a reason, another deadline, a step back."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.look.emblems import EMBLEM_NAMES
from campaigns.shell.reading.fields import Data, LineField, MomentField, Says, TapField, WholeField
from campaigns.shell.reading.forms import PlainForm

MOST_WORDS = 300
MOST_NAME = 60
UNNAMED = lazy("Leave it empty to use the player’s name.")
REASON = lazy("Say why; everybody can read it in the chronicle.")


def colour() -> forms.Field:
    says = lazy("Choose one of the colours.")
    return TapField([(one, one) for one in EMBLEM_NAMES], label=lazy("Colour"), says=says)


def reason_field(
    says: Says = REASON, told: Says = "", *, needed: bool = True, most: int = MOST_WORDS
) -> forms.Field:
    """Why something is done; `told` is read out where the label is not seen."""
    widget = forms.TextInput({"aria-label": told} if told else {})
    label = lazy("Reason") if needed else lazy("Reason (optional)")
    return LineField(
        label=label, required=needed, most=most, widget=widget, error_messages={"required": says}
    )


def act_fields(known: Mapping[str, type[PlainForm]], act: str, sent: Data) -> dict[str, forms.Field]:
    """The fields of the form of an act; who lets one side's report count has said why by that."""
    fields = known[act]().fields if act in known else {}
    if sent and sent.get("told_by") and "words" in fields:
        fields["words"].required = False
    return fields


class AnyExtendForm(PlainForm):
    """Another deadline, or none, and why; each book says by which of its rules."""

    until = MomentField(
        zone="",
        label=lazy("New deadline"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}),
    )
    words = reason_field(told=lazy("Reason for the new deadline"))

    def __init__(self, data: Data, zone: str = "") -> None:
        super().__init__(data)
        until = self.fields["until"]
        assert isinstance(until, MomentField)
        until.zone = zone


class AnyStepBackForm(PlainForm):
    """Why the latest step is taken back, and which one was shown; each book says by which of its rules."""

    words = reason_field(lazy("Say why the step is being undone."), lazy("Reason for undoing the step"))
    step = WholeField(required=False, widget=forms.HiddenInput)
