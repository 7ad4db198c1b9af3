"""What is typed in a league of Conquest: joining, sizes, reports, the words of the organiser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.fields import (
    LONGEST,
    Data,
    LineField,
    ManyField,
    PickField,
    Says,
    TickField,
    WholeField,
    lazy_sentence,
)
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import WRONG
from campaigns.shell.reading.reader import EachForm
from maps.ground.forms import FORMS as OF_MAPS
from maps.ground.forms import GOAL, OBJECTIVE, CellField, as_is, label_field
from maps.ground.wrong import PageForms, Wrong
from maps.ground.wrong import wrong_with as of_any
from maps.turns.forms import (
    MOST_NAME,
    MOST_WORDS,
    UNNAMED,
    AnyExtendForm,
    AnyStepBackForm,
    colour,
    reason_field,
)

MOST_POINTS = 999_999
POINTS = lazy_sentence(lazy("Points must be a whole number up to %(most)s, like 1500."), most=MOST_POINTS)
FIGURES = lazy_sentence(
    lazy("Victory points, units lost and break point must be whole numbers from 0 to %(most)s."),
    most=MOST_POINTS,
)


class EmpireForm(PlainForm):
    """A colour and a name to join with."""

    colour = colour()
    name = LineField(label=lazy("Name of your empire"), help_text=UNNAMED, required=False, most=MOST_NAME)
    rules: ClassVar[Mapping[str, str]] = {"colour": "CQ-04"}


class EnlistForm(EmpireForm):
    """The same for somebody an organiser takes into a running league."""

    owner = as_is(shown=lazy("Who"))


class RenameForm(EmpireForm):
    """Another colour or name."""

    name = LineField(label=lazy("Name of the empire"), required=False, most=MOST_NAME)


class OrderForm(PlainForm):
    """The order in which capitals are picked."""

    order = ManyField()


class PickForm(PlainForm):
    """Who picks as which: one place of that order, whose lists are all sent by one name."""

    order = PickField()

    def __init__(self, number: int, realms: Iterable[tuple[str, str]], chosen: str, *, wrong: bool) -> None:
        super().__init__(initial={"order": chosen}, auto_id=f"pick-{number}-%s")
        one = self.fields["order"]
        one.label = _("Position %(n)s") % {"n": number}
        set_choices(one, realms)
        if wrong:
            one.widget.attrs["aria-invalid"] = "true"


class ReasonForm(PlainForm):
    """Why the organiser does it."""

    words = reason_field()


class SaidForm(PlainForm):
    """Why somebody gives up or an organiser pauses, if they want to say."""

    words = reason_field(needed=False)


class DisputeBattleForm(PlainForm):
    """What is wrong with a report."""

    words = LineField(label=lazy("Not right? Say why, if you like."), required=False, most=MOST_WORDS)


def amount_field(label: Says) -> forms.Field:
    """What is given; with its sign, so a phone shows letters and signs too."""
    widget = forms.TextInput({"maxlength": 7, "inputmode": "text"})
    return WholeField(label=label, required=False, widget=widget, error_messages={"invalid": WRONG})


class GrantForm(PlainForm):
    """What an empire is given or loses."""

    realm = as_is(shown=lazy("Empire"))
    gold = amount_field(lazy("Gold"))
    ep = amount_field(lazy("EP"))
    words = reason_field(told=lazy("Reason for the change"))


class HandOverForm(PlainForm):
    """An empire that somebody else plays from now on."""

    realm = as_is(shown=lazy("Empire"))
    owner = as_is(shown=lazy("Who plays it from now on"))
    words = reason_field(told=lazy("Reason for handing it over"))
    rules: ClassVar[Mapping[str, str]] = {"owner": "CQ-20"}


class CorrectTerritoryForm(ReasonForm):
    """Whose a territory is, and what stands on it."""

    owner = as_is(shown=lazy("Owner"))
    building = as_is(shown=lazy("Building"))


class ExtendForm(AnyExtendForm):
    rules: ClassVar[Mapping[str, str]] = {"until": "CQ-22", "words": "CQ-22"}


class StepBackForm(AnyStepBackForm):
    rules: ClassVar[Mapping[str, str]] = {"words": "CQ-22"}


class SizeForm(PlainForm):
    """The size of a battle; below the shares of a team stands what is wrong with them together."""

    points = WholeField(label=lazy("Points on each side"), least=0, most=MOST_POINTS, says=POINTS)
    shares = ManyField()
    rules: ClassVar[Mapping[str, str]] = {"points": "CQ-61"}


class ShareForm(EachForm):
    """The share of a member of a team."""

    share = WholeField(least=0, most=MOST_POINTS, says=POINTS)
    rules: ClassVar[Mapping[str, str]] = {"share": "CQ-61"}

    def __init__(self, data: Data, about: str, name: str = "", share: int | None = None) -> None:
        super().__init__(data, about)
        self.fields["share"].label = _("Share for %(name)s") % {"name": name}
        self.initial = {"share": share or ""}


class LeftFieldForm(PlainForm):
    """How a side left the field; its fields begin with the side."""

    withdrew = TickField(label=lazy("withdrew"))
    surrendered = TickField(label=lazy("surrendered"))


class HostForm(PlainForm):
    """What became of one army; its fields begin with its side and place."""

    as_sent = True
    vp = WholeField(label=lazy("Victory points"), least=0, most=MOST_POINTS, says=FIGURES)
    lost = WholeField(label=lazy("Units lost"), least=0, most=MOST_POINTS, says=FIGURES)
    bp = WholeField(label=lazy("Break point"), least=0, most=MOST_POINTS, says=FIGURES)
    general = TickField(label=lazy("their general fell"))
    rules: ClassVar[Mapping[str, str]] = dict.fromkeys(("vp", "lost", "bp"), "CQ-85")


class BattleOutcomeForm(PlainForm):
    """Who won a battle that is not fought on land."""

    outcome = forms.CharField(label=lazy("Who won"), required=False, max_length=LONGEST, widget=forms.Select)


class GroundForm(PlainForm):
    """A territory of a running league in hand, and why it changes."""

    territory = as_is()
    words = reason_field(
        lazy("Say why you’re changing the map; everybody can read it in the chronicle."), most=200
    )
    rules: ClassVar[Mapping[str, str]] = {"words": "CQ-02", "cell": "CQ-03"}


class RedrawForm(GroundForm):
    name = LineField(label=lazy("Name"), required=False, most=MOST_NAME)
    terrain = as_is(shown=pgettext_lazy("on a map", "Terrain"))
    objective = as_is(OBJECTIVE, shown=GOAL)
    river = TickField(label=lazy("river"))
    shore = TickField(label=lazy("shore"))


class ConnectForm(GroundForm):
    other = as_is(shown=lazy("Territory"))
    there = as_is()
    called: ClassVar[Mapping[str, str]] = {"b": "other"}  # as the rules call it


class AddTerritoryForm(GroundForm):
    """A new territory: on a grid in a cell, else beside the one in hand."""

    label = label_field()
    terrain = as_is(shown=pgettext_lazy("on a map", "Terrain"))
    cell = CellField(required=False)


# By their names on the page; where a sentence can stand beside a field, the field is not hidden.
FORMS: dict[str, type[PlainForm]] = {
    **OF_MAPS,
    "begin_play": OrderForm,
    "enlist": EnlistForm,
    "rename": RenameForm,
    "size": SizeForm,
    "report": HostForm,
    "correct_facts": HostForm,
    "extend": ExtendForm,
    "step_back": StepBackForm,
    "grant": GrantForm,
    "hand_over": HandOverForm,
    "correct": CorrectTerritoryForm,
    "dispute": DisputeBattleForm,
    "walkover": SaidForm,
    "leave": SaidForm,
    "pause": SaidForm,
    "redraw": RedrawForm,
    "connect": ConnectForm,
    "add": AddTerritoryForm,
    "remove": GroundForm,
    **dict.fromkeys(("skip", "close_battles", "decide", "rule_abstract", "strike"), ReasonForm),
}
wrong_with = partial(of_any, forms=FORMS)


def conquest_form_context(page: object, wrong: Wrong | None = None) -> dict[str, object]:
    """What a page's template gets: the page, its forms, and what is wrong with the one that was refused."""
    return {"page": page, "forms": PageForms(FORMS, wrong), **(wrong.context if wrong else {})}
