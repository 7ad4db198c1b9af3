"""A siege inside the Battles phase: how it begins, its turns and options, and the Final Assault."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.state import altered
from rules.firestorm.battles.locking import lock_battle
from rules.firestorm.siege.siege_rules import (
    dice_of,
    is_option_open,
    pending,
    quick_of,
    repaired_pieces,
    siege_gains,
)
from rules.firestorm.siege.turns import HIGHEST, LOWEST, forced_assault_face
from rules.firestorm.siege_state import Siege
from rules.firestorm.state import Battle
from tests.rules.firestorm.play import League, league

B = "b1"
HELD, TAKEN = ("battleplan", "besieged"), ("battleplan", "besieger")  # played, and who won


def battle_for(*items: str, level: int = 1, **settings: Any) -> League:
    """O1 attacks C1 in a territory with these items."""
    found = league(phase="battles", **settings)
    found.stand("O1", "T12", own=False).stand("C1", "T12").build("T12", *items, level=level)
    battle = Battle(
        id=B, turn=1, number=1, territory="T12", attacker="O1", attack="O", defender="C1", defend="C"
    )
    found.state = found.state.put("battles", battle)
    work = found.working()
    lock_battle(work, battle)
    found.book(work.done())
    return found


def siege(
    *, step: str = "timer", level: int = 1, traits: dict[str, str] | None = None, **more: Any
) -> League:
    """A siege that has come so far."""
    settings = more.pop("settings", {})
    found = battle_for("stronghold", level=level, **settings)
    laid: Any = {"besieger_points": level, "besieged_points": level, **more}
    found.state = found.state.put("sieges", altered(Siege(id=B), level=level, step=step, **laid))
    for faction, trait in (traits or {}).items():
        found.state = found.state.change("factions", faction, trait=trait)
    return found


def now(found: League) -> Siege:
    return found.state.sieges[B]


def offer(found: League, faction: str = "C", **more: Any) -> League:
    found.do("offer_siege", battle=B, faction=faction, **more)
    return found


def option(
    found: League, mine: str, theirs: str = "construct_besieged", *, target: str = "", against: str = "",
    dice: tuple[int, ...] = (), choices: tuple[Any, ...] = (),
) -> League:  # fmt: skip
    """A siege turn: the besieger's option and the besieged's, and everything that is rolled for them."""
    found.state = found.state.change("sieges", B, step="besieger")
    number = now(found).completed + 1
    found.do("take_option", battle=B, faction="O", turn=number, option=mine, target=target)
    found.do(
        "take_option", battle=B, faction="C", turn=number, option=theirs, target=against, dice=dice,
        choices=choices,
    )  # fmt: skip
    return found


# When there is one


@pytest.mark.parametrize("item", ["stronghold", "lords_tower"])
def test_fs_140_strongholds_and_towers_are_besieged(item):
    assert now(offer(battle_for(item))).step == "start"


@pytest.mark.parametrize("item", ["fortified_camp", "walled_settlement", "war_lodge"])
def test_fs_140_nothing_else_is(item):
    battle_for(item).refused("E110", "offer_siege", battle=B, faction="C")


def test_fs_140_a_walled_settlement_is_where_the_league_says_so():
    assert now(offer(battle_for("walled_settlement", siege_walled=True))).step == "start"


def test_fs_140_the_besieged_decide_unless_the_league_says_otherwise():
    found = battle_for("stronghold")
    found.refused("E113", "offer_siege", battle=B, faction="O")
    assert now(offer(found, siege=False)).step == "field"
    found.refused("E112", "offer_siege", battle=B, faction="C")
    found.refused("E121", "start_siege", battle=B, faction="O")


def test_fs_140_both_agree_always_and_never_are_settings():
    both = offer(battle_for("stronghold", siege_mode="both_agree"))
    assert now(both).step == "offered"
    assert now(offer(both, "O")).step == "start"
    assert now(offer(battle_for("stronghold", siege_mode="always"), "O", siege=False)).step == "start"
    battle_for("stronghold", siege_mode="never").refused("E111", "offer_siege", battle=B, faction="C")


def test_fs_141_a_siege_lies_within_the_battles_phase():
    found = offer(battle_for("stronghold"))
    found.enter("build")
    found.refused("E01", "start_siege", battle=B, faction="O")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_fs_142_and_143_both_sides_begin_with_points_of_the_level(level):
    found = offer(battle_for("stronghold", level=level))
    assert (now(found).level, now(found).besieger_points, now(found).besieged_points) == (level, level, level)


# Beginning


def test_fs_146_storming_skips_the_opening():
    found = offer(battle_for("stronghold"))
    found.refused("E113", "start_siege", battle=B, faction="C")
    found.do("start_siege", battle=B, faction="O", storm=True)
    assert (now(found).step, now(found).opening) == ("assault", 0)


@pytest.mark.parametrize(("face", "opening"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_fs_146_the_opening_is_rolled(face, opening):
    """FE-72."""
    found = offer(battle_for("stronghold"))
    found.do("start_siege", battle=B, faction="O", dice=(face, 4), choices=("quick",))
    assert (now(found).opening, now(found).step) == (opening, "timer")


@pytest.mark.parametrize(("face", "help_timer"), [(3, 1), (4, 0)])
def test_fs_159_the_first_opening_rolled_for_or_played(face, help_timer):
    found = offer(battle_for("stronghold"))
    found.do("start_siege", battle=B, faction="O", dice=(1, face), choices=("quick",))
    assert (now(found).help_timer, now(found).unlocked) == (help_timer, bool(help_timer))
    played = offer(battle_for("stronghold"))
    played.do("start_siege", battle=B, faction="O", dice=(1,), choices=HELD)
    assert (now(played).help_timer, siege_gains(played.state, B)[0].how) == (1, "battleplan")


@pytest.mark.parametrize(
    ("forlorn", "winner", "delta"),
    [
        ("as_written", "besieged", -250),
        ("as_written", "besieger", 0),
        ("none", "besieged", 0),
        ("on_defeat", "besieger", -250),
    ],
)
def test_fs_146_the_second_opening_costs_the_besieged_old_points(forlorn, winner, delta):
    found = offer(battle_for("stronghold", forlorn=forlorn))
    found.do("start_siege", battle=B, faction="O", dice=(5,), choices=("battleplan", winner))
    assert now(found).besieged_delta == delta


# The timer


@pytest.mark.parametrize(
    ("turn", "face", "help_timer", "step"),
    [
        (3, 4, 0, "assault"),  # FE-69
        (3, 4, 1, "besieger"),  # FE-70
        (1, 0, 1, "besieger"),  # no face forces it: nobody rolls
        (6, 0, 0, "assault"),  # every face does
        (1, 6, 0, "assault"),
        (2, 4, 0, "besieger"),
    ],
)
def test_fs_146_completed_turns_and_a_won_opening_move_the_timer(turn, face, help_timer, step):
    found = siege(completed=turn - 1, help_timer=help_timer)
    found.do("siege_turn", battle=B, faction="O", turn=turn, dice=(face,) if face else ())
    assert now(found).step == step


def test_fs_146_the_later_option_does_not_slow_it_unless_the_league_says_so():
    """FE-71."""
    found = option(siege(), "construct", "send_for_help", choices=HELD)
    assert (now(found).help_timer, now(found).bravery, now(found).unlocked) == (0, 1, True)
    slow = siege(settings={"help_slows": True})
    assert now(option(slow, "construct", "send_for_help", choices=HELD)).help_timer == 1


def test_fs_147_certain_in_the_sixth_turn_with_help_in_the_seventh():
    book = siege().book_now
    certain = [forced_assault_face(book, Siege(id=B, completed=n)) <= LOWEST for n in range(6)]
    assert certain == [False] * 5 + [True]
    helped = [forced_assault_face(book, Siege(id=B, completed=n, help_timer=1)) for n in range(7)]
    assert [one <= LOWEST for one in helped] == [False] * 6 + [True]
    assert [one > HIGHEST for one in helped] == [True] + [False] * 6


# Options


def test_fs_148_the_besieged_have_an_option_only_when_the_besieger_waits():
    found = siege(step="besieger")
    found.refused("E113", "take_option", battle=B, faction="C", turn=1, option="bowfire")
    found.do("take_option", battle=B, faction="O", turn=1, option="assault")
    assert now(found).step == "assault"
    found.refused("E113", "take_option", battle=B, faction="C", turn=1, option="bowfire")


def test_fs_149_the_besieger_chooses_first_and_openly():
    found = siege(step="besieger")
    found.do("take_option", battle=B, faction="O", turn=1, option="undermine", target="west wall")
    assert (now(found).step, now(found).option, now(found).target) == ("besieged", "undermine", "west wall")
    found.refused("E113", "take_option", battle=B, faction="O", turn=1, option="construct")


def test_fs_150_and_151_how_it_was_done_and_what_came_of_it_is_a_row():
    found = option(siege(), "undermine", target="west wall", dice=(5, 3, 4), choices=("quick",))
    (row, other) = siege_gains(found.state, B)
    assert (row.how, row.won, row.amount, row.target, row.state) == ("quick", True, 7, "west wall", "pending")
    assert (other.option, other.state) == ("construct_besieged", "applied")
    assert now(found).completed == 1


def test_fs_152_a_failed_option_has_no_effect():
    """FE-73."""
    found = option(siege(), "undermine", target="west wall", dice=(4,), choices=("quick",))
    (row, _other) = siege_gains(found.state, B)
    assert (row.won, row.state, pending(found.state, found.book_now, found.state.battles[B])) == (
        False,
        "none",
        [],
    )


def test_fs_153_a_repaired_gate_can_be_tested_again():
    found = option(siege(), "test_defense", choices=TAKEN)
    assert now(found).gate_broken
    found.state = found.state.change("sieges", B, step="besieger")
    found.refused("E115", "take_option", battle=B, faction="O", turn=2, option="test_defense")
    option(found, "construct", "repair", against="gate")
    assert not now(found).gate_broken
    assert is_option_open(found.state, found.book_now, now(found), "test_defense")


def test_fs_153_repair_wants_damage_and_takes_it_away():
    found = siege(step="besieged", option="construct")
    found.refused("E115", "take_option", battle=B, faction="C", turn=1, option="repair", target="keep")
    option(found, "undermine", target="west wall", choices=TAKEN, dice=(2, 3))
    option(found, "construct", "repair", against="west wall")
    assert [one.state for one in siege_gains(found.state, B, "undermine")] == ["repaired"]


def test_fa_57_fs_153_repair_answers_the_damage_of_this_turn():
    wall = {"target": "west wall", "against": "the West  Wall"}
    found = option(siege(), "undermine", "repair", **wall, choices=TAKEN, dice=(2, 3))
    assert [one.state for one in siege_gains(found.state, B, "undermine")] == ["repaired"]
    found = option(siege(), "test_defense", "repair", against="the gate", choices=TAKEN)
    assert not now(found).gate_broken
    failed = option(siege(), "undermine", "repair", target="west wall", against="west wall", choices=HELD)
    assert [one.state for one in siege_gains(failed.state, B, "undermine")] == ["none"]  # it brings nothing


def test_fs_153_only_what_is_damaged_is_repaired_and_the_gate_is_the_gate():
    found = siege(step="besieged", option="undermine", target="west wall")
    more: dict[str, Any] = {"battle": B, "faction": "C", "turn": 1, "option": "repair"}
    found.refused("E148", "take_option", **more, target="east wall")
    found.refused("E148", "take_option", **more, target="the gate")
    bombed = siege(step="besieged", option="bombardment")
    bombed.refused("E148", "take_option", **more, target="gate")
    bombed.refused("E148", "take_option", **more, target="the moat")
    for piece in ("Keep", "the North-east Tower", "Westmauer", "mur ouest"):
        siege(step="besieged", option="bombardment").do("take_option", **more, target=piece)


def test_fa_57_fs_145_a_second_repair_of_duardin_counts_a_bombardment_of_this_turn():
    found = siege(traits={"C": "duardin"})
    option(found, "bombardment", "repair", against="keep", dice=(4,), choices=("bombarded",))
    assert siege_gains(found.state, B, "repair")[0].amount == 1


def test_fs_154_a_sally_on_war_machines_ends_bombardment_and_damage_stays():
    found = option(siege(), "bombardment", "sally_out", against="war_machines", choices=HELD)
    found.state = found.state.change("sieges", B, step="besieger")
    found.refused("E115", "take_option", battle=B, faction="O", turn=2, option="bombardment")
    lines = pending(found.state, found.book_now, found.state.battles[B])
    assert [(one.option, one.times, one.dice) for one in lines] == [("bombardment", 1, "D3")]


def test_fs_154_a_sally_is_made_once_on_each_target_but_equipment():
    found = siege(level=2)
    for _twice in range(2):
        option(
            found,
            "construct",
            "sally_out",
            against="equipment",
            dice=(1,),
            choices=HELD,
        )
    option(found, "construct", "sally_out", against="supplies", choices=HELD)
    assert now(found).machines_factor == 2
    assert not is_option_open(found.state, found.book_now, now(found), "sally_out", "supplies")


def test_fs_151_a_sally_on_equipment_takes_points_down_to_none():
    """FE-75."""
    found = option(
        siege(),
        "bombardment",
        "sally_out",
        against="equipment",
        dice=(3,),
        choices=HELD,
    )
    assert now(found).besieger_points == 0


def test_fs_151_options_add_up():
    found = siege(level=2)
    for _twice in range(2):
        option(found, "bombardment", "bowfire", against="the Guard")
    lines = pending(found.state, found.book_now, found.state.battles[B])
    assert [(one.option, one.target, one.times) for one in lines] == [
        ("bombardment", "", 2),
        ("bowfire", "the Guard", 2),
    ]
    option(found, "construct")
    assert (now(found).besieger_points, now(found).besieged_points) == (3, 3)


def test_fs_151_artillery_wants_the_third_level():
    """FE-77."""
    found = siege(step="besieged", level=2, option="construct")
    found.refused("E147", "take_option", battle=B, faction="C", turn=1, option="artillery")
    high = option(siege(level=3), "construct", "artillery", dice=(6, 6, 3, 1, 5, 6))
    assert now(high).besieger_delta == -150
    duardin = siege(level=3, traits={"C": "duardin"})
    assert now(option(duardin, "construct", "artillery", dice=(6, 6, 3, 1, 5, 6))).besieger_delta == -200


def test_fs_151_reinforcements_come_once_after_help():
    """FE-76."""
    found = siege(step="besieged", option="construct")
    found.refused("E115", "take_option", battle=B, faction="C", turn=1, option="reinforcements")
    found = siege(unlocked=True)
    option(found, "construct", "reinforcements", dice=(6, 6, 3, 1, 5, 6), choices=("quick",))
    assert (now(found).besieged_delta, now(found).used) == (300, True)
    assert not is_option_open(found.state, found.book_now, now(found), "reinforcements")


def test_fs_158_battleplan_four_counts_units():
    found = option(siege(unlocked=True), "construct", "reinforcements", choices=("battleplan", 4))
    assert now(found).besieged_delta == 400
    other = siege(unlocked=True, settings={"reinforce": "option"})
    option(other, "construct", "reinforcements", dice=(6, 1, 2, 3, 1, 1), choices=("quick",))
    assert now(other).besieged_delta == 8 * 50


def test_fs_146_help_that_came_is_not_sent_for_again():
    found = option(siege(), "construct", "send_for_help", choices=TAKEN)
    assert is_option_open(found.state, found.book_now, now(found), "send_for_help")
    option(found, "construct", "send_for_help", choices=HELD)
    assert not is_option_open(found.state, found.book_now, now(found), "send_for_help")


@pytest.mark.parametrize(
    ("name", "source", "face", "works"),
    [
        ("undermine", "option", 5, True),
        ("undermine", "option", 4, False),
        ("undermine", "battleplan", 3, True),
        ("undermine", "battleplan", 4, False),
        ("starve_out", "option", 4, True),
        ("starve_out", "battleplan", 4, False),
        ("send_for_help", "option", 4, True),
        ("send_for_help", "battleplan", 4, False),
        ("infiltrate", "option", 4, True),
        ("test_defense", "battleplan", 5, True),
    ],
)
def test_fs_159_quick_rolls_by_the_option_or_by_the_battleplan(name, source, face, works):
    book = siege(settings={"quick_source": source}).book_now
    quick = quick_of(book, book.siege.options[name])
    assert quick is not None
    assert quick.works(face) is works


def test_fs_145_traits_change_dice_of_either_side():
    found = siege(traits={"O": "duardin", "C": "ogor"})
    battle, book = found.state.battles[B], found.book_now
    told = [dice_of(found.state, book, battle, one) for one in ("bombardment", "starve_out")]
    assert told == ["D3+1", "D6"]
    found.state = found.state.change("factions", "C", trait="duardin")
    assert dice_of(found.state, book, battle, "starve_out") == "D3-1"


def test_fs_145_duardin_undermine_again_and_repair_twice():
    found = siege(traits={"O": "duardin", "C": "duardin"})
    option(
        found, "undermine", target="west wall", dice=(1, 1, 5, 4), choices=("battleplan", "besieger", True)
    )
    assert siege_gains(found.state, B, "undermine")[0].amount == 9
    option(found, "construct", "repair", against="west wall", dice=(4,))
    assert siege_gains(found.state, B, "repair")[0].amount == 1


@pytest.mark.parametrize(("face", "left"), [(4, "repaired"), (3, "pending")])
def test_fs_145_the_second_piece_of_the_duardin_is_named_and_repaired(face, left):
    found = siege(traits={"C": "duardin"}, gate_broken=True)
    for wall in ("west wall", "east wall"):
        option(found, "undermine", target=wall, dice=(3, 3), choices=TAKEN)
    found.state = found.state.change("sieges", B, gate_broken=True)
    option(
        found, "construct", "repair", against="west wall", dice=(face,),
        choices=("east wall",) if face >= 4 else (),
    )  # fmt: skip
    assert {one.target: one.state for one in siege_gains(found.state, B, "undermine")} == {
        "west wall": "repaired",
        "east wall": left,
    }
    assert now(found).gate_broken


def test_fs_153_what_was_repaired_suffers_only_the_bombardments_that_came_after_it():
    found = siege(traits={"C": "duardin"})
    option(found, "bombardment", "repair", against="the Keep", dice=(4,), choices=("bombarded",))
    option(found, "bombardment", "construct_besieged")
    option(found, "bombardment", "repair", against="west wall", dice=(1,))
    told = repaired_pieces(found.state, found.book_now, found.state.battles[B])
    assert [(one.piece, one.bombarded, one.of) for one in told] == [
        ("the Keep", 2, 3),
        ("bombarded", 2, 3),
        ("west wall", 0, 3),
    ]


def test_fs_153_a_piece_that_is_whole_again_is_repaired_only_after_it_was_hit_anew():
    found = option(siege(), "bombardment", "repair", against="the Keep")
    found.state = found.state.change("sieges", B, step="besieged", option="construct")
    again: dict[str, Any] = {"battle": B, "faction": "C", "turn": 2, "option": "repair"}
    found.refused("E148", "take_option", **again, target="keep")
    found.do("take_option", **again, target="west wall")
    found.state = found.state.change("sieges", B, step="besieged", option="bombardment")
    found.do("take_option", **again | {"turn": 3}, target="keep")


def test_fs_153_a_gate_that_was_repaired_and_broken_again_is_broken():
    found = option(siege(), "test_defense", "repair", against="the gate", choices=TAKEN)
    told = repaired_pieces(found.state, found.book_now, found.state.battles[B])
    assert [(one.piece, one.of) for one in told] == [("the gate", 0)]
    option(found, "test_defense", choices=TAKEN)
    assert repaired_pieces(found.state, found.book_now, found.state.battles[B]) == []


def test_fs_151_what_is_aimed_at_is_named():
    found = siege(step="besieger")
    found.refused("E116", "take_option", battle=B, faction="O", turn=1, option="undermine")
    found.refused("E114", "take_option", battle=B, faction="O", turn=1, option="bowfire", target="x")
    found = siege(step="besieged")
    found.refused("E116", "take_option", battle=B, faction="C", turn=1, option="sally_out", target="moon")
    found.refused("E113", "take_option", battle=B, faction="O", turn=2, option="construct")


@pytest.mark.parametrize("gate", ["gate", "The Gate", "wall with the gate", "Tor", "mur de la porte"])
def test_fs_151_the_wall_with_the_gate_is_not_undermined(gate):
    found = siege(step="besieger")
    found.refused("E122", "take_option", battle=B, faction="O", turn=1, option="undermine", target=gate)


@pytest.mark.parametrize("wall", ["west wall", "the wall east of the gate", "Northgate wall", "Nordmauer"])
def test_fs_151_every_other_wall_is(wall):
    assert now(option(siege(), "undermine", target=wall, choices=TAKEN, dice=(1, 1))).completed == 1


# The Final Assault


def buy(found: League, faction: str, item: str, target: str = "gate") -> League:
    found.do("buy_equipment", battle=B, faction=faction, item=item, target=target)
    return found


def test_fs_155_after_infiltration_the_besieged_pay_double():
    """FE-74."""
    found = option(siege(level=2), "infiltrate", "bowfire", against="x", choices=TAKEN)
    found.state = found.state.change("sieges", B, step="assault")
    buy(found, "C", "boiling_oil")
    assert now(found).besieged_points == 0
    found.refused("E117", "buy_equipment", battle=B, faction="C", item="rocks", target="west wall")
    assert now(buy(found, "O", "log_ram", "the Guard")).besieger_points == 1


def test_fs_156_points_are_spent_at_the_assault_only():
    siege().refused("E118", "buy_equipment", battle=B, faction="O", item="log_ram", target="x")


def test_fs_157_nobody_spends_more_than_they_have_and_every_purchase_has_a_target():
    found = siege(step="assault")
    found.refused("E117", "buy_equipment", battle=B, faction="O", item="reinforced_siege_tower", target="x")
    found.refused("E116", "buy_equipment", battle=B, faction="O", item="log_ram", target=" ")
    found.refused("E114", "buy_equipment", battle=B, faction="O", item="rocks", target="wall")
    buy(found, "O", "siege_tower", "the Guard")
    (bought,) = found.state.purchases.values()
    assert (bought.item, bought.cost, bought.target) == ("siege_tower", 1, "the Guard")


@pytest.mark.parametrize(
    ("grade", "said", "winner", "result"),
    [
        ("major", "minor", "besieger", "major_victory"),
        ("major", "minor", "besieged", "major_defeat"),
        ("minor", "major", "besieger", "minor_victory"),
        ("agreed", "minor", "besieger", "minor_victory"),
        ("agreed", "major", "besieged", "major_defeat"),
    ],
)
def test_fs_144_who_wins_the_assault_wins_the_battle(grade, said, winner, result):
    found = siege(step="assault", settings={"siege_grade": grade})
    found.do("end_siege", battle=B, faction="O", winner=winner, grade=said)
    (game,) = found.state.bouts
    found.do("confirm", bout=game, faction="C")
    assert (found.state.battles[B].status, found.state.battles[B].result) == ("settled", result)
    assert found.state.battles[B].method == "siege"
    assert (now(found).step, now(found).winner) == ("closed", winner)


@pytest.mark.parametrize(("faction", "winner"), [("O", "besieged"), ("C", "besieger")])
def test_fs_144_a_siege_that_is_given_up_is_over(faction, winner):
    found = siege(step="besieger")
    found.do("walkover", battle=B, faction=faction)
    assert (now(found).step, now(found).winner) == ("closed", winner)


def test_fs_144_a_siege_the_organiser_calls_a_draw_has_no_winner():
    found = siege(step="assault")
    found.do("end_siege", battle=B, faction="O", winner="besieger")
    (game,) = found.state.bouts
    found.do("decide", bout=game, result="draw")
    assert (now(found).step, now(found).winner) == ("closed", "")


def test_fs_144_a_siege_is_not_reported_like_a_battle_nor_before_the_assault():
    found = siege()
    found.refused("E119", "report", battle=B, faction="O", result="draw")
    found.refused("E120", "end_siege", battle=B, faction="O", winner="besieger")


def test_fs_140_where_every_stronghold_is_besieged_its_battle_is_not_reported_like_another():
    found = battle_for("stronghold", siege_mode="always")
    found.refused("E119", "report", battle=B, faction="O", result="draw")
    offer(found, siege=False)
    assert now(found).step == "start"
    found.refused("E119", "report", battle=B, faction="O", result="draw")


def test_fs_140_elsewhere_a_battle_is_reported_as_ever_in_such_a_league():
    found = battle_for("forge", siege_mode="always")
    found.do("report", battle=B, faction="O", result="draw")
    assert len(found.state.bouts) == 1


def test_fs_143_each_siege_starts_anew():
    found = siege(besieged_points=7)
    other = Battle(
        id="b2", turn=1, number=2, territory="T12", attacker="O1", attack="O", defender="C1", defend="C"
    )
    found.state = found.state.put("battles", other)
    found.do("offer_siege", battle="b2", faction="C")
    assert found.state.sieges["b2"].besieged_points == 1


def test_fs_140_a_report_from_the_field_that_nobody_has_confirmed_is_void_where_a_siege_is_laid():
    found = battle_for("stronghold")
    found.do("report", battle=B, faction="O", result="major_victory")
    (game,) = found.state.bouts
    offer(found, siege=True)
    assert (found.state.bouts[game].status, now(found).step) == ("void", "start")
    found.refused("E83", "confirm", bout=game, faction="C")
    field = battle_for("stronghold")
    field.do("report", battle=B, faction="O", result="major_victory")
    offer(field, siege=False)
    assert [one.status for one in field.state.bouts.values()] == ["reported"]


def test_fs_150_whoever_chooses_an_option_may_say_at_once_whether_it_is_rolled_for_or_played():
    found = siege(step="besieger")
    found.do("take_option", battle=B, faction="O", turn=1, option="starve_out", how="quick")
    assert (now(found).option, now(found).how) == ("starve_out", "quick")
    found.do(
        "take_option", battle=B, faction="C", turn=1, option="send_for_help", how="battleplan",
        dice=(6,), choices=("besieged",),
    )  # fmt: skip
    assert [(one.option, one.how, one.won) for one in siege_gains(found.state, B)] == [
        ("starve_out", "quick", True), ("send_for_help", "battleplan", True),
    ]  # fmt: skip
    assert (now(found).option, now(found).how) == ("", "")


def test_fs_150_what_always_works_is_neither_rolled_for_nor_played_whatever_is_said():
    found = siege(step="besieger")
    found.do("take_option", battle=B, faction="O", turn=1, option="construct", how="battleplan")
    found.do("take_option", battle=B, faction="C", turn=1, option="construct_besieged", how="quick")
    assert {one.how for one in siege_gains(found.state, B)} == {""}
