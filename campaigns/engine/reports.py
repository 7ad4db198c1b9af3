"""Reports: what somebody says happened, and how it comes to count.

A report is a draft of one procedure's parameters. It counts when an opponent or an organiser confirms it,
when "agreed at the table" is recorded for somebody without a phone, or when nobody objects in time; then the
door settles it. A dispute keeps both versions side by side until an organiser or the two of them decide.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Unpack

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine import door
from campaigns.engine.chores import alone
from campaigns.engine.stored import topics
from campaigns.engine.stored.unseen import with_seen_names
from campaigns.engine.transaction import twins
from campaigns.engine.transaction.idempotency import idempotency_key
from campaigns.engine.transaction.parked import holds_of, refused_with, wait
from campaigns.engine.transaction.scope_transaction import DoorOutcome, ScopeTransaction, scope_transaction
from campaigns.engine.transaction.scopes import in_use, why_closed
from campaigns.engine.transaction.sending import Beside, count_within, others_gave, own_sides, tell_within
from campaigns.engine.uncounting import uncount
from campaigns.engine.who.absent import somebody_agreed
from campaigns.engine.who.let_in import leave_trace
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.models import NoticeKind, Report, ReportStatus, Scope
from campaigns.models.notices import mark_answered
from rules.engine.plain import JsonObject, Params
from rules.engine.refusals import Refused

REMINDED_EVERY = timedelta(days=1)


def submit_report(
    *,
    scope: Scope,
    actor: Actor,
    procedure: str,
    facts: Mapping[str, object],
    once: str = "",
    **more: Unpack[Beside],
) -> Report:
    """Send a report, or (`answers_to`) one's own version of a report that is there already: a dispute. Where
    somebody has told the same already, theirs is given: it counts now, if it waited for this word.

    Raises `Refused` when the facts cannot be, `PermissionDenied` for an outsider.
    """
    with scope_transaction(scope.pk, actor, idempotency_key(once, actor, procedure, facts)) as transaction:
        if (first := transaction.first_result()) is not None and first.report is not None:
            return Report.objects.get(pk=first.report)
        return submit_report_within(transaction, procedure, facts, **more)


def submit_report_within(
    transaction: ScopeTransaction,
    procedure: str,
    facts: Mapping[str, object],
    *,
    once: str = "",
    **more: Unpack[Beside],
) -> Report:
    """The same inside a transaction that is already locked; what has to have begun before it begins with
    it."""
    in_use(transaction.scope)
    facts = with_seen_names(facts)
    door.begin_first(transaction, procedure, facts)
    return tell_within(transaction, procedure, facts, door.act_within, once=once, **more)[0]


def agree_report(
    report: Report, actor: Actor, adds: Callable[[Params], JsonObject] | None = None
) -> DoorOutcome:
    """An opponent or an organiser agrees: the report counts. Nobody has agreed but who did. Where a part was
    left to the opponent's side, that side `adds` it to the facts.
    """
    with _open(report, actor) as (transaction, locked):
        if not (transaction.is_organiser or _is_opponent(transaction, locked)):
            raise PermissionDenied
        mine = dict.fromkeys(own_sides(transaction, locked.sides), "confirmed")
        if adds is not None and locked.left_to in mine:
            locked.facts = adds(locked.facts)
            locked.save(update_fields=["facts"])
        return count_within(transaction, locked, door.act_within, others_gave(transaction), mine)


def record_table_agreement(report: Report, actor: Actor) -> DoorOutcome:
    """Somebody who took part records that the others agreed at the table, without a phone of their own. Who
    did not may still dispute it (`dispute_report`).
    """
    with _open(report, actor) as (transaction, locked):
        mine = own_sides(transaction, locked.sides)
        if not (transaction.is_organiser or mine):
            raise PermissionDenied
        if not transaction.is_organiser and not _others(transaction, locked, mine):
            sentence = _("You sent this report, but you now play the other side. An organiser has to decide.")
            raise Refused("", sentence, admission=True)
        if locked.status == ReportStatus.DISPUTED and not transaction.is_organiser:
            sentence = _(
                "This report is disputed. The player who disputed it can still agree to it, or an "
                "organiser can decide."
            )
            raise Refused("", sentence, admission=True)
        if mine and (others := _others(transaction, locked, mine)):
            somebody_agreed(locked.scope, transaction.state, transaction.registration, others)
        return count_within(transaction, locked, door.act_within, "at the table")


def dispute_report(report: Report, actor: Actor, words: str) -> Report:
    """Somebody who took part says it was otherwise, in `words` if they like. The clock stops; what counts
    because somebody else said that they agreed at the table does not count any more, unless it was gone on
    from. What another has said against it stands as they have said it.
    """
    with _open(report, actor, counted=True) as (transaction, locked):
        if not (transaction.is_organiser or own_sides(transaction, locked.sides)):
            raise PermissionDenied
        if locked.status == ReportStatus.PARKED and not _gave_no_word(transaction, locked):
            raise Refused("", _already_agreed(), admission=True)
        said = words.strip()[:1000]
        if _is_disputed_by_another(locked, actor):
            if said:
                raise Refused("", _already_disputed(locked), admission=True)
            return locked
        if locked.status == ReportStatus.COUNTED:
            uncount(transaction, locked, said)
        locked.status, locked.words, locked.held_at = ReportStatus.DISPUTED, said, None
        locked.disputed_by = actor.seat
        locked.save(update_fields=["status", "words", "disputed_by", "agreed", "entry", "held_at"])
        mark_answered(NoticeKind.REPORTED, report=locked)
        transaction.count("reports", {topics.REPORTS})
    return locked


def forget_report_words(seats: Collection[int]) -> None:
    """What these seats wrote with their reports and against others’ is gone; what the reports tell stays."""
    told, disputed = Q(reporter__in=seats), Q(disputed_by__in=seats)
    wordy = Report.objects.filter(told | disputed).exclude(note="", words="")
    for scope in sorted(set(wordy.values_list("scope", flat=True))):
        with scope_transaction(scope, CLOCK) as transaction:
            wordy.filter(told, scope=scope).update(note="")
            wordy.filter(disputed, scope=scope).update(words="")
            transaction.count("reports", {topics.REPORTS})


def of_another_game(report: Report, actor: Actor) -> Report:
    """Whoever sent another version (or an organiser) says that it tells of another game: it is sent anew, for
    itself.
    """
    with scope_transaction(report.scope_id, actor) as transaction:
        in_use(transaction.scope)
        locked = Report.objects.select_related("reporter", "answers_to").get(pk=report.pk)
        if not (transaction.is_organiser or actor.is_seat(str(locked.reporter_id))):
            raise PermissionDenied
        return twins.set_apart(transaction, locked)


def withdraw_report(report: Report, actor: Actor) -> Report:
    """The reporter (or an organiser) takes a report back before it counts; another version of the same game
    that is left alone waits for the others' word again.
    """
    with _open(report, actor) as (transaction, locked):
        if not (transaction.is_organiser or actor.seat == locked.reporter):
            raise PermissionDenied
        if locked.status == ReportStatus.PARKED and not transaction.is_organiser:
            raise Refused("", _already_agreed(), admission=True)
        twins.withdraw_version(transaction, locked)
    return locked


def remind_side(report: Report, actor: Actor, side: str) -> Report:
    """Whoever waits with a report, or an organiser, reminds the side it waits for, once a day."""
    with _open(report, actor) as (transaction, locked):
        if not (transaction.is_organiser or own_sides(transaction, locked.sides)):
            raise PermissionDenied
        if side not in {whose for whose, _key in locked.waits} or own_sides(transaction, [side]):
            raise Refused("", _("This report is no longer waiting for that side."), admission=True)
        last = locked.reminded.get(side)
        if last and datetime.fromisoformat(last[0]) > transaction.now - REMINDED_EVERY:
            raise Refused("", _("This side has already been reminded today."), admission=True)
        seat = str(actor.seat.pk) if actor.seat else ""
        locked.reminded = {**locked.reminded, side: [transaction.now.isoformat(), seat]}
        locked.save(update_fields=["reminded"])
        transaction.count("reports", {topics.REPORTS})
    return locked


def settle_silent(now: datetime | None = None) -> int:
    """The clock: every report nobody has objected to in time counts now, and what two people told of one game
    and both wait for. How many did.
    """
    settled = 0
    for report in twins.side_by_side():
        with alone():
            settled += _settled_as_told_by_both(report)
    sent = Report.objects.filter(status=ReportStatus.SENT, scope__archived_at=None)
    due = sent.filter(due__lte=now or timezone.now())
    for report in due.select_related("scope"):
        with alone():
            settled += _settled_by_silence(report)
    return settled


def _settled_as_told_by_both(report: Report) -> int:
    with scope_transaction(report.scope_id, CLOCK) as transaction:
        agreed = twins.bind(transaction, twins.reports_beside(transaction, report))
    return sum(_settled(report, "unasked") for report in agreed)


def _settled_by_silence(report: Report) -> bool:
    with scope_transaction(report.scope_id, CLOCK) as transaction:
        twins.bind(transaction, twins.reports_beside(transaction, report))
        report.refresh_from_db()
        if report.status == ReportStatus.SENT and (
            holds := holds_of(transaction.registration, transaction.state, report)
        ):
            wait(transaction, report, holds)
            transaction.count("reports")
            return False
    return report.status == ReportStatus.SENT and _settled(report, "silence")


def _settled(report: Report, how: str) -> bool:
    try:
        with _open(report, CLOCK) as (transaction, locked):
            count_within(transaction, locked, door.act_within, how)
    except Refused as refused:
        _leave_to_people(report, refused)
        return False
    return True


def _leave_to_people(report: Report, refused: Refused) -> None:
    """A report that cannot count as it stands waits for the organiser, with the reason; for nobody in a
    league that is over.
    """
    with scope_transaction(report.scope_id, CLOCK) as transaction:
        sent = Report.objects.filter(pk=report.pk, status=ReportStatus.SENT)
        left = (
            ReportStatus.WITHDRAWN
            if why_closed(transaction.scope, transaction.state)
            else ReportStatus.DISPUTED
        )
        sent.update(status=left, why=refused_with(refused))
        transaction.count("reports", {topics.REPORTS})


@contextmanager
def _open(
    report: Report, actor: Actor, *, counted: bool = False
) -> Iterator[tuple[ScopeTransaction, Report]]:
    """A report under its scope's lock, still waiting to count; or `counted` already."""
    with scope_transaction(report.scope_id, actor) as transaction:
        told = twins.reports_beside(transaction, report)
        twins.bind(transaction, told)
        locked = next(one for one in told if one.pk == report.pk)
        if locked.status == ReportStatus.COUNTED and not counted:
            raise Refused("", _("This report already counts."), admission=True)
        if locked.status == ReportStatus.WITHDRAWN:
            raise Refused("", _why_withdrawn(transaction, locked), admission=True)
        leave_trace(actor.let_in, locked)
        yield transaction, locked


def _is_disputed_by_another(report: Report, actor: Actor) -> bool:
    by = report.disputed_by_id if report.status == ReportStatus.DISPUTED else None
    return by is not None and not actor.is_seat(str(by))


def _already_disputed(report: Report) -> str:
    return _("%(name)s has already disputed this report. Send your own version of the game instead.") % {
        "name": report.disputed_by
    }


def _already_agreed() -> str:
    return _("This report has been agreed to, and will count once the earlier game is settled.")


def _gave_no_word(transaction: ScopeTransaction, report: Report) -> bool:
    """Whether others said, or silence did, that a side of this person has agreed; or an organiser decides."""
    own = own_sides(transaction, report.sides)
    return transaction.is_organiser or twins.spoken_by_others(report, own)


def _why_withdrawn(transaction: ScopeTransaction, report: Report) -> str:
    first = twins.report_versions(report).exclude(pk=report.pk).exclude(status=ReportStatus.WITHDRAWN)
    other = first.select_related("reporter").first()
    left_open = report.disputed_by_id is not None or bool(report.why)  # nobody withdrew it
    if other is None and left_open and why_closed(transaction.scope, transaction.state):
        return _("The league is over, so this report does not count.")
    if other is None:
        return _("This report was withdrawn.")
    if other.status == ReportStatus.COUNTED:
        return _("%(who)s’s report of the same game already counts.") % {"who": other.reporter}
    return _("%(who)s has reported the same game. Answer that report.") % {"who": other.reporter}


def _others(transaction: ScopeTransaction, report: Report, mine: list[str]) -> list[str]:
    """The sides that have not agreed, but for those that whoever told it has come to play since."""
    own = mine if transaction.actor.is_seat(str(report.reporter_id)) else []
    return [side for side in report.open_to if side not in own]


def _is_opponent(transaction: ScopeTransaction, report: Report) -> bool:
    """Whether this person plays a side that has not agreed yet. Whoever told it never agrees to it, whatever
    side they have come to play since."""
    if transaction.actor.is_seat(str(report.reporter_id)):
        return False
    return bool(own_sides(transaction, report.open_to))
