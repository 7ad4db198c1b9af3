"""Reports of games that were told while an earlier one is not settled: what each waits for, what is kept.

Whoever took part may agree to one meanwhile. It counts by itself in the write that settles the last of what
it waits for (`campaigns.engine.releasing`); which acts those are says the game (`ActRules.parking`).
Reports that share a side count in the order in which they were sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaigns.engine.lines import Parking
from campaigns.engine.stored import topics
from campaigns.engine.stored.store import Registration
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.scope_transaction import ScopeTransaction
from campaigns.engine.transaction.scopes import why_closed
from campaigns.models import Report, ReportStatus, Scope
from campaigns.models.play import HELD, WAITING
from rules.engine.codec import dump
from rules.engine.procedure import Settled
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.engine.todos import Todo

type Facts = Mapping[str, object]

MOST_HELD = 5  # of one side
LEAGUE_OVER, CALLED_OFF = ("over",), ("off",)
GONE = "gone"  # whom an earlier game's dice have taken away
REFUSED = "refused"  # by what rule, where one is named
KEPT = "kept"  # a sentence of an older release
FELL = {
    LEAGUE_OVER: gettext_noop("The league is over, so this report does not count."),
    CALLED_OFF: gettext_noop("The game was called off."),
}


@dataclass(frozen=True, slots=True)
class Holds:
    """What a report waits for: musts that can be done now, and reports that were sent before it."""

    rows: tuple[Todo, ...] = ()
    reports: tuple[Report, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rows or self.reports)

    @property
    def kept(self) -> list[list[str]]:
        """The musts as `Report.waits` has them: each a side and a key."""
        return [[row.side, row.key] for row in self.rows]


NOTHING = Holds()


def report_facts[S: State, B](registration: Registration[S, B], report: Report) -> dict[str, object]:
    """The facts of a report, with how everybody stood as the game began."""
    parking = registration.acts.parking
    return {**report.facts, parking.name: report.begun} if parking and report.begun else dict(report.facts)


def holds_of[S: State, B](registration: Registration[S, B], state: S, report: Report) -> Holds:
    """What a report that waits has to wait for as things stand."""
    root = report.answers_to_id or report.pk
    waiting = Report.objects.filter(scope=report.scope_id, status__in=WAITING).select_related("reporter")
    before = [one for one in waiting if (one.answers_to_id or one.pk) < root]
    return _holds(registration, state, report_facts(registration, report), report.sides, before)


def holds_of_new(transaction: ScopeTransaction, facts: Facts, sides: Iterable[str]) -> Holds:
    """The same of one that is being sent."""
    waiting = Report.objects.filter(scope=transaction.scope, status__in=WAITING).select_related("reporter")
    return _holds(transaction.registration, transaction.state, facts, sides, waiting)


def _holds[S: State, B](
    registration: Registration[S, B], state: S, facts: Facts, sides: Iterable[str], before: Iterable[Report]
) -> Holds:
    parking = registration.acts.parking
    if parking is None:
        return NOTHING
    book = registration.game.book_of(state)
    shared = (one for one in before if set(one.sides) & set(sides)) if parking.applies(state, book) else ()
    firsts = {one.answers_to_id or one.pk: one for one in sorted(shared, key=lambda one: -one.pk)}
    return Holds(tuple(parking.waits_on(state, book, facts)), tuple(firsts[pk] for pk in sorted(firsts)))


def waiting_in(scope: Scope) -> list[Report]:
    """Those of a league that wait to be agreed to or to count, in the order in which they were sent."""
    waiting = Report.objects.filter(scope=scope, status__in=HELD)
    return sorted(waiting.select_related("reporter"), key=lambda one: one.answers_to_id or one.pk)


def why_gone[S: State, B](registration: Registration[S, B], state: S, report: Report) -> list[str]:
    """Whom it tells of that is gone, as it is kept: it cannot count as it was told any more, and an organiser
    decides. Empty where nobody is."""
    parking = registration.acts.parking
    if parking is None:
        return []
    gone = parking.gone(state, registration.game.book_of(state), report_facts(registration, report))
    return [GONE, *gone] if gone else []


def require_room_for(transaction: ScopeTransaction, sides: Iterable[str]) -> None:
    """Raise `Refused` where too many reports of one side wait already."""
    held = [one for one in waiting_in(transaction.scope) if one.held_at is not None]
    for side in sides:
        if sum(side in one.sides for one in held) >= MOST_HELD:
            name = transaction.registration.sides_of(transaction.state)[side].name
            sentence = _(
                "%(most)s reports involving %(side)s are waiting for an earlier game. Finish that one first."
            ) % {"most": MOST_HELD, "side": name}
            raise Refused("", sentence, admission=True)


def begun_in(transaction: ScopeTransaction, procedure: str, said: object) -> list[object]:
    """How everybody stands as the game begins that a trial has `said`; nothing where that is not kept."""
    parking = _applied(transaction)
    if parking is None or not isinstance(said, Settled) or not _is_kept(transaction, parking, procedure):
        return []
    return [dump(one) for one in parking.begun(said.result)]


def with_begun(transaction: ScopeTransaction, report: Report, facts: Facts) -> Facts:
    """The facts with which a report counts now: with how all stood, if they stand otherwise since."""
    parking = transaction.registration.acts.parking
    if parking is None or not report.begun:
        return facts
    said = dry_run(transaction.scope, transaction.state, report.procedure, facts, transaction.now)
    if begun_in(transaction, report.procedure, said) == report.begun:
        return facts
    return {**facts, parking.name: report.begun}


def refuse_kept[S: State, B](registration: Registration[S, B], facts: Facts) -> None:
    """Raise `Refused` where somebody sends what only the app keeps."""
    parking = registration.acts.parking
    if parking is not None and parking.name in facts:
        raise Refused(
            "",
            _("Leave this out: the app itself records how everybody stood when the game began."),
            parking.name,
        )


def _applied(transaction: ScopeTransaction) -> Parking[State, object] | None:
    parking, state = transaction.registration.acts.parking, transaction.state
    applies = parking and parking.applies(state, transaction.registration.game.book_of(state))
    return parking if applies else None


def _is_kept(transaction: ScopeTransaction, parking: Parking[State, object], procedure: str) -> bool:
    return parking.name in transaction.registration.game.spec(procedure).params.model_fields


def park_report(
    transaction: ScopeTransaction, report: Report, holds: Holds, agreed: Mapping[str, str]
) -> None:
    """All have agreed, but it cannot count yet."""
    report.status, report.agreed = ReportStatus.PARKED, {**report.agreed, **agreed}
    report.save(update_fields=["status", "agreed"])
    wait(transaction, report, holds)


def wait(transaction: ScopeTransaction, report: Report, holds: Holds) -> None:
    """It cannot count yet: note what it waits for, and since when somebody can do something about it."""
    if report.held_at is None or (holds.kept and not report.waits):
        report.held_at = transaction.now
    report.due, report.waits = None, holds.kept
    report.save(update_fields=["due", "held_at", "waits"])
    transaction.is_holding = True
    transaction.names.add(topics.REPORTS)


def leave_to_organiser(transaction: ScopeTransaction, report: Report, why: list[str]) -> None:
    """It cannot count as it stands: an organiser decides, and reads why; nobody in a league that is over."""
    is_over = why_closed(transaction.scope, transaction.state)
    report.status = ReportStatus.WITHDRAWN if is_over else ReportStatus.DISPUTED
    report.why, report.due = why, None
    report.held_at, report.waits = None, []
    report.save(update_fields=["status", "why", "agreed", "due", "held_at", "waits"])
    transaction.count("reports", {topics.REPORTS})


# Why one cannot count as it was told, or with what it fell that nobody withdrew: kept as a code and whom
# that is about (`Report.why`), said to each reader in their own language.


def refused_with(refused: Refused) -> list[str]:
    """What is kept of a refusal; its sentence is made anew for whoever reads."""
    return [REFUSED, refused.rule]


def bar_in_words[S: State, B](
    scope: Scope, registration: Registration[S, B], state: S, report: Report
) -> str:
    """Why it does not count, in the reader's language; empty where nothing speaks against it."""
    if not report.why:
        return ""
    code, *about = report.why
    if fell := FELL.get((code,)):
        return _(fell)
    parking = registration.acts.parking
    if code == GONE and parking is not None:
        return parking.says_gone(state, about)
    return str(about[0]) if code == KEPT else _refusal(scope, registration, state, report)


def _refusal[S: State, B](scope: Scope, registration: Registration[S, B], state: S, report: Report) -> str:
    """What the rules say to its facts as things stand."""
    found = dry_run(scope, state, report.procedure, report_facts(registration, report))
    if isinstance(found, Refused):
        return found.sentence
    return _("This report could not count as sent when its turn came. An organiser has to decide.")
