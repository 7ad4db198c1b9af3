"""All kinds of notifications, and what somebody asks of one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from campaigns.models import Notice, NoticeKind
from campaigns.notices.kinds.kind import Finder, NotificationKind
from campaigns.notices.kinds.kinds import KINDS
from campaigns.notices.kinds.reading import NotificationReading
from campaigns.notices.kinds.weeks import WEEKS

EVERY: Mapping[NoticeKind, NotificationKind] = {**KINDS, NoticeKind.WEEK: WEEKS}
FINDERS: tuple[Finder, ...] = tuple(dict.fromkeys(one.finds for one in EVERY.values() if one.finds))


def notification_kind(notice: Notice) -> NotificationKind:
    return EVERY[NoticeKind(notice.kind)]


def is_so(notice: Notice, now: datetime, together: NotificationReading | None = None) -> bool:
    """Whether what it says is still so, and its occasion still to come; read or not. `together`: what was
    read for many."""
    return notification_kind(notice).is_so(notice, now, together or NotificationReading([notice]))
