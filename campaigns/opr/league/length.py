"""How long a league of warbands runs: set by hand, ended by hand."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.lines import Act
from campaigns.opr.here import OprHere
from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.forms import PlainForm
from rules.opr.books import InForce
from rules.opr.league.organiser import MOST_LIMIT, wants_reason
from rules.opr.standings import waits_for_limit
from rules.opr.state import OprState

KINDS = (("game", lazy("Missions")), ("point", lazy("VP")), ("time", lazy("Weeks")))


class LimitForm(PlainForm):
    """How long the league runs. `fixed`: what is counted, if that may not change; `reason`: one is wanted."""

    number = forms.IntegerField(label=lazy("Number"), min_value=1, max_value=MOST_LIMIT)
    kind = forms.ChoiceField(label=lazy("Of what"), choices=KINDS)
    words = forms.CharField(label=lazy("Reason"), max_length=200, required=False)

    def __init__(self, data: Data, fixed: str, reason: bool, initial: Mapping[str, object]) -> None:
        super().__init__(data, initial=initial)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        if fixed:
            kind.choices = [one for one in KINDS if one[0] == fixed]
        self.fields["words"].required = reason
        if not reason:
            self.fields["words"].label = lazy("Reason (optional)")
        self.fields["number"].widget.attrs["inputmode"] = "numeric"


def length_form(here: OprHere, post: QueryDict | None) -> LimitForm | None:
    """The form that sets it; none for a league that is over."""
    if here.closed or here.state.league.status == "ended":
        return None
    kind, begun = here.book.setting("campaign_type"), here.state.so_far.missions_opened > 0
    fixed = kind if begun and kind != "endless" else ""
    initial = {"kind": kind, "number": here.state.league.limit}
    return LimitForm(post, fixed, wants_reason(here.state, here.book), initial)


def may_close(here: OprHere) -> bool:
    """Whether it runs and can be ended."""
    return bool(here.state.league.status == "running" and not here.closed)


def after_setting(state: OprState, book: InForce) -> Act | None:
    """The roll, if the league runs and now has a limit it did not have."""
    return ("opr.roll_limit", {}) if waits_for_limit(state, book) else None
