"""One game told twice: what the second says is the answer to the first, never a second game.

Of one game are reports of the same mission, and where none is named, those by the same procedure of the same
sides while the first one waits or, if others gave one's word to it, on the same evening. The same facts are
the agreement, whatever their order, words and names; other facts are another version. Only who says that
theirs is `another` game sends it beside the first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from campaigns.engine.stored import topics
from campaigns.engine.stored.people_texts import KEYS
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.scope_transaction import ScopeTransaction
from campaigns.engine.who.let_in import hand_on
from campaigns.models import LetInTrace, Report, ReportStatus
from campaigns.models.play import WAITING
from rules.engine.codec import dump_effects
from rules.engine.games import ActTrait
from rules.engine.procedure import Settled
from rules.engine.refusals import Refused

OPEN = (ReportStatus.SENT, ReportStatus.DISPUTED)  # of those whose word somebody still owes
EVENING = timedelta(hours=12)
ALONE = Q(mission="", answers_to=None, another=False)
GIVEN_BY_OTHERS = ("silence", "organiser", "at the table", "unasked")  # as `Report.agreed` has it

type Facts = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Twin:
    """A report of the same game, and whether it tells the same facts."""

    report: Report
    same: bool

    @property
    def first(self) -> Report:
        """The version that all others of it answer."""
        return self.report.answers_to or self.report

    @property
    def counts(self) -> bool:
        return self.report.status == ReportStatus.COUNTED


def report_versions(report: Report) -> QuerySet[Report]:
    """A report with every other version of the same game, the first one first."""
    root = report.answers_to_id or report.pk
    return Report.objects.filter(Q(pk=root) | Q(answers_to=root)).order_by("pk")


def twin_of(
    transaction: ScopeTransaction, procedure: str, facts: Facts, sides: Iterable[str], mine: Iterable[str]
) -> Twin | None:
    """The report in which the same game stands already; `mine`: the sides of whoever tells of it now."""
    waiting = waiting_of(transaction, procedure, facts, sides)
    return twin_among(transaction, waiting, procedure, facts) or _counted(
        transaction, procedure, facts, sides, mine
    )


def waiting_of(
    transaction: ScopeTransaction, procedure: str, facts: Facts, sides: Iterable[str]
) -> list[Report]:
    """The reports of the same game that wait, the oldest first."""
    mission = str(facts.get("mission", ""))
    found = Report.objects.filter(scope=transaction.scope, mission=mission, status__in=WAITING)
    found = found.select_related("reporter").order_by("pk")
    return list(found) if mission else _of_sides(found.filter(procedure=procedure), sides)


def twin_among(
    transaction: ScopeTransaction, reports: Iterable[Report], procedure: str, facts: Facts
) -> Twin | None:
    """The one that tells the same, else the first of somebody else; of a mission one's own as well: who tells
    two things otherwise tells of two games. Refused where the others' are of several.
    """
    waiting = list(reports)
    same = (one for one in waiting if tells_the_same(transaction, one, procedure, facts))
    if (found := next(same, None)) is not None:
        return Twin(found, same=True)
    if not facts.get("mission"):
        waiting = [one for one in waiting if not transaction.actor.is_seat(str(one.reporter_id))]
    if len({one.answers_to_id or one.pk for one in waiting}) > 1:
        sentence = _(
            "Several reports from these sides are waiting. Say which of them you are answering, or "
            "that yours is a different game."
        )
        raise Refused("", sentence, "answers_to", admission=True)
    return Twin(waiting[0], same=False) if waiting else None


def _counted(
    transaction: ScopeTransaction, procedure: str, facts: Facts, sides: Iterable[str], mine: Iterable[str]
) -> Twin | None:
    """One that counts since this evening, although those who tell of such a game now never said so."""
    counted = Report.objects.filter(
        scope=transaction.scope, procedure=procedure, mission="", entry__void=False
    )
    counted = counted.filter(status=ReportStatus.COUNTED, entry__at__gt=transaction.now - EVENING)
    found = _of_sides(counted.select_related("reporter", "entry"), sides)
    unasked = [one for one in found if spoken_by_others(one, mine)]
    return next((Twin(one, same=_plain(one.facts) == _plain(facts)) for one in unasked), None)


def spoken_by_others(report: Report, sides: Iterable[str]) -> bool:
    """Whether somebody else said, or silence did, that one of these sides has agreed."""
    return any(report.agreed.get(side) in GIVEN_BY_OTHERS for side in sides)


def _of_sides(reports: Iterable[Report], sides: Iterable[str]) -> list[Report]:
    return [one for one in reports if set(one.sides) == set(sides)]


def tells_the_same(transaction: ScopeTransaction, report: Report, procedure: str, facts: Facts) -> bool:
    """Whether both would book the same: who won, in how many rounds, who was there, out, by whom, when, who
    conceded. Not in which order, nor with which words and names.
    """
    if report.procedure == procedure and _plain(report.facts) == _plain(facts):
        return True
    theirs, ours = (
        _booked(transaction, *one) for one in ((report.procedure, report.facts), (procedure, facts))
    )
    return theirs is not None and theirs == ours


def _booked(transaction: ScopeTransaction, procedure: str, facts: Facts) -> str | None:
    plain = _plain(facts)
    assert isinstance(plain, dict)
    said = dry_run(transaction.scope, transaction.state, procedure, plain, transaction.now)
    return _in_order(_plain(dump_effects(said.result))) if isinstance(said, Settled) else None


def _plain(data: object) -> object:
    """Facts without words and names and without what says nothing, in an order of their own."""
    if isinstance(data, Mapping):
        told = {str(key): _plain(one) for key, one in data.items() if key not in KEYS}
        return {key: one for key, one in told.items() if one not in (None, "", False, [], {})}
    if isinstance(data, list | tuple):
        return sorted(map(_plain, data), key=_in_order)
    return data


def _in_order(data: object) -> str:
    return json.dumps(data, sort_keys=True, default=str)


# Reports from before this was asked


def side_by_side() -> Iterator[Report]:
    """Of each league in which several reports of the same sides wait, and nobody said that they are of two
    games, one of them.
    """
    told: set[tuple[object, ...]] = set()
    leagues: dict[int, Report] = {}
    sent = Report.objects.filter(ALONE, status=ReportStatus.SENT, scope__archived_at=None)
    for one in sent.only("scope", "procedure", "sides", "sent_at").order_by("pk"):
        key = (one.scope_id, one.procedure, frozenset(one.sides))
        if key in told:
            leagues.setdefault(one.scope_id, one)
        told.add(key)
    return iter(leagues.values())


def reports_beside(transaction: ScopeTransaction, report: Report) -> list[Report]:
    """A report, what waits in its league beside it, and what counts since it was sent."""
    meanwhile = Q(status=ReportStatus.COUNTED, entry__void=False, entry__at__gte=report.sent_at)
    beside = ALONE & (Q(status__in=WAITING) | meanwhile)
    found = Report.objects.filter(Q(pk=report.pk) | beside, scope=transaction.scope).order_by("pk")
    found = found.annotate(is_traced=Exists(LetInTrace.objects.filter(report=OuterRef("pk"))))
    return list(found.select_related("reporter", "entry__slot", "answers_to"))


def bind(transaction: ScopeTransaction, reports: Iterable[Report]) -> list[Report]:
    """Bring together what two people told of one game and waits side by side: the same facts are the
    agreement, others a dispute. What one side told twice are two games. Gives what is agreed upon now.
    """
    agreed: list[Report] = []
    before: list[Report] = []
    alone = [one for one in reports if _is_alone(transaction, one)]
    counted = [one for one in alone if one.status == ReportStatus.COUNTED]
    for report in (one for one in alone if one.status in WAITING):
        others = _of_one_game(before, report)
        told_by_others = [one for one in others if set(one.agreed) != set(report.agreed)]
        if known := _counted_meanwhile(counted, report):
            _join(transaction, report, known, ReportStatus.WITHDRAWN)
        elif told_by_others:
            agreed += _answered(transaction, report, told_by_others)
        else:
            if others:
                _change(transaction, report, another=True)
            before.append(report)
    return agreed


def _is_alone(transaction: ScopeTransaction, report: Report) -> bool:
    is_version = bool(report.answers_to_id or report.another or report.mission)
    return not is_version and report.procedure not in transaction.registration.game.marked[ActTrait.BY_GAMES]


def _of_one_game(reports: Iterable[Report], report: Report) -> list[Report]:
    return _of_sides((one for one in reports if one.procedure == report.procedure), report.sides)


def _counted_meanwhile(counted: Iterable[Report], report: Report) -> Report | None:
    """What somebody else told of the same game while this one waited, and counts."""
    others = (one for one in counted if one.reporter_id != report.reporter_id)
    since = (one for one in others if one.entry is not None and one.entry.at >= report.sent_at)
    return next(iter(_of_one_game(since, report)), None)


def may_set_apart(report: Report) -> bool:
    """Whether it stands as a version of another report, and may be of another game."""
    is_version = report.answers_to_id is not None and not report.mission
    return is_version and not report.another and report.status != ReportStatus.COUNTED


def set_apart(transaction: ScopeTransaction, report: Report) -> Report:
    """A version was of another game after all: it is sent anew, and what it answered waits as before."""
    if not may_set_apart(report):
        raise Refused("", _("This report is not a version of another one."), admission=True)
    _change(transaction, report, another=True)
    withdraw_version(transaction, report)
    anew = {
        name: getattr(report, name) for name in ("scope", "procedure", "facts", "reporter", "sides", "note")
    }
    agreed = dict.fromkeys(report.told_for, "reported")
    apart = Report.objects.create(**anew, agreed=agreed, due=_due(transaction), another=True)
    hand_on(report, apart)
    return apart


def withdraw_version(transaction: ScopeTransaction, report: Report) -> None:
    """Withdraw one version of a game. The only one left waits for the others again, unless somebody has
    disputed it in words; of several the first stands for all. Nobody disputes any more what was taken back.
    """
    _change(
        transaction, report, status=ReportStatus.WITHDRAWN, held_at=None, disputed_by=None, words="", why=[]
    )
    left = list(report_versions(report).exclude(pk=report.pk).filter(status__in=WAITING))
    if not left:
        return
    first = left[0]
    if report.answers_to_id is None:
        _change(transaction, first, answers_to=None)
        report_versions(report).update(answers_to=first)
    if len(left) == 1 and first.status == ReportStatus.DISPUTED and first.disputed_by_id is None:
        _change(transaction, first, status=ReportStatus.SENT, due=_due(transaction))


def withdraw_to_tell_anew(
    transaction: ScopeTransaction, report: Report, procedure: str, facts: Facts
) -> Twin | None:
    """Withdraw a report in whose place its reporter tells these facts; gives the other version of the game
    that stands, the one that tells them if there is one.
    """
    others = report_versions(report).exclude(pk=report.pk).filter(status__in=WAITING)
    left = list(others.values_list("pk", flat=True))
    withdraw_version(transaction, report)
    standing = Report.objects.filter(pk__in=left).select_related("reporter").order_by("pk")
    return twin_among(transaction, standing, procedure, facts)


def is_told_anew(report: Report) -> bool:
    """Whether a disputed report has been told anew by its reporter, and nobody has said anything to that."""
    quiet = report.status == ReportStatus.DISPUTED and report.disputed_by_id is None and not report.why
    return quiet and not report_versions(report).exclude(pk=report.pk).filter(status__in=WAITING).exists()


def _due(transaction: ScopeTransaction) -> datetime:
    """When silence lets a report count that waits from now on."""
    return transaction.now + timedelta(hours=transaction.scope.silence_hours)


def _answered(transaction: ScopeTransaction, report: Report, others: list[Report]) -> list[Report]:
    same = (one for one in others if tells_the_same(transaction, one, report.procedure, report.facts))
    first = next(same, None)
    if first is None:
        _join(transaction, report, others[0], ReportStatus.DISPUTED)
        _change(transaction, others[0], status=ReportStatus.DISPUTED, held_at=None)
        return []
    _join(transaction, report, first, ReportStatus.WITHDRAWN)
    hand_on(report, first)
    _change(transaction, first, agreed={**report.agreed, **first.agreed})
    return [first]


def _join(transaction: ScopeTransaction, report: Report, first: Report, status: str) -> None:
    """Make a report another version of the first."""
    Report.objects.filter(answers_to=report).update(answers_to=first)
    _change(transaction, report, answers_to=first, status=status, due=None, held_at=None)


def _change(transaction: ScopeTransaction, report: Report, **facts: object) -> None:
    for name, value in facts.items():
        setattr(report, name, value)
    report.save(update_fields=[*facts])
    transaction.count("reports", {topics.REPORTS})
