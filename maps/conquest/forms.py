"""What is typed in a league of Conquest: joining, sizes, reports, the words of the organiser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.look.emblems import NAMES
from campaigns.shell.reading.fields import LineField, MomentField, TapField, TickField, WholeField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import Data, EachForm

MOST_WORDS = 300
MOST_NAME = 60
MOST_POINTS = 999_999
COLOUR = lazy("Choose one of the colours.")
REASON = lazy("Say why; everybody reads it in the chronicle.")
POINTS = lazy("Points are a whole number, like 1500.")
FIGURES = lazy("Victory points, units lost and break point are whole numbers.")


def colour() -> forms.Field:
    return TapField([(one, one) for one in NAMES], says=COLOUR)


def reason(says: Any = REASON) -> forms.Field:
    return LineField(most=MOST_WORDS, error_messages={"required": says})


class EmpireForm(PlainForm):
    """A colour and a name to join with."""

    colour = colour()
    name = LineField(required=False, most=MOST_NAME)
    rules: ClassVar[Mapping[str, str]] = {"colour": "CQ-04"}


class ExtendForm(PlainForm):
    """Another deadline, or none, and why."""

    words = reason()
    rules: ClassVar[Mapping[str, str]] = {"until": "CQ-22", "words": "CQ-22"}

    def __init__(self, data: Data, zone: str) -> None:
        super().__init__(data)
        self.fields = {"until": MomentField(zone=zone, required=False), **self.fields}


class StepBackForm(PlainForm):
    """Why the latest step is taken back, and which one was shown."""

    words = reason(lazy("Say why the step is taken back."))
    step = WholeField(required=False)
    rules: ClassVar[Mapping[str, str]] = {"words": "CQ-22"}


class SizeForm(PlainForm):
    """The size of a battle."""

    points = WholeField(least=0, most=MOST_POINTS, says=POINTS)
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

    vp = WholeField(least=0, most=MOST_POINTS, says=FIGURES)
    lost = WholeField(least=0, most=MOST_POINTS, says=FIGURES)
    bp = WholeField(least=0, most=MOST_POINTS, says=FIGURES)
    general = TickField()
    rules: ClassVar[Mapping[str, str]] = dict.fromkeys(("vp", "lost", "bp"), "CQ-85")


class OutcomeForm(PlainForm):
    """Who won a battle that is not fought on land."""

    outcome = LineField(required=False)


class GroundForm(PlainForm):
    """How the ground of a running league changes, and why."""

    act = LineField(required=False)
    territory = LineField(required=False)
    name = LineField(required=False, most=MOST_NAME)
    terrain = LineField(required=False)
    objective = LineField(required=False, most=40)
    label = LineField(required=False)
    other = LineField(required=False)
    there = LineField(required=False)
    cell = LineField(required=False)
    river = TickField()
    shore = TickField()
    words = LineField(
        most=200,
        error_messages={"required": lazy("Say why the map changes; everybody reads it in the chronicle.")},
    )
    rules: ClassVar[Mapping[str, str]] = {"words": "CQ-02"}
