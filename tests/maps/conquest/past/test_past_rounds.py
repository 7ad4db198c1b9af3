"""Battles and events of rounds that are over are read when somebody looks, and are missing nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast
from unittest import mock

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile, state_from_journal
from campaigns.engine.stored.store import registered
from campaigns.engine.stored.tables import Rest
from rules.conquest import GAME
from rules.conquest.book import conquest_in_force
from rules.conquest.realm_figures import battles_this_round, beaten, events_now
from rules.conquest.state import Conquest
from rules.conquest.telling.round import round_summary
from rules.engine.lazy_tables import LazyTable, having
from tests import remembered
from tests.maps.conquest import play
from tests.maps.conquest.play import Table
from tests.remembered import nothing_remembered
from tests.scenario import scenario

pytestmark = pytest.mark.django_db

BARE = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
TABLES = ("battles", "events")


def read(league: Table) -> Conquest:
    return registered(GAME).load(league.scope.pk)


def by_journal(league: Table) -> Conquest:
    return cast("Conquest", state_from_journal(league.scope))


def to_spending(league: Table) -> None:
    for phase in (play.events, play.revenue, play.challenges, play.battles):
        phase(league)
    assert league.phase == "conquest"


def next_round(league: Table) -> None:
    """Everybody ends their turn, and nothing changes hands."""
    number = league.state.now.round
    while league.phase == "conquest" and league.state.now.round == number:
        league.do(league.player(league.state.now.active), "end_turn")


@scenario
def in_round(number: int) -> Table:
    """A league whose spending is under way in this round."""
    league = play.begun("Marta", "Kwame", start_gold=0, win_target=60)
    to_spending(league)
    go_on_to(league, number)
    return league


def go_on_to(league: Table, number: int) -> None:
    """The spending of a later round."""
    while league.state.now.round < number:
        next_round(league)
        to_spending(league)
    assert league.state.now.round == number


def rounds_at_hand(state: Conquest) -> dict[str, set[int]]:
    """The rounds of which something has been read, by table."""
    found = {}
    for table in TABLES:
        late = getattr(state, table)
        assert isinstance(late, LazyTable)
        found[table] = {one.round for one in late.past.read.values()}
    return found


def test_only_the_present_round_is_read_with_the_rest() -> None:
    league = in_round(3)
    state, whole = read(league), by_journal(league)
    assert {one.round for one in whole.battles.values()} == {1, 2, 3}
    assert rounds_at_hand(state) == {"battles": {3}, "events": {3}}
    assert battles_this_round(state) == battles_this_round(whole)
    assert events_now(state) == events_now(whole)
    assert list(beaten(state)) == list(beaten(whole))
    assert rounds_at_hand(state) == {"battles": {3}, "events": {3}}
    assert state == whole
    assert reconcile(league.scope) == []


def test_a_round_that_is_over_is_told_without_the_others() -> None:
    league = in_round(3)
    state, whole = read(league), by_journal(league)
    assert round_summary(state, conquest_in_force(state), 1) == round_summary(
        whole, conquest_in_force(whole), 1
    )
    assert rounds_at_hand(state) == {"battles": {1, 3}, "events": {1, 3}}
    for table in TABLES:
        for number in (1, 2, 3, 4):
            late, plain = getattr(read(league), table), getattr(whole, table)
            assert list(having(late, "round", number).items()) == list(having(plain, "round", number).items())


def test_what_has_changed_since_any_round_makes_the_whole() -> None:
    league, registration, seen = in_round(1), registered(GAME), []
    for _ in range(2):
        league.scope.refresh_from_db()
        seen.append((league.scope.version, registration.as_read(league.scope.pk)))
        next_round(league)
        to_spending(league)
    for version, then in seen:
        now = registration.read_since(league.scope.pk, then, version).state
        for table in TABLES:
            assert list(getattr(now, table)) == list(getattr(read(league), table))
            assert having(getattr(now, table), "round", 3) == having(
                getattr(by_journal(league), table), "round", 3
            )
        assert now == read(league) == by_journal(league)


def test_an_event_that_is_taken_once_in_a_campaign_is_found_in_rounds_that_are_over() -> None:
    league = play.begun("Marta", "Kwame", start_gold=0, win_target=60, event_scope="campaign")
    to_spending(league)
    next_round(league)
    nothing_remembered()
    taken = {one["event"]: one["taken_by"] for one in league.ask("events_open") if one["taken_by"]}
    assert taken == {one.event: one.realm for one in by_journal(league).events.values() if one.round == 1}
    to_spending(league)
    events = by_journal(league).events.values()
    assert len(events) == 4
    assert len({one.event for one in events}) == len({(one.event, one.realm) for one in events})
    assert reconcile(league.scope) == []


@contextmanager
def nothing_of_the_past() -> Iterator[None]:
    """A process that has seen nothing of the league, and reads nothing of its past meanwhile."""
    caches["parts"].clear()
    nothing_remembered()
    was_read = AssertionError("the past was read")
    with (
        mock.patch.object(remembered.Comparing, "is_due", False),
        mock.patch.object(Rest, "read", side_effect=was_read),
        mock.patch.object(Rest, "all_light", side_effect=was_read),
    ):
        yield


def cost(league: Table, address: str, sent: dict[str, object] | None = None) -> int:
    """The statements of a page, or of a tap."""
    client = league.browsers[league.player(league.state.now.active)]
    with nothing_of_the_past(), CaptureQueriesContext(connection) as caught:
        answer = client.post(address, sent) if sent else client.get(address)
    assert answer.status_code == (302 if sent else 200), play.words_of(answer)
    return sum(not one["sql"].startswith(BARE) for one in caught.captured_queries)


def costs(league: Table) -> list[int]:
    """Of the map's page, of the standings, and of a tap."""
    pages = [reverse(name, args=[league.scope.pk]) for name in ("maps:map", "maps:standings")]
    seen = [cost(league, page) for page in pages]
    now = league.state.now
    sent = {"realm": now.active, "round": now.round}
    return [*seen, cost(league, reverse("maps:do", args=[league.scope.pk, "end_turn"]), sent)]


@pytest.mark.in_turn(7, kind="long")
def test_the_map_and_a_tap_cost_the_same_in_round_two_and_in_round_twelve() -> None:
    league = in_round(2)
    few = costs(league)
    go_on_to(league, 12)
    assert costs(league) == few
    next_round(league)
    with nothing_of_the_past():
        to_spending(league)
        desk = reverse("campaigns:desk", args=[league.scope.pk])
        assert league.browsers["Organiser"].get(desk).status_code == 200
    assert reconcile(league.scope) == []


def test_the_calendar_looks_for_battles_without_a_day_in_the_present_round_alone() -> None:
    league = in_round(2)
    next_round(league)
    for phase in (play.events, play.revenue, play.challenges):
        phase(league)
    with nothing_of_the_past():
        page = league.browsers["Marta"].get(reverse("campaigns:nights", args=[league.scope.club.slug]))
    (waiting,) = (one.id for one in battles_this_round(league.state) if one.status == "open")
    assert [waiting in one.url.replace("%3A", ":") for one in page.context["page"].to_plan] == [True]
