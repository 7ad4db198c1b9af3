"""Sending a report: what somebody says happened, under the lock of its league, and how it comes to count: as
a report others agree to, because two told the same, or at once by an organiser's word.

The door does it for whoever acts alone where others have to agree, `reports.submit_report` for whoever
answers a report or mends their own. What counts is booked through `door.act_within`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypedDict, Unpack

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils.translation import gettext as _

from campaigns.engine.stored import topics
from campaigns.engine.stored.room import require_room
from campaigns.engine.transaction.answered import changed_meanwhile
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.parked import (
    CALLED_OFF,
    LEAGUE_OVER,
    NOTHING,
    begun_in,
    holds_of,
    holds_of_new,
    leave_to_organiser,
    park_report,
    refuse_kept,
    require_room_for,
    why_gone,
    with_begun,
)
from campaigns.engine.transaction.reportable import reported_sides, require_sure
from campaigns.engine.transaction.scope_transaction import DoorOutcome, ScopeTransaction
from campaigns.engine.transaction.twins import (
    OPEN,
    Facts,
    Twin,
    report_versions,
    tells_the_same,
    twin_among,
    twin_of,
    withdraw_to_tell_anew,
)
from campaigns.engine.who.let_in import hand_on, leave_trace
from campaigns.models import NoticeKind, Report, ReportStatus
from campaigns.models.notices import mark_answered
from campaigns.models.play import WAITING
from rules.engine.effects import apply_all
from rules.engine.games import ActTrait
from rules.engine.procedure import Settled
from rules.engine.refusals import Refused

type Act = Callable[..., DoorOutcome]


class Beside(TypedDict, total=False):
    """What else comes with the facts.

    `answers_to`: a report of the same to which this is another version. `instead_of`: one's own report that
    nobody has agreed to; this one takes its place. `note`: what is written with it. `at_table`: sides whose
    people were there when it was written. `sure`: what looks like a slip has been asked about. `is_old`: what
    was before their eyes has changed since. `by_game`: a finished game says it. `another`: it is another game
    than the one that stands in a report already; `asks`: whoever sends it has to be asked whether it is.
    `left_to`: the side that adds what its own units did as it agrees.
    """

    answers_to: Report | None
    instead_of: Report | None
    note: str
    at_table: Iterable[str]
    sure: bool
    is_old: bool
    by_game: bool
    another: bool
    asks: bool
    left_to: str


@dataclass(frozen=True, slots=True)
class SentReport:
    """The report in which a game stands now. `told`: somebody's that says the same already; `agrees`: to
    which whoever told it now agrees with it.
    """

    report: Report
    told: bool = False
    agrees: bool = False


def send_within(
    transaction: ScopeTransaction, procedure: str, facts: Facts, *, once: str = "", **more: Unpack[Beside]
) -> SentReport:
    """Send a report inside a transaction that is already locked. Who has to agree, the facts say."""
    refuse_kept(transaction.registration, facts)
    by_hand = not (more.get("by_game") or transaction.is_organiser)
    if by_hand and procedure in transaction.registration.game.marked[ActTrait.BY_GAMES]:
        raise Refused("", _("Report a game against the app from that game’s own page."), "procedure")
    sides = reported_sides(transaction.registration, transaction.state, procedure, facts)
    mine = own_sides(transaction, sides)
    answers_to, instead_of = more.get("answers_to"), more.get("instead_of")
    if transaction.actor.seat is None or not (mine or transaction.is_organiser):
        raise PermissionDenied
    if more.get("is_old"):
        raise changed_meanwhile()
    another, disputed = more.get("another", False), False
    if instead_of is None:
        twin = _twin(transaction, procedure, facts, sides, mine, more)
    else:
        disputed, twin = _make_room(transaction, instead_of, procedure, facts)
        another = instead_of.another
    if twin is not None and twin.same:
        return _told_already(transaction, twin, mine)
    answers_to = twin.first if twin is not None else answers_to
    if answers_to is not None:
        _answer(transaction, answers_to)
    found = _require_possible(transaction, procedure, facts, sure=more.get("sure", False))
    begun = begun_in(transaction, procedure, found)
    disputed |= answers_to is not None
    holds = NOTHING if disputed else holds_of_new(transaction, facts, sides)
    if holds:
        require_room_for(transaction, sides)
    agreed = dict.fromkeys(more.get("at_table", ()), "at the table") | dict.fromkeys(mine, "reported")
    said = {"procedure": procedure, "note": more.get("note", ""), "once": once, "another": another}
    said |= {"begun": begun, "waits": holds.kept, "held_at": transaction.now if holds else None}
    if more.get("left_to") in set(sides) - set(agreed) and not disputed:
        said["left_to"] = more["left_to"]
    said |= {"sides": sides, "agreed": agreed, "answers_to": answers_to, "reporter": transaction.actor.seat}
    said["status"] = ReportStatus.DISPUTED if disputed else ReportStatus.SENT
    return SentReport(_written(transaction, facts, **said))


def _twin(
    transaction: ScopeTransaction,
    procedure: str,
    facts: Facts,
    sides: list[str],
    mine: list[str],
    more: Beside,
) -> Twin | None:
    """The report this one agrees to or answers. Refused where whoever sends it has to say something first."""
    if (answers_to := more.get("answers_to")) is not None:
        _of_the_same(transaction, facts, answers_to)
        waiting = report_versions(answers_to).filter(status__in=WAITING).select_related("reporter")
        return twin_among(transaction, waiting, procedure, facts) or Twin(answers_to, same=False)
    mission, another = bool(facts.get("mission")), more.get("another", False)
    if procedure in transaction.registration.game.marked[ActTrait.BY_GAMES] or (another and not mission):
        return None
    twin = twin_of(transaction, procedure, facts, sides, mine)
    if twin is None or (twin.same and not another):
        return twin
    if twin.report.left_to in mine and twin.report.status == ReportStatus.SENT and not another:
        raise _add_yours(twin.report)
    if mission:
        _require_its_own_mission(transaction, twin.report, another=another)
    elif twin.counts or more.get("asks"):
        raise _which_game(twin)
    return twin


def _require_its_own_mission(transaction: ScopeTransaction, report: Report, *, another: bool) -> None:
    if another:
        sentence = _("A planned game can have only one result. Plan the other game too, and report it there.")
        raise Refused("", sentence, "another", admission=True)
    if transaction.actor.is_seat(str(report.reporter_id)):
        sentence = _("You have already reported this game. Change that report instead.")
        raise Refused("", sentence, admission=True, about=(("report", str(report.pk)),))


def _add_yours(report: Report) -> Refused:
    sentence = _("%(who)s has just reported this game and left it to you to add what your units did.")
    about = (("report", str(report.pk)),)
    return Refused("", sentence % {"who": report.reporter}, admission=True, about=about)


def _told_already(transaction: ScopeTransaction, twin: Twin, mine: Iterable[str]) -> SentReport:
    """The report that says the same. Refused where it is disputed, and this is no word that is missing."""
    agrees = _may_agree(transaction, twin, mine)
    if not agrees and twin.report.status == ReportStatus.DISPUTED:
        raise _changes_nothing(transaction, twin.report)
    return SentReport(twin.report, told=True, agrees=agrees)


def _changes_nothing(transaction: ScopeTransaction, report: Report) -> Refused:
    """Refuse what the same side has told in a dispute already."""
    others = report_versions(report).filter(status__in=WAITING).exclude(pk=report.pk)
    if transaction.is_organiser:
        sentence = _(
            "This says the same as the disputed report. Correct what was wrong in it, or decide it as "
            "organiser on the report’s page."
        )
    elif others.exists():
        sentence = _(
            "This says the same as the disputed report. Correct what was wrong in it, agree to the other "
            "version, or ask an organiser to decide."
        )
    else:
        sentence = _(
            "This says the same as the disputed report. Correct what was wrong in it, or ask an organiser to "
            "decide."
        )
    return Refused("", sentence, admission=True, about=(("report", str(report.pk)),))


def _which_game(twin: Twin) -> Refused:
    counts = _("%(who)s’s report of a game between these sides already counts. Is yours a different game?")
    waits = _(
        "%(who)s has just reported a game between these sides. Is yours the same game, or a different one?"
    )
    sentence = (counts if twin.counts else waits) % {"who": twin.report.reporter}
    return Refused("", sentence, "another", admission=True)


def _may_agree(transaction: ScopeTransaction, twin: Twin, mine: Iterable[str]) -> bool:
    """Whether whoever tells the same is somebody whose word it waits for."""
    report, actor = twin.report, transaction.actor
    decides = transaction.is_organiser and not actor.is_seat(str(report.reporter_id))
    return not twin.counts and (decides or any(side in report.open_to for side in mine))


def _require_possible(transaction: ScopeTransaction, procedure: str, facts: Facts, *, sure: bool) -> object:
    """What the facts would come to; raises `Refused` for what cannot be, leaves no room, or looks a slip."""
    said = dry_run(transaction.scope, transaction.state, procedure, facts, transaction.now)
    if isinstance(said, Refused):
        raise said
    if isinstance(said, Settled):
        after = apply_all(transaction.state, said.result)
        require_room(transaction.registration, transaction.state, after, facts)
    if not sure:
        require_sure(transaction.registration, transaction.state, procedure, facts)
    return said


def _written(transaction: ScopeTransaction, facts: Mapping[str, object], **said: object) -> Report:
    """The new row; what is disputed waits for people, not for the clock."""
    waits = said["status"] == ReportStatus.DISPUTED or said["held_at"]
    report = Report.objects.create(
        scope=transaction.scope,
        mission=str(facts.get("mission", "")),
        due=None if waits else transaction.now + timedelta(hours=transaction.scope.silence_hours),
        facts=dict(facts),
        **said,
    )
    leave_trace(transaction.actor.let_in, report)
    transaction.is_holding |= report.held_at is not None
    return report


def _make_room(
    transaction: ScopeTransaction, report: Report, procedure: str, facts: Facts
) -> tuple[bool, Twin | None]:
    """Take a report back that is told anew; whether it was disputed, and the other version that stands."""
    mine = Report.objects.filter(pk=report.pk, scope=transaction.scope, reporter=transaction.actor.seat)
    sentence = _("This report can no longer be changed; an organiser can correct it.")
    if not (told := mine.filter(status__in=OPEN).first()):
        raise Refused("", sentence, admission=True)
    if (disputed := told.status == ReportStatus.DISPUTED) and tells_the_same(
        transaction, told, procedure, facts
    ):
        raise _changes_nothing(transaction, told)
    return disputed, withdraw_to_tell_anew(transaction, told, procedure, facts)


def _answer(transaction: ScopeTransaction, answers_to: Report) -> None:
    """Another version stops the clock of all that wait for the same game."""
    if (
        not report_versions(answers_to)
        .filter(status__in=OPEN)
        .update(status=ReportStatus.DISPUTED, held_at=None)
    ):
        raise Refused("", _("That report is no longer waiting for an answer."), admission=True)
    mark_answered(NoticeKind.REPORTED, report__in=report_versions(answers_to))


def _of_the_same(transaction: ScopeTransaction, facts: Mapping[str, object], answers_to: Report) -> None:
    """Another version tells of the same game, and is for those who may dispute the first."""
    if not (transaction.is_organiser or own_sides(transaction, answers_to.sides)):
        raise PermissionDenied
    if answers_to.mission != str(facts.get("mission", "")):
        raise Refused("", _("That report is about another game."), admission=True)


def own_sides(transaction: ScopeTransaction, sides: list[str]) -> list[str]:
    """Which of the sides this person plays."""
    return [s for s in sides if transaction.actor.plays(s, transaction.state, transaction.registration)]


def tell_within(
    transaction: ScopeTransaction,
    procedure: str,
    facts: Facts,
    act_within: Act,
    *,
    once: str = "",
    **more: Unpack[Beside],
) -> tuple[Report, DoorOutcome]:
    """Send a report; where it tells the same as one that waits, that one counts."""
    sent = send_within(transaction, procedure, facts, once=once, **more)
    report = sent.report
    if sent.agrees:
        mine = dict.fromkeys(own_sides(transaction, report.sides), "reported")
        counted = count_within(transaction, report, act_within, others_gave(transaction), mine)
        return report, transaction.finish(replace(counted, report=report.pk), procedure)
    if sent.told:
        entry = report.entry.seq if report.entry else None
        return report, transaction.as_before(DoorOutcome("", entry, repeated=True, report=report.pk))
    transaction.names.add(topics.REPORTS)
    return report, transaction.finish(DoorOutcome("", report=report.pk), "reports")


def report_or_none(
    transaction: ScopeTransaction, procedure: str, facts: Facts, act_within: Act, **more: Unpack[Beside]
) -> DoorOutcome | None:
    """What somebody does that others have to agree to. None where it is done at once: by an organiser's word
    about a game of which no report waits.
    """
    if procedure not in transaction.registration.acts.reported or transaction.actor.seat is None:
        return None
    if not transaction.is_organiser:
        return tell_within(transaction, procedure, facts, act_within, **more)[1]
    sides = reported_sides(transaction.registration, transaction.state, procedure, facts)
    at_once = more.get("another") or procedure in transaction.registration.game.marked[ActTrait.BY_GAMES]
    is_told = not at_once and twin_of(transaction, procedure, facts, sides, ()) is not None
    if not is_told and not holds_of_new(transaction, facts, sides):
        return None
    more["asks"] = is_told
    report, outcome = tell_within(transaction, procedure, facts, act_within, **more)
    return outcome if outcome.settled else count_within(transaction, report, act_within, "organiser")


def others_gave(transaction: ScopeTransaction) -> str:
    """How those have agreed who were not asked any more."""
    return "organiser" if transaction.is_organiser else "unasked"


def count_within(
    transaction: ScopeTransaction,
    report: Report,
    act_within: Act,
    how: str,
    own: Mapping[str, str] | None = None,
) -> DoorOutcome:
    """It counts: `how` for all who have not agreed, but for the sides in `own`."""
    others = {side: (own or {}).get(side, how) for side in report.open_to}
    transaction.names.add(topics.REPORTS)
    mark_answered(NoticeKind.REPORTED, report=report)
    was_disputed = report.status == ReportStatus.DISPUTED
    decides = was_disputed and transaction.is_organiser
    if not decides and (why := why_gone(transaction.registration, transaction.state, report)):
        report.agreed |= own or {}
        leave_to_organiser(transaction, report, why)
        return transaction.finish(DoorOutcome("", report=report.pk), "reports")
    if holds := holds_of(transaction.registration, transaction.state, report):
        park_report(transaction, report, holds, others)
        outcome = transaction.finish(DoorOutcome("", report=report.pk), "reports")
    else:
        facts = with_begun(transaction, report, _dated(transaction, report))
        outcome = act_within(transaction, report.procedure, facts, agreed=True)
        _note_counted(transaction, report, others)
    if was_disputed:  # else nobody has sent another version
        others_sent = report_versions(report).exclude(pk=report.pk).filter(status__in=WAITING)
        others_sent.update(status=ReportStatus.WITHDRAWN)
    return outcome


def _note_counted(transaction: ScopeTransaction, report: Report, others: Mapping[str, str]) -> None:
    report.status, report.entry = ReportStatus.COUNTED, transaction.entry
    report.agreed, report.held_at, report.waits, report.why = {**report.agreed, **others}, None, [], []
    report.save(update_fields=["status", "agreed", "entry", "held_at", "waits", "why"])
    if transaction.entry is not None:
        hand_on(report, transaction.entry.slot)


def lapse_waiting_reports(
    transaction: ScopeTransaction, procedure: str, params: Mapping[str, object]
) -> None:
    """Where this act ends the league, or calls a mission off, what waits for somebody's word about it counts
    no more."""
    waiting = Report.objects.filter(scope=transaction.scope)
    why = LEAGUE_OVER
    if procedure in transaction.registration.game.marked[ActTrait.CALLS_OFF]:
        waiting, why = waiting.filter(mission=params.get("mission", "")), CALLED_OFF
    elif procedure not in transaction.registration.game.marked[ActTrait.CLOSES_LEAGUE]:
        return
    disputed, wordless = Q(status=ReportStatus.DISPUTED), Q(disputed_by=None, why=[])
    unspoken = Q(status__in=(ReportStatus.SENT, ReportStatus.PARKED))
    silent = waiting.filter(unspoken | disputed & wordless).update(status=ReportStatus.WITHDRAWN, why=why)
    if waiting.filter(disputed).update(status=ReportStatus.WITHDRAWN) or silent:
        transaction.names.add(topics.REPORTS)


def _dated(transaction: ScopeTransaction, report: Report) -> Facts:
    """Its facts; where the rules ask when it was over and nobody has said so, when it was sent."""
    name, spec = transaction.registration.acts.when_over, transaction.registration.game.spec(report.procedure)
    over = min(report.sent_at, transaction.now)  # what counts as it is sent is over now
    return {name: over.isoformat(), **report.facts} if name in spec.params.model_fields else report.facts
