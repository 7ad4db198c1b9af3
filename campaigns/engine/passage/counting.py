"""How what was told of a game comes to count: as a report others agree to, because two told the same, or at
once by an organiser's word.

`act_within` is the door's: it tells here what nobody settles alone, and what counts is booked through it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Unpack

from campaigns.engine.passage.reportable import sides_of
from campaigns.engine.passage.sending import Said, own_sides, send_within
from campaigns.engine.passage.twins import WAITING, twin_of, versions
from campaigns.engine.passage.visit import Outcome, Passage
from campaigns.engine.stored import touched
from campaigns.models import Report, ReportStatus

type Facts = Mapping[str, object]
type Act = Callable[..., Outcome]


def tell_within(
    passage: Passage, procedure: str, facts: Facts, act_within: Act, *, once: str = "", **more: Unpack[Said]
) -> tuple[Report, Outcome]:
    """Send a report; where it tells the same as one that waits, that one counts."""
    sent = send_within(passage, procedure, facts, once=once, **more)
    report = sent.report
    if sent.agrees:
        mine = dict.fromkeys(own_sides(passage, report.sides), "reported")
        counted = count_within(passage, report, act_within, others_gave(passage), mine)
        return report, passage.finish(replace(counted, report=report.pk), procedure)
    if sent.told:
        entry = report.entry.seq if report.entry else None
        return report, passage.as_before(Outcome("", entry, repeated=True, report=report.pk))
    passage.names.add(touched.REPORTS)
    return report, passage.finish(Outcome("", report=report.pk), "reports")


def told_within(
    passage: Passage, procedure: str, facts: Facts, act_within: Act, **more: Unpack[Said]
) -> Outcome | None:
    """What somebody does that others have to agree to. None where it is done at once: by an organiser's word
    about a game of which no report waits.
    """
    if procedure not in passage.registration.reported or passage.actor.seat is None:
        return None
    if not passage.actor.is_organiser:
        return tell_within(passage, procedure, facts, act_within, **more)[1]
    if more.get("another") or procedure in passage.registration.by_games:
        return None
    sides = sides_of(passage.registration, passage.state, procedure, facts)
    if twin_of(passage, procedure, facts, sides, ()) is None:
        return None
    more["asks"] = True
    report, outcome = tell_within(passage, procedure, facts, act_within, **more)
    return outcome if outcome.settled else count_within(passage, report, act_within, "organiser")


def others_gave(passage: Passage) -> str:
    """How those have agreed who were not asked any more."""
    return "organiser" if passage.actor.is_organiser else "unasked"


def count_within(
    passage: Passage, report: Report, act_within: Act, how: str, own: Mapping[str, str] | None = None
) -> Outcome:
    """It counts: `how` for all who have not agreed, but for the sides in `own`."""
    others = {side: (own or {}).get(side, how) for side in report.sides if side not in report.agreed}
    passage.names.add(touched.REPORTS)
    outcome = act_within(passage, report.procedure, report.facts, agreed=True)
    was_disputed, report.status = report.status == ReportStatus.DISPUTED, ReportStatus.COUNTED
    report.agreed = {**report.agreed, **others}
    report.entry = passage.entry
    report.save(update_fields=["status", "agreed", "entry"])
    if was_disputed:  # else nobody has sent another version
        versions(report).filter(status__in=WAITING).update(status=ReportStatus.WITHDRAWN)
    return outcome
