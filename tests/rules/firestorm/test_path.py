"""Path to Glory: who may be upgraded after a game, what charts do, and what becomes of the fallen."""

from __future__ import annotations

from typing import Any

import pytest

from rules.firestorm.book import start_book
from rules.firestorm.decks import upgrade_name
from rules.firestorm.muster_state import Character, CharacterKind, ChartRow, Upgrade
from rules.firestorm.path.upgrade_rules import allowance, gaps, held_upgrades
from rules.firestorm.state import Battle, Bout, Grade
from tests.rules.firestorm.play import League, league

ARMY: dict[str, CharacterKind] = {
    "general": "commander",
    "archaon": "named",
    "hero": "hero",
    "guard": "unit",
    "bows": "unit",
}


def after(result: Grade = "draw", *, lodge: str = "barracks", **settings: Any) -> League:
    """O's banner has fought C's; O owns a building of the garrison's chain unless `lodge` is empty."""
    found = league(phase="aftermath", **settings)
    if lodge:
        found.own("O", "T02").build("T02", lodge)
    for one, kind in ARMY.items():
        fighter = Character(id=one, faction="O", banner="O1", name=one.title(), kind=kind)
        found.state = found.state.put("characters", fighter)
    battle = Battle(
        id="b1", turn=1, number=1, territory="T12", attacker="O1", attack="O", defender="C1", defend="C",
        status="settled", result=result,
    )  # fmt: skip
    found.state = found.state.put("battles", battle)
    found.state = found.state.put("bouts", Bout(id="g1", battle="b1", status="confirmed", result=result))
    return found


def lose(found: League, *dead: str, dice: tuple[int, ...] = ()) -> League:
    found.do("count_dead", faction="O", bout="g1", dead=dead, dice=dice)
    return found


def upgrade(found: League, who: str, *dice: int, choices: tuple[str, ...] = ()) -> League:
    found.do("upgrade", faction="O", bout="g1", character=who, dice=dice, choices=choices)
    return found


def refused(found: League, code: str, who: str) -> str:
    return found.refused(code, "upgrade", faction="O", bout="g1", character=who)


def has(found: League, who: str) -> list[str]:
    return [one.row for one in held_upgrades(found.state, who)]


def give(found: League, who: str, *faces: int) -> League:
    chart: Any = "champion" if ARMY[who] == "commander" else "unit"
    for face in faces:
        one = Upgrade(id=f"u-{who}-{face}", character=who, chart=chart, row=f"{chart}:{face}", name="x")
        found.state = found.state.put("upgrades", one)
    return found


# Who, and how often


def test_fs_109_without_barracks_or_war_lodge_nobody_is_upgraded():
    refused(lose(after(lodge="")), "E100", "guard")
    refused(lose(after(lodge="mustering_ground")), "E100", "guard")


def test_fs_109_barracks_conquered_in_the_very_battle_count():
    found = lose(after(lodge=""))
    found.own("O", "T12").build("T12", "barracks")
    assert has(upgrade(found, "guard", 3), "guard") == ["unit:3"]


def test_fs_110_barracks_allow_one_upgrade_however_many_won():
    """FE-62."""
    found = upgrade(lose(after("major_victory")), "guard", 3)
    refused(found, "E101", "bows")


def test_fs_110_a_war_lodge_allows_two_not_multiplied_by_buildings():
    """FE-63."""
    found = lose(after(lodge="war_lodge"))
    found.own("O", "T06", "T07").build("T06", "barracks").build("T07", "barracks")
    upgrade(upgrade(found, "guard", 3), "bows", 4)
    refused(found, "E101", "hero")


@pytest.mark.parametrize(
    ("setting", "result", "lodge", "most"),
    [
        ("cap", "minor_victory", "barracks", 1),
        ("winner_plus_one", "minor_victory", "barracks", 2),
        ("winner_plus_one", "draw", "barracks", 1),
        ("winner_second", "minor_victory", "war_lodge", 2),
        ("winner_second", "minor_defeat", "war_lodge", 1),
    ],
)
def test_fs_110_what_winning_adds_is_a_setting(setting, result, lodge, most):
    found = after(result, lodge=lodge, win_upgrade=setting)
    state = found.state
    assert allowance(state, found.book_now, state.battles["b1"], state.bouts["g1"], "O") == most


def test_fs_110_a_garrison_that_fought_alone_upgrades_nobody():
    found = after()
    found.state = found.state.change("battles", "b1", attacker="C1", attack="C", defender="", defend="O")
    refused(lose(found), "E102", "guard")


def test_fs_111_only_who_took_part_and_survived():
    found = lose(after(), "guard")
    refused(found, "E103", "guard")
    found.state = found.state.put("characters", Character(id="other", faction="O", banner="O2", name="Other"))
    refused(found, "E103", "other")


def test_fs_111_a_commander_who_escaped_death_is_no_candidate():
    found = lose(after(), "general", dice=(2,))
    refused(found, "E103", "general")


def test_fs_111_losses_are_counted_first_and_once():
    found = after()
    refused(found, "E105", "guard")
    lose(found)
    found.refused("E106", "count_dead", faction="O", bout="g1", dead=())


def test_fs_50_a_game_that_does_not_count_yet_brings_nothing():
    found = after()
    found.state = found.state.change("bouts", "g1", status="reported")
    found.refused("E107", "count_dead", faction="O", bout="g1", dead=())


def test_fs_112_the_commander_alone_rolls_on_the_champion_chart():
    found = lose(after(lodge="war_lodge"))
    upgrade(upgrade(found, "general", 2), "hero", 2)
    assert (has(found, "general"), has(found, "hero")) == (["champion:2"], ["unit:2"])


def test_fs_113_both_picks_of_a_game_are_different():
    """FE-63."""
    found = upgrade(lose(after(lodge="war_lodge")), "guard", 3)
    refused(found, "E104", "guard")


# Charts


def test_fs_114_a_unit_holds_one_and_the_new_one_replaces_it():
    found = upgrade(lose(give(after(), "guard", 5)), "guard", 1)
    assert has(found, "guard") == ["unit:1"]
    assert found.state.upgrades["u-guard-5"].state == "replaced"


def test_fs_115_a_commander_holds_many_and_rolls_what_it_has_again():
    found = upgrade(lose(give(after(), "general", 2, 3)), "general", 3, 2, 5)
    assert has(found, "general") == ["champion:2", "champion:3", "champion:5"]
    assert list(found.state.upgrades.values())[-1].dice == (3, 2, 5)


def test_fs_115_who_holds_all_of_them_chooses():
    found = lose(give(after(), "general", 1, 2, 3, 4, 5, 6))
    upgrade(found, "general", choices=("champion:4",))
    assert has(found, "general")[-1] == "champion:4"


def test_fs_116_a_chart_with_gaps_is_not_rolled_on():
    found = lose(after())
    rows = [ChartRow(id="a", chart="unit", first=1, last=2), ChartRow(id="b", chart="unit", first=2, last=4)]
    assert gaps(rows) == [2]
    found.state = found.state.change("campaign", "campaign", own=("unit",))
    refused(found, "E49", "guard")
    found.state = found.state.put("charts", *rows)
    refused(found, "E49", "guard")


def test_fs_117_an_upgrade_keeps_turn_battle_row_and_dice():
    found = upgrade(lose(after()), "guard", 6)
    (one,) = found.state.upgrades.values()
    assert (one.turn, one.battle, one.bout, one.row, one.dice) == (1, "b1", "g1", "unit:6", (6,))
    assert (one.name, upgrade_name(start_book(found.state.now.edition), one)) == ("", "Dauntless")


# Death and dying


@pytest.mark.parametrize(("face", "left"), [(3, []), (4, ["unit:2"])])
def test_fs_118_a_destroyed_unit_may_lose_its_upgrade(face, left):
    """FE-64."""
    found = lose(give(after(), "guard", 2), "guard", dice=(face,))
    assert has(found, "guard") == left
    assert found.state.characters["guard"].alive


def test_fs_119_without_an_upgrade_there_is_no_die():
    found = lose(after(), "guard", "bows", "hero")
    assert found.state.bouts["g1"].dead == ("guard", "bows", "hero")


@pytest.mark.parametrize(("face", "alive", "left"), [(1, False, []), (2, True, ["champion:2", "champion:3"])])
def test_fs_120_a_slain_commander_dies_on_a_one_with_everything(face, alive, left):
    """FE-65."""
    found = lose(give(after(), "general", 2, 3), "general", dice=(face,))
    assert (found.state.characters["general"].alive, has(found, "general")) == (alive, left)


@pytest.mark.parametrize(("face", "alive"), [(1, False), (2, True)])
def test_fs_121_a_named_character_too(face, alive):
    found = lose(after(), "archaon", dice=(face,))
    assert found.state.characters["archaon"].alive is alive


@pytest.mark.parametrize(("setting", "dice", "alive"), [("as_unit", (), True), ("also_die", (1,), False)])
def test_fs_122_other_heroes_are_units_unless_the_league_says_otherwise(setting, dice, alive):
    found = lose(after(hero_death=setting), "hero", dice=dice)
    assert found.state.characters["hero"].alive is alive


def test_fs_118_only_ones_own_are_lost_and_nobody_twice():
    found = after()
    found.refused("E108", "count_dead", faction="O", bout="g1", dead=("stranger",))
    found.refused("E42", "count_dead", faction="D", bout="g1", dead=())
