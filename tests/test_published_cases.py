"""Cases that people met with software like ours, by name, each with the tests that hold it right."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
IMPORTS, NIGHTS, PEOPLE = "campaigns/imports", "campaigns/nights", "campaigns/people"
CASES = {
    "two reports of one game": (
        "campaigns/engine/test_twins.py::test_the_same_facts_told_by_both_are_the_agreement",
        "campaigns/engine/test_twins.py::test_other_facts_are_another_version_and_no_silence_counts_them",
        "campaigns/opr/table/test_which_game.py::test_whoever_opens_the_form_is_led_to_what_waits_and_asked_once",
    ),
    "a roster with units typed upgrade": (
        f"{IMPORTS}/test_battlescribe.py::test_units_typed_upgrade_are_units_by_their_profile",
    ),
    "a roster with the figures in a profile of models": (
        f"{IMPORTS}/test_battlescribe.py::test_profile_of_a_model_has_the_figures_of_firefight",
        f"{IMPORTS}/test_battlescribe.py::test_missing_figures_are_named_for_the_units_that_miss_them",
    ),
    "pairs and people": (
        f"{NIGHTS}/test_pairing.py::"
        "test_who_was_paired_with_somebody_who_does_not_come_is_free_for_a_late_comer",
        f"{NIGHTS}/test_plans.py::"
        "test_before_a_game_falls_with_an_answer_it_is_asked_and_then_the_table_is_free",
    ),
    "a sheet of twelve units on Letter": (
        "campaigns/opr/paper/test_pdf.py::test_as_many_pages_are_printed_as_the_footer_says",
        "campaigns/opr/paper/test_layout.py::test_no_page_is_without_a_unit_or_what_closes_the_sheet",
    ),
    "a deadline in another zone": (
        "campaigns/notices/test_clocks.py::test_two_readers_of_one_deadline_are_each_told_their_own",
        "campaigns/notices/test_clocks.py::test_on_a_page_for_all_a_moment_says_its_clock",
    ),
    "a stale form after signing in again": (
        f"{PEOPLE}/test_unsent.py::test_a_form_from_before_is_kept_and_sent_by_one_tap",
        f"{PEOPLE}/test_unsent.py::test_whoever_is_signed_out_meanwhile_keeps_the_form_as_well",
    ),
    "names that fold differently": (
        f"{PEOPLE}/test_names.py::test_a_name_a_reader_takes_for_another_is_refused_beside_its_field",
    ),
    "names that look alike": (f"{PEOPLE}/test_names.py::test_a_name_with_signs_nobody_sees_is_refused",),
    "sorted names": (f"{PEOPLE}/test_names.py::test_people_stand_as_a_reader_has_the_letters",),
    "the founder left": (
        "maps/firestorm/test_leaving.py::"
        "test_fs_26_when_the_founder_leaves_the_club_who_has_played_longest_opens_and_seals",
    ),
    "sat out, then played": (f"{NIGHTS}/test_pairing.py::test_only_who_had_no_game_on_a_night_has_sat_out",),
    "a side without people": (
        "maps/firestorm/test_coming_later.py::"
        "test_a_faction_that_nobody_plays_any_more_says_so_to_everybody_who_waits",
        "maps/conquest/test_coming_later.py::"
        "test_a_side_whose_player_has_left_the_club_stands_on_the_organise_page",
    ),
    "later nights keep their exceptions": (
        f"{NIGHTS}/test_nights.py::test_later_nights_take_on_what_changed_and_keep_what_they_say_themselves",
    ),
    "a calendar’s language and length": (
        f"{NIGHTS}/test_feeds.py::"
        "test_a_calendar_speaks_its_owners_language_and_tells_places_and_notes_whole",
    ),
    "an archive from a Mac": (
        f"{IMPORTS}/test_battlescribe.py::test_what_a_file_manager_packs_beside_a_roster_does_not_count",
    ),
    "a shared text with two heroes": (f"{IMPORTS}/test_text.py::test_a_hero_each_for_equal_squads",),
    "a shared text that was quoted": (f"{IMPORTS}/test_text.py::test_what_a_case_of_quoting_held",),
    "what an item of several holds": (
        f"{IMPORTS}/test_army_forge.py::test_what_an_item_holds_is_counted_for_each_item",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_case_has_its_test(case: str) -> None:
    for test in CASES[case]:
        file, _, name = test.partition("::")
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        found = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
        assert name in found, test
