"""The facts of an act of the past, each a field that holds what was written down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import forms
from django.utils.translation import gettext_lazy as lazy

from campaigns.opr.table.report.report_forms import MOST_ROUNDS
from campaigns.shell.reading.drawing import set_choices
from campaigns.shell.reading.fields import Data, ManyField, Says, TapField, WholeField
from campaigns.shell.reading.forms import CHOOSE, PlainForm, speak_plainly
from rules.opr.state import Warband


class ForgottenForm(PlainForm):
    """A mission that was never written down: after which it was played, and who took part."""

    after = TapField(label=lazy("When was it played?"), says=CHOOSE, widget=forms.Select)
    w = ManyField(label=lazy("Who took part?"))

    def __init__(self, places: Iterable[tuple[str, Says]], warbands: Iterable[Warband], data: Data) -> None:
        super().__init__(data, auto_id="%s")
        set_choices(self.fields["after"], places)
        set_choices(self.fields["w"], [(one.id, one.name) for one in warbands])


class ActForm(PlainForm):
    """The facts of an act of the past, each as a field that holds what was written down."""

    def __init__(self, fields: Mapping[str, forms.Field], data: Data) -> None:
        super().__init__(data, auto_id="%s")
        self.fields |= fields
        for field in self.fields.values():
            speak_plainly(field)


def which_round(label: Says, said: object) -> forms.Field:
    says = lazy("In which round? A number from 1 to 20.")
    return WholeField(label=label, initial=said, least=1, most=MOST_ROUNDS, says=says)


def choice_field(label: Says, said: object, options: Iterable[tuple[str, Says]]) -> forms.Field:
    return TapField(options, label=label, initial=str(said), widget=forms.RadioSelect)


def some_of(label: Says, said: Iterable[str], options: Iterable[tuple[str, Says]]) -> forms.Field:
    return ManyField(options, label=label, initial=list(said))
