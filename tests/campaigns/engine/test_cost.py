"""How many statements a tap costs, whatever the size of the warbands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.engine import door, reports
from campaigns.engine.who.rights import Actor
from tests.campaigns import play
from tests.campaigns.engine.evening import founded, played

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 15


def statements(call: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        call()
    return len(captured)


def test_confirming_a_report_costs_the_same_for_any_number_of_units() -> None:
    costs = []
    for size in (5, 10, 15):
        evening = founded(size)
        report, tom = evening.report(), Actor(evening.tom)
        costs.append(statements(partial(reports.agree_report, report, tom)))
        assert len(play.state_of(evening.scope).missions) == 1
    assert len(set(costs)) == 1
    # the club's record of the game, what waits before, who is absent, and whoever was asked has read it
    assert costs[0] <= MOST + 5


def test_answering_and_settling_cost_the_same_for_any_number_of_units() -> None:
    costs = []
    for size in (3, 12):
        evening = played(size)
        opened = evening.casualties(evening.tom)
        one = [
            statements(partial(evening.answer, evening.tom, opened.slot, question.key, 3))
            for question in opened.questions
        ]
        costs.append((set(one[:-1]), one[-1]))
    assert costs[0] == costs[1]
    assert max(*costs[0][0], costs[0][1]) <= MOST


def test_an_act_that_settles_at_once() -> None:
    evening = founded()
    params = {"warband": evening.hers, "amount": 1, "words": "painted"}
    actor = Actor(evening.ilse)
    assert statements(lambda: door.act(evening.scope.pk, actor, "opr.give_vp", params, once="k")) <= MOST
