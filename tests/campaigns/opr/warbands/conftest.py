"""A league with its organiser Ilse, the players Marta and Tom, the spectator Pip, and a stranger."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from campaigns.models import Scope, Seat
from tests import factories
from tests.campaigns import play
from tests.scenario import scenario


@dataclass
class Table:
    scope: Scope
    ilse: Seat
    marta: Seat
    tom: Seat
    pip: Seat
    stranger: Seat


@pytest.fixture
def table(db: None) -> Table:
    return league_of_two()


@scenario
def league_of_two() -> Table:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    marta, tom = play.player(scope, "Marta"), play.player(scope, "Tom")
    pip = factories.new_seat(club=scope.club, name="Pip", role="spectator")
    return Table(scope, ilse, marta, tom, pip, factories.new_seat(name="Sven"))
