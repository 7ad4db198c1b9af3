"""What the inbox says of who was made an organiser of one league alone, or is one no more."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Notice, NoticeKind, Scope, Seat

NAMED, TAKEN = "office", "office-over"


def tell(by: Seat, seat: Seat, scope: Scope, what: str) -> None:
    """That `by` has named somebody or taken it away."""
    now = timezone.now()
    Notice.objects.create(
        person_id=seat.person_id,
        club_id=scope.club_id,
        kind=NoticeKind.ACTED_FOR,
        key=key_of(what, scope.pk, now),
        actor=by,
        scope=scope,
        at=now,
    )


def key_of(what: str, scope: int, at: datetime) -> str:
    """Each time is told of."""
    return f"{what}-{scope}-{at:%Y%m%d%H%M%S%f}"


def told(notice: Notice) -> str:
    known = {"name": notice.actor or _("An organiser"), "league": notice.scope}
    if notice.key.startswith(f"{TAKEN}-"):
        return _("%(name)s has ended your time as organiser of %(league)s") % known
    return _("%(name)s has made you an organiser of %(league)s") % known
