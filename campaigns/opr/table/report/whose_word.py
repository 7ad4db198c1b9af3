"""Who else has a say in a report: whom "agreed at the table" speaks for, who corrects it, who is right."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from campaigns.engine.transaction.twins import is_told_anew, spoken_by_others
from campaigns.engine.uncounting import gone_on, spoken_for
from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.models import Report, ReportStatus
from campaigns.models.play import WAITING
from campaigns.opr.viewer import OprViewer
from campaigns.shell.whom_to_ask import whom_to_ask


@dataclass(frozen=True, slots=True)
class MaySay:
    """What the reader may say to a report. `may_dispute`: it waits for their word; `may_explain`: they
    disputed it and may add why; `may_agree`: say that the others agreed at the table, who are named by
    `at_table` while there is one version to agree to; `may_say_no`: whoever took part can say how it was,
    but for its reporter, and once all have agreed and it only waits for an earlier game those who gave their
    word; `may_object`: others said that of the reader, and nobody has gone on from it, else `ask_whom` names
    who corrects it; `rules_between`: who disputed it, where the reader says which of the two is right;
    `again`: it was disputed and told anew, which nobody has answered.
    """

    may_dispute: bool
    may_explain: bool
    may_agree: bool
    at_table: str
    may_say_no: bool
    may_object: bool
    ask_whom: str
    rules_between: str
    again: bool


def report_replies(
    viewer: OprViewer, report: Report, mine: list[str], *, asked: bool, versions: int
) -> MaySay:
    """What the reader, who plays these sides, may say to a report of so many versions."""
    disputed = report.status == ReportStatus.DISPUTED
    parked, took_part = report.status == ReportStatus.PARKED, bool(mine) or viewer.is_organiser
    waits = report.status in WAITING and not parked
    may_agree = waits and took_part and not asked and (viewer.is_organiser or not disputed)
    between = _disputed_by(viewer, report, versions=versions)
    spoken = bool(spoken_for(report, mine)) and not viewer.closed
    late, again = spoken and gone_on(report), is_told_anew(report)
    return MaySay(
        may_dispute=asked and (report.status == ReportStatus.SENT or again),
        may_explain=disputed
        and not report.words
        and viewer.seat is not None
        and viewer.seat == report.disputed_by,
        may_agree=may_agree,
        at_table=_spoken_for_at_table(viewer, report) if may_agree and not between and versions < 2 else "",
        may_say_no=viewer.seat != report.reporter
        and (not parked or viewer.is_organiser or spoken_by_others(report, mine)),
        may_object=spoken and not late,
        ask_whom=whom_to_ask(viewer) if late and not viewer.is_organiser else "",
        rules_between=between,
        again=again,
    )


def _spoken_for_at_table(viewer: OprViewer, report: Report) -> str:
    """The players of whom it would be said that they agreed at the table."""
    open_sides = [side for side in report.open_to if not viewer.owns(side)]
    if not any(map(viewer.is_played, open_sides)):
        return ""
    owners = [viewer.state.warbands[side].owner for side in open_sides if side in viewer.state.warbands]
    return get_text_list([viewer.people.get(owner, NO_SEAT).name for owner in owners], _("and"))


def _disputed_by(viewer: OprViewer, report: Report, *, versions: int) -> str:
    """The person an organiser may say is right, where they have sent no version of their own and the
    organiser is neither of the two.
    """
    by = report.disputed_by
    if report.status != ReportStatus.DISPUTED or versions > 1 or by is None or viewer.seat is None:
        return ""
    involved = {by.person_id, report.reporter.person_id}
    return str(by) if viewer.is_organiser and viewer.seat.person_id not in involved else ""
