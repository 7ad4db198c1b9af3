"""A map league from three browsers: a full round through HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from tests.maps.conquest import play
from tests.maps.conquest.play import begun
from tests.older import asking

pytestmark = pytest.mark.django_db


def test_a_full_round_from_three_browsers() -> None:
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
    assert "Agree Not right?" in play.battle_page(league, defender, battle)
    league.do(defender, "confirm", battle=battle)
    play.battles(league)
    assert league.phase == "conquest"
    play.spending(league)
    assert league.state.now.round == 2 or league.state.now.winner
    assert reconcile(league.scope) == []


@pytest.mark.parametrize("organiser", [False, True])
def test_cq_128_a_siege_is_told_of_who_began_it_not_of_who_agreed(organiser) -> None:
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


def test_cq_151_a_roll_off_says_beforehand_and_afterwards_what_is_added() -> None:
    league = play.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    name = league.player(league.state.battles[battle].attackers[0])
    assert "a high roll favours" in play.battle_page(league, name, battle)
    assert "Modifiers so far: Largest empire −1." in play.battle_page(league, name, battle)
    for one in ("Marta", "Kwame"):
        league.do(one, "ask_abstract", battle=battle)
    told = league.state.battles[battle]
    rolled = int(told.why.split(":")[1])
    assert told.why == f"rolled:{rolled}:{rolled - 1}:largest:-1"
    sentence = f"{rolled} on two dice; Largest empire −1; total {rolled - 1}."
    assert sentence in play.battle_page(league, name, battle)


def test_cq_07_where_no_city_is_left_the_panel_says_that_one_is_built() -> None:
    tiles = [{"key": f"T{q}", "q": q, "r": 0, "building": "" if q else "city"} for q in range(16)]
    league = asking(play.table("Marta", "Kwame", brought={"kind": "hex", "tiles": tiles}))
    league.answered("Organiser", league.post("Organiser", "begin_play"))
    first, second = (league.player(one) for one in league.state.now.pick_order)
    assert "There is still a free city to choose" in play.words_in(league.see(first, t="T2"))
    league.do(first, "pick_capital", territory="T0")
    assert "A new city will be built here" in play.words_in(league.see(second, t="T2"))
    assert "Capitals need at least one territory between them" in play.words_in(league.see(second, t="T1"))


def test_cq_73_more_lost_than_the_break_point_without_withdrew_is_said_beside_the_field() -> None:
    league = play.at_battles()
    battle = next(one.id for one in league.state.battles.values())
    attacker = league.player(league.state.battles[battle].attackers[0])
    play.sized(league, attacker, battle, 1000)
    play.gold(league, battle)
    said = "Units lost: 6, break point: 5, but “withdrew” isn’t ticked"
    armies: dict[str, Any] = {"attack": (3, 2, 5), "defend": (1, 6, 5)}
    assert said in play.worked_out(league, attacker, battle, **armies)
    assert said not in play.worked_out(league, attacker, battle, fled="defend", **armies)
    held = play.worked_out(league, attacker, battle, attack=(3, 2, 5), defend=(1, 5, 5))
    assert "but “withdrew” isn’t ticked" not in held
