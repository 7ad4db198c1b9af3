"""The reveal: each published case, the worked examples by their ids, and what holds whatever is ordered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.firestorm.battles.locking import points_rows
from tests.rules.firestorm import case_pages
from tests.rules.firestorm.cases import Case, cases, fought, outcome, revealed, situation
from tests.rules.sourced import KNOWN

ALL = cases()
BY_NUMBER = {one.number: one for one in ALL}


def numbers(*cases: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("number", cases)


def plays(case: Case) -> None:
    found = situation(case)
    state = revealed(found, case.orders)
    if case.results:
        state = fought(found, case)
    assert outcome(state, case.then) == case.then


@pytest.mark.parametrize("case", ALL, ids=lambda one: f"{one.number}")
def test_fs_27_every_case_comes_out_as_published(case):
    assert case.then
    assert set(case.rule_ids) <= KNOWN
    plays(case)


def test_the_published_page_is_up_to_date():
    told = case_pages.FILE.read_text(encoding="utf-8")
    assert told == case_pages.page(), "run python -m tests.rules.firestorm.case_pages"


def test_the_cases_are_numbered_once_and_enough():
    assert len(ALL) == len(BY_NUMBER)
    assert len(ALL) >= 60


@numbers(44, 48, 54, 67)
def test_fs_15_a_territory_holds_one_banner_unless_a_battle_is_open(number):
    plays(BY_NUMBER[number])


@numbers(50, 38, 71, 78, 73)
def test_fs_20_a_free_friend_next_to_a_battle_supports(number):
    plays(BY_NUMBER[number])


@numbers(65, 70, 72)
def test_fs_21_a_garrison_supports_its_banner(number):
    plays(BY_NUMBER[number])


@numbers(71, 72, 67)
def test_fs_22_support_is_never_more_than_250(number):
    plays(BY_NUMBER[number])


@numbers(74, 75)
def test_fs_23_a_lone_garrison_has_its_own_points_and_no_support(number):
    plays(BY_NUMBER[number])


@numbers(20, 23, 24, 29, 38, 57)
def test_fs_28_attacked_first_a_move_or_march_is_hold_and_fortify_stays(number):
    plays(BY_NUMBER[number])


@numbers(4, 5, 6, 7, 26, 27, 30)
def test_fs_29_no_order_or_an_illegal_one_is_hold_with_its_reason(number):
    plays(BY_NUMBER[number])


@numbers(1, 5, 6)
def test_fs_31_a_move_is_one_step(number):
    plays(BY_NUMBER[number])


@numbers(1, 8)
def test_fs_32_undefended_land_is_claimed_by_walking_in(number):
    plays(BY_NUMBER[number])


@numbers(10, 11, 32, 69, 79)
def test_fs_33_an_enemy_banner_or_garrison_means_battle(number):
    plays(BY_NUMBER[number])


@numbers(2, 12, 13, 15, 17, 37, 48)
def test_fs_34_a_march_is_two_steps_and_stops_at_its_first_battle(number):
    plays(BY_NUMBER[number])


@numbers(2, 12, 14, 16, 29, 34, 66)
def test_fs_35_whoever_has_marched_fights_tired(number):
    plays(BY_NUMBER[number])


@numbers(3, 4, 5, 17, 18, 19)
def test_fs_36_destruction_marches_three_steps_and_moves_one(number):
    plays(BY_NUMBER[number])


@numbers(24, 25, 26, 27, 28)
def test_fs_37_fortify_stays_in_force_and_wants_no_stronghold(number):
    plays(BY_NUMBER[number])


@numbers(24, 25, 76)
def test_fs_38_order_is_stronger_fortified(number):
    plays(BY_NUMBER[number])


@numbers(76)
def test_fs_39_bonuses_of_different_kinds_add_up(number):
    plays(BY_NUMBER[number])


@numbers(43, 44, 54)
def test_fs_41_a_banner_ends_only_where_no_friend_stands(number):
    plays(BY_NUMBER[number])


@numbers(11, 70, 74, 76)
def test_fs_51_points_of_both_sides(number):
    plays(BY_NUMBER[number])


@numbers(10, 11, 65, 70)
def test_fs_52_a_banner_attacks_a_banner_a_garrison_or_both(number):
    plays(BY_NUMBER[number])


@numbers(8, 9, 19)
def test_fs_86_only_garrison_items_defend(number):
    plays(BY_NUMBER[number])


@numbers(72)
def test_fs_87_one_garrison_in_a_territory(number):
    plays(BY_NUMBER[number])


@numbers(76, 77)
def test_fs_89_a_temple_helps_at_home_only(number):
    plays(BY_NUMBER[number])


@numbers(20, 21, 22, 57)
def test_fs_165_banners_that_meet_head_on_never_pass(number):
    plays(BY_NUMBER[number])


@numbers(20, 21)
def test_fs_166_enemies_never_swap(number):
    plays(BY_NUMBER[number])


@numbers(31, 32, 37, 56)
def test_fs_167_what_an_enemy_has_left_is_claimed(number):
    plays(BY_NUMBER[number])


@numbers(33)
def test_fs_168_the_first_to_a_free_place_defends_it(number):
    plays(BY_NUMBER[number])


@numbers(40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 51, 52, 55)
def test_fs_169_friends_pass_wait_swap_and_turn(number):
    plays(BY_NUMBER[number])


@numbers(50, 67)
def test_fs_170_nobody_joins_a_friends_battle(number):
    plays(BY_NUMBER[number])


@numbers(60, 61, 62, 63, 64, 68)
def test_fs_171_a_third_faction_waits_or_as_the_league_says(number):
    plays(BY_NUMBER[number])


@numbers(12, 34)
def test_fs_172_attacked_after_its_move_a_banner_fights_where_it_stands(number):
    plays(BY_NUMBER[number])


@numbers(35)
def test_fs_173_where_a_banner_came_from_is_taken_behind_it(number):
    plays(BY_NUMBER[number])


@numbers(8, 9, 36, 56, 69)
def test_fs_174_claims_count_at_once(number):
    plays(BY_NUMBER[number])


@numbers(13, 14)
def test_fs_175_what_is_claimed_in_passing_stays(number):
    plays(BY_NUMBER[number])


@numbers(65, 66, 67, 68)
def test_fs_186_a_banner_relieves_its_own_garrison(number):
    plays(BY_NUMBER[number])


@numbers(53, 54)
def test_fs_187_a_ring_with_a_fight_goes_one_by_one(number):
    plays(BY_NUMBER[number])


def test_the_worked_examples_of_the_reveal_and_of_fates_are_among_the_cases():
    told = {one.example for one in ALL if one.example}
    wanted = {*range(8, 21), *range(22, 34), *range(38, 46), 79, 81, 82}
    assert told == {f"FE-{one:02}" for one in wanted}


def test_each_rule_a_case_names_has_a_test_that_plays_it():
    """A case that says what it shows is played by a test of that rule, in this file or another."""
    here = Path(__file__)
    files = (here, here.parent.parent / "test_fates.py")
    source = "".join(one.read_text(encoding="utf-8") for one in files)
    named = {int(found) for found in re.findall(r"def test_fs_(\d+)_", source)}
    assert not [(one.number, rule) for one in ALL for rule in one.rules if rule not in named]


@numbers(44, 71, 78)
def test_fs_40_who_holds_stays_and_supports(number):
    plays(BY_NUMBER[number])


def test_fs_24_support_is_fixed_when_the_battle_is_locked():
    found = situation(BY_NUMBER[73])
    revealed(found, BY_NUMBER[73].orders)
    before = {one.id: one.lines for one in found.state.battles.values()}
    other = next(one for one in found.state.battles.values() if one.territory == "T02")
    found.state = found.state.change("battles", other.id, status="settled", result="draw", applied=True)
    assert {one.id: one.lines for one in found.state.battles.values()} == before
    first = next(one for one in found.state.battles.values() if one.territory == "T07")
    assert points_rows(found.state, found.book_now, first) != first.lines, "O2 would be free to support now"
