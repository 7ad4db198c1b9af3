"""What is typed about a mission: its name, what is bought and recruited, who took out whom."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as lazy

from campaigns.shell.reading.fields import (
    Data,
    LineField,
    ManyField,
    PickField,
    Says,
    ThingField,
    TickField,
    WholeField,
    lazy_sentence,
)
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import Said
from rules.engine.plain import JsonObject
from rules.opr.league.step_time import MOST_HOURS

MOST_POINTS = 99_999
MOST_NOTE = 120  # letters beside a die
PRICE = lazy("Type the price in points, as a whole number up to %(most)s.")
FIGURE = lazy("Type a number from %(least)s to %(most)s, or leave it empty.")
NAMED = {"required": True}  # a browser asks for it; what is missing or too long, a sentence says


UNREACHED = lazy("Why it cannot be reached (optional)")


def _note(label: Says, hint: Says) -> LineField:
    """A few words that go with a die."""
    widget = forms.TextInput({"placeholder": hint})
    return LineField(label=label, required=False, most=MOST_NOTE, widget=widget)


class PriceField(WholeField):
    """A price in points; below 0 is fine for an upgrade."""

    def __init__(self, *, label: Says, help_text: Says = "") -> None:
        told = lazy_sentence(PRICE, most=MOST_POINTS)
        super().__init__(
            least=-MOST_POINTS,
            most=MOST_POINTS,
            says=told,
            required=False,
            label=label,
            help_text=help_text,
        )
        self.widget.attrs["required"] = True

    def clean(self, value: object) -> int:
        price: int | None = super().clean(value)
        if price is None:
            raise ValidationError(self.error_messages["required"], "required")
        return price


class FigureField(WholeField):
    """A figure of a profile; 0 when nobody has entered it."""

    def __init__(
        self, least: int, most: int, label: Says, *, usual: str = "", initial: int | None = None
    ) -> None:
        told = lazy_sentence(FIGURE, least=least, most=most)
        super().__init__(least=least, most=most, says=told, required=False, label=label, initial=initial)
        if usual:
            self.widget.attrs["placeholder"] = usual

    def clean(self, value: object) -> int:
        figure: int | None = self.to_python(value)
        if figure:
            self.run_validators(figure)
        return figure or 0


class MissionForm(PlainForm):
    """Who plays a new mission, and what it is called."""

    warband = ManyField(label=lazy("Who is playing?"))
    name = ThingField(
        required=False,
        label=lazy("Name of the place"),
        help_text=lazy("Optional; the chronicle uses it."),
        widget=forms.TextInput({"placeholder": lazy("Bridge at the ford")}),
    )


class BuyForm(PlainForm):
    """An upgrade for a unit."""

    label = ThingField(required=False, label=lazy("Name"), widget=forms.TextInput(NAMED))
    price = PriceField(
        label=lazy("Price in points"),
        help_text=lazy("From your army list. A negative price adds to the pool."),
    )


class PartForm(PlainForm):
    """An upgrade that came within a unit's price, and what it cost."""

    label = ThingField(required=False, label=lazy("Name"), widget=forms.TextInput(NAMED))
    price = PriceField(
        label=lazy("What it cost"),
        help_text=lazy("From your army list: how much cheaper the unit is without it."),
    )


class RecruitForm(PlainForm):
    """A new unit, with as much of its profile as somebody knows."""

    name = ThingField(required=False, label=lazy("Unit name"), widget=forms.TextInput(NAMED))
    points = PriceField(label=lazy("Price in points, with its options"))
    quality = FigureField(2, 6, lazy("Quality"), usual="4")
    defense = FigureField(2, 6, lazy("Defense"), usual="5")
    tough = FigureField(1, 99, lazy("Tough"))
    models = FigureField(1, 1000, lazy("Models"), initial=1)
    hero = TickField(label=lazy("hero"))
    caster = TickField(label=lazy("caster"))
    veteran = TickField()

    @property
    def unit(self) -> JsonObject:
        said = self.cleaned_data
        profile = {one: said[one] for one in ("quality", "defense", "tough")}
        return {
            **{one: said[one] for one in ("name", "points", "hero", "caster")},
            "profile": {**profile, "models": max(1, said["models"])},
        }


class OfferForm(PlainForm):
    """A line on which an organiser writes what a die may choose: what, its price, for whom or what it is."""

    unit = PickField(label=lazy("For"))
    label = LineField(label=lazy("Name"), required=False, widget=forms.TextInput({"maxlength": 120}))
    price = WholeField(label=lazy("Points"), required=False, widget=forms.TextInput({"maxlength": 7}))
    kind = PickField([("", lazy("a unit")), ("hero", lazy("a hero"))], label=lazy("Type"))

    def __init__(self, data: Data = None) -> None:
        super().__init__(data)
        what, price = (str(self.data.get(name, "")).strip() for name in ("label", "price"))
        self.blank = not (what or price)
        self.fields["price"].error_messages["invalid"] = lazy(
            "What does %(what)s cost? A whole number of points."
        ) % {"what": what}

    def clean(self) -> Said:
        said = self.cleaned_data
        if not said.get("label"):
            told = lazy("What costs %(price)s? Type its name next to the price.") % {
                "price": self.data.get("price", "")
            }
            self.add_error("label", told)
        elif "price" in said and said["price"] is None:
            self.add_error("price", self.fields["price"].error_messages["invalid"])
        return said


class KillForm(PlainForm):
    """Who took out whom, and how."""

    victim = LineField(required=False)
    killer = LineField(required=False)
    round = WholeField(required=False, least=0, most=999)
    melee = TickField()
    charge = TickField()
    down = TickField()
    way = LineField(required=False)


class DisputeForm(PlainForm):
    """What was not so, for whoever likes to say it."""

    words = forms.CharField(
        label=lazy("What was different? (optional)"),
        required=False,
        max_length=1000,
        strip=False,
        widget=forms.Textarea({"rows": 3, "cols": False}),
    )


class AbandonForm(PlainForm):
    """Why a mission is called off."""

    words = LineField(label=lazy("Why"), required=False)


class UnderdogForm(PlainForm):
    """What an underdog point was for."""

    words = _note(lazy("For which roll (optional)"), lazy("Which roll?"))


class AgainForm(PlainForm):
    """Why somebody asks for another special objective."""

    words = _note(UNREACHED, UNREACHED)


class MoreTimeForm(PlainForm):
    """How many hours more there are for the steps after a mission, and why."""

    hours = WholeField(
        label=lazy("How many more hours?"),
        least=1,
        most=MOST_HOURS,
        says=lazy("Enter 1 to 336 hours."),
        initial=24,
        widget=forms.TextInput({"inputmode": "numeric", "maxlength": 3}),
    )
    words = LineField(label=lazy("Reason (optional)"), required=False)


# Those of the page of a mission, by the last word of their address.
NOTES: dict[str, type[PlainForm]] = {
    "abandon": AbandonForm,
    "underdog": UnderdogForm,
    "objective-again": AgainForm,
    "extend-steps": MoreTimeForm,
}


def mission_note_forms(what: str = "", data: Data = None) -> dict[str, PlainForm]:
    """Them as the page draws them: the one that was refused with what was typed."""
    return {
        act.replace("-", "_"): kind(data if act == what else None, auto_id=f"{act}-%s")
        for act, kind in NOTES.items()
    }
