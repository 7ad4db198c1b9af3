"""Reports: what somebody says happened, and how it comes to count.

A report is a draft of one procedure's parameters. It counts when an opponent or an organiser confirms it,
when "agreed at the table" is recorded for somebody without a phone, or when nobody objects in time; then the
door settles it. A dispute keeps both versions side by side until an organiser or the two of them decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Unpack

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine import door
from campaigns.engine.passage.once import another_act
from campaigns.engine.passage.scopes import in_use, why_closed
from campaigns.engine.passage.sending import WAITING, Said, own_sides, send_within, versions
from campaigns.engine.passage.visit import Outcome, Passage, visit
from campaigns.engine.stored import touched
from campaigns.engine.who.rights import Actor
from campaigns.models import Report, ReportStatus, Scope, Via
from rules.engine.refusals import Refused


def send(
    *,
    scope: Scope,
    actor: Actor,
    procedure: str,
    facts: Mapping[str, object],
    once: str = "",
    **more: Unpack[Said],
) -> Report:
    """Send a report, or (`answers_to`) one's own version of a report that is there already: a dispute.

    Raises `Refused` when the facts cannot be, `PermissionDenied` for an outsider.
    """
    with visit(scope.pk, actor) as passage:
        if (known := _first_sent(scope, actor, once, procedure, facts)) is not None:
            return known
        return send_inside(passage, procedure, facts, once=once, **more)


def send_inside(
    passage: Passage, procedure: str, facts: Mapping[str, object], *, once: str = "", **more: Unpack[Said]
) -> Report:
    """The same inside a passage that is already locked; what has to have begun before it begins with it."""
    in_use(passage.scope)
    door.begin_first(passage, procedure, facts)
    report = send_within(passage, procedure, facts, once=once, **more)
    passage.count("reports", {touched.REPORTS})
    return report


def _first_sent(
    scope: Scope, actor: Actor, once: str, procedure: str, facts: Mapping[str, object]
) -> Report | None:
    """The report this key has sent before; a key of another report is refused."""
    known = Report.objects.filter(scope=scope, once=once).first() if once else None
    if known and (known.reporter, known.procedure, known.facts) != (actor.seat, procedure, dict(facts)):
        raise another_act()
    return known


def confirm(report: Report, actor: Actor) -> Outcome:
    """An opponent or an organiser agrees: the report counts. Nobody has agreed but who did."""
    with _open(report, actor) as (passage, locked):
        if not (actor.is_organiser or _is_opponent(passage, locked)):
            raise PermissionDenied
        theirs = "organiser" if actor.is_organiser else "unasked"
        return _settle(passage, locked, theirs, dict.fromkeys(own_sides(passage, locked.sides), "confirmed"))


def agreed_at_table(report: Report, actor: Actor) -> Outcome:
    """Somebody who took part records that the others agreed at the table, without a phone of their own."""
    with _open(report, actor) as (passage, locked):
        if not (actor.is_organiser or own_sides(passage, locked.sides)):
            raise PermissionDenied
        if locked.status == ReportStatus.DISPUTED and not actor.is_organiser:
            sentence = _("This report is disputed. Who disputed it agrees, or an organiser decides.")
            raise Refused("", sentence, admission=True)
        return _settle(passage, locked, "at the table")


def dispute(report: Report, actor: Actor, words: str) -> Report:
    """Somebody who took part says it was otherwise. The clock stops."""
    with _open(report, actor) as (passage, locked):
        if not (actor.is_organiser or own_sides(passage, locked.sides)):
            raise PermissionDenied
        if not words.strip():
            raise Refused("", _("Say in a few words what was different."), "words")
        locked.status, locked.words = ReportStatus.DISPUTED, words.strip()[:1000]
        locked.disputed_by = actor.seat
        locked.save(update_fields=["status", "words", "disputed_by"])
        passage.count("reports", {touched.REPORTS})
    return locked


def withdraw(report: Report, actor: Actor) -> Report:
    """The reporter (or an organiser) takes a report back before it counts."""
    with _open(report, actor) as (passage, locked):
        if not (actor.is_organiser or actor.seat == locked.reporter):
            raise PermissionDenied
        locked.status = ReportStatus.WITHDRAWN
        locked.save(update_fields=["status"])
        passage.count("reports", {touched.REPORTS})
    return locked


def settle_silent(now: datetime | None = None) -> int:
    """The clock: every report nobody has objected to in time counts now. How many did."""
    sent = Report.objects.filter(status=ReportStatus.SENT, scope__archived_at=None)
    due = sent.filter(due__lte=now or timezone.now())
    return sum(_settled_by_silence(report) for report in due.select_related("scope"))


def _settled_by_silence(report: Report) -> bool:
    try:
        with _open(report, Actor(None, Via.CLOCK)) as (passage, locked):
            _settle(passage, locked, "silence")
    except Refused as refused:
        _leave_to_people(report, refused)
        return False
    return True


def _leave_to_people(report: Report, refused: Refused) -> None:
    """A report that cannot count as it stands waits for the organiser, with the reason; for nobody in a
    league that is over.
    """
    with visit(report.scope_id, Actor(None, Via.CLOCK)) as passage:
        sent = Report.objects.filter(pk=report.pk, status=ReportStatus.SENT)
        left = ReportStatus.WITHDRAWN if why_closed(passage.scope, passage.state) else ReportStatus.DISPUTED
        sent.update(status=left, words=refused.sentence)
        passage.count("reports", {touched.REPORTS})


@contextmanager
def _open(report: Report, actor: Actor) -> Iterator[tuple[Passage, Report]]:
    """A report under its scope's lock, still waiting to count."""
    with visit(report.scope_id, actor) as passage:
        locked = Report.objects.select_related("reporter").get(pk=report.pk)
        if locked.status == ReportStatus.COUNTED:
            raise Refused("", _("This report counts already."), admission=True)
        if locked.status == ReportStatus.WITHDRAWN:
            raise Refused("", _("This report was taken back."), admission=True)
        yield passage, locked


def _settle(passage: Passage, report: Report, how: str, own: Mapping[str, str] | None = None) -> Outcome:
    """It counts: `how` for all who have not agreed, but for the sides in `own`."""
    others = {side: (own or {}).get(side, how) for side in report.sides if side not in report.agreed}
    passage.names.add(touched.REPORTS)
    outcome = door.act_within(passage, report.procedure, report.facts, agreed=True)
    was_disputed, report.status = report.status == ReportStatus.DISPUTED, ReportStatus.COUNTED
    report.agreed = {**report.agreed, **others}
    report.entry = passage.entry
    report.save(update_fields=["status", "agreed", "entry"])
    if was_disputed:  # else nobody has sent another version
        versions(report).filter(status__in=WAITING).update(status=ReportStatus.WITHDRAWN)
    return outcome


def _is_opponent(passage: Passage, report: Report) -> bool:
    """Whether this person plays a side that has not agreed yet."""
    return any(side not in report.agreed for side in own_sides(passage, report.sides))
