"""What the app's units did in rounds that are over is read when somebody looks, and is missing nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile, state_from_journal
from campaigns.engine.stored.store import registered
from campaigns.engine.stored.tables import Rest
from campaigns.models import Scope
from rules.engine.lazy_tables import LazyTable, having
from rules.solo.game import GAME
from rules.solo.state import SoloState
from tests import factories, remembered
from tests.campaigns.solo.walk import Walk, new_game, page_of, signed_in
from tests.remembered import nothing_remembered

pytestmark = pytest.mark.django_db

BARE = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def read(scope: Scope) -> SoloState:
    return registered(GAME).load(scope.pk)


def by_journal(scope: Scope) -> SoloState:
    return cast("SoloState", state_from_journal(scope))


def numbers(state: SoloState) -> dict[int, list[int]]:
    """How the activations of each round are numbered, in order of the table."""
    found: dict[int, list[int]] = {}
    for one in state.activations.values():
        found.setdefault(one.round, []).append(one.number)
    return found


def rounds_at_hand(state: SoloState) -> set[int]:
    """The rounds whose activations have been read of a state."""
    assert isinstance(state.activations, LazyTable)
    return {one.round for one in state.activations.past.read.values()}


def new_walk() -> tuple[Walk, Scope]:
    seat = factories.new_seat(name="Marta")
    browser = signed_in(seat)
    scope = new_game(browser, seat)
    return Walk(browser, scope), scope


def acted(scope: Scope, walk: Walk, round: int, times: int) -> None:
    """The game goes on until the app's units have acted so often in a round."""
    for _ in range(600):
        state = read(scope)
        if state.game.round == round and len(having(state.activations, "round", round)) >= times:
            return
        walk.step()
    raise AssertionError("nobody acts")


def test_only_the_round_that_is_played_is_read_with_the_rest() -> None:
    walk, scope = new_walk()
    acted(scope, walk, 2, 2)
    state = read(scope)
    assert rounds_at_hand(state) == {2}
    assert set(state.activations) == set(by_journal(scope).activations)
    assert rounds_at_hand(state) == {2}
    assert state == by_journal(scope)
    assert reconcile(scope) == []
    assert numbers(read(scope)) == numbers(by_journal(scope))
    assert numbers(state)[1] == list(range(1, len(numbers(state)[1]) + 1))


def test_any_round_can_be_asked_for_and_nothing_else_is_read() -> None:
    walk, scope = new_walk()
    acted(scope, walk, 3, 1)
    whole = by_journal(scope).activations
    for round in (1, 2, 3, 4):
        state = read(scope)
        found = having(state.activations, "round", round)
        assert found == having(whole, "round", round)
        assert list(found) == list(having(whole, "round", round))
        assert rounds_at_hand(state) == {3, round} - {4}


def test_what_has_changed_since_any_round_makes_the_whole() -> None:
    walk, scope = new_walk()
    registration, seen = registered(GAME), []
    for round in (1, 2, 3):
        acted(scope, walk, round, 1)
        scope.refresh_from_db()
        seen.append((scope.version, registration.as_read(scope.pk)))
    acted(scope, walk, 3, 2)
    for version, then in seen:
        now = registration.read_since(scope.pk, then, version).state
        assert list(now.activations) == list(read(scope).activations)
        assert having(now.activations, "round", 3) == having(by_journal(scope).activations, "round", 3)
        assert now == read(scope) == by_journal(scope)


def test_a_round_that_was_taken_back_is_numbered_on() -> None:
    """A process that read the game in its next round has nothing of this one, and asks for it."""
    walk, scope = new_walk()
    acted(scope, walk, 1, 2)
    while read(scope).game.round == 1:
        walk.step()
    nothing_remembered()
    assert walk.browser.get(reverse("campaigns:solo", args=[scope.pk])).status_code == 200
    for _ in range(9):
        if read(scope).game.round == 1 and read(scope).game.phase == "round":
            break
        walk.post(back=1)
    assert (read(scope).game.round, read(scope).game.phase) == (1, "round")
    acted(scope, walk, 2, 1)
    for told in numbers(by_journal(scope)).values():
        assert told == list(range(1, len(told) + 1))
    assert reconcile(scope) == []


def statements(work: Callable[[], object]) -> int:
    """What something costs a process that has seen nothing of the game, and reads nothing of its past."""
    nothing_remembered()
    with (
        mock.patch.object(remembered.Comparing, "is_due", False),
        mock.patch.object(Rest, "read", side_effect=AssertionError("the past was read")),
        CaptureQueriesContext(connection) as caught,
    ):
        work()
    return sum(not one["sql"].startswith(BARE) for one in caught.captured_queries)


def cost_of_the_page(walk: Walk, scope: Scope, round: int) -> int:
    """What the table costs to look at where somebody's own units act; the round is played to its end."""
    acted(scope, walk, round, 1)
    while walk.page.step is None or walk.page.step.do != "human_turn":
        statements(walk.step)
    found = statements(lambda: page_of(walk.browser, scope))
    while walk.page.step is None or walk.page.step.phase == "round":
        statements(walk.step)
    return found


@pytest.mark.in_turn(7, kind="long")
def test_no_tap_reads_the_past_and_the_table_costs_the_same_in_the_first_round_and_in_the_last() -> None:
    walk, scope = new_walk()
    assert cost_of_the_page(walk, scope, 1) == cost_of_the_page(walk, scope, 4)
