"""After the battles: cases of conquest, retreat, scatter, rally and raze, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.games import Ctx
from rules.firestorm.aftermath.applying import apply_all_battles
from rules.firestorm.aftermath.razing import too_many
from rules.firestorm.faction_figures import allowed, balance
from rules.firestorm.phases.moving_on import leave_turn_phase
from rules.firestorm.state import Banner, Battle, Grade
from rules.firestorm.work import FirestormWork
from tests.rules.firestorm.play import League, league
from tests.rules.firestorm.reveal.test_reveal import BY_NUMBER, numbers, plays


@numbers(81, 90)
def test_fs_42_a_victorious_attacker_takes_the_land(number):
    plays(BY_NUMBER[number])


@numbers(83, 84)
def test_fs_43_conquered_land_loses_its_garrisons_building(number):
    plays(BY_NUMBER[number])


@numbers(84, 85)
def test_fs_44_chaos_razes_after_winning(number):
    plays(BY_NUMBER[number])


@numbers(85)
def test_fs_46_ones_own_land_may_be_razed(number):
    plays(BY_NUMBER[number])


@numbers(80, 81, 99, 100, 104)
def test_fs_60_after_a_draw_or_minor_defeat_a_banner_retreats(number):
    plays(BY_NUMBER[number])


@numbers(88, 101, 103, 104)
def test_fs_61_where_a_banner_may_retreat_to(number):
    plays(BY_NUMBER[number])


@numbers(86, 87)
def test_fs_62_a_major_defeat_is_rolled_for(number):
    plays(BY_NUMBER[number])


@numbers(89, 90)
def test_fs_63_the_annihilated_scatter_without_a_die(number):
    plays(BY_NUMBER[number])


@numbers(87, 91, 92, 96, 105)
def test_fs_64_the_nearest_rally_point(number):
    plays(BY_NUMBER[number])


@numbers(93, 94, 102)
def test_fs_65_an_occupied_rally_point_is_passed_over(number):
    plays(BY_NUMBER[number])


@numbers(95, 96, 97, 98)
def test_fs_66_death_rallies_at_its_mustering_ground(number):
    plays(BY_NUMBER[number])


@numbers(101, 102, 105)
def test_fs_67_rally_points_are_those_held_after_all_conquests(number):
    plays(BY_NUMBER[number])


@numbers(81, 82)
def test_fs_68_the_victorious_stay(number):
    plays(BY_NUMBER[number])


@numbers(82, 83)
def test_fs_69_a_garrison_goes_with_its_building(number):
    plays(BY_NUMBER[number])


@numbers(99)
def test_fs_70_after_a_draw_the_owner_stays(number):
    plays(BY_NUMBER[number])


@numbers(88)
def test_fs_177_nowhere_to_go_is_scattered(number):
    plays(BY_NUMBER[number])


# Acts


def beaten(*, result: Grade, **settings: Any) -> League:
    """O1 from T07 has attacked D1 on T12, with this result, and Aftermath has begun."""
    found = league("O", "D", phase="aftermath", **settings).gone("O1", "D1")
    found.own("O", "T07").own("D", "T17").stand("D1", "T12").stand("O1", "T12", own=False)
    battle = Battle(
        id="b", turn=1, number=1, territory="T12", attacker="O1", attack="O", defender="D1", defend="D",
        status="settled", result=result, method="played", locked=True,
    )  # fmt: skip
    found.state = found.state.put("battles", battle)
    work = FirestormWork(Ctx(found.state, found.book_now, "e0"))
    apply_all_battles(work)
    found.book(work.done())
    return found


def test_fs_60_who_was_not_beaten_does_not_leave():
    found = beaten(result="minor_defeat")
    found.refused("E90", "choose_retreat", faction="D", banner="D1")
    found.refused("E20", "choose_retreat", faction="D", banner="O1")
    found.refused("E91", "choose_rally", faction="O", banner="O1")
    found.do("choose_retreat", faction="O", banner="O1")
    found.refused("E90", "choose_retreat", faction="O", banner="O1")


def test_fs_61_factions_settle_fates_in_order_of_initiative():
    found = beaten(result="draw")
    assert found.state.now.initiative == ("O", "D")
    found.refused("E92", "choose_retreat", faction="D", banner="D1")
    found.do("choose_retreat", faction="O", banner="O1")
    found.do("choose_retreat", faction="D", banner="D1")
    assert (found.at("O1"), found.at("D1")) == ("T07", "T17")


def test_fs_65_scattered_banners_leave_the_map_and_rally():
    found = beaten(result="major_defeat")
    found.do("choose_retreat", faction="O", banner="O1", dice=(1,))
    assert (found.at("O1"), found.banner("O1").fell) == ("reserve", "T12")
    found.refused("E94", "remove_banner", faction="O", banner="O1")
    found.do("choose_rally", faction="O", banner="O1")
    assert found.at("O1") == found.state.fates["b:O1"].to == "T01"


@pytest.mark.parametrize(
    ("result", "dice", "choices", "gained"),
    [
        ("minor_victory", (2, 1), (True,), 1),
        ("minor_victory", (1, 3), (True,), 3),
        ("minor_victory", (2,), (False,), 2),
        ("minor_victory", (3,), (), 3),
        ("draw", (2,), (), 2),
        ("major_defeat", (2,), (), 2),
    ],
)
def test_fs_71_and_72_d3_for_each_side_and_the_winner_may_roll_again(result, dice, choices, gained):
    """FE-46, FE-47"""
    found = beaten(result=result)
    found.do("roll_build", battle="b", faction="O", dice=dice, choices=choices)
    assert balance(found.state, "O") == gained
    found.refused("E43", "roll_build", battle="b", faction="O")


def test_fs_73_both_sides_roll_once_for_a_battle():
    found = beaten(result="draw")
    for one in ("O", "D"):
        found.do("roll_build", battle="b", faction=one, dice=(3,))
    rows = [one for one in found.state.ledger.values() if one.coin == "build"]
    assert [(one.faction, one.amount, one.battle) for one in rows] == [("O", 3, "b"), ("D", 3, "b")]


def test_fs_72_where_the_league_says_so_the_better_roll_counts():
    found = beaten(result="major_victory", bp_keep_best=True)
    found.do("roll_build", battle="b", faction="O", dice=(2, 1), choices=(True,))
    assert balance(found.state, "O") == 2


def test_fs_72_where_build_points_are_hidden_the_highest_is_asked_about_like_any():
    """FE-47"""
    found = beaten(result="major_victory", public_bp=False)
    found.do("roll_build", battle="b", faction="O", dice=(3, 1), choices=(True,))
    assert balance(found.state, "O") == 1


def test_fs_77_without_a_battle_there_is_nothing_to_roll():
    league("O", "C", phase="aftermath").refused("E41", "roll_build", battle="none", faction="O")


def test_fs_13_banners_too_many_are_removed_of_ones_own_choice():
    """FE-05"""
    found = league("O", "C", phase="aftermath").own("O", "T02", "T06").stand("O2", "T07")
    assert too_many(found.state, found.book_now, "O") == 0
    found.refused("E98", "remove_banner", faction="O", banner="O2")
    found.own("C", "T02")
    assert too_many(found.state, found.book_now, "O") == 1
    found.refused("E88", "ready", faction="O", step=0)
    found.do("remove_banner", faction="O", banner="O1")
    assert found.at("O1") == "removed"
    found.do("ready", faction="O", step=0)
    found.do("ready", faction="C", step=0)
    assert found.phase == "build"


def test_fs_12_how_many_banners_a_faction_may_have():
    """FE-03, FE-04"""
    found = league("O", "C")
    order = ["T01", *(key for key in sorted(found.state.territories) if key not in ("T01", "T05"))]
    for number, wanted in {1: 1, 3: 1, 4: 2, 7: 2, 8: 3, 12: 4}.items():
        found.own("", *order).own("O", *order[:number])
        assert allowed(found.state, found.book_now, "O") == wanted
    for number, wanted in {3: 0, 4: 1, 9: 2}.items():
        found.own("", *order).own("C", "T01").own("O", *order[1 : number + 1])
        assert allowed(found.state, found.book_now, "O") == wanted
    lone = found.own("", *order).own("O", "T02").options(min_banner_without_tower=1)
    assert allowed(lone.state, lone.book_now, "O") == 1


def test_fs_13_nobody_is_ready_with_banners_too_many_while_anothers_still_leaves():
    found = beaten(result="draw")
    found.join("C", "chaos", "T05").stand("C1", "T05").build("T05", "lords_tower").stand("C2", "T10")
    found.refused("E125", "ready", faction="C", step=0)
    found.refused("E94", "remove_banner", faction="C", banner="C2")
    for one in found.state.now.initiative:
        found.do("choose_retreat", faction=one, banner=f"{one}1")
    found.refused("E88", "ready", faction="C", step=0)
    found.do("remove_banner", faction="C", banner="C2")
    found.do("ready", faction="C", step=0)


def test_fs_13_who_was_ready_and_has_too_many_since_is_waited_for_and_ends_the_phase():
    """Its own tower is razed after it was ready: without it one banner fewer is allowed."""
    found = league("C", "O", phase="aftermath", raze_tower=True).own("C", "T04", "T09", "T10")
    found.stand("C2", "T04")
    for one in ("C", "O"):
        if one == "C":
            found.do("ready", faction=one, step=0)
            found.do("raze", faction="C", banner="C1")
            assert found.waiting() == ["C", "O"]
            continue
        found.do("ready", faction=one, step=0)
    assert (found.phase, found.waiting()) == ("aftermath", ["C"])
    found.do("remove_banner", faction="C", banner="C2")
    assert found.phase == "build"


def test_fs_44_only_chaos_razes_and_each_banner_once():
    found = league("C", "O", phase="aftermath").stand("C1", "T09").build("T09", "temple")
    found.stand("O1", "T08").build("T08", "temple")
    found.refused("E93", "raze", faction="O", banner="O1")
    found.do("raze", faction="C", banner="C1")
    assert found.place("T09").items == ()
    found.refused("E95", "raze", faction="C", banner="C1")
    found.build("T09", "forge").refused("E96", "raze", faction="C", banner="C1")


def test_fs_45_a_lords_tower_is_not_razed():
    found = league("C", "O", phase="aftermath")
    found.refused("E95", "raze", faction="C", banner="C1")
    found.options(raze_tower=True).do("raze", faction="C", banner="C1")
    assert found.place("T05").items == ()


def test_fs_47_glory_that_a_razed_building_brought_is_kept():
    found = league("C", "O", phase="aftermath").stand("C1", "T09").build("T09", "shrine")
    effects = found.do("raze", faction="C", banner="C1")
    assert not [one for one in effects if one.effect == "firestorm.ledger"]
    assert found.place("T09").items == ()


# Preparation


def test_fs_14_a_new_banner_waits_until_the_tower_is_free():
    """FE-06"""
    found = league("O", "C", phase="preparation").own("O", "T02", "T06", "T07", "T08", "T03", "T12", "T13")
    found.stand("O2", "T02")
    found.refused("E32", "raise_banner", faction="O")
    found.stand("O1", "T07")
    found.do("raise_banner", faction="O", name="The Third")
    new = next(one for one in found.state.banners.values() if one.name == "The Third")
    assert (new.territory, new.raised, new.at) == ("T01", 1, "map")
    found.refused("E30", "raise_banner", faction="O")
    found.own("C", "T01").gone("O1", "O2", new.id).refused("E31", "raise_banner", faction="O")


def test_fs_185_banners_have_names_from_the_beginning_and_may_have_others():
    found = league("O", "C", phase="preparation").own("O", "T02", "T06", "T07").stand("O1", "T02")
    found.do("raise_banner", faction="O")
    new = list(found.state.banners)[-1]
    assert found.banner(new).name == "O 2"
    found.do("name_banner", faction="O", banner=new, name=" Hammers ")
    assert found.banner(new).name == "Hammers"
    found.refused("E20", "name_banner", faction="C", banner=new, name="Ours")


def test_fs_14_banners_in_reserve_come_back_before_new_ones_are_raised():
    found = league("O", "C", phase="preparation").own("O", "T02", "T06", "T07")
    found.state = found.state.change("banners", "O1", at="reserve", territory="", fell="T13")
    found.refused("E45", "raise_banner", faction="O")
    found.do("return_banner", faction="O", banner="O1")
    assert found.at("O1") == "T01"
    found.refused("E32", "raise_banner", faction="O")


def test_fs_65_a_banner_returns_to_the_rally_point_nearest_to_where_it_was_beaten():
    found = league("O", "C", phase="preparation").own("O", "T17").build("T17", "stronghold")
    found.state = found.state.change("banners", "O1", at="reserve", territory="", fell="T18")
    found.do("return_banner", faction="O", banner="O1")
    assert found.at("O1") == "T17"
    found.refused("E91", "return_banner", faction="O", banner="O1")
    found.stand("O2", "T01")
    found.state = found.state.put("banners", Banner(id="O3", faction="O", at="reserve", fell="T18"))
    found.refused("E99", "return_banner", faction="O", banner="O3")


def battles_over(found: League) -> League:
    """The Battles phase ends."""
    work = found.working()
    leave_turn_phase(work)
    found.book(work.done())
    return found


def test_fs_160_aftermath_waits_for_those_alone_who_have_something_to_do():
    assert battles_over(league(phase="battles")).phase == "build"
    razing = battles_over(league(phase="battles").own("C", "T04").stand("C2", "T04").build("T04", "forge"))
    assert (razing.phase, razing.waiting()) == ("aftermath", ["C"])
    crowded = battles_over(league(phase="battles").stand("O2", "T02").stand("O3", "T06"))
    assert (crowded.phase, crowded.waiting()) == ("aftermath", ["O"])


def test_fs_160_a_phase_ends_when_every_faction_is_ready():
    found = league("O", "C", phase="preparation")
    found.do("ready", faction="O", step=0)
    assert found.phase == "preparation"
    found.refused("E04", "ready", faction="C", step=7)
    found.do("ready", faction="C", step=0)
    assert found.phase == "initiative"
