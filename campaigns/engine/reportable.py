"""Which procedures are reported: what somebody says happened counts when the others agree, not at once.

And who the sides of such a report are: those the facts name, never those the sender would like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.engine.refusals import Refused
from rules.opr.reports.facts import ended_at_once

type Facts = Mapping[str, Any]


def _among(word: str, facts: Facts) -> list[str]:
    named = facts.get(word)
    return [one for one in named if isinstance(one, str)] if isinstance(named, list) else []


def _named(state: Any, facts: Facts) -> list[str]:
    return _among("warbands", facts)


def _with_lent(state: Any, facts: Facts) -> list[str]:
    """Those who played and those whose warbands the app played, to whom things happened too."""
    return _among("warbands", facts) + _among("against", facts)


def _of_mission(state: Any, facts: Facts) -> list[str]:
    mission = state.missions.get(str(facts.get("mission")))
    return list(mission.warbands) if mission else []


REPORTED: dict[str, Callable[[Any, Facts], list[str]]] = {
    "opr.app_report": _with_lent,
    "opr.quick_report": _named,
    "opr.result": _of_mission,
    "opr.walk_over": _of_mission,
}


# What is asked about before it is taken, by procedure; empty when nothing is.
DOUBTED: dict[str, Callable[[Any, Facts], str]] = {
    "opr.app_report": ended_at_once,
    "opr.quick_report": ended_at_once,
    "opr.result": ended_at_once,
}


def require_sure(state: Any, procedure: str, facts: Facts, before: Facts | None = None) -> None:
    """Raise `Refused` for what looks like a slip; whoever is sure sends it once more and says so.

    `before`: what a correction puts right; what looked like a slip in it already has been asked about.
    """
    doubt = DOUBTED.get(procedure)
    if doubt is None or (before and doubt(state, before)):
        return
    if sentence := doubt(state, facts):
        raise Refused("OPR-30", sentence, "sure", admission=True)


# What a finished game says; by hand only an organiser says it. Source: SOLO-77
OF_GAMES = frozenset({"opr.app_report"})


def sides_of(state: Any, procedure: str, facts: Facts) -> list[str]:
    """The sides whose agreement a report needs. Raises `Refused` when nobody is named."""
    if procedure not in REPORTED:
        sentence = _("%(procedure)s is not reported; do it.") % {"procedure": procedure}
        raise Refused("", sentence, "procedure")
    sides = REPORTED[procedure](state, facts)
    if not sides:
        raise Refused("", _("Say who took part."), "facts")
    return sides
