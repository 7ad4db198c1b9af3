"""Reports: what somebody says happened, and how it comes to count.

A report is a draft of one procedure's parameters. It counts when an opponent or an organiser confirms it,
when "agreed at the table" is recorded for somebody without a phone, or when nobody objects in time; then the
door settles it. A dispute keeps both versions side by side until an organiser or the two of them decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine import door
from campaigns.engine.dialogue import trial
from campaigns.engine.once import another_act
from campaigns.engine.reportable import require_sure
from campaigns.engine.rights import Actor
from campaigns.engine.scopes import why_closed
from campaigns.engine.visit import Outcome, Visit, count_write, visit
from campaigns.models import Report, ReportStatus, Scope, Seat, Via
from rules.engine.refusals import Refused

WAITING = (ReportStatus.SENT, ReportStatus.DISPUTED)


def check(scope: Scope, state: Any, procedure: str, facts: Mapping[str, Any]) -> Refused | None:
    """The sentence why these facts cannot be right, or None."""
    said = trial(scope, state, procedure, facts, timezone.now())
    return said if isinstance(said, Refused) else None


def send(
    *,
    scope: Scope,
    actor: Actor,
    procedure: str,
    facts: Mapping[str, Any],
    sides: list[str],
    once: str = "",
    answers_to: Report | None = None,
    instead_of: Report | None = None,
    words: str = "",
    at_table: Iterable[str] = (),
    sure: bool = False,
) -> Report:
    """Send a report, or (`answers_to`) one's own version of a report that is there already: a dispute.

    `instead_of`: one's own report that nobody has agreed to yet; this one takes its place. `at_table`: sides
    whose people were there when it was written. `sure`: what looks like a slip has been asked about.
    Raises `Refused` when the facts cannot be, `PermissionDenied` for an outsider.
    """
    with visit(scope.pk, actor) as here:
        if (known := _first_sent(scope, actor, once, procedure, facts)) is not None:
            return known
        door.in_use(here.scope)
        mine = _own_sides(here, sides)
        if actor.seat is None or not (mine or actor.is_organiser):
            raise PermissionDenied
        if instead_of is not None:
            _make_room(here, instead_of)
        _only_one(here, facts, answers_to)
        if (wrong := check(here.scope, here.state, procedure, facts)) is not None:
            raise wrong
        if not sure:
            require_sure(here.kept, here.state, procedure, facts)
        agreed = dict.fromkeys(at_table, "at the table") | dict.fromkeys(mine, "reported")
        said = {"procedure": procedure, "facts": dict(facts), "words": words, "once": once}
        report = _written(here, actor.seat, answers_to, sides=sides, agreed=agreed, **said)
        count_write(here.scope, "reports")
    return report


def _first_sent(
    scope: Scope, actor: Actor, once: str, procedure: str, facts: Mapping[str, Any]
) -> Report | None:
    """The report this key has sent before; a key of another report is refused."""
    known = Report.objects.filter(scope=scope, once=once).first() if once else None
    if known and (known.reporter, known.procedure, known.facts) != (actor.seat, procedure, dict(facts)):
        raise another_act()
    return known


def _written(here: Visit, reporter: Seat, answers_to: Report | None, **said: Any) -> Report:
    """The new row; another version of a report waits for people, not for the clock."""
    return Report.objects.create(
        scope=here.scope,
        mission=str(said["facts"].get("mission", "")),
        reporter=reporter,
        status=ReportStatus.DISPUTED if answers_to else ReportStatus.SENT,
        due=None if answers_to else here.now + timedelta(hours=here.scope.silence_hours),
        answers_to=answers_to,
        **said,
    )


def _make_room(here: Visit, report: Report) -> None:
    """Take a report back because its reporter mends it."""
    mine = Report.objects.filter(pk=report.pk, scope=here.scope, reporter=here.actor.seat)
    if not mine.filter(status=ReportStatus.SENT).update(status=ReportStatus.WITHDRAWN):
        sentence = _("This report cannot be changed any more; an organiser corrects it.")
        raise Refused("", sentence, admission=True)


def _only_one(here: Visit, facts: Mapping[str, Any], answers_to: Report | None) -> None:
    """A mission has one report; another version answers to it and stops the clock."""
    if answers_to is not None:
        _of_the_same(here, facts, answers_to)
        if not versions(answers_to).filter(status__in=WAITING).update(status=ReportStatus.DISPUTED):
            raise Refused("", _("That report does not wait for an answer any more."), admission=True)
        return
    mission = str(facts.get("mission", ""))
    first = Report.objects.filter(scope=here.scope, mission=mission, status__in=WAITING)
    known = first.select_related("reporter").first() if mission else None
    if known is not None:
        sentence = _("%(who)s has reported this mission already. Agree there, or send your version.")
        raise Refused("", sentence % {"who": known.reporter}, admission=True)


def _of_the_same(here: Visit, facts: Mapping[str, Any], answers_to: Report) -> None:
    """Another version tells of the same mission, and is for those who may dispute the first."""
    if not (here.actor.is_organiser or _own_sides(here, answers_to.sides)):
        raise PermissionDenied
    if answers_to.mission != str(facts.get("mission", "")):
        raise Refused("", _("That report is about another mission."), admission=True)


def versions(report: Report) -> QuerySet[Report]:
    """A report with every other version of the same mission, the first one first."""
    root = report.answers_to_id or report.pk
    return Report.objects.filter(Q(pk=root) | Q(answers_to=root)).order_by("pk")


def confirm(report: Report, actor: Actor) -> Outcome:
    """An opponent or an organiser agrees: the report counts. Nobody has agreed but who did."""
    with _open(report, actor) as (here, locked):
        if not (actor.is_organiser or _is_opponent(here, locked)):
            raise PermissionDenied
        theirs = "organiser" if actor.is_organiser else "unasked"
        return _settle(here, locked, theirs, dict.fromkeys(_own_sides(here, locked.sides), "confirmed"))


def agreed_at_table(report: Report, actor: Actor) -> Outcome:
    """Somebody who took part records that the others agreed at the table, without a phone of their own."""
    with _open(report, actor) as (here, locked):
        if not (actor.is_organiser or _own_sides(here, locked.sides)):
            raise PermissionDenied
        if locked.status == ReportStatus.DISPUTED and not actor.is_organiser:
            sentence = _("This report is disputed. Who disputed it agrees, or an organiser decides.")
            raise Refused("", sentence, admission=True)
        return _settle(here, locked, "at the table")


def dispute(report: Report, actor: Actor, words: str) -> Report:
    """Somebody who took part says it was otherwise. The clock stops."""
    with _open(report, actor) as (here, locked):
        if not (actor.is_organiser or _own_sides(here, locked.sides)):
            raise PermissionDenied
        if not words.strip():
            raise Refused("", _("Say in a few words what was otherwise."), "words")
        locked.status, locked.words = ReportStatus.DISPUTED, words.strip()[:1000]
        locked.disputed_by = actor.seat
        locked.save(update_fields=["status", "words", "disputed_by"])
        count_write(here.scope, "reports")
    return locked


def withdraw(report: Report, actor: Actor) -> Report:
    """The reporter (or an organiser) takes a report back before it counts."""
    with _open(report, actor) as (here, locked):
        if not (actor.is_organiser or actor.seat == locked.reporter):
            raise PermissionDenied
        locked.status = ReportStatus.WITHDRAWN
        locked.save(update_fields=["status"])
        count_write(here.scope, "reports")
    return locked


def settle_silent(now: datetime | None = None) -> int:
    """The clock: every report nobody has objected to in time counts now. How many did."""
    sent = Report.objects.filter(status=ReportStatus.SENT, scope__archived_at=None)
    due = sent.filter(due__lte=now or timezone.now())
    return sum(_settled_by_silence(report) for report in due.select_related("scope"))


def _settled_by_silence(report: Report) -> bool:
    try:
        with _open(report, Actor(None, Via.CLOCK)) as (here, locked):
            _settle(here, locked, "silence")
    except Refused as refused:
        _leave_to_people(report, refused)
        return False
    return True


def _leave_to_people(report: Report, refused: Refused) -> None:
    """A report that cannot count as it stands waits for the organiser, with the reason; for nobody in a
    league that is over.
    """
    with visit(report.scope_id, Actor(None, Via.CLOCK)) as here:
        sent = Report.objects.filter(pk=report.pk, status=ReportStatus.SENT)
        left = ReportStatus.WITHDRAWN if why_closed(here.scope, here.state) else ReportStatus.DISPUTED
        sent.update(status=left, words=refused.sentence)
        count_write(here.scope, "reports")


@contextmanager
def _open(report: Report, actor: Actor) -> Iterator[tuple[Visit, Report]]:
    """A report under its scope's lock, still waiting to count."""
    with visit(report.scope_id, actor) as here:
        locked = Report.objects.select_related("reporter").get(pk=report.pk)
        if locked.status == ReportStatus.COUNTED:
            raise Refused("", _("This report counts already."), admission=True)
        if locked.status == ReportStatus.WITHDRAWN:
            raise Refused("", _("This report was taken back."), admission=True)
        yield here, locked


def _settle(here: Visit, report: Report, how: str, own: Mapping[str, str] | None = None) -> Outcome:
    """It counts: `how` for all who have not agreed, but for the sides in `own`."""
    others = {side: (own or {}).get(side, how) for side in report.sides if side not in report.agreed}
    outcome = door.act_within(here, report.procedure, report.facts, allowed=True)
    report.status = ReportStatus.COUNTED
    report.agreed = {**report.agreed, **others}
    report.entry = here.entry
    report.save(update_fields=["status", "agreed", "entry"])
    versions(report).filter(status__in=WAITING).update(status=ReportStatus.WITHDRAWN)
    return outcome


def _own_sides(here: Visit, sides: list[str]) -> list[str]:
    """Which of the sides this person plays."""
    return [s for s in sides if here.actor.plays(s, here.state, here.kept)]


def _is_opponent(here: Visit, report: Report) -> bool:
    """Whether this person plays a side that has not agreed yet."""
    return any(side not in report.agreed for side in _own_sides(here, report.sides))
