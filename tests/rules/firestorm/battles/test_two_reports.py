"""Both sides tell of one game: the same facts agree, others dispute, and silence counts no game twice."""

from __future__ import annotations

from typing import Any

import pytest

from rules.firestorm.faction_figures import bouts_of
from rules.firestorm.league.silence import faction_lapses
from rules.firestorm.state import Bout
from tests.rules.firestorm.battles.test_games import B, battle, fight, report
from tests.rules.firestorm.play import League
from tests.rules.firestorm.siege.test_siege import battle_for, now, offer


def there(found: League) -> list[Bout]:
    return bouts_of(found.state, B)


@pytest.mark.parametrize("games", [1, 2])
def test_fs_50_the_other_sides_report_of_the_same_facts_is_its_agreement(games):
    found = fight(games=games)
    report(found, "major_victory", attack="Op", words="Well fought.")
    report(found, "major_defeat", faction="C", words="Not so well.")
    (game,) = there(found)
    assert (game.status, game.confirmed_by, game.attack) == ("confirmed", "C", "Op")
    assert battle(found).status == ("settled" if games == 1 else "open")


@pytest.mark.parametrize(
    "other",
    [
        {"result": "minor_defeat"},
        {"result": "major_defeat", "defender_tabled": True},
        {"result": "major_defeat", "condition": "attack"},
        {"result": "major_defeat", "attack": "Oq"},
    ],
)
def test_fs_50_other_facts_are_the_other_version_and_silence_counts_neither(other):
    found = fight(games=2)
    report(found, "major_victory", attack="Op")
    report(found, faction="C", **other)
    (game,) = there(found)
    assert (game.status, game.reported_by) == ("disputed", "C")
    assert faction_lapses(found.state, found.book_now) == []


def test_fs_50_another_game_is_one_when_somebody_says_so():
    found = fight(games=2)
    first = report(found, "draw")
    found.refused("E126", "report", battle=B, faction="O", result="draw")
    report(found, "draw", faction="C", another=True)
    assert [one.status for one in there(found)] == ["reported", "reported"]
    found.refused("E80", "report", battle=B, faction="C", result="draw", another=True)
    assert [one.params["bout"] for one in faction_lapses(found.state, found.book_now)] == [first]


def test_fs_50_silence_counts_the_next_game_of_who_has_told_the_first_one():
    found = fight(games=2)
    told = [report(found, "draw"), report(found, "draw", another=True)]
    for one in told:
        (lapse,) = faction_lapses(found.state, found.book_now)
        assert lapse.params["bout"] == one
        found.do("decide", bout=one)
    assert battle(found).result == "draw"


def test_fs_50_a_disputed_game_counts_when_somebody_agrees_after_all():
    found = fight()
    game = report(found, "major_victory")
    found.do("dispute", bout=game, faction="C", words="We held the ford.")
    found.refused("E128", "dispute", bout=game, faction="C")
    for at_table in (False, True):
        found.refused("E127", "confirm", bout=game, faction="O", at_table=at_table)
    found.do("confirm", bout=game, faction="C")
    assert battle(found).result == "major_victory"


def test_fs_50_who_reports_a_disputed_game_again_does_not_win_by_silence():
    found = fight()
    game = report(found, "major_victory")
    found.do("dispute", bout=game, faction="C")
    found.refused("E151", "report", battle=B, faction="O", result="major_victory", bout=game)
    assert there(found)[0].status == "disputed"
    assert faction_lapses(found.state, found.book_now) == []
    report(found, "minor_victory", bout=game)
    report(found, "minor_defeat", faction="C", bout=game)
    assert battle(found).result == "minor_victory"


def test_fs_50_ones_own_report_is_changed_as_long_as_it_waits():
    found = fight()
    game = report(found, "major_victory")
    report(found, "minor_victory", bout=game)
    (told,) = there(found)
    assert (told.status, told.result, told.reported_by) == ("reported", "minor_victory", "O")


@pytest.mark.parametrize("told", ["reported", "disputed"])
def test_fs_50_a_game_that_was_told_of_is_not_conceded(told):
    """Who lost cannot make a major defeat a minor one."""
    found = fight()
    game = report(found, "major_victory", defender_tabled=True)
    if told == "disputed":
        found.do("dispute", bout=game, faction="C")
    for faction in ("O", "C"):
        found.refused("E129", "walkover", battle=B, faction=faction)


def test_fs_50_whoever_thinks_better_of_it_agrees_with_what_the_other_side_told_before():
    found = fight()
    game = report(found, "major_victory", attack="Op", words="They ran.")
    report(found, "minor_defeat", faction="C", words="We did not.")
    report(found, "draw", faction="C", bout=game)
    assert (there(found)[0].status, there(found)[0].reported_by) == ("disputed", "C")
    report(found, "major_defeat", faction="C", bout=game, words="We did.")
    (told,) = there(found)
    assert (told.reported_by, told.confirmed_by, told.attack) == ("O", "C", "Op")
    assert (told.words, told.accounts) == ("", ())
    assert battle(found).result == "major_victory"


def test_fs_50_what_a_side_does_not_say_any_more_nobody_agrees_with():
    found = fight()
    game = report(found, "major_victory")
    report(found, "minor_defeat", faction="C")
    report(found, "draw", bout=game)
    report(found, "major_defeat", faction="C", bout=game)
    assert (there(found)[0].status, battle(found).status) == ("disputed", "open")
    report(found, "draw", faction="C", bout=game)
    assert battle(found).result == "draw"


def test_fs_107_of_a_battle_that_is_struck_out_nobodys_version_is_left():
    found = fight()
    game = report(found, "major_victory")
    report(found, "minor_defeat", faction="C")
    assert there(found)[0].accounts
    found.do("strike", battle=B, words="Both left.")
    assert (found.state.bouts[game].status, found.state.bouts[game].accounts) == ("void", ())


def assaulted(**second: Any) -> League:
    """Both sides report the assault: the besieger has won it, and what the besieged say."""
    found = offer(battle_for("stronghold"))
    found.do("start_siege", battle=B, faction="O", storm=True)
    found.do("end_siege", battle=B, faction="O", winner="besieger", defender_tabled=True, fought=("Op",))
    found.do("end_siege", battle=B, faction="C", **second)
    return found


def test_fs_144_both_sides_report_the_same_assault():
    found = assaulted(winner="besieger", defender_tabled=True)
    assert (battle(found).result, battle(found).tabled) == ("major_victory", ("defend",))
    assert (now(found).step, there(found)[0].fought) == ("closed", ("Op",))


def test_fs_144_two_versions_of_an_assault_are_a_dispute():
    found = assaulted(winner="besieged")
    assert (there(found)[0].status, battle(found).status) == ("disputed", "open")
    assert faction_lapses(found.state, found.book_now) == []


@pytest.mark.parametrize("who", ["O", "C"])
def test_fs_144_the_other_sides_version_of_an_assault_is_agreed_to_by_telling_the_same(who):
    """FA-54."""
    found = assaulted(winner="besieged")
    facts = {"winner": "besieger", "defender_tabled": True} if who == "C" else {"winner": "besieged"}
    found.do("end_siege", battle=B, faction=who, **facts)
    assert battle(found).result == ("major_victory" if who == "C" else "major_defeat")
    assert (now(found).step, there(found)[0].confirmed_by) == ("closed", who)


def test_fs_144_whoever_mistyped_an_assault_tells_it_again():
    found = offer(battle_for("stronghold"))
    found.do("start_siege", battle=B, faction="O", storm=True)
    for winner in ("besieged", "besieger"):
        found.do("end_siege", battle=B, faction="O", winner=winner)
    (told,) = there(found)
    assert (told.status, told.result) == ("reported", "major_victory")
