"""Games of a battle: reported and confirmed, what they add up to, and what is arranged before them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.refusals import Refused
from rules.firestorm.battles.locking import lock_battle, total
from rules.firestorm.battles.results import overall
from rules.firestorm.battles.sudden_death import SuddenDeathArmy, sudden_death, summon_limit
from rules.firestorm.state import Battle, Grade
from tests.rules.firestorm.play import League, league

B = "b1"


def fight(*, games: int = 1, queued: bool = False, **settings: Any) -> League:
    """O1 attacks C1 at T12, and the points are fixed."""
    found = league(phase="battles", **settings)
    found.stand("O1", "T12", own=False).stand("C1", "T12")
    battle = Battle(
        id=B, turn=1, number=1, territory="T12", attacker="O1", attack="O", defender="C1", defend="C",
        games=games, status="queued" if queued else "open",
    )  # fmt: skip
    found.state = found.state.put("battles", battle)
    if not queued:
        work = found.working()
        lock_battle(work, battle)
        found.book(work.done())
    return found


def report(found: League, result: str, faction: str = "O", **more: Any) -> str:
    found.do("report", battle=B, faction=faction, result=result, **more)
    return list(found.state.bouts)[-1]


def count(found: League, *results: str) -> League:
    for one in results:
        found.do("confirm", bout=report(found, one), faction="C")
    return found


def battle(found: League) -> Battle:
    return found.state.battles[B]


# Reports


def test_fs_49_a_report_is_one_sides_and_the_other_has_the_mirror_image():
    found = fight()
    game = report(found, "minor_victory", faction="C")
    assert found.state.bouts[game].result == "minor_defeat"


def test_fs_49_both_flags_of_a_game_are_kept():
    found = fight()
    found.do("confirm", bout=report(found, "minor_victory", attacker_tabled=True), faction="C")
    assert (battle(found).result, battle(found).tabled) == ("minor_victory", ("attack",))


def test_fs_50_nothing_counts_before_the_other_side_confirms():
    found = fight()
    game = report(found, "major_victory")
    assert (battle(found).status, found.waiting()) == ("open", ["C", "O"])
    found.refused("E82", "confirm", bout=game, faction="O")
    found.refused("E42", "confirm", bout=game, faction="D")
    found.do("confirm", bout=game, faction="C")
    assert (battle(found).status, battle(found).result) == ("settled", "major_victory")
    assert found.state.now.phase == "aftermath"
    assert found.state.bouts[game].confirmed_by == "C"


def test_fs_50_agreed_at_the_table_counts_too():
    found = fight()
    found.do("confirm", bout=report(found, "draw"), faction="O", at_table=True)
    assert battle(found).result == "draw"


def test_fs_50_a_disputed_game_is_reported_anew_or_decided():
    found = fight()
    game = report(found, "major_victory")
    found.do("dispute", bout=game, faction="C", words="We held the ford.")
    found.do("report", battle=B, faction="C", result="draw", bout=game)
    found.do("confirm", bout=game, faction="O")
    assert battle(found).result == "draw"


def test_fs_50_the_organiser_decides_as_reported_or_otherwise():
    found = fight(games=2)
    first, second = report(found, "major_victory"), report(found, "major_victory", another=True)
    found.do("decide", bout=first)
    found.do("decide", bout=second, result="minor_defeat", defender_tabled=True)
    assert [one.result for one in found.state.bouts.values()] == ["major_victory", "minor_defeat"]
    assert battle(found).result == "minor_victory"


def test_fs_50_a_walkover_is_a_minor_defeat_of_who_is_absent():
    found = fight()
    found.do("walkover", battle=B, faction="O")
    told = battle(found)
    assert (told.result, told.tabled, told.method) == ("minor_defeat", (), "walkover")
    other = fight()
    other.do("walkover", battle=B, faction="C")
    assert battle(other).result == "minor_victory"


@pytest.mark.parametrize(
    ("act", "more"),
    [
        ("walkover", {}),
        ("roll_commands", {}),
        ("roll_terrain", {}),
        ("report", {"result": "draw"}),
        ("agree_size", {"points": 1000}),
        ("agree_games", {"games": 3}),
        ("name_scenario", {"name": "Knife"}),
    ],
)
def test_fs_50_nothing_is_done_for_a_faction_without_a_name(act: str, more: dict[str, Any]):
    found = fight()
    found.refused("E50", act, rule="FS-01", battle=B, faction="", **more)


def test_fs_50_what_is_settled_full_or_strange_is_refused():
    found = fight()
    game = report(found, "draw")
    found.refused("E80", "report", battle=B, faction="O", result="draw")
    found.refused("E83", "confirm", bout="nothing", faction="C")
    found.refused("E41", "report", battle="nothing", faction="O", result="draw")
    found.refused("E42", "report", battle=B, faction="D", result="draw")
    found.do("confirm", bout=game, faction="C")
    found.refused("E01", "report", battle=B, faction="O", result="draw")


def test_fs_171_a_queued_battle_waits_for_the_one_before_it():
    fight(queued=True).refused("E44", "report", battle=B, faction="O", result="draw")


# Overall results


def test_fs_56_one_game_is_the_result():
    assert battle(count(fight(), "minor_defeat")).result == "minor_defeat"


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        (("major_defeat", "major_defeat"), "major_defeat"),
        (("major_defeat", "minor_defeat"), "minor_defeat"),  # FE-34
        (("major_victory", "minor_defeat"), "minor_victory"),  # FE-35
        (("major_victory", "major_defeat"), "draw"),
        (("major_victory", "major_victory", "minor_defeat"), "minor_victory"),  # FE-36
        (("minor_victory", "draw"), "minor_victory"),  # FE-37
        (("major_victory", "major_victory"), "major_victory"),
        (("draw", "draw"), "draw"),
        (("minor_victory", "minor_victory"), "minor_victory"),
    ],
)
def test_fs_57_several_games_add_up_and_major_is_unanimous(results, expected):
    found = fight(games=len(results))
    assert battle(count(found, *results)).result == expected


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        (("minor_victory", "minor_victory"), "major_victory"),
        (("major_victory", "draw"), "major_victory"),
        (("minor_victory", "draw"), "minor_victory"),
        (("minor_defeat", "minor_defeat"), "major_defeat"),
    ],
)
def test_fs_57_by_a_setting_a_sum_of_two_is_major(results, expected):
    assert battle(count(fight(games=2, aggregate="sum2"), *results)).result == expected


def test_fs_55_each_result_has_its_worth():
    assert list(fight().book_now.book.worth.values()) == [2, 1, 0, -1, -2]


@pytest.mark.parametrize("results", [("major_victory",), ("major_victory", "minor_defeat", "draw")])
def test_fs_58_the_sides_results_are_mirror_images(results: tuple[Grade, ...]):
    book = fight().book_now
    names = list(book.book.worth)
    other: list[Any] = [names[-1 - names.index(one)] for one in results]
    assert names.index(overall(book, results)) + names.index(overall(book, other)) == 4


@pytest.mark.parametrize(("second", "expected"), [(True, ("attack",)), (False, ())])
def test_fs_59_only_who_was_tabled_in_every_game_is_annihilated(second, expected):
    found = fight(games=2)
    for flag in (True, second):
        found.do("confirm", bout=report(found, "minor_defeat", attacker_tabled=flag), faction="C")
    assert battle(found).tabled == expected


# Before the game


def test_fs_10_another_size_is_agreed_for_one_battle():
    found = fight()
    assert [total(battle(found).lines, side) for side in ("attack", "defend")] == [2000, 2000]
    found.do("agree_size", battle=B, faction="C", points=1500)
    assert [total(battle(found).lines, side) for side in ("attack", "defend")] == [1500, 1500]


def test_fs_48_the_battleplan_is_written_down():
    found = fight()
    found.do("name_scenario", battle=B, faction="O", name="Knife to the Heart")
    assert battle(found).scenario == "Knife to the Heart"


def test_fs_49_several_games_are_agreed_and_not_fewer_than_reported():
    found = fight()
    found.do("agree_games", battle=B, faction="O", games=2)
    report(found, "draw")
    report(found, "draw", another=True)
    found.refused("E87", "agree_games", battle=B, faction="O", games=1)


@pytest.mark.parametrize("told", ["reported", "disputed", "confirmed"])
def test_fs_49_whoever_leads_after_a_game_does_not_take_away_the_next_one(told):
    found = fight()
    found.do("agree_games", battle=B, faction="C", games=3)
    found.do("agree_games", battle=B, faction="O", games=2)
    game = report(found, "major_victory")
    if told != "reported":
        found.do("confirm" if told == "confirmed" else "dispute", bout=game, faction="C")
    found.refused("E149" if told != "confirmed" else "E87", "agree_games", battle=B, faction="O", games=1)
    found.do("agree_games", battle=B, faction="C", games=3)
    found.refused("E149", "agree_games", battle=B, faction="O", games=2)


def test_fs_53_six_tiles_have_a_d3_of_terrain_each():
    found = fight()
    assert found.do("roll_terrain", battle=B, faction="O", dice=(1, 2, 3, 1, 2, 3)) == ()


@pytest.mark.parametrize(
    ("tower", "settlements", "die", "points"), [(True, 3, 3, 5), (True, 0, 1, 1), (False, 1, None, 1)]
)
def test_fs_124_command_points_of_tower_and_settlements(tower, settlements, die, points):
    """FE-61."""
    found = fight()
    if not tower:
        found.own("C", "T01")
    for place in ("T02", "T06", "T07")[:settlements]:
        found.own("O", place).build(place, "walled_settlement")
    found.do("roll_commands", battle=B, faction="O", dice=(die,) if die else ())
    assert dict(next(iter(found.state.bouts.values())).commands) == {"O": points}


def test_fs_85_anothers_tower_sends_nobody():
    found = fight().own("O", "T05").own("C", "T01")
    found.do("roll_commands", battle=B, faction="O")
    assert dict(next(iter(found.state.bouts.values())).commands) == {"O": 0}


def test_fs_126_a_die_for_each_game_and_only_one():
    found = fight(games=2)
    found.do("roll_commands", battle=B, faction="O", dice=(3,))
    found.do("roll_commands", battle=B, faction="C", dice=(1,))
    (game,) = found.state.bouts.values()
    assert dict(game.commands) == {"O": 3, "C": 1}
    found.do("roll_commands", battle=B, faction="O", dice=(2,))
    assert len(found.state.bouts) == 2
    found.refused("E85", "roll_commands", battle=B, faction="O")
    report(found, "draw")
    assert [one.status for one in found.state.bouts.values()] == ["reported", "open"]


# Sudden death


@pytest.mark.parametrize(
    ("mine", "theirs", "limit"), [(2000, 2000, 400), (2000, 2250, 650), (2250, 2000, 400)]
)
def test_fs_128_and_129_how_much_may_be_summoned(mine, theirs, limit):
    assert summon_limit(fight().book_now, mine, theirs) == limit


@pytest.mark.parametrize(
    ("attack", "defend", "expected"),
    [
        ({"points": 2000, "wounds": 20}, {"points": 2000}, "attack"),
        ({"points": 2000, "wounds": 19}, {"points": 2000}, "none"),
        ({"points": 2000, "summoned": 650}, {"points": 2250}, "none"),  # FE-66
        ({"points": 2000, "summoned": 651}, {"points": 2250}, "attack"),
        ({"points": 2000}, {"points": 2250, "summoned": 401}, "defend"),  # FE-67
        ({"points": 2000, "wounds": 20}, {"points": 2000, "summoned": 401}, "none"),  # FE-68
        ({"points": 2000, "wounds": 20, "summoned": 900}, {"points": 2000, "wounds": 20}, "none"),
    ],
)
def test_fs_127_and_130_131_132_who_gives_a_condition_away(attack, defend, expected):
    assert sudden_death(fight().book_now, SuddenDeathArmy(**attack), SuddenDeathArmy(**defend)) == expected


@pytest.mark.parametrize("mine", [{"wounds": 20}, {"summoned": 900}])
@pytest.mark.parametrize("theirs", [{"wounds": 20}, {"summoned": 900}])
def test_fs_131_two_conditions_cancel_each_other_whatever_they_came_from(mine, theirs):
    book, fair = fight().book_now, SuddenDeathArmy(points=2000)
    ours, others = SuddenDeathArmy(points=2000, **mine), SuddenDeathArmy(points=2000, **theirs)
    assert sudden_death(book, ours, others) == "none"
    assert (sudden_death(book, ours, fair), sudden_death(book, fair, others)) == ("attack", "defend")


def test_fs_133_sudden_death_can_be_switched_off():
    book = fight(sudden_death=False).book_now
    assert sudden_death(book, SuddenDeathArmy(points=2000, wounds=40), SuddenDeathArmy(points=2000)) == "none"


def test_fs_132_what_was_given_away_is_noted_with_the_game():
    found = fight()
    game = report(found, "draw", condition="defend", words="Assassinate")
    assert (found.state.bouts[game].condition, found.state.bouts[game].words) == ("defend", "Assassinate")


def test_fs_59_of_two_nobody_reports_that_a_third_was_tabled():
    found = fight()
    with pytest.raises(Refused, match="no third"):
        report(found, "minor_defeat", third_tabled=True)
    report(found, "minor_defeat")
    with pytest.raises(Refused, match="no third"):
        found.do("decide", bout=list(found.state.bouts)[-1], result="draw", third_tabled=True)
