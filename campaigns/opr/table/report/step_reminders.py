"""Who wants to report another game reminds those whose steps after an earlier one would hold it up (A-55).

No report is there yet to hang on: what was told is the mark that it was, each side once a day.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.stored import topics
from campaigns.models import Notice, NoticeKind, Scope, Seat
from campaigns.opr.table.report.report_holds import may_remind, open_steps_of
from campaigns.opr.viewer import OprViewer
from rules.engine.refusals import Refused


def reminded_sides(viewer: OprViewer) -> frozenset[str]:
    """The warbands that somebody has reminded of their open steps today."""
    keys = {_key(viewer.scope, one): one for one in viewer.state.warbands}
    told = Notice.objects.filter(scope=viewer.scope, kind=NoticeKind.REMINDED, key__in=keys)
    return frozenset(keys[one] for one in told.values_list("key", flat=True))


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
    refs = {"scope": viewer.scope, "actor": viewer.seat, "club_id": player.club_id}
    notice, fresh = Notice.objects.get_or_create(
        person_id=player.person_id,
        key=_key(viewer.scope, side),
        defaults={"kind": NoticeKind.REMINDED, **refs},
    )
    if not fresh:
        raise Refused("", _("They have been reminded today."), admission=True)
    topics.tell_club(player.club_id, topics.NOTICES)
    return notice


def _key(scope: Scope, side: str) -> str:
    today = timezone.now().astimezone(scope.club.tz).date()
    return f"{NoticeKind.REMINDED}-steps-{scope.pk}-{side}-{today:%Y%m%d}"
