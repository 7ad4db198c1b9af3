"""Whether something is still worth telling: a notice older than its occasion is never sent late."""

from __future__ import annotations

from datetime import datetime, timedelta

from campaigns.models import News, NewsKind, Night, Notice, ReportStatus
from campaigns.nights.games.leagues import league_of_club
from campaigns.notices.kinds.every_kind import is_so
from campaigns.notices.kinds.games import is_ahead
from campaigns.notices.kinds.reading import NotificationReading
from campaigns.notices.kinds.results import over_bout

LATE = timedelta(days=3)  # for what has no moment of its own


def holds(told: Notice | News, now: datetime, together: NotificationReading | None = None) -> bool:
    """Whether it is still so, and its occasion still to come; `together`: what was read for many notices."""
    if now > told.at + LATE and not (told.plan or told.night):
        return False
    return _holds(told, now, together) if isinstance(told, Notice) else _stands(told, now)


def _holds(notice: Notice, now: datetime, together: NotificationReading | None) -> bool:
    return notice.read_at is None and is_so(notice, now, together)


def _stands(news: News, now: datetime) -> bool:
    if news.kind == NewsKind.WORD:
        return news.is_up(now)
    plan, night = news.plan, news.night
    if plan is not None:
        return plan.is_to_play and is_ahead(plan, now)
    if night is not None:
        off = news.kind == NewsKind.NIGHT_OFF
        return night.is_off == off and _latest(news, night) and night.ends_at > now
    if news.report is None:
        return news.scope_id is not None and over_bout(league_of_club(news.scope_id), news.key) is not None
    return news.report.status == ReportStatus.COUNTED


def _latest(news: News, night: Night) -> bool:
    return news.key == f"night-{night.pk}-{night.sequence}"
