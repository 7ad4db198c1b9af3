"""A result that counts because somebody said that the others had agreed at the table. One of those may object
until somebody has gone on from it; then it is the organiser's, who corrects it.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaigns.engine.correcting import preview_of, write_correction
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.scope_transaction import ScopeTransaction
from campaigns.engine.transaction.sending import own_sides
from campaigns.models import Dialogue, Entry, Report, ReportStatus
from campaigns.models.journal import FOLLOWS
from rules.engine.refusals import Refused

AT_TABLE = "at the table"  # as `Report.agreed` has it


def uncount(transaction: ScopeTransaction, report: Report, words: str) -> None:
    """Make what a report has become count no more, for a side that others spoke for and that says why."""
    entry, mine = report.entry, spoken_for(report, own_sides(transaction, report.sides))
    if entry is None or not mine:
        raise Refused("", _("This report already counts."), admission=True)
    sentence = _("Others have already acted on this. An organiser can correct it.")
    if gone_on(report):
        raise Refused("", sentence, admission=True)
    gone = [entry, *_since(entry).filter(via__in=FOLLOWS).select_related("slot")]
    shown = preview_of(transaction.scope, {one.slot.code: {"void": True} for one in gone}, [])
    if len([one for one in shown.draft.outcomes if one.changed or one.needs_decision]) != len(gone):
        raise Refused("", sentence, admission=True)
    write_correction(transaction, shown.draft, [], words or _("disputed"))
    report.agreed = {side: how for side, how in report.agreed.items() if side not in mine}
    report.entry = None


def spoken_for(report: Report, sides: Iterable[str]) -> list[str]:
    """Those of these sides of whom somebody else has said that they agreed, in a report that counts."""
    if report.status != ReportStatus.COUNTED or report.entry is None or report.entry.void:
        return []
    return [side for side in sides if report.agreed.get(side) == AT_TABLE]


def gone_on(report: Report) -> bool:
    """Whether anybody has acted on what a report that counts has become."""
    entry = report.entry
    assert entry is not None
    acted = _since(entry).exclude(via__in=FOLLOWS)
    return acted.exists() or Dialogue.objects.filter(_about(entry), scope=entry.scope).exists()


def _since(entry: Entry) -> QuerySet[Entry]:
    """What has been entered since about the same game."""
    return Entry.objects.filter(_about(entry), scope=entry.scope, seq__gt=entry.seq, void=False)


def _about(entry: Entry) -> Q:
    traces = registration_of(entry.scope.game).store.traces
    return Q(**{f"params__{traces.played}": traces.about(entry.procedure, entry.params, entry.slot.code)})
