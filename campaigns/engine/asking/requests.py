"""Answering a request: whose word it takes agrees or declines, who has asked takes it back, and time ends it.

The last one who agrees has it done, in the same write. An organiser may decide for those who do not answer,
which is kept as that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.asking.asking import OPEN, agree_within, lapse, lapse_within, own_agreements
from campaigns.engine.asking.reading import what_became
from campaigns.engine.chores import alone
from campaigns.engine.stored import topics
from campaigns.engine.transaction.scope_transaction import DoorOutcome, ScopeTransaction, scope_transaction
from campaigns.engine.transaction.scopes import in_use
from campaigns.engine.who.rights import CLOCK, Actor
from campaigns.models import ActRequest, ActRequestStatus, NoticeKind, Seat
from campaigns.models.notices import mark_answered
from rules.engine.refusals import Refused

MOST_WORDS = 300


def agree(request: ActRequest, actor: Actor) -> DoorOutcome:
    """Give one's word; with the last one it is done. Raises `Refused`, `PermissionDenied`."""
    with _open(request, actor) as (transaction, locked):
        return agree_within(transaction, locked, door.act_within)


def decline_request(request: ActRequest, actor: Actor, words: str = "") -> ActRequest:
    """Say no: nothing happens, and it is not asked again in this stage."""
    with _open(request, actor) as (transaction, locked):
        own_agreements(transaction, locked)  # whoever could agree may say no
        return _ended(transaction, locked, ActRequestStatus.DECLINED, words)


def withdraw_request(request: ActRequest, actor: Actor) -> ActRequest:
    """Take one's own request back."""
    with _open(request, actor) as (transaction, locked):
        if not transaction.actor.is_seat(str(locked.asker_id)):
            raise PermissionDenied
        return _ended(transaction, locked, ActRequestStatus.WITHDRAWN)


def lapse_due(now: datetime | None = None) -> int:
    """The clock: requests whose time is up, whose people have gone, or that nobody could agree to any more.
    In how many leagues some were, or somebody else is asked by now."""
    moment, over = now or timezone.now(), 0
    found = ActRequest.objects.filter(status=OPEN, scope__archived_at=None)
    for scope in set(found.values_list("scope", flat=True)):
        with alone(), scope_transaction(scope, CLOCK) as transaction:
            transaction.now = moment
            if lapse_within(transaction):
                transaction.count("asks", {topics.ASKS})
                over += 1
    return over


def lapse_with_seat(seat: Seat, by: Seat) -> None:
    """Who leaves the club asks for nothing more and is asked for nothing by name: those requests are over at
    once, in a paused league too.
    """
    seats = Seat.objects.filter(person=seat.person_id, club=seat.club_id).values_list("pk", flat=True)
    theirs = Q(asker__in=list(seats))
    for one in seats:
        theirs |= Q(whose__contains=[f"person:{one}"])
    found = ActRequest.objects.filter(theirs, status=OPEN, scope__club=seat.club_id)
    for scope in sorted(set(found.values_list("scope", flat=True))):
        with scope_transaction(scope, Actor(by)) as transaction:
            for asked in found.filter(scope=scope):
                lapse(transaction, asked)
            transaction.count("asks", {topics.ASKS})


def _ended(
    transaction: ScopeTransaction, asked: ActRequest, status: ActRequestStatus, words: str = ""
) -> ActRequest:
    asked.status, asked.words = status, words.strip()[:MOST_WORDS]
    asked.answered_by, asked.answered_at = transaction.actor.seat, transaction.now
    asked.save(update_fields=["status", "words", "answered_by", "answered_at"])
    mark_answered(NoticeKind.REQUEST, request=asked)
    transaction.count("asks", {topics.ASKS})
    return asked


@contextmanager
def _open(request: ActRequest, actor: Actor) -> Iterator[tuple[ScopeTransaction, ActRequest]]:
    """A request under its league's lock, still open."""
    with scope_transaction(request.scope_id, actor) as transaction:
        in_use(transaction.scope)
        locked = ActRequest.objects.select_related("asker", "answered_by", "entry").get(pk=request.pk)
        if locked.status != OPEN:
            raise Refused("", what_became(locked), admission=True)
        yield transaction, locked
