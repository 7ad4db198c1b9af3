"""Founding a league in a few steps and an invitation.

What was chosen so far lives in the visitor's session, one draft per club; a reload, a back or a lost
connection loses nothing. The rulebook's way is chosen everywhere from the start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.engine.plugins import rulebook, rulebooks
from campaigns.engine.rulebooks import LeagueSetting, Rulebook, SettingChoice
from campaigns.engine.transaction.scopes import found_scope
from campaigns.leagues.forms import LONGEST_LEAGUE, MOST_DIGITS
from campaigns.models import Club, Invitation, Scope, Seat
from campaigns.people.forms import NameField
from campaigns.people.seats import invite
from campaigns.shell.reading.fields import Data, FieldOptions, WholeField
from campaigns.shell.reading.forms import FormAsDrawn, PlainForm, ZoneField, speak_plainly
from rules.engine.plain import table_in, text_in

FIRST = 6  # so many house rules stand open, the rest below a fold


@dataclass(frozen=True, slots=True)
class WizardStep:
    key: str
    label: str
    done: bool = False
    now: bool = False


STEPS = {
    "rulebook": gettext_lazy("Rulebook"),
    "plays": gettext_lazy("Who’s playing"),
    "length": gettext_lazy("How the league ends"),
    "rules": gettext_lazy("League settings"),
    "invite": gettext_lazy("Invite"),
}


def wizard_steps(now: str, book: Rulebook | None) -> list[WizardStep]:
    """All steps of a book; not every one asks who plays, or how it ends."""
    asks = {"plays": asked_settings, "length": length_settings}
    keys = [key for key in STEPS if key not in asks or book is None or asks[key](book)]
    place = keys.index(now)
    return [WizardStep(key, str(STEPS[key]), n < place, n == place) for n, key in enumerate(keys)]


class RulebookForm(PlainForm):
    """Name, rulebook and time zone; without a zone the club's counts."""

    name = NameField(
        label=gettext_lazy("Name of the league"),
        longest=LONGEST_LEAGUE,
        widget=forms.TextInput({"autofocus": True}),
        error_messages={"required": gettext_lazy("Give the league a name.")},
    )
    edition = forms.ChoiceField(
        label=gettext_lazy("Rulebook"),
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose a rulebook."),
            "invalid_choice": gettext_lazy("Choose one of these rulebooks."),
        },
    )
    time_zone = ZoneField(label=gettext_lazy("Time zone"), required=False)

    def __init__(self, data: Data = None, **drawn: Unpack[FormAsDrawn]) -> None:
        super().__init__(data, **drawn)
        choice = self.fields["edition"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(book.edition, book.title) for book in rulebooks()]

    @property
    def books(self) -> list[tuple[BoundWidget, Rulebook]]:
        """The rulebooks, each as a box to tap."""
        return list(zip(self["edition"], rulebooks(), strict=True))


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting with its field."""

    setting: LeagueSetting
    field: forms.BoundField

    @property
    def is_changed(self) -> bool:
        return bool(self.field.errors) or str(self.field.value()) != self.setting.default

    @property
    def answers(self) -> list[tuple[BoundWidget, SettingChoice]]:
        """Its choices, each as a box to tap."""
        return list(zip(self.field, self.setting.choices, strict=True))


class SettingsForm(PlainForm):
    """One radio group per setting of a book; the default is chosen."""

    def __init__(
        self, settings: list[LeagueSetting], data: Data = None, **drawn: Unpack[FormAsDrawn]
    ) -> None:
        super().__init__(data, **drawn)
        self.settings = settings
        for setting in settings:
            self.fields[setting.key] = _field(setting)
            speak_plainly(self.fields[setting.key])

    def rows(self) -> list[SettingRow]:
        """Each setting with its field, for a ledger."""
        return [SettingRow(setting, self[setting.key]) for setting in self.settings]

    def first_rows(self) -> list[SettingRow]:
        """The first, and whatever else has been changed or does not pass."""
        return [row for n, row in enumerate(self.rows()) if n < FIRST or row.is_changed]

    def more_rows(self) -> list[SettingRow]:
        return [row for row in self.rows()[FIRST:] if not row.is_changed]


def _field(setting: LeagueSetting) -> forms.Field:
    """A choice as radio buttons, a number as a number."""
    about: FieldOptions = {"label": setting.name, "help_text": setting.line, "initial": setting.default}
    if not setting.choices:
        about["widget"] = forms.TextInput({"maxlength": MOST_DIGITS, "aria-label": setting.name})
        return WholeField(least=setting.least, most=setting.most, **about)
    choices = [(choice.value, choice.label) for choice in setting.choices]
    return forms.ChoiceField(choices=choices, **about | {"widget": forms.RadioSelect})


@dataclass
class LeagueWish:
    """The league somebody is about to found, as kept in the session."""

    request: HttpRequest
    club: Club

    @property
    def _key(self) -> str:
        return f"new_league_{self.club.pk}"

    @property
    def data(self) -> dict[str, object]:
        kept: dict[str, object] = self.request.session.get(self._key, {})
        return kept

    def keep(self, **values: object) -> None:
        self.request.session[self._key] = {**self.data, **values}

    def forget(self) -> None:
        self.request.session.pop(self._key, None)

    def begin(self) -> None:
        """With the habits of the club, where a book asks for them: else as most clubs play."""
        asked = asked_settings(self.book) if self.book else []
        self.keep(settings={one.key: str(self.club.habits.get(one.key, one.usual)) for one in asked})

    @property
    def book(self) -> Rulebook | None:
        return rulebook(text_in(self.data, "edition"))

    @property
    def settings(self) -> dict[str, str]:
        return {key: str(value) for key, value in table_in(self.data, "settings").items()}

    def changed(self) -> dict[str, str]:
        """The settings that differ from the book's."""
        book = self.book
        if book is None:
            return {}
        defaults = {setting.key: setting.default for setting in book.settings}
        chosen = {key: value for key, value in self.settings.items() if key in defaults}
        return {key: value for key, value in chosen.items() if defaults[key] != value}

    def so_far(self, step: str = "") -> list[tuple[str, str]]:
        """What has been decided, for the side column; what a step asks is said by its own fields."""
        book = self.book
        if book is None:
            return []
        told = [] if step == "rulebook" else [(_("Rulebook"), book.title)]
        own = {"plays": asked_settings(book), "length": length_settings(book)}
        for at, settings in own.items():
            for one in settings if step != at else ():
                value = self.settings.get(one.key, one.default)
                label = next((c.label for c in one.choices if c.value == value), value)
                told.append((str(STEPS["plays"]) if at == "plays" else _("Length"), label))
        if step == "rules":
            return told
        house = len({one.key for one in house_settings(book)} & set(self.changed()))
        return [*told, (_("League settings"), str(house) if house else _("as in the book"))]


def length_settings(book: Rulebook) -> list[LeagueSetting]:
    return [setting for setting in book.settings if setting.length]


def asked_settings(book: Rulebook) -> list[LeagueSetting]:
    return [setting for setting in book.settings if setting.asked]


def house_settings(book: Rulebook) -> list[LeagueSetting]:
    return [setting for setting in book.settings if not setting.length and not setting.asked]


def found_league(wish: LeagueWish, seat: Seat) -> tuple[Scope, Invitation]:
    """Found the league of a wish and open its invitation."""
    book = wish.book
    assert book is not None
    scope = found_scope(
        club=wish.club,
        by=seat,
        game=book.game,
        edition=book.edition,
        name=text_in(wish.data, "name"),
        settings=wish.changed(),
        time_zone=text_in(wish.data, "time_zone"),
    )
    wish.forget()
    return scope, invite(by=seat, scope=scope)
