"""Whole games against the app over HTTP, from the first tap to the last round."""

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.solo.armies import EDITIONS
from tests import factories
from tests.campaigns import play
from tests.campaigns.solo.walk import Walk, new_game, signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_whole_game_of_four_rounds(edition: str) -> None:
    seat = factories.new_seat(name="Marta")
    browser = signed_in(seat)
    scope = new_game(browser, seat, edition=edition, challenge="on")
    walk = Walk(browser, scope)
    walk.until("over")
    state = play.state_of(scope)
    assert (state.game.round, state.game.winner) == (4, "human")
    assert {one.round for one in state.activations.values()} == {1, 2, 3, 4}
    assert max(walk.sizes) <= 4096
    assert reconcile(scope) == []
    assert "won" in browser.get(f"/l/{scope.pk}/solo/").content.decode()
