"""What a process remembers of leagues: never anything but what is written, and no more than it may.

That it equals the whole state is compared at every transaction of every test (`tests.remembered`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, transaction

from campaigns.engine.stored import state_cache
from campaigns.engine.stored.state_cache import LINE, MEMORY, Memory, SeenState, state_now, state_of
from campaigns.engine.stored.store import Registration
from campaigns.models import Scope, Seat
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.opr.state import OprState
from tests import factories, remembered
from tests.campaigns import play
from tests.campaigns.engine.test_store import told, versions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ilse(transactional_db: None) -> Seat:
    return factories.new_organiser(name="Ilse")


@pytest.fixture
def league(ilse: Seat) -> Scope:
    return play.found_league(ilse, campaign_type="endless", late_joiners="on")


def row_of(scope: Scope) -> Scope:
    """The row of a scope, as a page reads it."""
    found: Scope = Scope.objects.annotate(line=LINE).get(pk=scope.pk)
    return found


def opr(state: State) -> OprState:
    assert isinstance(state, OprState)
    return state


@contextmanager
def reads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """How states are read meanwhile: "whole", or "since" a version."""
    found: list[str] = []

    def counted(name: str, how: str) -> Callable[..., Any]:
        real = getattr(Registration, name)

        def call(self: Any, *given: Any) -> Any:
            found.append(how)
            return real(self, *given)

        return call

    with monkeypatch.context() as patched:
        patched.setattr(Registration, "as_read_many", counted("as_read_many", "whole"))
        patched.setattr(Registration, "read_since", counted("read_since", "since"))
        yield found


def test_of_a_league_that_is_remembered_only_what_has_changed_is_read(
    league: Scope, ilse: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look() -> list[str]:
        with reads(monkeypatch) as found:
            state = state_of(row_of(league))
        assert told(state) == told(play.state_of(league))
        return found

    assert look() == ["whole"]
    assert look() == []
    ways = [look() for _ in versions(league, ilse)]
    assert ["since"] in ways
    assert ["since", "whole"] in ways, "the correction took something away"
    assert look() == []


def test_a_process_reads_what_another_has_written(league: Scope, ilse: Seat, monkeypatch: Any) -> None:
    ours, theirs = Memory(), Memory()
    for n, _ in enumerate(versions(league, ilse)):
        monkeypatch.setattr(state_cache, "MEMORY", (ours, theirs)[n % 2])
        assert told(state_of(row_of(league))) == told(play.state_of(league))
    assert ours.recall(league.pk)
    assert theirs.recall(league.pk)


def test_whoever_has_written_since_the_row_was_read_sees_what_they_wrote(league: Scope, ilse: Seat) -> None:
    row = row_of(league)
    state_of(row)
    warband = play.found_warband(league, ilse)
    assert warband in opr(state_now(row)).warbands
    state_of(row_of(league))
    assert warband in opr(state_now(row)).warbands, "also when it is remembered already"


def test_a_transaction_that_fails_leaves_nothing_behind(league: Scope, ilse: Seat) -> None:
    state_of(row_of(league))
    before = MEMORY.recall(league.pk)
    with suppress(ZeroDivisionError), transaction.atomic():
        play.found_warband(league, ilse, "Never was")
        play.found_warband(league, play.player(league, "Tom"), "Never was either")
        1 / 0
    assert MEMORY.recall(league.pk) == before
    play.found_warband(league, ilse, "The Ninth Lantern")
    assert [one.name for one in opr(state_of(row_of(league))).warbands.values()] == ["The Ninth Lantern"]


def test_a_part_that_fails_leaves_nothing_behind(league: Scope, ilse: Seat) -> None:
    with transaction.atomic():
        play.found_warband(league, ilse, "The Ninth Lantern")
        with suppress(Refused):
            play.found_warband(league, ilse, "Has one already")
        with suppress(ZeroDivisionError), transaction.atomic():
            play.found_warband(league, play.player(league, "Tom"), "Never was")
            state_now(row_of(league))
            1 / 0
    assert [one.name for one in opr(state_of(row_of(league))).warbands.values()] == ["The Ninth Lantern"]


def wrong(league: Scope, **more: Any) -> None:
    """Remember a state that the database does not hold."""
    row = row_of(league)
    state = opr(state_of(row))
    seen = MEMORY.recall(league.pk)
    assert seen
    other = state.change("campaign", state.league.id, time_zone="of another day")
    MEMORY.keep(league.pk, replace(seen, known=replace(seen.known, state=other), **more))


def zone_at(row: Scope) -> str:
    (found,) = opr(state_of(row)).campaign.values()
    return str(found.time_zone)


def test_of_another_line_of_history_nothing_is_believed(league: Scope) -> None:
    wrong(league)
    row = row_of(league)
    assert zone_at(row) == "of another day"
    row.version += 1
    assert zone_at(row) == "of another day", "the same line: only what has changed is read"
    wrong(league, line="before the restore")
    assert zone_at(row_of(league)) != "of another day"
    wrong(league)
    row.version = -1
    assert zone_at(row) != "of another day", "the version went back"


REBUILT = """ALTER TABLE campaigns_scope RENAME TO before;
CREATE TABLE campaigns_scope (LIKE before INCLUDING DEFAULTS);
INSERT INTO campaigns_scope SELECT * FROM before"""
EMPTIED = "TRUNCATE campaigns_scope CASCADE"


@pytest.mark.parametrize("what", [REBUILT, EMPTIED], ids=["restored", "emptied"])
def test_a_table_that_was_restored_or_emptied_begins_another_line(league: Scope, what: str) -> None:
    def line() -> str:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {LINE.sql}")
            return str(cursor.fetchone()[0])

    before = line()
    assert line() == before
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(what)
        assert line() != before
        transaction.set_rollback(True)


def test_a_process_remembers_no_more_than_it_may(league: Scope) -> None:
    state_of(row_of(league))
    seen = MEMORY.recall(league.pk)
    assert seen
    memory = Memory()
    fifth = replace(seen, known=replace(seen.known, size=state_cache.HEAVIEST // 5))
    for scope in range(8):
        memory.keep(scope, fifth)
    assert list(memory.scopes) == [3, 4, 5, 6, 7]
    memory.recall(3)
    memory.keep(1000, fifth)
    assert 3 in memory.scopes, "the one used last stays"
    heavy = replace(seen, known=replace(seen.known, size=state_cache.HEAVIEST // 2))
    for scope in range(2000, 2005):
        memory.keep(scope, heavy)
    assert sum(one.known.size for one in memory.scopes.values()) <= state_cache.HEAVIEST
    assert 2004 in memory.scopes


def test_many_small_leagues_are_remembered_however_many(league: Scope) -> None:
    """As many as a festival has are read in turn."""
    state_of(row_of(league))
    seen = MEMORY.recall(league.pk)
    assert seen
    memory = Memory()
    for scope in range(300):
        memory.keep(scope, seen)
    assert len(memory.scopes) == 300


def test_what_the_tests_compare_is_what_is_remembered(league: Scope, ilse: Seat) -> None:
    with remembered.comparing(one_transaction=True):
        state_of(row_of(league))
        wrong(league)
        with pytest.raises(AssertionError, match="remembered"):
            play.found_warband(league, ilse)
    assert remembered.EACH
    assert isinstance(MEMORY.recall(league.pk), SeenState)
