"""What a league of warbands takes as a report, and what looks like a slip in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from campaigns.engine.lines import Parking
from campaigns.engine.transaction.reportable import Facts, among
from rules.engine.refusals import Refused
from rules.opr.books import InForce
from rules.opr.queues import parks
from rules.opr.reports.facts import ended_at_once, out_before, over_before
from rules.opr.reports.parked import as_begun, gone_since, gone_words, held_by, waits_on
from rules.opr.state import OprState


def _named(state: OprState, facts: Facts) -> list[str]:
    return among("warbands", facts)


def _with_lent(state: OprState, facts: Facts) -> list[str]:
    """Those who played and those whose warbands the app played, to whom things happened too."""
    return among("warbands", facts) + among("against", facts)


def _of_mission(state: OprState, facts: Facts) -> list[str]:
    mission = state.missions.get(str(facts.get("mission")))
    return list(mission.warbands) if mission else []


def _not_come(state: OprState, facts: Facts) -> list[str]:
    return [one for one in _of_mission(state, facts) if one != facts.get("winner")]


def _like_a_slip(state: OprState, facts: Facts) -> Refused | None:
    if sentence := ended_at_once(state, facts):
        return Refused("OPR-30", sentence, "sure", admission=True)
    if sentence := over_before(state, facts):
        return Refused("OPR-31", sentence, "sure", admission=True)
    if sentence := out_before(state, facts):
        return Refused("OPR-36", sentence, "sure", admission=True)
    return None


REPORTED: Mapping[str, Callable[[OprState, Facts], list[str]]] = {
    "opr.app_report": _with_lent,
    "opr.quick_report": _named,
    "opr.result": _of_mission,
    "opr.walk_over": _of_mission,
}
ABSENT: Mapping[str, Callable[[OprState, Facts], list[str]]] = {"opr.walk_over": _not_come}
DOUBTED: Mapping[str, Callable[[OprState, Facts], Refused | None]] = dict.fromkeys(
    ("opr.app_report", "opr.quick_report", "opr.result"), _like_a_slip
)
PARKING: Parking[OprState, InForce] = Parking(
    name="begun",
    applies=lambda state, book: parks(book),
    waits_on=waits_on,
    held_by=held_by,
    begun=as_begun,
    gone=gone_since,
    says_gone=gone_words,
)
# Entries whose facts are corrected on a form.
REPORTS = ("opr.result", "opr.quick_report")
INSTEAD = ("opr.walk_over", "opr.abandon")  # a report may take their place
SMALL = ("opr.concede", "opr.field", "opr.spend_underdog", "opr.app_report")  # with a form of their own
WITH_FACTS = (*REPORTS, *INSTEAD, *SMALL)
