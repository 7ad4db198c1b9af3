"""Answering a request: whose word it takes agrees or declines, who has asked takes it back, and time ends it.

The last one who agrees has it done, in the same write. An organiser may decide for those who do not answer,
which is kept as that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.asking.asking import OPEN, agree_within, lapse_within, words_of
from campaigns.engine.asking.reading import what_became
from campaigns.engine.chores import alone
from campaigns.engine.passage.scopes import in_use
from campaigns.engine.passage.visit import DoorOutcome, Passage, visit
from campaigns.engine.stored import touched
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.models import ActRequest, ActRequestStatus, NoticeKind
from campaigns.models.notices import answered
from rules.engine.refusals import Refused

MOST_WORDS = 300


def agree(request: ActRequest, actor: Actor) -> DoorOutcome:
    """Give one's word; with the last one it is done. Raises `Refused`, `PermissionDenied`."""
    with _open(request, actor) as (passage, locked):
        return agree_within(passage, locked, door.act_within)


def decline(request: ActRequest, actor: Actor, words: str = "") -> ActRequest:
    """Say no: nothing happens, and it is not asked again in this stage."""
    with _open(request, actor) as (passage, locked):
        words_of(passage, locked)  # whoever could agree may say no
        return _ended(passage, locked, ActRequestStatus.DECLINED, words)


def withdraw(request: ActRequest, actor: Actor) -> ActRequest:
    """Take one's own request back."""
    with _open(request, actor) as (passage, locked):
        if not passage.actor.is_seat(str(locked.asker_id)):
            raise PermissionDenied
        return _ended(passage, locked, ActRequestStatus.WITHDRAWN)


def lapse_due(now: datetime | None = None) -> int:
    """The clock: requests whose time is up, whose people have gone, or that nobody could agree to any more.
    In how many leagues some were over."""
    moment, over = now or timezone.now(), 0
    found = ActRequest.objects.filter(status=OPEN, scope__archived_at=None)
    for scope in set(found.values_list("scope", flat=True)):
        with alone(), visit(scope, CLOCK) as passage:
            passage.now = moment
            if lapse_within(passage):
                passage.count("asks", {touched.ASKS})
                over += 1
    return over


def _ended(passage: Passage, asked: ActRequest, status: ActRequestStatus, words: str = "") -> ActRequest:
    asked.status, asked.words = status, words.strip()[:MOST_WORDS]
    asked.answered_by, asked.answered_at = passage.actor.seat, passage.now
    asked.save(update_fields=["status", "words", "answered_by", "answered_at"])
    answered(NoticeKind.REQUEST, request=asked)
    passage.count("asks", {touched.ASKS})
    return asked


@contextmanager
def _open(request: ActRequest, actor: Actor) -> Iterator[tuple[Passage, ActRequest]]:
    """A request under its league's lock, still open."""
    with visit(request.scope_id, actor) as passage:
        in_use(passage.scope)
        locked = ActRequest.objects.select_related("asker", "answered_by", "entry").get(pk=request.pk)
        if locked.status != OPEN:
            raise Refused("", what_became(locked), admission=True)
        yield passage, locked
