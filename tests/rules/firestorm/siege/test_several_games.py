"""FA-54: a siege and several games of one battle. A siege is offered before a game counts; one Final Assault
takes the place of the agreed number, and decides alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.firestorm.battles.games import must_besiege
from rules.firestorm.faction_figures import bouts_of
from rules.firestorm.glory.counting import ledger
from rules.firestorm.league.silence import faction_lapses
from rules.firestorm.state import Bout, Player
from tests.rules.firestorm.play import League
from tests.rules.firestorm.sampled import MOVES
from tests.rules.firestorm.siege.test_siege import B, battle_for, now, offer


def several(**settings: Any) -> League:
    """Two games are agreed for a stronghold, each side has two players."""
    found = battle_for("stronghold", **settings)
    for faction in ("O", "C"):
        second = Player(id=f"{faction}q", faction=faction, name=f"{faction}q")
        found.state = found.state.put("players", second)
    found.do("agree_games", battle=B, faction="O", games=2)
    return found


def stormed(found: League) -> League:
    offer(found)
    found.do("start_siege", battle=B, faction="O", storm=True)
    return found


def assaulted(found: League, winner: str = "besieger", faction: str = "O", **more: Any) -> Bout:
    found.do("end_siege", battle=B, faction=faction, winner=winner, **more)
    return bouts_of(found.state, B)[-1]


def field(found: League, result: str = "major_victory") -> Bout:
    """A game of the field that counts."""
    found.do("report", battle=B, faction="O", result=result)
    game = bouts_of(found.state, B)[-1]
    found.do("confirm", bout=game.id, faction="C")
    return game


def over_the_field(**settings: object) -> League:
    """As older releases had it: a siege was laid over a game that counts."""
    found = several(**settings)
    field(found, "minor_defeat")
    siege = offer(battle_for("stronghold")).state.sieges[B]
    found.state = found.state.put("sieges", siege)
    found.do("start_siege", battle=B, faction="O", storm=True)
    return found


def test_fs_144_one_final_assault_takes_the_place_of_the_agreed_number():
    """FA-54."""
    found = stormed(several())
    assert found.state.battles[B].games == 1
    found.do("confirm", bout=assaulted(found).id, faction="C")
    told = found.state.battles[B]
    assert (told.status, told.result, told.method) == ("settled", "major_victory", "siege")
    assert (now(found).step, now(found).winner) == ("closed", "besieger")


def test_fs_140_a_siege_is_offered_before_a_game_counts_and_later_by_nobody():
    """FA-54."""
    found = several()
    field(found)
    found.refused("E123", "offer_siege", battle=B, faction="C")
    found.refused("E123", "offer_siege", battle=B, faction="C", siege=False)
    assert [one.do for one in faction_lapses(found.state, found.book_now)] == []


def test_fs_140_where_every_such_battle_is_a_siege_a_game_that_counts_leaves_it_in_the_field():
    found = several()
    field(found)
    found.options(siege_mode="always")
    assert not must_besiege(found.state, found.book_now, found.state.battles[B])
    field(found, "minor_victory")
    assert found.state.battles[B].result == "minor_victory"


def test_fs_144_the_number_of_games_of_a_siege_is_not_agreed_on():
    found = stormed(several())
    found.refused("E124", "agree_games", battle=B, faction="O", games=2)


def test_fs_110_the_report_of_an_assault_names_who_of_both_sides_fought():
    """FA-54: everybody of both sides may fight in it."""
    found = stormed(several())
    told = assaulted(found, fought=("Op", "Oq", "Cp"))
    assert (told.assault, told.fought) == (True, ("Op", "Oq", "Cp"))
    found.refused("E51", "end_siege", battle=B, faction="O", winner="besieger", fought=("Dp",))
    found.refused("E51", "end_siege", battle=B, faction="O", winner="besieger", fought=("nobody",))


def test_fs_126_command_points_are_rolled_for_one_game_of_a_siege():
    found = stormed(several())
    for faction in ("O", "C"):
        found.do("roll_commands", battle=B, faction=faction, dice=(2,))
        found.refused("E85", "roll_commands", battle=B, faction=faction)
    assert [dict(one.commands).keys() for one in bouts_of(found.state, B)] == [{"O", "C"}]
    assert assaulted(found).id == bouts_of(found.state, B)[0].id


# A game of the field that lies in a siege already


def test_fs_144_over_a_game_that_counts_the_assault_alone_decides():
    """FA-54."""
    found = over_the_field()
    game = assaulted(found, winner="besieged")
    assert [one.status for one in bouts_of(found.state, B)] == ["confirmed", "reported"]
    found.do("confirm", bout=game.id, faction="C")
    told = found.state.battles[B]
    assert (told.status, told.result, told.tabled) == ("settled", "major_defeat", ())


def test_fs_59_over_a_game_that_counts_who_was_tabled_in_the_assault_is_annihilated():
    """FA-54."""
    found = over_the_field()
    found.do("confirm", bout=assaulted(found, attacker_tabled=True).id, faction="C")
    assert found.state.battles[B].tabled == ("attack",)


@pytest.mark.parametrize(("settings", "glory"), [({}, [2]), ({"glory_per_game": True}, [1, 2])])
def test_fs_102_what_a_game_of_the_field_is_worth_comes_beside_the_assault(settings, glory):
    """FA-54: the defender had a minor victory in the field and loses the assault."""
    found = over_the_field(**settings)
    found.do("confirm", bout=assaulted(found).id, faction="C")
    rows = [one for faction in ("O", "C") for one in ledger(found.state, faction) if one.battle == B]
    assert sorted(one.amount for one in rows) == glory


@pytest.mark.parametrize(("settings", "dice"), [({}, (3,)), ({"bp_per_game": True}, (3, 2))])
def test_fs_73_and_its_build_points_too(settings, dice):
    """FA-54."""
    found = over_the_field(**settings)
    found.do("confirm", bout=assaulted(found, winner="besieged").id, faction="C")
    found.do("roll_build", battle=B, faction="O", dice=dice)
    assert sum(one.amount for one in found.state.ledger.values() if one.coin == "build") == sum(dice)


def test_fs_160_a_phase_ended_by_force_before_the_assault_leaves_the_games_that_count():
    found = over_the_field()
    found.do("advance", step=found.state.now.step)
    assert (found.state.battles[B].result, found.state.now.phase) == ("minor_defeat", "aftermath")


# What is waited for


def test_fs_144_a_disputed_assault_is_reported_anew_as_an_assault():
    found = stormed(several())
    game = assaulted(found)
    found.do("dispute", bout=game.id, faction="C")
    again = [one for one in MOVES.move.may(found.state, found.book_now, "O") if one.kind == "fs.ruling"]
    assert [(one.act, one.params["battle"]) for one in again] == [("end_siege", B)]
