"""Whether what a notice says is still so."""

from __future__ import annotations

from datetime import datetime

from campaigns.models import Notice, NoticeKind, PlannedGame, PlanStatus
from campaigns.notices.found import results, steps, turns
from campaigns.notices.found.reading import Read
from campaigns.notices.found.reported import request_key
from campaigns.notices.found.topics import KINDS, REPORT_KINDS


def is_so(notice: Notice, now: datetime, together: Read | None = None) -> bool:
    """Whether it is, and its occasion still to come; read or not. `together`: what was read for many."""
    read = together or Read([notice])
    plan, night, report = notice.plan, notice.night, notice.report
    if plan is not None and notice.kind in KINDS.values():
        stands = KINDS.get(PlanStatus(plan.status)) == notice.kind and _waits_for(notice, plan)
        return stands and notice.key == f"game-{plan.pk}-{notice.kind}-{plan.asks}" and is_ahead(plan, now)
    if plan is not None and notice.kind == NoticeKind.TABLE:
        latest = notice.key == f"game-{plan.pk}-{notice.kind}-{plan.retabled}"
        return latest and plan.is_open and is_ahead(plan, now)
    if plan is not None and notice.kind == NoticeKind.GAME_SOON:
        near = notice.key == f"{notice.kind}-{plan.pk}-{plan.day}"
        return near and plan.status == PlanStatus.AGREED and plan.begins_at > now
    if night is not None and notice.kind in (NoticeKind.NIGHT_CHANGED, NoticeKind.NIGHT_OFF):
        return notice.key == f"night-{night.pk}-{night.sequence}" and night.ends_at > now
    if night is not None and notice.kind == NoticeKind.NIGHT_SOON:
        near = notice.key == f"{notice.kind}-{night.pk}-{night.day}"
        return near and not night.is_off and night.begins_at > now
    if night is not None and notice.kind == NoticeKind.NIGHT_ASKED:
        said = (night.pk, notice.person_id) in read.answered
        return not (said or night.is_off) and night.begins_at > now
    if notice.kind in turns.OF_TURNS:
        return turns.is_still(notice, now, read.waits.get(notice.scope_id or 0), read.people)
    if notice.kind == NoticeKind.STEPS:
        return steps.is_open(notice, read.after.get(notice.scope_id or 0), read.people)
    if notice.kind == NoticeKind.RESULT and notice.scope_id is not None:
        return results.is_still(notice, read.leagues[notice.scope_id])
    if notice.request is not None:
        return notice.key == request_key(notice.request)
    if report is not None and notice.kind in REPORT_KINDS.values():
        return REPORT_KINDS.get(report.status) == notice.kind
    return True


def _waits_for(notice: Notice, plan: PlannedGame) -> bool:
    """A question is over for whoever has answered it, though others have not."""
    mine = [one for one in plan.sides.all() if one.seat.person_id == notice.person_id]
    return notice.kind != NoticeKind.ASKED or any(not one.said for one in mine)


def is_ahead(plan: PlannedGame, now: datetime) -> bool:
    """Whether it may still be played: on the evening itself it is planned, moved and called off, too."""
    return plan.ends_at > now
