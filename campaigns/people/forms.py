"""Forms about people: each says beside its field what is wrong, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack, cast
from uuid import uuid4

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db.models import QuerySet
from django.forms.models import ModelChoiceIterator, ModelChoiceIteratorValue
from django.utils.translation import gettext_lazy as _

from campaigns.engine.who.naming import sorted_by_name
from campaigns.models.journal import Scope
from campaigns.models.people import Club, Dice, Emblem, PaperSize, Role, Seat, Theme
from campaigns.shell.reading.fields import Data, DayField, FieldOptions
from campaigns.shell.reading.forms import FormAsDrawn, PlainForm, ZoneField
from campaigns.shell.reading.names import LONGEST_CLUB, LONGEST_PERSON, clean_name


class NameField(forms.CharField):
    """A name of a person or club, tidied and checked. No `maxlength`: a browser would cut in silence."""

    def __init__(self, *, longest: int = LONGEST_PERSON, **more: Unpack[FieldOptions]) -> None:
        self.longest = longest
        more.setdefault("error_messages", {"required": _("Type a name.")})
        super().__init__(**more)

    def clean(self, value: object) -> str:
        return clean_name(super().clean(value), longest=self.longest)


class JoinForm(PlainForm):
    """A name, and a key that makes a second tap harmless."""

    name = NameField(
        label=_("Your name"),
        help_text=_("The name your club knows you by. You can change it later."),
        widget=forms.TextInput({"autocomplete": "nickname", "autofocus": True}),
    )
    key = forms.UUIDField(required=False, initial=uuid4, widget=forms.HiddenInput)


class AskForm(PlainForm):
    """The name somebody's seat carries."""

    name = NameField(label=_("The name on your seat"), widget=forms.TextInput({"autocomplete": "nickname"}))


class InvitationForm(PlainForm):
    """Whom a new link lets in."""

    role = forms.ChoiceField(label=_("They join as"), choices=Role, initial=Role.PLAYER)
    uses = forms.IntegerField(label=_("For how many people"), min_value=1, max_value=200, initial=12)
    days = forms.IntegerField(label=_("Open for how many days"), min_value=1, max_value=365, initial=14)

    scope = forms.ModelChoiceField(
        label=_("Takes them to"),
        queryset=Scope.objects.none(),
        required=False,
        empty_label=_("the club"),
        error_messages={"invalid_choice": _("Choose one of this club’s leagues.")},
    )

    def __init__(self, data: Data = None, *, club: Club, **drawn: Unpack[FormAsDrawn]) -> None:
        super().__init__(data, **drawn)
        leagues = cast("forms.ModelChoiceField[Scope]", self.fields["scope"])
        leagues.queryset = Scope.objects.filter(club=club, archived_at=None)
        if not leagues.queryset.exists():
            del self.fields["scope"]

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        if data.get("role") == Role.ORGANISER and data.get("uses", 1) > 3:
            self.add_error(
                "uses", _("Organisers can do everything, so one link can let in no more than three of them.")
            )
        return data


class PersonForm(PlainForm):
    """A person's own name and preferences."""

    name = NameField(label=_("Your name"), widget=forms.TextInput({"autocomplete": "nickname"}))
    dice = forms.ChoiceField(label=_("Dice"), choices=Dice, widget=forms.RadioSelect)
    theme = forms.ChoiceField(label=_("Light or dark"), choices=Theme, widget=forms.RadioSelect)
    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: [("", _("Same as my device")), *settings.LANGUAGES],
        required=False,
    )


class ClaimForm(PlainForm):
    """A sign-in name and a password, typed once: the way back stays for a slip."""

    sign_in_name = forms.CharField(
        label=_("Sign-in name"),
        max_length=40,
        validators=[
            UnicodeUsernameValidator(message=_("Letters, digits and @ . + - _ only, without spaces."))
        ],
        help_text=_("Only you need to know it. Letters, digits and @ . + - _."),
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        strip=False,
        help_text=_("At least 8 characters; a few words in a row are easy to remember."),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        validate_password(password)
        return password


class ClubForm(PlainForm):
    """A club's name, time zone and paper."""

    name = NameField(label=_("Club"), longest=LONGEST_CLUB)
    time_zone = ZoneField(
        label=_("Time zone"),
        help_text=_("Deadlines and club nights are shown in this time zone. You can just type a city."),
    )
    paper = forms.ChoiceField(
        label=_("Paper"),
        choices=PaperSize,
        widget=forms.RadioSelect,
        help_text=_(
            "The size of sheets, cards and report forms; you can still print any of them in another size."
        ),
    )


class SeatForm(PlainForm):
    """What an organiser may change about a seat."""

    name = NameField(label=_("Name in this club"))
    role = forms.ChoiceField(label=_("Role"), choices=Role)
    emblem = forms.ChoiceField(label=_("Emblem"), choices=Emblem, widget=forms.RadioSelect)


class EmblemForm(PlainForm):
    """A player's own name and emblem in one club."""

    name = NameField(label=_("Name in this club"))
    emblem = forms.ChoiceField(label=_("Emblem"), choices=Emblem, widget=forms.RadioSelect)


class SeatsByName(ModelChoiceIterator):  # type: ignore[type-arg]  # it takes none at run time
    """Seats as a select lists them: by name, in a reader's order."""

    def __iter__(self) -> Iterator[tuple[ModelChoiceIteratorValue | str, str]]:
        if self.field.empty_label is not None:
            yield "", str(self.field.empty_label)
        yield from map(self.choice, sorted_by_name(self.queryset))


class SeatField(forms.ModelChoiceField):  # type: ignore[type-arg]  # likewise
    """One of some seats."""

    iterator = SeatsByName


class SeatChoiceForm(PlainForm):
    """One of a club's seats."""

    seat = SeatField(
        label=_("Seat"),
        queryset=Seat.objects.none(),
        empty_label=_("Choose a seat"),
        error_messages={"required": _("Choose a seat."), "invalid_choice": _("Choose a seat in this club.")},
    )

    def __init__(
        self, data: Data = None, *, club: Club, without: Seat | None = None, **drawn: Unpack[FormAsDrawn]
    ) -> None:
        super().__init__(data, **drawn)
        seats = club.seats.active()
        field = cast("forms.ModelChoiceField[Seat]", self.fields["seat"])
        field.queryset = seats.exclude(pk=without.pk) if without else seats


class HolidayForm(PlainForm):
    """From when to when somebody is away, and who stands in for them."""

    begins = DayField(label=_("First day"), error_messages={"required": _("Choose the first day.")})
    ends = DayField(label=_("Last day"), error_messages={"required": _("Choose the last day.")})
    stand_in = SeatField(
        label=_("Stands in for you"),
        queryset=Seat.objects.none(),
        required=False,
        empty_label=_("nobody"),
        help_text=_(
            "In leagues on a map, the stand-in can act for the side, and the chronicle will say so, but they "
            "see none of its secrets. A rival cannot stand in."
        ),
        error_messages={"invalid_choice": _("Choose somebody else who plays in this club.")},
    )

    def __init__(
        self, data: Data = None, *, seat: Seat, able: QuerySet[Seat], own: bool, **drawn: Unpack[FormAsDrawn]
    ) -> None:
        """`able`: whom it offers; that somebody else plays for a rival is said once they are sent."""
        super().__init__(data, **drawn)
        field = cast("forms.ModelChoiceField[Seat]", self.fields["stand_in"])
        field.queryset = able
        offered = list(field.iterator(field))
        field.queryset = seat.club.seats.active().exclude(pk=seat.pk).exclude(role=Role.SPECTATOR)
        field.choices = offered
        if not own:
            field.label = _("Stands in for %(name)s") % {"name": seat}
