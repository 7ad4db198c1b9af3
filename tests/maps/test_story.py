"""A map league from three browsers: a full round through HTTP."""

from __future__ import annotations

import pytest

from campaigns.journal import reconcile
from tests.maps import play
from tests.maps.play import begun

pytestmark = pytest.mark.django_db


def test_a_full_round_from_three_browsers():
    league = begun()
    play.events(league)
    play.revenue(league)
    play.challenges(league)
    assert league.phase == "battle"
    battle = next(iter(league.state.battles))
    attacker, defender = (league.player(one[0]) for one in play.sides(league, battle))
    play.sized(league, attacker, battle, 1500)
    play.gold(league, battle)
    told = play.worked_out(league, attacker, battle, attack=(900, 2, 8), defend=(300, 6, 8), fled="defend")
    assert "massacre, 4 EP" in told  # two share a side: a point less each
    play.reported(league, attacker, battle, attack=(900, 2, 8), defend=(300, 6, 8), fled="defend")
    assert league.state.battles[battle].status == "reported"
    assert "That is right" in play.battle_page(league, defender, battle)
    league.do(defender, "confirm", battle=battle)
    play.battles(league)
    assert league.phase == "conquest"
    play.spending(league)
    assert league.state.now.round == 2 or league.state.now.winner
    assert reconcile(league.scope) == []


@pytest.mark.parametrize("organiser", [False, True])
def test_cq_128_a_siege_is_told_of_who_began_it_not_of_who_agreed(organiser):
    league, name, theirs, castle = play.before_a_castle()
    winner = league.realm(name)
    asks = "Organiser" if organiser else name
    asked = league.post(asks, "besiege", realm=winner, round=1, territory=castle)
    league.answered(theirs, asked, consent="yes")
    entry = league.scope.entries.get(procedure="conquest.besiege")
    assert entry.actor == league.seats[asks]
    assert entry.acting_for == (f"side:{winner}" if organiser else "")
    (consent,) = entry.answers.values()
    assert consent["by"] == str(league.seats[theirs].pk)
