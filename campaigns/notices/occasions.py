"""Whether something is still worth telling: a notice older than its occasion is never sent late."""

from __future__ import annotations

from datetime import datetime, timedelta

from campaigns.models import News, NewsKind, Night, Notice, NoticeKind, PlannedGame, PlanStatus, ReportStatus
from campaigns.notices import results, turns
from campaigns.notices.finding import KINDS, REPORT_KINDS

LATE = timedelta(days=3)  # for what has no moment of its own


def holds(told: Notice | News, now: datetime) -> bool:
    """Whether it is still so, and its occasion still to come."""
    if now > told.at + LATE and not (told.plan or told.night):
        return False
    return _holds(told, now) if isinstance(told, Notice) else _stands(told, now)


def _holds(notice: Notice, now: datetime) -> bool:
    plan, night, report = notice.plan, notice.night, notice.report
    if notice.read_at is not None:
        return False
    if plan is not None and notice.kind in KINDS.values():
        meant = f"game-{plan.pk}-{notice.kind}-{plan.asks}"
        return KINDS.get(PlanStatus(plan.status)) == notice.kind and notice.key == meant and _ahead(plan, now)
    if night is not None and notice.kind in (NoticeKind.NIGHT_CHANGED, NoticeKind.NIGHT_OFF):
        return notice.key == f"night-{night.pk}-{night.sequence}" and night.ends_at > now
    if night is not None and notice.kind == NoticeKind.NIGHT_SOON:
        near = notice.key == f"{notice.kind}-{night.pk}-{night.day}"
        return near and not night.is_off and night.begins_at > now
    if notice.kind in (NoticeKind.MY_TURN, NoticeKind.DUE):
        return turns.is_still(notice, now)
    if notice.kind == NoticeKind.RESULT:
        return results.is_still(notice)
    if report is not None and notice.kind in REPORT_KINDS.values():
        return REPORT_KINDS.get(report.status) == notice.kind
    return True


def _stands(news: News, now: datetime) -> bool:
    plan, night = news.plan, news.night
    if plan is not None:
        return plan.status == PlanStatus.AGREED and _ahead(plan, now)
    if night is not None:
        off = news.kind == NewsKind.NIGHT_OFF
        return night.is_off == off and _latest(news, night) and night.ends_at > now
    return news.report is not None and news.report.status == ReportStatus.COUNTED


def _latest(news: News, night: Night) -> bool:
    return news.key == f"night-{night.pk}-{night.sequence}"


def _ahead(plan: PlannedGame, now: datetime) -> bool:
    return plan.begins_at > now
