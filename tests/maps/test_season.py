"""A season through the pages: five players, random choices, refusals tried on the way.

`make test` plays a tenth of it; `make season` the whole twelve rounds.
"""

from __future__ import annotations

import os
import random

import pytest

from campaigns.journal import reconcile
from tests.maps import play
from tests.maps.play import Table, begun
from tests.rules.conquest.test_season import earned_by_hand, size_of

pytestmark = [pytest.mark.django_db, pytest.mark.season]
ROUNDS = 12 if os.environ.get("MUSTERROLL_SEASON") == "1" else 1
NAMES = ("Marta", "Kwame", "Ilse", "Jun", "Ana")


def wrong_things(league: Table, dice: random.Random) -> int:
    """Taps that cannot be: the wrong phase, the wrong player, a place too far. How many were refused."""
    active = league.state.now.active
    name = dice.choice(NAMES)
    sent = {"realm": league.realm(name), "round": league.state.now.round}
    tries = [
        ("claim", {"territory": "A1"}),
        ("collect", {}),
        ("end_turn", {}),
        ("challenge", {"defender": active}),
    ]
    act, more = dice.choice(tries)
    if league.realm(name) == active or league.phase in ("revenue", "choice"):
        return 0
    before = league.state
    response = league.post(name, act, **sent, **more)
    assert response.status_code == 409, (act, league.phase)
    assert league.state == before
    return 1


def one_round(league: Table, dice: random.Random) -> None:
    play.events(league)
    play.revenue(league)
    play.challenges(league)
    for _ in range(30):
        todo = [
            key
            for key, one in league.state.battles.items()
            if one.round == league.state.now.round and one.status == "open"
        ]
        if league.phase != "battle" or not todo:
            break
        attackers, defenders = play.sides(league, todo[0])
        fled = dice.choice(("", "attack", "defend"))
        figures = {
            side: (dice.randrange(0, 2000), dice.randrange(0, 12), 12) for side in ("attack", "defend")
        }
        play.reported(league, league.player(attackers[0]), todo[0], **figures, fled=fled)
        league.do(league.player(defenders[0]), "confirm", battle=todo[0])
    play.spending(league)


def test_a_season_of_five_players():
    dice = random.Random(5)
    league = begun(*NAMES, generated=5, win_target=60)
    refused = 0
    for _ in range(ROUNDS):
        if league.state.now.winner:
            break
        for _ in range(4):
            refused += wrong_things(league, dice)
        one_round(league, dice)
    assert refused >= 1
    assert reconcile(league.scope) == []
    state = league.state
    for realm in state.realms:
        assert league.ask("size", realm=realm) == 2 * size_of(state, realm)
    for one in state.rounds.values():
        if one.earned:
            by_hand = earned_by_hand(state, one.number)
            assert {line.realm: line.points for line in one.earned} == {
                line.realm: by_hand.get(line.realm, 0) for line in one.earned
            }
