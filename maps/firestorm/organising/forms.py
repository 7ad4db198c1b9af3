"""What an organiser types: reasons, deadlines, corrections of land, banners and the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.fields import LineField, ManyField, PickField, Says, WholeField
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.params import WRONG
from maps.firestorm.forms import FirestormReasonForm, FirestormStepBackForm
from maps.ground.forms import as_is
from maps.ground.taps import Options
from maps.ground.wrong import wrong_with as of_any
from maps.turns.forms import MOST_NAME, AnyExtendForm, reason_field


def signed_amount_field(label: Says) -> forms.Field:
    """What is given or taken; with its sign, so a phone shows letters and signs too."""
    widget = forms.TextInput({"maxlength": 7, "inputmode": "text"})
    return WholeField(label=label, required=False, widget=widget, error_messages={"invalid": WRONG})


class MayForm(PlainForm):
    """Why something is done, where saying so is up to the organiser."""

    words = reason_field(needed=False)


class ExtendPhaseForm(AnyExtendForm):
    rules: ClassVar[Mapping[str, str]] = {"until": "FS-160", "words": "FS-160"}


class LandForm(PlainForm):
    """Which territory is put right."""

    t = PickField(label=lazy("Territory"))

    def __init__(self, territories: Options, selected: str) -> None:
        super().__init__(initial={"t": selected}, auto_id="%s")
        set_choices(self.fields["t"], territories)


class CorrectGroundForm(FirestormReasonForm):
    """Whose a territory is, what stands on it, how high its stronghold is."""

    territory = as_is()
    owner = as_is(shown=lazy("Owner"))
    items = ManyField(label=lazy("What is built there"))
    level = WholeField(label=lazy("Stronghold level"), least=0, most=3)


class PlaceForm(FirestormReasonForm):
    """A banner that is put on the map."""

    faction = as_is(shown=lazy("Faction"))
    territory = as_is(shown=lazy("Territory"))
    name = LineField(label=lazy("Name of the banner"), required=False, most=MOST_NAME)


class MoveBannerForm(FirestormReasonForm):
    """A banner that is moved by hand."""

    banner = as_is(shown=lazy("Banner"))
    territory = as_is(shown=lazy("Territory"))


class DisbandForm(FirestormReasonForm):
    """A banner that is taken off for good."""

    banner = as_is(shown=lazy("Banner"))


class GrantFactionForm(FirestormReasonForm):
    """What a faction is given, or what is taken from it."""

    faction = as_is(shown=lazy("Faction"))
    glory = signed_amount_field(lazy("Glory"))
    build = signed_amount_field(lazy("Build points"))


class ReviveForm(FirestormReasonForm):
    """A faction that comes back."""

    faction = as_is(shown=lazy("Faction"))


class SealForm(FirestormReasonForm):
    """Whose seal is broken."""

    faction = as_is(shown=lazy("Faction"))


class WordsForm(PlainForm):
    """A territory's name and its Time of War, which may change in a running league."""

    territory = as_is()
    name = LineField(label=lazy("Name"), required=False, most=MOST_NAME)
    words = forms.CharField(
        label=lazy("Time of War"), required=False, max_length=2000, widget=forms.Textarea({"rows": 3})
    )
    rules: ClassVar[Mapping[str, str]] = {"name": "FS-183"}


# By the procedures they begin.
FORMS: dict[str, type[PlainForm]] = {
    "advance": MayForm,
    "pause": MayForm,
    "resume": PlainForm,
    "reopen_orders": FirestormReasonForm,
    "break_seal": SealForm,
    "extend": ExtendPhaseForm,
    "correct": CorrectGroundForm,
    "place_banner": PlaceForm,
    "move_banner": MoveBannerForm,
    "disband_banner": DisbandForm,
    "grant": GrantFactionForm,
    "revive": ReviveForm,
    "redraw": WordsForm,
    "step_back": FirestormStepBackForm,
    "phase_back": FirestormReasonForm,
}
wrong_with = partial(of_any, forms=FORMS)
