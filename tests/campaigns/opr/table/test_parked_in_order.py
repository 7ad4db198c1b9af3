"""What a report that waited comes to: the state of the games told in order, or an organiser's ruling."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import hypothesis
import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Seat
from tests.campaigns.opr.table.test_parked import TwoGames, confirm, status, two_games, why
from tests.campaigns.play import act, state_of

pytestmark = pytest.mark.django_db

MOMENT = re.compile(r"datetime\.datetime\([^()]*(?:\([^()]*\))?\)")
FEW = hypothesis.settings(
    max_examples=4,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    derandomize=True,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture, hypothesis.HealthCheck.too_slow],
)


@pytest.fixture(name="here")
def one_league() -> TwoGames:
    return two_games()


class Evening:
    """Both games to their last step, with dice of its own."""

    def __init__(self, here: TwoGames, seed: int, kills: list[dict[str, str]]) -> None:
        self.here, self.dice, self.kills = here, random.Random(seed), kills
        self.crows = here.units(here.crows)

    def step(self, by: Seat, step: str, mission: str, warband: str) -> None:
        scope = self.here.scope
        outcome = act(scope, by, step, mission=mission, warband=warband)
        while not outcome.settled:
            question = outcome.questions[0]
            value = self.answer(question)
            outcome = door.answer_question(scope.pk, Actor(by), outcome.slot, question.key, value)

    def answer(self, question: Any) -> Any:
        if question.kind == "roll":
            return self.dice.randint(1, int(question.die.removeprefix("D")))
        return question.options[0].id if question.kind == "choose" else False

    def casualties(self) -> None:
        self.step(self.here.ada, "casualties", self.here.first, self.here.crows)

    def rest(self) -> None:
        viewer = self.here
        left = ("experience", "close_upgrades", "close_recruiting")
        for step in left:
            self.step(viewer.ada, step, viewer.first, viewer.crows)
        second = state_of(viewer.scope).warbands[viewer.crows].mission
        for by, warband in ((viewer.ada, viewer.crows), (viewer.cleo, viewer.toads)):
            for step in ("casualties", *left):
                self.step(by, step, second, warband)

    def waited(self) -> str | None:
        """Told and agreed to before the dice; None where it is an organiser's, who reads whom they took."""
        report = self.here.tell(kills=self.kills)
        confirm(report, self.here.ada)
        assert status(report) == "parked"
        self.casualties()
        if status(report) == "disputed":
            gone = self.lost()
            assert gone
            assert all(name in why(report) for name in gone)
            return None
        assert not self.lost()
        self.rest()
        return self.state()

    def in_order(self) -> str | None:
        """The same told after the dice."""
        self.casualties()
        if self.lost():
            return None
        confirm(self.here.tell(kills=self.kills), self.here.ada)
        self.rest()
        return self.state()

    def lost(self) -> list[str]:
        state = state_of(self.here.scope)
        units = [state.units[one] for one in self.crows]
        return [one.name for one in units if not one.available]

    def state(self) -> str:
        """All of it but moments, and how all stood when the second game began: which the dice came after."""
        state = state_of(self.here.scope)
        (second,) = (key for key, one in state.missions.items() if one.number == 2)
        missions = [
            replace(
                one,
                sides=tuple(replace(side, frozen=(), value=0, underdog=0, available=0) for side in one.sides),
            )
            for one in state.missions.values()
        ]
        whole = repr((state.league, state.warbands, state.units, missions))
        return MOMENT.sub("then", whole).replace(second, "second")


def branch(played: Callable[[], str | None]) -> str | None:
    """What came of it, of which nothing stays."""
    with transaction.atomic():
        came = played()
        transaction.set_rollback(True)
    return came


@FEW
@hypothesis.example(3, [1, 2])
@hypothesis.example(0, [])
@hypothesis.example(2, [1])
@given(st.integers(0, 2**16), st.lists(st.integers(0, 3), unique=True, max_size=3))
def test_a_55_what_waited_counts_as_if_told_in_order(here: TwoGames, seed: int, fell: list[int]) -> None:
    crows, killer = here.units(here.crows), here.units(here.toads)[0]
    kills = [{"victim": crows[one], "killer": killer} for one in fell]
    waited = branch(lambda: Evening(here, seed, kills).waited())
    assert waited == branch(lambda: Evening(here, seed, kills).in_order())
