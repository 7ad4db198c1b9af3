"""An organiser who plays in a battle gives no word on it for the other side.

Source: FS-50, CQ-91
"""

from __future__ import annotations

import pytest

from campaigns.models import Role, Seat
from tests.maps.conquest import play as conquest
from tests.maps.conquest.play import words_of
from tests.maps.firestorm import fights
from tests.pages import page_of

pytestmark = pytest.mark.django_db


def test_fs_50_a_rival_organiser_gives_no_word_of_the_other_side_on_their_battle() -> None:
    league, battle = fights.in_the_field()
    attacker, defender = fights.both(league, battle)
    Seat.objects.filter(pk=league.seats[attacker].pk).update(role=Role.ORGANISER)
    for_them = {"faction": battle.defend, "as": battle.defend}
    said = fights.sent(league, attacker, battle.id, "report", result="major_defeat", **for_them)
    assert "You play against" in words_of(said)
    assert not league.state.bouts
    fights.done(league, attacker, battle.id, "report", result="major_victory")
    (game,) = league.state.bouts
    page = page_of(fights.page_at(league, attacker, battle.id, **{"as": battle.defend}))
    assert (page.me, page.report, [one.confirm for one in page.games]) == (battle.defend, None, [None])
    assert page.games[0].may_decide
    for act in ("confirm", "dispute"):
        refused = fights.sent(league, attacker, battle.id, act, bout=game, **for_them)
        assert "You play against" in words_of(refused)
    assert league.state.bouts[game].status == "reported"
    ours = page_of(fights.page_at(league, "Organiser", battle.id, **{"as": battle.defend}))
    assert ours.games[0].confirm is not None
    fights.sent(league, "Organiser", battle.id, "confirm", bout=game, **for_them)
    assert league.state.bouts[game].status == "confirmed"
    assert league.state.bouts[game].confirmed_by == league.factions[defender]


def test_cq_91_a_rival_organiser_gives_no_word_of_the_other_side_on_their_battle() -> None:
    league = conquest.at_battles()
    battle = next(key for key, one in league.state.battles.items() if one.status == "open")
    attackers, defenders = conquest.sides(league, battle)
    mine, theirs = league.player(attackers[0]), defenders[0]
    Seat.objects.filter(pk=league.seats[mine].pk).update(role=Role.ORGANISER)
    conquest.reported(league, mine, battle, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    refused = league.post(mine, "confirm", battle=battle, realm=theirs, **{"as": theirs})
    assert "You play against" in words_of(refused)
    assert league.state.battles[battle].status == "reported"
    league.post("Organiser", "confirm", battle=battle, realm=theirs, **{"as": theirs})
    assert league.state.battles[battle].status == "settled"
