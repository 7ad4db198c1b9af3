"""Forms about games to come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Night, Scope, Seat
from campaigns.nights.games import singles
from campaigns.nights.games.plans import MOST_SIDES, When
from campaigns.nights.sure import SureForm
from campaigns.shell.reading.fields import ClockField, Data, DayField, LineField, WholeField
from campaigns.shell.reading.forms import FormAsDrawn, PlainForm

READ_BY = _("The whole club can read it.")


class WhenForm(SureForm):
    """A night of the club, or another day with its hour; the table."""

    night = forms.ChoiceField(label=_("When"), required=False)
    day = DayField(label=_("Another day"), required=False)
    starts = ClockField(label=_("Time"), required=False)
    table = WholeField(label=_("Table"), least=1, most=99, required=False, help_text=_("If you know it."))

    def __init__(self, data: Data = None, *, nights: Iterable[Night], **drawn: Unpack[FormAsDrawn]) -> None:
        super().__init__(data, **drawn)
        self.nights = {str(night.pk): night for night in nights if not night.is_off}
        told = [(pk, f"{one}, {one.starts:%H:%M}") for pk, one in self.nights.items()]
        field = self.fields["night"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*told, ("", _("on another day"))]

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        if not data.get("night") and not self.errors:
            for name, sentence in (("day", _("Choose a day.")), ("starts", _("Type a time, like 19:00."))):
                if not data.get(name):
                    self.add_error(name, sentence)
        return data

    @property
    def when(self) -> When:
        said = self.cleaned_data
        if night := self.nights.get(said["night"]):
            return When.on(night, said["table"])
        return When(said["day"], said["starts"], None, said["table"])


class AskGameForm(WhenForm):
    """Ask others for a game."""

    others = forms.MultipleChoiceField(
        label=_("Against"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("Choose nobody if you’re playing the app or bringing a friend"),
    )  # fmt: skip
    scope = forms.ChoiceField(label=_("League"), required=False)
    game = LineField(most=80, required=False, widget=forms.HiddenInput)
    words = LineField(label=_("A note to them"), most=200, required=False, help_text=READ_BY)
    stake = LineField(
        label=_("What you’re playing for"),
        most=120,
        required=False,
        help_text=_("This is between you; the app doesn’t keep track of it."),
    )

    field_order = ("others", "scope", "night", "day", "starts", "table", "words", "stake")

    def __init__(
        self,
        data: Data = None,
        *,
        nights: Iterable[Night],
        seats: Iterable[Seat],
        leagues: Iterable[Scope],
        **drawn: Unpack[FormAsDrawn],
    ) -> None:
        super().__init__(data, nights=nights, **drawn)
        self.seats = {str(one.pk): one for one in seats}
        self.leagues = {str(one.pk): one for one in leagues}
        for name, known in (("others", self.seats), ("scope", self.leagues)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [(pk, str(one)) for pk, one in known.items()]
        scope = self.fields["scope"]
        assert isinstance(scope, forms.ChoiceField)
        self.singles = singles.single_choices()
        scope.choices = [*self.leagues.items(), *self.singles, ("", _("none, just a game"))]
        if not self._may_stake():
            del self.fields["stake"]
        self.order_fields(self.field_order)

    def _may_stake(self) -> bool:
        """Not where the league a link names plays without stakes, nor where all of a club's do."""
        named = self.leagues.get(str(self.initial.get("scope", "")))
        asked = [named] if named else list(self.leagues.values())
        return not asked or any(one.stakes for one in asked)

    def clean_others(self) -> list[Seat]:
        chosen = self.cleaned_data["others"]
        if len(chosen) >= MOST_SIDES:
            raise forms.ValidationError(
                _("Choose each player once. A game can have up to eight players, including you.")
            )
        return [self.seats[one] for one in chosen]

    @property
    def single(self) -> str:
        """The game outside any league that was chosen."""
        chosen = str(self["scope"].value() or "")
        return chosen if chosen in dict(self.singles) else ""

    def clean_scope(self) -> Scope | None:
        return self.leagues.get(self.cleaned_data["scope"])


class MoveGameForm(WhenForm):
    """Another day for a planned game."""

    words = LineField(label=_("Why, in a few words"), most=120, required=False)


class SayForm(PlainForm):
    """Accept or decline, with a word; the button says which."""

    words = LineField(label=_("A note to them"), most=120, required=False, help_text=READ_BY)


class WhyForm(PlainForm):
    """Why a game is called off."""

    why = LineField(label=_("Why"), most=120, required=False, help_text=_("The others can read it."))


class LookForm(PlainForm):
    """What I’d like to play this week."""

    words = LineField(label=_("What I’d like"), most=120, required=False)
