"""An inbox asks the database as often for a hundred lines as for one of each kind."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import Notice, NoticeKind, Person, Scope
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import MOST, inbox_page
from tests.campaigns.engine.evening import played
from tests.maps.firestorm.orders.test_orders import writing

pytestmark = pytest.mark.django_db
KINDS = (NoticeKind.MY_TURN, NoticeKind.DUE, NoticeKind.RESULT, NoticeKind.STEPS)


def lines(person: Person, scope: Scope, kinds: tuple[NoticeKind, ...], first: int, count: int) -> None:
    """So many notices of each kind; what they are about is long over."""
    Notice.objects.bulk_create(
        Notice(person=person, club=scope.club, kind=kind, key=f"{kind}-{scope.pk}-{n}", scope=scope)
        for n in range(first, first + count)
        for kind in kinds
    )


def asked(person: Person) -> int:
    with CaptureQueriesContext(
        connection,
    ) as found:
        inbox_page(person)
    return len(found)


def test_turns_results_and_steps_are_read_together() -> None:
    finding.catch_up(timezone.now())
    table, other, league = writing("Marta", "Kwame"), writing("Ilse", "Jun"), played()
    person = table.seats["Marta"].person
    for scope in (table.scope, other.scope, league.scope):
        lines(person, scope, KINDS, 0, 1)
    asked(person)
    few = asked(person)
    for scope in (table.scope, other.scope, league.scope):
        lines(person, scope, KINDS, 1, 8)
    assert Notice.objects.filter(person=person).count() > MOST
    assert asked(person) == few
    assert few <= 40


def test_more_leagues_ask_no_more_for_turns_and_steps() -> None:
    first, second, third = (writing("Marta", "Kwame") for _ in range(3))
    person = first.seats["Marta"].person
    kinds = (NoticeKind.MY_TURN, NoticeKind.DUE, NoticeKind.STEPS)
    lines(person, first.scope, kinds, 0, 1)
    one = asked(person)
    for scope in (second.scope, third.scope):
        lines(person, scope, kinds, 0, 3)
    assert asked(person) == one
