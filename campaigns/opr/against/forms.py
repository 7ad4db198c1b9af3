"""What is chosen for a game against the app: how many of its warbands, which lists, how much it counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as lazy

from campaigns.opr.against.league_games import OF_SETTINGS, GameSetting, SideChoice
from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.fields import LONGEST, Data, ManyField, PickField, Says
from campaigns.shell.reading.forms import PlainForm
from campaigns.shell.reading.reader import readable_values
from campaigns.solo.armies import PoolArmy
from rules.engine.plain import text_in, texts_in

APPS = [("1", lazy("one")), ("2", lazy("two"))]
NO_APP = ("0", lazy("none"))
KINDS = [
    ("", lazy("played by a person")),
    ("ranked", lazy("a rival that can win the league")),
    ("unranked", lazy("a rival that cannot win it")),
]


class TermsForm(PlainForm):
    """The terms of a game. `none`: it may go without a warband of the app's own."""

    apps = PickField(APPS, label=lazy("The app’s own warbands"))
    list = PickField(label=lazy("Their lists"))

    def __init__(
        self, data: Data, pool: Iterable[PoolArmy], choices: Sequence[GameSetting], *, none: bool = False
    ) -> None:
        super().__init__(data, auto_id="%s")
        if none:
            set_choices(self.fields["apps"], [NO_APP, *APPS])
        drawn: tuple[str, Says] = ("", lazy("drawn at the table"))
        set_choices(
            self.fields["list"], [drawn, *((army.id, f"{army.name}, {army.points}") for army in pool)]
        )
        self.choices = choices
        for one in choices:
            self.fields[OF_SETTINGS + one.key] = PickField(one.options, label=one.line, initial=one.default)

    @property
    def settings(self) -> Iterable[tuple[GameSetting, BoundField]]:
        """What the game counts, each with its field."""
        return [(one, self[OF_SETTINGS + one.key]) for one in self.choices]

    @property
    def wanted(self) -> int:
        """How many warbands of the app's own."""
        return {"1": 1, "2": 2}.get(text_in(readable_values(self), "apps"), 0)

    @property
    def chosen(self) -> str:
        """The list they play; empty when it is drawn."""
        return text_in(readable_values(self), "list")


class AgainstMissionForm(TermsForm):
    """The terms of a mission's game, which may go without the app's own, and for whom the app stands in."""

    standin = ManyField(label=lazy("Who does the app stand in for?"))

    def __init__(
        self,
        data: Data,
        pool: Iterable[PoolArmy],
        choices: Sequence[GameSetting],
        lendable: Iterable[SideChoice],
    ) -> None:
        super().__init__(data, pool, choices, none=True)
        set_choices(self.fields["standin"], [(one.id, one.name) for one in lendable])

    @property
    def standins(self) -> tuple[str, ...]:
        """The warbands the app plays for somebody who cannot come."""
        return texts_in(readable_values(self), "standin")


class RivalForm(PlainForm):
    """Who plays a warband: a person, or the app as a rival."""

    rival = forms.CharField(max_length=LONGEST, widget=forms.HiddenInput)
    kind = PickField(KINDS)
