"""Figures by name: how the league stands, what may be done and why not, what is still to do."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.codec import adapter
from rules.firestorm import GAME
from rules.firestorm.muster_state import Character
from tests.rules.firestorm.battles.test_games import fight, report
from tests.rules.firestorm.building.test_building import rich
from tests.rules.firestorm.glory.test_objectives import dealt
from tests.rules.firestorm.play import League, league
from tests.rules.firestorm.siege.test_siege import B, battle_for, option, siege
from tests.rules.firestorm.test_fates import beaten
from tests.rules.firestorm.test_path import after


def acts(found: League, faction: str) -> list[str]:
    """What a faction has to do, with a `*` behind what the phase waits for."""
    return [
        f"{one['act'] or 'wait'}{'*' if one['must'] else ''}" for one in found.ask("to_do", faction=faction)
    ]


def codes(lines: Any, key: str) -> dict[str, str]:
    return {one[key]: one["why_not"]["code"] if one["why_not"] else "" for one in lines}


def test_every_figure_is_plain_json_and_names_its_rule() -> None:
    for name, figure in GAME.figures.items():
        assert "Source: FS-" in (figure.__doc__ or ""), name
    found = league("O", "C")
    for name in ("turn", "phases", "options", "banners", "battles", "scoreboard", "objectives", "armies"):
        assert adapter(object).dump_python(found.ask(name), mode="json") == found.ask(name)


def test_fs_12_13_14_banners_a_faction_may_have() -> None:
    found = league("O", "C", phase="preparation").own("O", "T02", "T06", "T07")
    assert (found.ask("allowed_banners", faction="O"), found.ask("held_banners", faction="O")) == (2, 1)
    limit = found.ask("banner_limit", faction="O")
    assert (limit["territories"], limit["tower"], limit["too_many"]) == (4, True, 0)
    assert limit["why_not_raise"]["code"] == "E32"
    found.stand("O1", "T02").stand("O2", "T06").stand("O3", "T07")
    assert found.ask("banner_limit", faction="O")["too_many"] == 1
    assert found.ask("entries", faction="O") == ["T01"]


def test_fs_25_initiative_is_told_with_its_dice() -> None:
    found = league("O", "C", phase="initiative")
    found.do("roll_initiative", dice=(2, 5))
    assert found.ask("initiative") == [
        {"faction": "O", "place": 1, "dice": [5]},
        {"faction": "C", "place": 2, "dice": [2]},
    ] or [one["dice"] for one in found.ask("initiative")] == [[5], [2]]


def test_fs_29_33_an_order_is_looked_at_before_it_is_sealed() -> None:
    found = league("O", "C").stand("O1", "T08").stand("C1", "T09").build("T09", "barracks")
    seen = found.ask("outlook", plan={"banner": "O1", "kind": "forced_march", "path": ["T09", "T10"]})
    assert (seen["ends"], seen["cut"], seen["tired"]) == ("T09", ["T10"], True)
    assert (seen["meetings"][0]["banner"], seen["meetings"][0]["garrison"]) == ("C1", 1500)
    seen = found.ask("outlook", plan={"banner": "O1", "kind": "move", "path": ["T09", "T10"]})
    assert seen["why_not"]["code"] == "E24"
    found.stand("O1", "T01").build("T01", "lords_tower")
    assert codes(found.ask("orders_open", banner="O1"), "kind") == {
        "move": "", "forced_march": "", "fortify": "E26", "hold": "",
    }  # fmt: skip


def test_fs_61_64_where_a_beaten_banner_may_go() -> None:
    found = beaten(result="major_defeat").own("O", "T13").build("T13", "stronghold")
    (line,) = found.ask("fates")
    assert (line["banner"], line["step"], line["roll"], line["targets"]) == (
        "O1",
        "retreat",
        True,
        ["T07", "T13"],
    )
    assert found.ask("retreat_targets", banner="O1") == ["T07", "T13"]
    assert found.ask("rally_points", banner="O1") == ["T13"]
    assert acts(found, "O") == ["choose_retreat*", "roll_build*"]
    found.do("choose_retreat", faction="O", banner="O1", dice=(1,))
    (line,) = found.ask("fates")
    assert (line["step"], line["targets"]) == ("rally", ["T13"])
    assert acts(found, "O") == ["choose_rally*", "roll_build*"]


def test_fs_51_points_are_told_side_by_side() -> None:
    found = fight().stand("O2", "T07")
    attack, defend = found.ask("points", battle="b1")
    assert (attack["total"], [one["what"] for one in attack["lines"]]) == (2000, ["banner"])
    found.state = found.state.change("battles", "b1", locked=False, lines=())
    attack, defend = found.ask("points", battle="b1")
    assert (attack["total"], attack["support"], defend["total"]) == (2250, ["O2"], 2000)
    assert {one["rule"] for one in found.ask("reminders", battle="b1")} >= {"FS-54", "FS-125"}


def test_fs_57_what_games_add_up_to() -> None:
    found = fight()
    assert found.ask("overall", results=["major_victory", "minor_defeat"]) == {
        "result": "minor_victory", "attack": 1, "defend": 0,
    }  # fmt: skip


def test_fs_75_the_shop_says_what_and_why_not() -> None:
    found = rich("O", "C", points=2).own("O", "T07").build("T07", "forge")
    offers = codes(found.ask("shop", faction="O", territory="T07"), "item")
    assert (offers["mustering_ground"], offers["barracks"], offers["shrine"]) == ("", "E62", "E61")
    assert (offers["forge"], offers["foundry"], offers["stronghold"]) == ("E63", "E64", "E62")
    assert found.ask("why_no_scepter", faction="O")["code"] == "E66"
    assert found.ask("why_no_level", faction="O", territory="T07")["code"] == "E69"
    assert found.ask("build_points", faction="O")["balance"] == 2
    assert found.ask("build_points", faction="O")["income"] == 1
    assert acts(found, "O") == ["build", "ready*"]


def test_fs_106_the_audit_adds_up_to_the_scoreboard() -> None:
    found = rich("O", "C").own("O", "T07", "T11")
    found.do("build", faction="O", territory="T07", item="shrine")
    audit = found.ask("audit", faction="O")
    assert (audit["held"], audit["earned"], audit["total"]) == (4, 1, 5)
    assert sum(one["total"] for one in audit["holdings"]) == audit["held"]
    assert sum(one["amount"] for one in audit["rows"]) == audit["earned"]
    (first, second) = found.ask("scoreboard")
    assert (first["faction"], first["total"], first["to_win"], second["faction"]) == ("O", 5, 25, "C")
    assert found.ask("glory", faction="O") == 5


def test_fs_148_154_a_sieges_options_say_why_not() -> None:
    found = siege(step="besieged", level=2, option="bombardment")
    offers = codes(found.ask("siege_options", battle=B, faction="C"), "option")
    assert (offers["artillery"], offers["reinforcements"], offers["repair"]) == ("E147", "E115", "")
    assert (offers["sally_out"], offers["send_for_help"]) == ("", "")
    assert set(codes(found.ask("siege_options", battle=B, faction="O"), "option").values()) == {"E113"}
    option(found, "bombardment", "bowfire", against="Guard")
    now = found.ask("siege", battle=B)
    assert (now["turn"], now["forced_from"], len(now["pending"])) == (2, 5, 2)
    found.state = found.state.change("sieges", B, step="assault", equipment_factor=2)
    gear = {one["item"]: one for one in found.ask("siege_equipment", battle=B, faction="C")}
    assert (gear["rocks"]["price"], gear["rocks"]["why_not"]) == (2, None)
    assert found.ask("why_no_siege", battle=B, faction="C")["code"] == "E112"


def test_fs_110_who_may_be_upgraded() -> None:
    found = after()
    assert acts(found, "O")[0] == "count_dead"
    found.do("count_dead", faction="O", bout="g1", dead=("guard",))
    told = found.ask("upgrades", bout="g1", faction="O")
    assert (told["allowance"], told["used"]) == (1, 0)
    assert codes(told["candidates"], "character")["guard"] == "E103"
    assert codes(told["candidates"], "character")["bows"] == ""
    assert "upgrade" in acts(found, "O")


def test_fs_127_128_sudden_death_is_reckoned() -> None:
    found = fight()
    told = found.ask("sudden_death", attack={"points": 2000, "wounds": 20}, defend={"points": 2250})
    assert (told["gives"], told["attack_may_summon"], told["defend_may_summon"]) == ("attack", 650, 400)


def test_fs_124_command_points() -> None:
    found = fight().own("O", "T02").build("T02", "walled_settlement")
    told = found.ask("command_points", faction="O")
    assert (told["die"], told["least"], told["most"]) == ("D3", 2, 4)


@pytest.mark.parametrize("step", ["start", "timer", "besieger", "besieged", "assault"])
def test_fs_149_what_each_side_of_a_siege_has_to_do(step: str) -> None:
    found = siege(step=step)
    mine = {
        "start": "start_siege*",
        "timer": "siege_turn*",
        "besieger": "take_option*",
        "assault": "end_siege*",
    }
    assert acts(found, "O") == [mine.get(step, "wait")]
    theirs = {"besieged": "take_option*", "assault": "end_siege*"}
    assert acts(found, "C") == [theirs.get(step, "wait")]


def test_fs_50_what_both_sides_of_a_battle_have_to_do() -> None:
    found = fight()
    assert acts(found, "O") == acts(found, "C") == ["report*"]
    game = report(found, "draw")
    assert (acts(found, "O"), acts(found, "C")) == (["wait"], ["confirm*"])
    found.do("dispute", bout=game, faction="C")
    assert acts(found, "O") == acts(found, "C") == ["wait"]


def test_fs_160_what_each_phase_wants() -> None:
    found = league("O", "C")
    assert acts(found, "O") == ["seal_orders*"]
    assert found.ask("turn")["waiting"] == ["C", "O"]
    assert acts(found.enter("setup"), "O") == []
    found.enter("preparation").own("O", "T02", "T06", "T07").stand("O1", "T02")
    assert acts(found, "O") == ["raise_banner", "ready*"]
    found.state = found.state.change("banners", "O1", at="reserve", fell="T02")
    assert acts(found, "O") == ["return_banner", "ready*"]
    assert [one["when"] for one in found.ask("phases")][:3] == ["done", "now", "later"]


def sees(found: League, faction: str, **viewer: Any) -> dict[str, bool]:
    return {one["thing"]: one["sees"] for one in found.ask("may_see", faction=faction, **viewer)}


def test_fs_162_who_may_see_what() -> None:
    found = league("O", "C")
    assert sees(found, "O", viewer="O")["orders"]
    assert not sees(found, "O", viewer="C")["orders"]
    assert not sees(found, "O", organiser=True)["orders"]
    assert not sees(found, "O", viewer="O")["objective"]
    assert sees(found, "O")["build_points"]
    hidden = rich("O", "C", public_bp=False, secret_build=True)
    assert not sees(hidden, "O", viewer="C")["build_points"]
    assert not sees(hidden, "O", viewer="C")["purchases"]
    assert sees(hidden, "O", organiser=True)["purchases"]
    fought = siege()
    assert not sees(fought, "O", viewer="D")["siege_options"]
    assert sees(fought, "O", viewer="C")["siege_options"]


def test_fs_04_the_figure_of_objectives_names_no_card() -> None:
    found = dealt()
    assert {(one["card"], one["name"]) for one in found.ask("objectives")} == {("", "")}
    found.do("claim_objective", player="Op")
    assert sum(bool(one["name"]) for one in found.ask("objectives")) == 1
    assert len(found.ask("cards", kind="objective")) >= 4
    assert found.ask("chart", name="unit")["gaps"] == []


def test_fs_17_armies_are_listed() -> None:
    found = battle_for("stronghold")
    found.state = found.state.put("characters", Character(id="x", faction="O", banner="O1", name="X"))
    (one,) = found.ask("armies", faction="O")
    assert (one["name"], one["upgrades"]) == ("X", [])
    assert found.ask("battles")[0]["status"] == "open"


# Nothing is called a must that would be refused


def test_fs_160_ready_is_no_must_while_something_is_owed() -> None:
    found = beaten(result="major_victory")
    assert (acts(found, "O"), acts(found, "D")) == (["roll_build*"], ["choose_retreat*", "roll_build*"])
    found.do("choose_retreat", faction="D", banner="D1", dice=(1,))
    assert acts(found, "D") == ["choose_rally*", "roll_build*"]
    found.do("choose_rally", faction="D", banner="D1")
    found.do("roll_build", battle="b", faction="D", dice=(2,))
    assert acts(found, "D") == ["ready*"]


def test_fs_61_whose_banner_leaves_after_anothers_waits() -> None:
    found = beaten(result="draw")
    first, second = found.state.now.initiative
    assert (acts(found, first)[0], acts(found, second)[0]) == ("choose_retreat*", "wait")


def test_fs_13_banners_too_many_wait_until_all_have_left() -> None:
    found = beaten(result="draw").join("C", "chaos", "T05")
    found.stand("C1", "T05").build("T05", "lords_tower").stand("C2", "T10")
    assert acts(found, "C") == []
    for one in found.state.now.initiative:
        found.do("choose_retreat", faction=one, banner=f"{one}1")
    assert acts(found, "C") == ["remove_banner*"]


def test_fs_49_the_second_game_is_not_hidden_by_the_first() -> None:
    found = fight(games=2)
    report(found, "draw")
    assert (acts(found, "O"), acts(found, "C")) == (["wait", "report*"], ["confirm*", "report*"])
    report(found, "draw", another=True)
    assert acts(found, "O") == ["wait", "wait"]


def test_fs_140_where_every_such_battle_is_a_siege_that_is_what_is_waited_for() -> None:
    found = battle_for("stronghold", siege_mode="always")
    assert acts(found, "O") == acts(found, "C") == ["offer_siege*"]
    asked = battle_for("stronghold")
    assert (acts(asked, "O"), acts(asked, "C")) == (["wait"], ["offer_siege*"])
