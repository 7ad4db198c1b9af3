"""What is typed in a Firestorm league on its map and before it begins: founding, reasons, deadlines."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.fields import LineField
from campaigns.shell.reading.forms import PlainForm
from maps.ground.forms import FORMS as OF_MAPS
from maps.ground.forms import as_is
from maps.ground.wrong import PageForms, Wrong
from maps.ground.wrong import wrong_with as of_any
from maps.turns.forms import MOST_NAME, UNNAMED, AnyStepBackForm, colour, reason_field


class FoundForm(PlainForm):
    """A colour and a name for a new faction."""

    colour = colour()
    name = LineField(label=lazy("Name of your faction"), help_text=UNNAMED, required=False, most=MOST_NAME)
    rules: ClassVar[Mapping[str, str]] = {"colour": "FS-01"}


class JoinFactionForm(PlainForm):
    """The faction to join."""

    faction = as_is()


class CornerForm(PlainForm):
    """The corner a faction begins in."""

    faction = as_is()
    territory = as_is(shown=lazy("Corner"))


class AllianceForm(PlainForm):
    """The grand alliance of a faction."""

    faction = as_is()
    alliance = as_is(shown=lazy("Grand alliance"))


class RealmForm(PlainForm):
    """Where the league is fought."""

    name = LineField(label=lazy("Realm"), required=False, most=MOST_NAME)


class FirestormReasonForm(PlainForm):
    """Why the organiser does it."""

    words = reason_field()


class FirestormStepBackForm(AnyStepBackForm):
    rules: ClassVar[Mapping[str, str]] = {"words": "FS-160"}


# By their names on the page; where a sentence can stand beside a field, the field is not hidden.
FORMS: dict[str, type[PlainForm]] = {
    **OF_MAPS,
    "found": FoundForm,
    "join": JoinFactionForm,
    "take_corner": CornerForm,
    "choose_alliance": AllianceForm,
    "name_realm": RealmForm,
}
wrong_with = partial(of_any, forms=FORMS)


def firestorm_form_context(page: object, wrong: Wrong | None = None) -> dict[str, object]:
    """What a page's template gets: the page, its forms, and what is wrong with the one that was refused."""
    return {"page": page, "forms": PageForms(FORMS, wrong), **(wrong.context if wrong else {})}
