"""Who comes into a running league, leaves it or comes back: from the next turn on, and out at once.

Source: FS-01, FS-04, FS-26
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.firestorm import GAME
from rules.firestorm.faction_figures import faction_players, players_of
from rules.firestorm.league_effects import PlayerJoined, PlayerLeft
from rules.firestorm.orders.sealing import commanding
from rules.firestorm.orders.sheet import sealer
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.setting_up.objectives import players_without_objective
from rules.firestorm.state import Leaver
from rules.firestorm.telling.entries import tell
from tests.rules.firestorm.orders.test_orders import seal
from tests.rules.firestorm.play import League, league


def joined(found: League, owner: str, faction: str = "O") -> None:
    found.do("join", faction=faction, owner=owner, player=f"p-{owner}", name=owner.title())


def next_turn(found: League) -> None:
    work = found.working()
    enter_turn_phase(work, "preparation")
    found.book(work.done())


def test_fs_01_who_joins_a_running_league_plays_from_the_next_turn_on():
    found = league("O", "C")
    joined(found, "tom")
    assert found.state.players["p-tom"].since == 2
    assert players_of(found.state, "O") == ["Op"]
    assert faction_players(found.state, "O") == ["person-O"]
    next_turn(found)
    assert faction_players(found.state, "O") == ["person-O", "tom"]


def test_fs_01_once_play_has_begun_a_faction_takes_somebody_in_and_nobody_walks_in():
    spec, params = GAME.spec("firestorm.join"), {"faction": "O", "owner": "tom"}
    assert (spec.starters(params), spec.starters(params, begun=True)) == ("person:tom", "side:O")
    assert [GAME.has_begun(one.state) for one in (league("O", phase="setup"), league("O"))] == [False, True]


def test_fs_01_who_is_to_come_belongs_to_that_faction_already():
    found = league("O", "C")
    joined(found, "tom")
    found.refused("E07", "join", faction="C", owner="tom")


def test_fs_04_who_is_still_to_come_is_dealt_no_card():
    found = league("O", "C")
    joined(found, "tom")
    assert [one.id for one in players_without_objective(found.state)] == ["Cp", "Op"]
    next_turn(found)
    assert [one.id for one in players_without_objective(found.state)] == ["Cp", "Op", "p-tom"]


@pytest.mark.parametrize("paused", [False, True])
def test_fs_01_leaving_works_at_once_whatever_the_league_does(paused: bool):
    found = league("O", "C")
    joined(found, "tom")
    next_turn(found)
    if paused:
        found.do("pause", words="Holidays.")
    found.do("leave_faction", player="p-tom")
    assert faction_players(found.state, "O") == ["person-O"]
    assert list(found.state.now.left) == [Leaver(owner="tom", faction="O")]
    if not paused:
        joined(found, "tom")
        assert faction_players(found.state, "O") == ["person-O"]
    next_turn(found)
    assert list(found.state.now.left) == []


def test_fs_01_the_last_player_may_leave_a_running_league_and_the_faction_stays():
    found = league("O", "C")
    found.do("leave_faction", player="Op")
    assert faction_players(found.state, "O") == []
    assert commanding(found.state, found.book_now) == ["C", "O"]
    found.do("join", faction="O", owner="tom")


def test_fs_01_who_was_still_to_come_and_leaves_knows_nothing():
    found = league("O", "C")
    joined(found, "tom")
    found.do("leave_faction", player="p-tom")
    assert found.state.now.left == ()


def test_fs_26_when_the_founder_has_left_who_has_played_longest_seals():
    found = league("O", "C", seal_by="founder")
    for one in ("zoe", "ben"):
        joined(found, one)
    next_turn(found)
    joined(found, "late")
    assert sealer(found.state, found.book_now, "O") == "person:person-O"
    effects = found.do("leave_faction", player="Op", words="moved")
    assert sealer(found.state, found.book_now, "O") == "person:zoe"
    (left,) = [one for one in effects if isinstance(one, PlayerLeft)]
    assert (left.owner, left.sealer) == ("person-O", "zoe")
    assert found.do("leave_faction", player="p-ben")[0].sealer == ""
    found.do("leave_faction", player="p-zoe")
    assert sealer(found.state, found.book_now, "O") == "side:O"  # nobody: an organiser stands in
    next_turn(found)
    assert sealer(found.state, found.book_now, "O") == "person:late"


def test_the_chronicle_names_who_comes_who_leaves_and_who_seals_then():
    found = league("O", "C", seal_by="founder")
    called = {"O": "Embers", "person:person-O": "Ada", "person:tom": "Tom", "person:zoe": "Zoe"}

    def told(act: str, **params: Any) -> str:
        effects = found.do(act, **params)
        return str(
            tell(f"firestorm.{act}", params, {}, effects, lambda one: called.get(one, one), "firestorm-1")
        )

    assert told("join", faction="O", owner="tom", player="t") == "Tom joins Embers, from turn 2 on."
    found.do("join", faction="O", owner="zoe", player="z")
    next_turn(found)
    assert told("leave_faction", player="t") == "Tom leaves Embers."
    assert told("leave_faction", player="Op") == "Ada leaves Embers; Zoe seals its orders from now on."


def test_journals_of_before_fold_as_they_did():
    found = league("O", "C")
    old = PlayerJoined(player=found.state.players["Op"], rule="FS-01")
    assert old.player.since == 0
    assert faction_players(old.apply(found.state), "O") == ["person-O"]
    gone = PlayerLeft(player="Op", faction="O").apply(found.state)
    assert gone.now.left == ()
    assert "Op" not in gone.players


def test_fs_162_under_a_broken_seal_reads_an_organiser_who_plays_for_no_rival():
    found = league("O", "C")

    def sees(**who: Any) -> bool:
        (line,) = [one for one in found.ask("may_see", faction="O", **who) if one["thing"] == "orders"]
        return bool(line["sees"])

    seal(found, "O", O1=("move", ("T07",)))
    assert not sees(organiser=True)
    found.do("break_seal", faction="O")
    assert (sees(organiser=True), sees(organiser=True, viewer="O")) == (True, True)
    assert not sees(organiser=True, viewer="C")
    assert not sees(viewer="")
    found.do("open_seal", faction="O")
    assert not sees(organiser=True)
