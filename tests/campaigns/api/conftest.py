"""A started league of two warbands, its people, and clients with tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Scope, Seat
from campaigns.people.me.program_tokens import new_token
from tests import factories
from tests.campaigns import play
from tests.scenario import scenario


@dataclass
class Evening:
    """Ilse runs the league, Marta and Tom play, Pip is of the same club, a stranger is not."""

    scope: Scope
    ilse: Seat
    marta: Seat
    tom: Seat
    pip: Seat
    stranger: Seat
    hers: str
    his: str

    @property
    def base(self) -> str:
        return f"/api/v1/leagues/{self.scope.pk}/"


@pytest.fixture
def evening(db: None) -> Evening:
    return started_league()


@scenario
def started_league() -> Evening:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    marta, tom, pip = (play.player(scope, name) for name in ("Marta", "Tom", "Pip"))
    hers, his = play.found_warband(scope, marta), play.found_warband(scope, tom)
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    return Evening(scope, ilse, marta, tom, pip, factories.new_seat(), hers, his)


class Api:
    """A program with somebody's token."""

    def __init__(self, who: Seat | None) -> None:
        self.client = Client()
        self.headers = {"Authorization": f"Token {new_token(who.person)}"} if who else {}

    def get(self, path: str, **data: Any) -> Any:
        return self.client.get(path, data, headers=self.headers)

    def post(self, path: str, data: Any = None, **more: Any) -> Any:
        more = {"content_type": "application/json", **more}
        return self.client.post(path, {} if data is None else data, headers=self.headers, **more)
