"""Games against the app, started and walked at the door."""

import pytest

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.solo import armies
from campaigns.solo import games as solo
from campaigns.solo.forms import GameForm
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns import play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("edition", list(armies.EDITIONS))
def test_solo_06_each_edition_brings_four_balanced_lists(edition: str) -> None:
    shipped = armies.shipped_armies(edition)
    points = [army.points for army in shipped]
    assert len(shipped) == 4
    assert max(points) - min(points) <= 10
    for army in shipped:
        mustered = armies.pool_list(army)
        assert sum(unit.points for unit in mustered.units) == army.points
        assert all(unit.weapons and unit.quality and unit.defense for unit in mustered.units)


def test_solo_07_a_practice_game_draws_a_list_for_everybody() -> None:
    seat = factories.new_seat(name="Marta")
    scope = solo.start_practice(seat=seat, edition="aofs-3.2.0", armies=armies.shipped_armies("aofs-3.2.0"))
    door.act(scope.pk, Actor(seat), "solo.draw", {}, app_dice=True)
    state = play.state_of(scope)
    assert state.game.phase == "types"
    assert {side.list for side in state.sides.values()} <= {
        army.id for army in armies.shipped_armies("aofs-3.2.0")
    }
    assert len({side.list for side in state.sides.values()}) == 2
    assert reconcile(scope) == []


def test_too_few_lists_are_refused_before_anything_is_written() -> None:
    seat = factories.new_seat()
    with pytest.raises(Refused, match="fewer lists"):
        solo.start_practice(seat=seat, edition="aofs-3.2.0", armies=armies.shipped_armies("aofs-3.2.0")[:1])
    assert not seat.club.scopes.exists()


@pytest.mark.parametrize(("people", "apps", "field"), [(7, 1, "people"), (6, 4, "apps"), (6, 0, "apps")])
def test_solo_76_too_many_at_the_table_is_said_beside_the_field_that_asks_for_them(
    people: int, apps: int, field: str
) -> None:
    seat, names = factories.new_seat(), [f"Player {at}" for at in range(people)]
    with pytest.raises(Refused, match="Up to 6 people") as refused:
        solo.start_practice(seat=seat, edition="gf-3.4.0", armies=[], people=names, apps=apps)
    assert (refused.value.rule, refused.value.key) == ("SOLO-76", field)
    assert field in GameForm.base_fields
    assert not seat.club.scopes.exists()


def test_a_second_tap_starts_the_same_game() -> None:
    seat = factories.new_seat()
    browser, address = factories.signed_in(seat), f"/clubs/{seat.club.slug}/solo/"
    first, second = (browser.post(address, {"people": seat.name, "once": "a" * 32}) for _tap in range(2))
    assert first["Location"] == second["Location"]
    assert seat.club.scopes.count() == 1


def test_undo_meets_the_same_dice() -> None:
    seat = factories.new_seat()
    scope = solo.start_practice(seat=seat, edition="gf-3.4.0", armies=armies.shipped_armies("gf-3.4.0"))
    door.act(scope.pk, Actor(seat), "solo.draw", {}, app_dice=True)
    drawn = {side.id: side.list for side in play.state_of(scope).sides.values()}
    with scope_transaction(scope.pk, Actor(seat)) as transaction:
        solo.undo_table_step(transaction)
    assert play.state_of(scope).game.phase == "setup"
    door.act(scope.pk, Actor(seat), "solo.draw", {}, app_dice=True)
    assert {side.id: side.list for side in play.state_of(scope).sides.values()} == drawn
    assert reconcile(scope) == []
