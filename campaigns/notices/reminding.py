"""Reminding a side of what waits for it, where nothing that was sent hangs on it: what was told is the mark
that it was, each side once a day.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.reports import REMINDED_EVERY
from campaigns.engine.stored import topics
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Notice, NoticeKind, Scope
from rules.engine.refusals import Refused

MOVE, STEPS = "move", "steps"  # of what: it is their move; another game waits for their steps


def reminded_sides(viewer: AnyViewer, of: str, sides: Iterable[str]) -> frozenset[str]:
    """Those of these sides that somebody has reminded within a day."""
    told = list(_lately(viewer.scope).values_list("key", flat=True))
    return frozenset(one for one in sides if any(key.startswith(_key(viewer.scope, of, one)) for key in told))


@transaction.atomic
def remind_players(viewer: AnyViewer, of: str, side: str) -> None:
    """Tell those who play a side, or stand in for them; raise `Refused` where nobody does but the visitor, or
    once more within a day."""
    assert viewer.seat is not None
    members = viewer.registration.rules.members_of(viewer.state, side)
    known = [viewer.people[one] for one in viewer.absent.meant(members) if one in viewer.people]
    players = {one.person for one in known if one.there} - {viewer.seat.person_id}
    if not players and viewer.rests(side) and viewer.is_played(side):
        raise Refused("", _("Everybody who plays this side is away and gets no reminders."), admission=True)
    if not players:
        raise Refused(
            "",
            _("Nobody plays this side any more. An organiser can take these steps for it."),
            admission=True,
        )
    if reminded_sides(viewer, of, [side]):
        raise Refused("", _("This side has already been reminded today."), admission=True)
    now = timezone.now()
    key = f"{_key(viewer.scope, of, side)}{now:%Y%m%d%H%M}"
    refs = {"scope": viewer.scope, "actor": viewer.seat, "club_id": viewer.scope.club_id, "at": now}
    for person in players:
        Notice.objects.get_or_create(
            person_id=person, key=key, defaults={"kind": NoticeKind.REMINDED, **refs}
        )
    topics.tell_club(viewer.scope.club_id, topics.NOTICES)


def is_of_a_move(notice: Notice) -> bool:
    """Whether it tells somebody that it is their move."""
    return notice.key.startswith(f"{NoticeKind.REMINDED}-{MOVE}-")


def _lately(scope: Scope) -> QuerySet[Notice]:
    """What was told within a day, of any side."""
    since = timezone.now() - REMINDED_EVERY
    return Notice.objects.filter(scope=scope, kind=NoticeKind.REMINDED, at__gt=since)


def _key(scope: Scope, of: str, side: str) -> str:
    """How the keys of one side begin, however long its id is and whatever is in it."""
    return f"{NoticeKind.REMINDED}-{of}-{scope.pk}-{sha256(side.encode()).hexdigest()[:12]}-"
