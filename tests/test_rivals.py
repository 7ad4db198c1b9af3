"""The bench's rivals say what our pages say, word for word: a ratio to one that says less would be a lie."""

from __future__ import annotations

import pytest

from bench.league import Played, keep, play
from bench.rivals import pages
from bench.server import signed_in
from bench.words import words_of
from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat
from tests.factories import new_organiser, new_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> tuple[Scope, Seat, Played]:
    seat = new_organiser(name="Ilse")
    owners = [str(seat.pk), *(str(new_seat(club=seat.club).pk) for _ in range(5))]
    played = play(150, owners)
    return keep(played, seat.club, seat, "A league of the bench"), seat, played


@pytest.mark.parametrize("written", [0, 1, 8])
def test_a_rival_says_every_word_of_our_page_and_no_other(
    league: tuple[Scope, Seat, Played], written: int
) -> None:
    scope, seat, played = league
    warband, mission = next(iter(played.state.warbands)), list(played.state.missions)[-1]
    for amount in range(1, written + 1):
        given = {"warband": warband, "amount": amount, "words": "right after a change"}
        door.act(scope.pk, Actor(seat), "opr.give_points", given)
    said = {
        "": pages.league(scope),
        f"w/{warband}/": pages.warband(scope, warband),
        f"m/{mission}/": pages.mission(scope, mission),
    }
    for tail, text in said.items():
        wanted = words_of(signed_in(seat).get(f"/l/{scope.pk}/{tail}").content)
        assert len(wanted) > 50
        assert words_of(text.encode()) == wanted
