"""The clock of every game, minute after minute: what it does not do wakes nobody.

No game is named here: all leagues of the demo club stand, with reports, open dialogues and phases whose time
is up, and tables that nobody plays on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from campaigns.engine import door
from campaigns.engine.plugins import plugins
from campaigns.engine.stored.journal import records
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import Dialogue, DialogueAnswer, Entry, Report, Scope
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from tests.whole_club import WholeClub, standing

pytestmark = pytest.mark.django_db
DAYS = (0, 0, 0, 4, 4, 4, 15, 15, 15, 60, 60, 60)  # from now, a tick each


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeClub]:
    with standing(django_db_blocker) as found:
        yield found


def versions() -> dict[int, int]:
    return dict(Scope.objects.values_list("pk", "version"))


def done() -> set[tuple[str, int, int, str]]:
    """What a write of the clock leaves behind, each with its league: rows that are there now."""
    entries = {("entry", pk, scope, "") for pk, scope in Entry.objects.values_list("pk", "scope")}
    asked = {("dialogue", pk, scope, "") for pk, scope in Dialogue.objects.values_list("pk", "scope")}
    rows = DialogueAnswer.objects.values_list("pk", "dialogue__scope")
    answers = {("answer", pk, scope, "") for pk, scope in rows}
    reports = {("report", *one) for one in Report.objects.values_list("pk", "scope", "status")}
    return entries | asked | answers | reports


def left_open(club: WholeClub) -> None:
    """The organiser begins in every league whatever asks something there, and leaves it open."""
    actor = Actor(club.people["organiser"])
    for scope in club.leagues:
        last = {one.procedure: one.params for one in records(scope)}
        for procedure, params in last.items():
            if procedure in registration_of(scope.game).game.procedures:
                _begun(scope, actor, procedure, params)


def _begun(scope: Scope, actor: Actor, procedure: str, params: Params) -> None:
    with suppress(Refused, PermissionDenied), transaction.atomic():
        if door.act(scope.pk, actor, procedure, params).settled:
            raise Refused("", "Only what asks something is left open.")


def test_every_game_stands_here(club: WholeClub) -> None:
    assert {one.game for one in club.leagues} == {plugin.game.name for plugin in plugins()}


def test_no_version_is_counted_for_nothing(club: WholeClub) -> None:
    """At most one for each row that is new, and none where there is none; however often the clock looks."""
    left_open(club)
    assert Dialogue.objects.exists()
    now = timezone.now()
    for days in DAYS:
        before, was = versions(), done()
        clock_tick(now + timedelta(days=days))
        fresh = Counter(scope for _kind, _pk, scope, _status in done() - was)
        for scope, version in versions().items():
            assert version - before[scope] <= fresh[scope], (days, Scope.objects.get(pk=scope))


def test_a_minute_with_nothing_to_do_tells_nobody_anything(club: WholeClub) -> None:
    left_open(club)
    for _minute in range(5):
        if not clock_tick():
            break
    before = versions()
    for _minute in range(2):
        with CaptureQueriesContext(connection) as said:
            assert not clock_tick()
        assert not [one["sql"] for one in said if "pg_notify" in one["sql"]]
    assert versions() == before
