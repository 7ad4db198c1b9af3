"""Ending a league before its length, with a reason; what falls with it is listed before the tap."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.engine.desk import desk_of
from campaigns.engine.passage.here import AnyHere
from campaigns.models import Report
from campaigns.models.play import WAITING
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.forms import PlainForm


class ClosingForm(PlainForm):
    """Why the league ends now."""

    words = forms.CharField(label=lazy("Reason"), max_length=200)


@dataclass(frozen=True, slots=True)
class Closing:
    """What an organiser reads before the league ends: what that means, and what falls with it."""

    form: ClosingForm
    text: str
    falls: tuple[str, ...]


def closing_of(here: AnyHere, sent: Data) -> Closing | None:
    """None where the league cannot be ended, by this game or any more."""
    ending = desk_of(here.scope.game).ending(here)
    if ending is None:
        return None
    return Closing(ClosingForm(sent), ending.text, (*ending.called_off, *_reports(here)))


def _reports(here: AnyHere) -> list[str]:
    waiting = Report.objects.filter(scope=here.scope, status__in=WAITING, answers_to=None).count()
    line = ngettext(
        "%(n)s report waiting for an answer",
        "%(n)s reports waiting for an answer",
        waiting,
    )
    return [line % {"n": waiting}] if waiting else []
