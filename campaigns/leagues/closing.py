"""Ending a league before its length, with a reason; what falls with it is listed before the tap."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.leagues.requests.lines import request_lines
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


def closing_of(viewer: AnyViewer, sent: Data) -> Closing | None:
    """None where the league cannot be ended, by this game or any more."""
    ending = plugin_of(viewer.scope.game).play.ending(viewer)
    if ending is None:
        return None
    return Closing(ClosingForm(sent), ending.text, (*ending.called_off, *_reports(viewer), *_asked(viewer)))


def _reports(viewer: AnyViewer) -> list[str]:
    waiting = Report.objects.filter(scope=viewer.scope, status__in=WAITING, answers_to=None).count()
    line = ngettext(
        "%(n)s report waiting for an answer",
        "%(n)s reports waiting for an answer",
        waiting,
    )
    return [line % {"n": waiting}] if waiting else []


def _asked(viewer: AnyViewer) -> list[str]:
    """What somebody has asked for and nobody can grant any more."""
    return [one.text for one in request_lines(viewer)]
