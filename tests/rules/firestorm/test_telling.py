"""Entries told in a sentence, with what follows by itself; and nothing that is still a secret."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.effects import Effect
from rules.firestorm import GAME
from rules.firestorm.effects import ItemsChanged, LedgerEntered, ScepterForged
from rules.firestorm.faction_figures import battle_id, place_in
from rules.firestorm.siege_effects import Bought, Gained, SiegeMoved
from rules.firestorm.state import Player
from rules.firestorm.telling.entries import TELLERS, tell
from rules.maps.ready import ready_map
from tests.rules.firestorm.battles.test_armies import listed
from tests.rules.firestorm.battles.test_armies import ready as armies
from tests.rules.firestorm.battles.test_queue import SECOND, settle, three
from tests.rules.firestorm.building.test_building import rich
from tests.rules.firestorm.glory.test_objectives import card_of, dealt
from tests.rules.firestorm.orders.test_orders import sheet
from tests.rules.firestorm.play import MAP, League, empty, league
from tests.rules.firestorm.siege.test_siege import HELD, B, battle_for, siege
from tests.rules.firestorm.test_fates import beaten
from tests.rules.firestorm.test_path import after

TITANWORKS, FULMINAX, BLACK_IRON = "T13", "T11", "T15"


def told(found: League, act: str, *, hidden: tuple[type[Effect], ...] = (), **given: Any) -> str:
    """Do it and tell it, to somebody from whom these kinds of effects are hidden."""
    params = {key: value for key, value in given.items() if key not in ("dice", "choices", "now")}
    effects = [one for one in found.do(act, **given) if not isinstance(one, hidden)]
    sentence = tell(f"firestorm.{act}", params, {}, effects, found.state.name_of)
    assert sentence is not None
    return sentence


def test_every_procedure_has_a_teller() -> None:
    assert {f"firestorm.{name}" for name in TELLERS} == set(GAME.procedures)
    assert tell("firestorm.unheard_of", {}, {}, (), str) is None


def test_a_battles_id_names_its_territory() -> None:
    assert place_in(battle_id(3, "T12", 2)) == "T12"


def test_before_play() -> None:
    found = empty()
    lines = told(found, "set_options", settings={"secret_build": True, "siege_mode": "never"})
    assert lines == (
        "Options set: “What the others build is only shown when the Build phase closes” is now “yes”; "
        "“When a battle for a stronghold is a siege” is now “Never”."
    )
    assert told(found, "name_realm", name="Aqshy") == "The league is fought in Aqshy."
    assert told(found, "lay_map", map=ready_map(MAP)) == "The map is set: 25 territories."
    assert told(found, "found", colour="a", name="Ash", faction="O", player="p") == "Ash is created."
    assert told(found, "found", colour="b", name="Thorns", faction="C") == "Thorns is created."
    assert told(found, "join", faction="C", name="Ada", player="ada") == "Ada joins Thorns."
    assert told(found, "leave_faction", player="ada", words="moved") == "A player leaves Thorns (moved)."
    renamed = told(found, "rename", faction="O", colour="a", name="Ash Guard")
    assert renamed == "Ash Guard has a new name, colour or emblem."
    assert told(found, "take_corner", faction="O", territory="T01") == "Ash Guard will begin at Cinderwatch."
    found.do("take_corner", faction="C", territory="T05")
    assert told(found, "choose_alliance", faction="O", alliance="order") == "Ash Guard fights for Order."
    found.do("choose_alliance", faction="C", alliance="chaos")
    assert told(found, "set_trait", faction="O", trait="duardin") == "Ash Guard fights sieges as Duardin."
    assert told(found, "begin_play") == (
        "The league begins: Thorns at Hollowcrown and Ash Guard at Cinderwatch. Turn 1 begins."
    )


def test_armies() -> None:
    found = armies()
    assert told(found, "name_banner", faction="O", banner="O3", name="Third") == "O names a banner Third."
    found.do("name_banner", faction="O", banner="O3", name="O3")
    assert (
        told(found, "list_character", faction="O", banner="O2", name="Vandus", kind="commander")
        == "Vandus commands O2."
    )
    guard = listed(found, "Guard")
    assert (
        told(found, "change_banner", faction="O", character=guard, banner="O3")
        == "Guard now marches with O3."
    )
    found.enter("orders")
    assert (
        told(found, "bring_upgrade", faction="O", character=guard, name="Swift") == "Guard starts with Swift."
    )


def test_fs_04_what_is_dealt_is_not_told_before_it_is_claimed() -> None:
    found = league("O", "C", phase="preparation")
    found.state = found.state.put("players", Player(id="O2p", faction="O", owner="person-O2", name="Bo"))
    told_of = told(found, "deal_objectives")
    assert told_of == "Secret objectives are dealt to C, Bo and O."
    found = league("O", "C", phase="preparation")
    found.state = found.state.put("players", Player(id="O2p", faction="O", owner="person-O2"))
    assert told(found, "deal_objectives") == "Secret objectives are dealt to C, O and O."
    name = GAME.book_of(found.state).start.objectives[card_of(found, "Op").removeprefix("objective:")].name
    assert name not in told_of
    assert (
        told(found, "claim_objective", player="Op", words="look")
        == f"O claims the objective “{name}” (look)."
    )
    assert told(found, "judge_objective", player="Op", reached=True).startswith(f"O has achieved “{name}”")
    assert told(found, "show_objective", player="Cp").startswith("C shows the objective “")
    assert (
        told(dealt(), "write_chart", chart="unit", rows=[{"id": "", "chart": "unit", "last": 6, "name": "A"}])
        == "The advancement chart for units has been written."
    )


def test_fs_163_a_founder_who_leaves_the_seal_closed_is_told() -> None:
    found = league("O", "C", seal_by="founder")
    told(found, "seal_orders", faction="O", choices=(sheet(O1=("move", ("T07",))),))
    assert told(found, "open_seal", faction="O", choices=(False,)) == "O leaves the seal closed."
    assert told(found, "open_seal", faction="O", choices=(True,)) == (
        "O opens the seal to change the orders."
    )


def test_fs_26_what_is_sealed_is_not_told() -> None:
    found = league("O", "C")
    orders = sheet(O1=("move", ("T07",)))
    assert told(found, "seal_orders", faction="O", choices=(orders,)) == "O has sealed its orders."
    assert told(found, "open_seal", faction="O") == "O opens the seal to change the orders."
    assert told(found, "seal_orders", faction="O", choices=(orders,)) == "O has sealed new orders."
    assert told(found, "break_seal", faction="O", words="asked to") == (
        "The organiser breaks O’s seal and reads the orders (asked to)."
    )
    assert (
        told(found, "close_orders")
        == "The Orders phase ends. All C banners hold, because no orders were sealed."
    )
    assert told(found, "reveal") == "The orders are revealed; O claims Ashen Orchard. Now: Build."


def test_fs_27_the_reveal_tells_who_attacks_whom() -> None:
    found = league("C", "O").stand("O1", "T08").stand("C1", "T09")
    found.do("seal_orders", faction="C", choices=(sheet(C1=("move", ("T08",))),))
    found.do("seal_orders", faction="O", choices=(sheet(O1=("move", ("T03",))),))
    assert told(found, "reveal") == (
        "The orders are revealed; O1 was attacked before its order was revealed, so it holds. "
        "C1 attacks O1 at Widow’s Causeway. Now: Battles."
    )


def test_fs_25_initiative_tells_every_die() -> None:
    found = league("O", "C", phase="initiative")
    assert told(found, "roll_initiative", dice=(4, 4, 2, 6)) == (
        "Turn 1 is revealed in this order: O (rolled 4, 6) and C (rolled 4, 2). Now: Orders."
    )


def test_a_battle_from_its_report_to_what_it_brings() -> None:
    found = three()
    assert told(found, "agree_size", battle="b1", faction="D", points=1000) == (
        "Agreed for each banner’s army at b1: 1000 points."
    )
    assert (
        told(found, "agree_games", battle="b1", faction="D", games=1) == "The battle at b1 will have 1 game."
    )
    assert (
        told(found, "roll_commands", battle="b1", faction="D", dice=(3,)) == "D has 3 command points at b1."
    )
    report = told(found, "report", battle="b1", faction="D", result="minor_defeat", words="close")
    assert report == "D reports a minor defeat at b1; it counts once the other side agrees (close)."
    game = list(found.state.bouts)[-1]
    assert told(found, "dispute", bout=game, faction="O", words="no") == "O disputes the report from b1 (no)."
    assert told(found, "decide", bout=game, result="minor_defeat") == (
        "The organiser settles the game at b1; O wins a minor victory over D at b1."
    )
    assert told(found, "prepare_battle", battle=SECOND) == "The first battle at b2 is over. Glory: O 1."
    assert told(found, "choose_retreat", faction="D", banner="D1") == "D1 retreats to Dustwell."
    assert told(found, "prepare_battle", battle=SECOND) == "The next battle at b2 begins, against O."
    assert told(found, "walkover", battle=SECOND, faction="C").startswith(
        "C concedes the battle at b2; O wins a minor victory over C at b2. Glory: O 1."
    )
    assert told(settle(three(), "draw"), "prepare_battle", battle=SECOND).endswith("Glory: D 1 and O 1.")


def test_what_becomes_of_banners_and_build_points() -> None:
    found = beaten(result="minor_victory")
    assert told(found, "choose_retreat", faction="D", banner="D1") == "D1 retreats to Dustwell."
    assert told(found, "roll_build", battle="b", faction="O", dice=(3,)) == (
        "O gains 3 build points from the battle at b."
    )
    lost = beaten(result="major_defeat").own("", "T07")
    assert told(lost, "choose_retreat", faction="O", banner="O1", dice=(1,)) == "O1 is scattered."
    lost.build("T01").own("", "T01")
    assert told(lost, "choose_rally", faction="O", banner="O1") == (
        "O1 finds no rally point and waits in reserve."
    )
    assert told(lost, "remove_banner", faction="O", banner="O1") == "O removes O1."


def test_the_fallen_and_the_upgraded() -> None:
    found = after()
    assert told(found, "count_dead", faction="O", bout="g1", dead=("general", "guard"), dice=(1,)) == (
        "O has lost General and Guard at b1; General is dead for good."
    )
    assert told(found, "upgrade", faction="O", bout="g1", character="bows", dice=(1,)).startswith(
        "Bows now has "
    )


def test_building() -> None:
    found = rich("O", "C").own("O", "T07")
    assert told(found, "build", faction="O", territory="T07", item="shrine") == (
        "O builds at Ashen Orchard: Shrine for 3 build points, which brings 1 glory."
    )
    assert told(found, "build", faction="O", territory="T07", item="temple").startswith(
        "O builds at Ashen Orchard: Temple in place of Shrine for 3"
    )
    found.own("O", TITANWORKS, FULMINAX, BLACK_IRON)
    assert told(found, "forge_scepter", faction="O") == (
        "O forges the Scepter of Flame for 1 build point, which brings 5 glory."
    )


@pytest.mark.parametrize(
    ("act", "given"),
    [("build", {"territory": "T07", "item": "forge"}), ("forge_scepter", {})],
)
def test_fs_162_what_is_built_in_secret_is_not_told(act: str, given: Any) -> None:

    found = rich("O", "C").own("O", "T07", TITANWORKS, FULMINAX, BLACK_IRON)
    sentence = told(found, act, faction="O", hidden=(ItemsChanged, LedgerEntered, ScepterForged), **given)
    assert sentence == "O builds in secret."


def test_a_siege() -> None:
    found = battle_for("stronghold")
    assert told(found, "offer_siege", battle=B, faction="C") == "The battle at b1 is a siege."
    opening = told(found, "start_siege", battle=B, faction="O", dice=(1,), choices=HELD)
    assert opening == "O lays siege to b1; the besieged win Send for Help."
    assert told(found, "siege_turn", battle=B, faction="O", turn=1) == (
        "The besiegers of b1 can wait because help is on its way."
    )
    chosen: Any = {"battle": B, "turn": 1}
    assert told(found, "take_option", faction="O", option="bombardment", **chosen) == (
        "O chooses “Bombardment” at b1."
    )
    assert told(found, "take_option", faction="C", option="construct_besieged", **chosen) == (
        "Siege turn 1 at b1 – the besiegers: Bombardment; the besieged: Build siege equipment."
    )
    assert told(found, "siege_turn", battle=B, faction="O", turn=2, dice=(6,)) == (
        "The Final Assault on b1 cannot wait (rolled 6)."
    )
    assert told(found, "buy_equipment", battle=B, faction="C", item="rocks", target="west wall") == (
        "C buys Rocks (west wall) for b1."
    )
    assert told(found, "end_siege", battle=B, faction="O", winner="besieger") == (
        "O reports that b1 has fallen; it counts once the other side agrees."
    )
    game = list(found.state.bouts)[-1]
    assert told(found, "confirm", bout=game, faction="C").startswith(
        "C agrees to the result at b1; O wins a major victory over C at b1. O conquers Sulphur Ford from C."
    )


def test_what_sides_do_in_a_siege_is_not_told_to_others() -> None:
    hidden = (SiegeMoved, Gained, Bought)
    found = siege(step="besieger")
    given: Any = {"battle": B, "turn": 1, "hidden": hidden}
    assert told(found, "take_option", faction="O", option="undermine", target="west wall", **given) == (
        "The siege of b1 continues."
    )
    found.state = found.state.change("sieges", B, step="assault")
    assert told(found, "buy_equipment", battle=B, faction="C", item="rocks", target="w", hidden=hidden) == (
        "The siege of b1 continues."
    )


def test_the_end_of_a_turn_and_of_a_league() -> None:
    found = league("O", "C", phase="scoring")
    assert told(found, "score") == "Turn 1 ends; glory: C 1 and O 1. Turn 2 begins."
    found = league("O", "C", phase="scoring", glory_target=5).own("O", "T07", "T08", "T12", "T02")
    assert told(found, "score") == "Turn 1 ends; glory: O 5 and C 1. O wins the league."


def test_fs_160_the_end_of_a_phase_names_the_battles_that_ended_with_it() -> None:
    found = battle_for()
    said = told(found, "advance", step=found.state.now.step, words="Time is up.")
    assert f" (Time is up); the battle for {B} ended with the phase and is struck out." in said
    found = battle_for()
    found.do("agree_games", battle=B, faction="O", games=2)
    found.do("report", battle=B, faction="O", result="major_victory")
    found.do("confirm", bout=list(found.state.bouts)[-1], faction="C")
    said = told(found, "advance", step=found.state.now.step)
    assert f"wins a major victory over C at {B}" in said
    assert "struck out" not in said
