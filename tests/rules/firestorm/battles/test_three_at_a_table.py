"""Three factions at one table, where the league plays them so: points, a winner, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from rules.firestorm.aftermath.fates import leaving
from rules.firestorm.battles.locking import total
from rules.firestorm.glory.awards import grades
from rules.firestorm.glory.counting import ledger
from rules.firestorm.orders.plans import OrderPlan
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.reveal.revealing import settle_reveal
from rules.firestorm.state import Battle
from rules.firestorm.telling.entries import tell
from tests.rules.firestorm.play import League, league


def met(*items: str, **settings: Any) -> League:
    """D1 attacks O1 at T12, and C1 comes to them as the third, with C2 close by."""
    found = league(third_party="three_way", **settings)
    found.stand("O1", "T12").stand("D1", "T17").stand("C1", "T13").stand("C2", "T07").own("D", "T22")
    found.build("T12", *items).enter("reveal", "D", "C", "O", "X")
    work = found.working()
    settle_reveal(
        work,
        {
            "D": {"D1": OrderPlan(banner="D1", kind="move", path=("T12",))},
            "C": {"C1": OrderPlan(banner="C1", kind="move", path=("T12",))},
        },
    )
    enter_turn_phase(work, "battles")
    found.book(work.done())
    return found


def battle(found: League) -> Battle:
    (one,) = found.state.battles.values()
    return one


def told(found: League, faction: str, result: str, **more: Any) -> League:
    found.do("report", battle=battle(found).id, faction=faction, result=result, **more)
    other = next(one for one in battle(found).factions if one != faction)
    found.do("confirm", bout=list(found.state.bouts)[-1], faction=other)
    return found


def test_fs_51_the_third_at_one_table_has_points_of_its_own():
    found = met("mustering_ground")
    lines = [(one.side, one.what, one.points) for one in battle(found).lines]
    assert lines == [
        ("attack", "banner", 2000),
        ("defend", "banner", 2000),
        ("defend", "support", 250),
        ("third", "banner", 2000),
        ("third", "support", 250),
    ]
    assert total(battle(found).lines, "third") == 2250
    assert battle(found).factions == ("D", "O", "C")
    told = [
        (one["side"], one["banner"], one["total"]) for one in found.ask("points", battle=battle(found).id)
    ]
    assert told == [("attack", "D1", 2000), ("defend", "O1", 2250), ("third", "C1", 2250)]
    assert found.waiting() == ["C", "D", "O"]


@pytest.mark.parametrize(
    ("faction", "result", "winner", "expected"),
    [
        ("C", "major_victory", "", ("major_defeat", "major_defeat", "major_victory")),
        ("D", "minor_victory", "", ("minor_victory", "minor_defeat", "minor_defeat")),
        ("O", "minor_victory", "", ("minor_defeat", "minor_victory", "minor_defeat")),
        ("D", "major_defeat", "third", ("major_defeat", "major_defeat", "major_victory")),
        ("C", "minor_defeat", "attack", ("minor_victory", "minor_defeat", "minor_defeat")),
        ("O", "minor_defeat", "attack", ("minor_victory", "minor_defeat", "minor_defeat")),
        ("C", "draw", "", ("draw", "draw", "draw")),
    ],
)
def test_fs_171_one_of_three_wins_or_all_draw(faction, result, winner, expected):
    found = told(met(), faction, result, winner=winner)
    assert tuple(grades(found.state.battles[battle(found).id])[one] for one in "DOC") == expected


def test_fs_171_the_beaten_say_who_has_won():
    found = met()
    for winner in ("", "attack"):
        found.refused(
            "E73", "report", battle=battle(found).id, faction="D", result="minor_defeat", winner=winner
        )


def test_fs_171_the_organiser_says_who_beat_the_attacker():
    found = met()
    found.do("roll_commands", battle=battle(found).id, faction="D", dice=(2,))
    (game,) = found.state.bouts
    found.refused("E73", "decide", bout=game, result="major_defeat")
    found.do("decide", bout=game, result="major_defeat", winner="third", defender_tabled=True)
    assert (battle(found).third_won, battle(found).tabled) == (True, ("defend",))


def test_fs_42_the_third_that_wins_takes_the_land_and_both_others_leave():
    found = told(met("mustering_ground"), "C", "minor_victory")
    assert found.state.now.phase == "aftermath"
    assert (found.owner("T12"), found.place("T12").items) == ("C", ())
    assert {one: [row.amount for row in ledger(found.state, one)] for one in "DOC"} == {
        "D": [],
        "O": [],
        "C": [1],
    }
    found.do("choose_retreat", faction="D", banner="D1")
    found.do("choose_retreat", faction="O", banner="O1")
    found.refused("E90", "choose_retreat", faction="C", banner="C1")
    for faction in "DOC":
        choices = (False,) if faction == "C" else ()
        found.do("roll_build", battle=battle(found).id, faction=faction, dice=(2,), choices=choices)


def test_fs_60_after_a_draw_of_three_all_leave_or_all_who_came():
    found = told(met(), "C", "draw")
    assert [banner.id for _, banner in leaving(found.state)] == ["D1", "C1", "O1"]
    stays = told(met(draw_retreat="attacker"), "C", "draw")
    assert [banner.id for _, banner in leaving(stays.state)] == ["D1", "C1"]


def test_fs_63_the_third_is_scattered_when_it_was_destroyed():
    found = told(met(), "D", "minor_victory", third_tabled=True)
    found.do("choose_retreat", faction="C", banner="C1")
    assert found.at("C1") == "reserve"


def test_fs_111_the_thirds_own_army_is_counted():
    found = met()
    found.do("list_character", faction="C", banner="C1", name="Karg")
    told(found, "C", "minor_victory")
    (game,) = found.state.bouts
    found.do("count_dead", faction="C", bout=game, dead=(next(iter(found.state.characters)),))
    assert found.state.bouts[game].counted == ("C",)


def test_fs_171_three_play_one_game_and_nobody_gives_up():
    found = met("stronghold", siege_mode="always")
    found.refused("E75", "agree_games", battle=battle(found).id, faction="C", games=2)
    found.refused("E74", "walkover", battle=battle(found).id, faction="C")


def test_fs_140_three_at_one_table_fight_no_siege():
    found = met("stronghold", siege_mode="always")
    found.refused("E121", "offer_siege", battle=battle(found).id, faction="O")
    told(found, "C", "draw")
    assert battle(found).method == "played"


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ("major_victory", "C wins a major victory over D and O at Sulphur Ford"),
        ("draw", "D, O and C draw at Sulphur Ford"),
    ],
)
def test_fs_171_three_at_one_table_are_told(result, sentence):
    found = met()
    found.do("report", battle=battle(found).id, faction="C", result=result, third_tabled=True)
    (game,) = found.state.bouts
    effects = found.do("confirm", bout=game, faction="O")
    told = tell("firestorm.confirm", {"bout": game, "faction": "O"}, {}, effects, found.state.name_of)
    assert told is not None
    assert f"{sentence}; annihilated: C." in told
