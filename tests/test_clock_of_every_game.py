"""A tick in a club that has a league of every book in each state: the clock goes on for all of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.engine.plugins import plugins, rulebooks
from campaigns.leagues.clock import clock_tick
from campaigns.models import Notice
from tests.leagues_of_every_kind import states

pytestmark = pytest.mark.django_db
DAYS = (0, 4)  # from now, a tick each
EACH = [(book, state) for book, made in states().items() for state in made]


def test_every_book_is_here() -> None:
    assert {game for game, _edition in states()} == {plugin.game.name for plugin in plugins()}
    assert {edition for _game, edition in states()} - {""} == {book.edition for book in rulebooks()}


@pytest.mark.parametrize(("book", "state"), EACH, ids=str)
@pytest.mark.in_turn(4)
def test_a_tick_goes_through_whatever_state_a_league_is_in(book: tuple[str, str], state: str) -> None:
    states()[book][state]()
    for days in DAYS:
        clock_tick(timezone.now() + timedelta(days=days))


def test_a_tick_goes_through_where_there_is_nothing() -> None:
    clock_tick()
    assert not Notice.objects.exists()
