"""What was told on a map before a side went to somebody else is still told as their words."""

from __future__ import annotations

import pytest

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from maps.firestorm.phase_labels import player_name
from tests.factories import new_seat, signed_in
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights
from tests.pages import text_of

pytestmark = pytest.mark.django_db


def test_cq_20_who_takes_an_empire_over_did_not_report_its_battle() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles.values()
    realm = battle.attackers[0]
    teller = league.player(realm)
    conquest.reported(league, teller, battle.id, attack=(900, 1, 8), defend=(1, 7, 8), fled="defend")
    rosa = new_seat(club=league.scope.club, name="Rosa")
    url = f"/l/{league.scope.pk}/map/battles/{battle.id}/"
    assert "Your report" in text_of(signed_in(league.seats[teller]).get(url))
    params = {"realm": realm, "owner": str(rosa.pk), "words": "moved away"}
    assert door.act(league.scope.pk, Actor(league.seats["Organiser"]), "conquest.hand_over", params).settled
    shown = text_of(signed_in(rosa).get(url))
    assert f"{teller}'s realm’s report" in shown
    assert "Your report" not in shown


def test_fs_01_who_has_left_a_faction_is_named_in_the_battles_they_fought() -> None:
    league, battle = fights.in_the_field()
    fights.fought(league, battle)
    winner, loser = fights.both(league, battle)
    tom = league.seats[winner]
    (his,) = (one.id for one in league.state.players.values() if one.owner == str(tom.pk))
    assert door.act(league.scope.pk, Actor(tom), "firestorm.leave_faction", {"player": his}).settled
    assert player_name(league.at(loser), his) == winner
    assert f"{winner}" in text_of(fights.page_at(league, loser, battle.id))
