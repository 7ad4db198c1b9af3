"""What is typed in a league of Conquest: joining, sizes, reports, the words of the organiser."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.look.emblems import NAMES
from campaigns.shell.reading.fields import (
    Data,
    LineField,
    ManyField,
    MomentField,
    Says,
    TapField,
    TickField,
    WholeField,
)
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import WRONG
from campaigns.shell.reading.reader import EachForm
from maps.ground.forms import FORMS as OF_MAPS
from maps.ground.forms import OBJECTIVE, CellField, as_is
from maps.ground.wrong import wrong_with as of_any

MOST_WORDS = 300
MOST_NAME = 60
MOST_POINTS = 999_999
COLOUR = lazy("Choose one of the colours.")
REASON = lazy("Say why; everybody reads it in the chronicle.")
POINTS = lazy("Points are a whole number, like 1500.")
FIGURES = lazy("Victory points, units lost and break point are whole numbers.")


def colour() -> forms.Field:
    return TapField([(one, one) for one in NAMES], says=COLOUR)


def reason(says: Says = REASON) -> forms.Field:
    return LineField(most=MOST_WORDS, error_messages={"required": says})


class EmpireForm(PlainForm):
    """A colour and a name to join with."""

    colour = colour()
    name = LineField(required=False, most=MOST_NAME)
    rules: ClassVar[Mapping[str, str]] = {"colour": "CQ-04"}


class OrderForm(PlainForm):
    """The order in which capitals are picked."""

    order = ManyField()


class ReasonForm(PlainForm):
    """Why the organiser does it."""

    words = reason()


class GrantForm(ReasonForm):
    """What an empire is given or loses."""

    gold = WholeField(required=False, error_messages={"invalid": WRONG})
    ep = WholeField(required=False, error_messages={"invalid": WRONG})


class ExtendForm(PlainForm):
    """Another deadline, or none, and why."""

    until = MomentField(zone="", required=False)
    words = reason()
    rules: ClassVar[Mapping[str, str]] = {"until": "CQ-22", "words": "CQ-22"}

    def __init__(self, data: Data, zone: str) -> None:
        super().__init__(data)
        until = self.fields["until"]
        assert isinstance(until, MomentField)
        until.zone = zone


class StepBackForm(PlainForm):
    """Why the latest step is taken back, and which one was shown."""

    words = reason(lazy("Say why the step is taken back."))
    step = WholeField(required=False, widget=forms.HiddenInput)
    rules: ClassVar[Mapping[str, str]] = {"words": "CQ-22"}


class SizeForm(PlainForm):
    """The size of a battle; below the shares of a team stands what is wrong with them together."""

    points = WholeField(least=0, most=MOST_POINTS, says=POINTS)
    shares = ManyField()
    rules: ClassVar[Mapping[str, str]] = {"points": "CQ-61"}


class ShareForm(EachForm):
    """The share of a member of a team."""

    share = WholeField(least=0, most=MOST_POINTS, says=POINTS)
    rules: ClassVar[Mapping[str, str]] = {"share": "CQ-61"}


class SideForm(PlainForm):
    """How a side left the field; its fields begin with the side."""

    withdrew = TickField()
    surrendered = TickField()


class HostForm(PlainForm):
    """What became of one army; its fields begin with its side and place."""

    as_sent = True
    vp = WholeField(least=0, most=MOST_POINTS, says=FIGURES)
    lost = WholeField(least=0, most=MOST_POINTS, says=FIGURES)
    bp = WholeField(least=0, most=MOST_POINTS, says=FIGURES)
    general = TickField()
    rules: ClassVar[Mapping[str, str]] = dict.fromkeys(("vp", "lost", "bp"), "CQ-85")


class OutcomeForm(PlainForm):
    """Who won a battle that is not fought on land."""

    outcome = LineField(required=False)


class GroundForm(PlainForm):
    """A territory of a running league in hand, and why it changes."""

    territory = as_is()
    words = LineField(
        most=200,
        error_messages={"required": lazy("Say why the map changes; everybody reads it in the chronicle.")},
    )
    rules: ClassVar[Mapping[str, str]] = {"words": "CQ-02", "cell": "CQ-03"}


class RedrawForm(GroundForm):
    name = LineField(required=False, most=MOST_NAME)
    terrain = as_is(shown=True)
    objective = as_is(OBJECTIVE, shown=True)
    river = TickField()
    shore = TickField()


class ConnectForm(GroundForm):
    other = as_is(shown=True)
    there = as_is()
    called: ClassVar[Mapping[str, str]] = {"b": "other"}  # as the rules call it


class AddForm(GroundForm):
    """A new territory: on a grid in a cell, else beside the one in hand."""

    label = LineField(required=False)
    terrain = as_is(shown=True)
    cell = CellField(required=False)


# By their names on the page; where a sentence can stand beside a field, the field is not hidden.
FORMS: dict[str, type[PlainForm]] = {
    **OF_MAPS,
    "begin_play": OrderForm,
    "enlist": EmpireForm,
    "rename": EmpireForm,
    "size": SizeForm,
    "report": HostForm,
    "correct_facts": HostForm,
    "extend": ExtendForm,
    "step_back": StepBackForm,
    "grant": GrantForm,
    "redraw": RedrawForm,
    "connect": ConnectForm,
    "add": AddForm,
    "remove": GroundForm,
    **dict.fromkeys(
        ("correct", "skip", "pause", "close_battles", "decide", "rule_abstract", "strike"), ReasonForm
    ),
}
wrong_with = partial(of_any, forms=FORMS)
