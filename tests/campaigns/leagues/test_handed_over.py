"""What was played before a side went to somebody else stays who played it, in every book."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine.stored.store import registration_of
from campaigns.models import PlannedGame
from campaigns.nights.games.games import how_it_stands, planned_game_lines
from campaigns.nights.games.leagues import league_of_club, past_meetings
from campaigns.nights.games.page import plan_page
from campaigns.people.me.about_me import personal_data
from tests.campaigns.leagues.handed import BOOKS, Handed

pytestmark = pytest.mark.django_db


@pytest.fixture(params=BOOKS)
def handed(request: pytest.FixtureRequest) -> Handed:
    found: Handed = request.param()
    return found


def test_a_game_is_of_who_played_it(handed: Handed) -> None:
    registration = registration_of(handed.scope.game)
    state = handed.state
    assert [*registration.played_by(state, handed.side, handed.game)] == [str(handed.tom.pk)]
    assert [*registration.played_by(state, handed.other, handed.game)] == [str(handed.marta.pk)]


def test_pairs_are_made_by_whom_people_have_met(handed: Handed) -> None:
    met = past_meetings(league_of_club(handed.scope))
    tom, marta, rosa = (one.person_id for one in (handed.tom, handed.marta, handed.rosa))
    assert met.keys() == {frozenset({tom, marta})}
    assert met[frozenset({tom, marta})].won == [frozenset({tom})]
    assert all(rosa not in pair for pair in met)


def test_the_record_of_a_game_says_who_won_it(handed: Handed) -> None:
    record = PlannedGame.objects.get(scope=handed.scope, became=handed.game)
    (line,) = planned_game_lines([record], handed.tom.person_id)
    assert [(one.name, one.lost) for one in line.players if one.person == handed.tom.person_id] == [
        (str(handed.tom), False)
    ]
    assert line.mine
    assert how_it_stands(record, None) == f"{handed.tom} won"


def test_the_plan_of_a_game_names_what_each_played_with_then(handed: Handed) -> None:
    record = PlannedGame.objects.get(scope=handed.scope, became=handed.game)
    found = league_of_club(handed.scope)
    forces = {one.name: one.force for one in plan_page(handed.rosa, record).sides}
    assert forces == {
        str(handed.tom): found.name_of(handed.side),
        str(handed.marta): found.name_of(handed.other),
    }


def test_whoever_played_is_told_that_it_counts_as_their_own(handed: Handed) -> None:
    found = league_of_club(handed.scope)
    bout = found.bout(handed.game)
    assert bout is not None
    assert found.people_about(bout, handed.side) >= {handed.tom.person_id}
    assert found.sides_at(bout, handed.rosa.person_id) == ()
    assert found.sides_at(bout, handed.tom.person_id) == (handed.side,)


def test_my_file_has_what_i_played_before(handed: Handed) -> None:
    data: Any = personal_data(handed.tom.person)
    (league,) = data["leagues"]
    (before,) = league["played_before"]
    assert before["side"] == handed.side
    assert before["owner"] == str(handed.tom.pk)
