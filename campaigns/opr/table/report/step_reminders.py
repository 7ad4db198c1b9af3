"""Who wants to report another game reminds those whose steps after an earlier one would hold it up (A-55).

No report is there yet to hang on: what was told is the mark that it was, each side once a day as of a report.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.reports import REMINDED_EVERY
from campaigns.engine.stored import topics
from campaigns.models import Notice, NoticeKind, Scope, Seat
from campaigns.opr.table.report.report_holds import may_remind, open_steps_of
from campaigns.opr.viewer import OprViewer
from rules.engine.refusals import Refused


def reminded_sides(viewer: OprViewer) -> frozenset[str]:
    """The warbands that somebody has reminded of their open steps within a day."""
    told = list(_lately(viewer.scope).values_list("key", flat=True))
    sides = viewer.state.warbands
    return frozenset(one for one in sides if any(key.startswith(_key(viewer.scope, one)) for key in told))


@transaction.atomic
def remind_of_steps(viewer: OprViewer, side: str) -> Notice:
    """Tell its player that another game waits for their steps; raise `Refused` where none would, or again."""
    if viewer.seat is None or not may_remind(viewer):
        raise PermissionDenied
    if not side or side not in {one.remind for one in open_steps_of(viewer)}:
        raise Refused("", _("No game is waiting for their steps any more."), admission=True)
    player = Seat.objects.active().filter(pk=viewer.state.warbands[side].owner, person__isnull=False).first()
    if player is None or player.person_id is None:
        raise Refused("", _("Nobody plays it any more. An organiser can act for them."), admission=True)
    if side in reminded_sides(viewer):
        raise Refused("", _("They have been reminded today."), admission=True)
    now, refs = timezone.now(), {"scope": viewer.scope, "actor": viewer.seat, "club_id": player.club_id}
    key = f"{_key(viewer.scope, side)}{now:%Y%m%d%H%M}"
    notice, _fresh = Notice.objects.get_or_create(
        person_id=player.person_id, key=key, defaults={"kind": NoticeKind.REMINDED, "at": now, **refs}
    )
    topics.tell_club(player.club_id, topics.NOTICES)
    return notice


def _lately(scope: Scope) -> QuerySet[Notice]:
    """What was told within a day, of any warband."""
    since = timezone.now() - REMINDED_EVERY
    return Notice.objects.filter(scope=scope, kind=NoticeKind.REMINDED, at__gt=since)


def _key(scope: Scope, side: str) -> str:
    """How the keys of one warband begin."""
    return f"{NoticeKind.REMINDED}-steps-{scope.pk}-{side}-"
