"""How long a league of warbands runs: at its own pace, set by hand, ended by hand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import ceil

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.engine.lines import Act, Ending, Need
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.fields import Data, Says
from campaigns.shell.reading.forms import PlainForm
from rules.engine.language import listed
from rules.opr.books import InForce
from rules.opr.ending import missions_left, waits_for_limit, what_is_limited
from rules.opr.first_over import first_over
from rules.opr.league.organiser import MOST_LIMIT, wants_reason
from rules.opr.league_effects import EACH, TOGETHER
from rules.opr.standings import standings_leaders
from rules.opr.state import Mission, OprState

KINDS = (("game", lazy("Missions")), ("point", lazy("VP")), ("time", lazy("Weeks")))
MISSIONS = {EACH: lazy("Missions for each warband"), TOGETHER: lazy("Missions in the whole league")}


class LimitForm(PlainForm):
    """How long the league runs. `fixed`: what is counted, if that may not change; `missions`: whose of them,
    where they are; `reason`: one is wanted."""

    number = forms.IntegerField(label=lazy("Number"), min_value=1, max_value=MOST_LIMIT)
    kind = forms.ChoiceField(label=lazy("Counted in"), choices=KINDS)
    words = forms.CharField(label=lazy("Reason"), max_length=200, required=False)

    def __init__(
        self, data: Data, fixed: str, missions: Says, reason: bool, initial: Mapping[str, object]
    ) -> None:
        super().__init__(data, initial=initial)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        told = [(one, missions if one == "game" else words) for one, words in KINDS]
        kind.choices = [one for one in told if not fixed or one[0] == fixed]
        self.fields["words"].required = reason
        if not reason:
            self.fields["words"].label = lazy("Reason (optional)")
        self.fields["number"].widget.attrs["inputmode"] = "numeric"


def length_form(viewer: OprViewer, post: QueryDict | None) -> LimitForm | None:
    """The form that sets it; none for a league that is over."""
    if viewer.closed or viewer.state.league.status == "ended":
        return None
    kind, begun = viewer.book.setting("campaign_type"), viewer.state.so_far.missions_opened > 0
    fixed = kind if begun and kind != "endless" else ""
    initial = {"kind": kind, "number": viewer.state.league.limit}
    missions = MISSIONS.get(what_is_limited(viewer.book, "game"), KINDS[0][1])
    return LimitForm(post, fixed, missions, wants_reason(viewer.state, viewer.book), initial)


WEEK = timedelta(days=7)
EARLY = 3  # weeks and missions after which a pace can be told
LONG = 12  # weeks to come of which nothing is said


def pace_need(viewer: OprViewer, now: datetime | None = None) -> Need | None:
    """That a league goes on for long at its own pace: longer than it has run, and than a quarter of a year.

    Source: OPR-05, A-36
    """
    league, played = viewer.state.league, viewer.state.so_far.missions_finished
    left = missions_left(viewer.state, viewer.book)
    if league.status != "running" or league.started is None or not left or played < EARLY:
        return None
    run = ((now or timezone.now()) - league.started) / WEEK
    ahead = ceil(left * run / played)
    if run < EARLY or ahead <= max(run, LONG):
        return None
    title = _("At this pace the league will run for another %(weeks)s weeks") % {"weeks": ahead}
    known = {"played": played, "weeks": round(run), "left": left, "limit": league.limit}
    note = _pace_words(what_is_limited(viewer.book)) % known
    url = f"{reverse('campaigns:settings', args=[viewer.scope.pk])}#limit"
    return Need(title, note, url, _("Change the length"), "calendar-event", urgent=False)


def _pace_words(limited: str) -> str:
    """What was played and is left, with whose missions that are."""
    if limited == EACH:
        return _(
            "%(played)s missions played in %(weeks)s weeks; with %(limit)s per warband, that leaves "
            "%(left)s in the whole league."
        )
    if limited == TOGETHER:
        return _(
            "%(played)s missions played in %(weeks)s weeks, %(left)s of %(limit)s to go in the whole league."
        )
    return _("%(played)s missions played in %(weeks)s weeks, %(left)s to go.")


def league_ending(viewer: OprViewer) -> Ending | None:
    """What it means to end the league now; None for one that does not run. Source: A-57"""
    if viewer.state.league.status != "running" or viewer.closed:
        return None
    under_way = [viewer.state.missions[one] for one in viewer.state.so_far.open_missions]
    lines = (_under_way(viewer, one) for one in under_way)
    return Ending(_winner(viewer), tuple(lines))


def _winner(viewer: OprViewer) -> str:
    first = first_over(viewer.state, viewer.book)
    leading = first or standings_leaders(viewer.state, viewer.book)
    names = listed(viewer.state.warbands[one].name for one in leading)
    if viewer.book.setting("campaign_type") == "endless":
        text = _("The standings stay as they are, and nobody wins.")
    elif first and viewer.book.setting("point_limit_by") != "average_wins":
        text = _("%(winner)s reached the VP limit first and won the league.") % {"winner": names}
    else:
        told = ngettext(
            "%(names)s is in the lead and wins.",
            "%(names)s are level at the top and share the win.",
            len(leading),
        )
        text = told % {"names": names}
    return text + " " + _("No new games can start. You can still read everything.")


def _under_way(viewer: OprViewer, mission: Mission) -> str:
    names = listed(viewer.state.warbands[one].name for one in mission.warbands)
    return _("Mission %(number)s, %(warbands)s") % {"number": mission.number, "warbands": names}


def after_setting(state: OprState, book: InForce) -> Act | None:
    """The roll, if the league runs and now has a limit it did not have."""
    return ("opr.roll_limit", {}) if waits_for_limit(state, book) else None
