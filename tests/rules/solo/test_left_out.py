"""Whoever names what exists but was not offered is told why not, with the rule."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.solo.play import BOT, ME, Data, activate, do, foe, marker, run, shooter, table, unit

CHARGES = {"charge:Ogre": True}
NEUTRAL = {"id": "wild", "name": "Wild", "kind": "ai_neutral", "seat": 3}


def said(state: Data, **answers: Any) -> tuple[str, str]:
    """The rule and the sentence an answer of an activation is refused with."""
    told = activate(state, 1, **answers)
    told = told.get("refused") or told
    assert told["key"]
    return told["rule"], told["sentence"]


MARKERS = (
    marker("A"),
    marker("B"),
    marker("C", seized="bot"),
    marker("D", reachable=False),
)


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("C", ("SOLO-47", "Marker C is under the app’s control.")),
        ("D", ("SOLO-37", "No unit can reach marker D.")),
    ],
)
def test_solo_37_a_marker_the_unit_does_not_go_for(named: str, why: tuple[str, str]) -> None:
    state = table(unit("Ogre"), unit("Orc", activated=True), foe("Elf"), markers=MARKERS)
    assert said(state, **{"marker:Ogre": named}) == why


def test_solo_47_where_one_is_surely_free_the_app_does_not_control_them_all() -> None:
    state = table(unit("Ogre"), foe("Elf"), markers=MARKERS)
    why = ("SOLO-47", "The app cannot control all of them: too few of its units are near.")
    assert said(state, **{"marker:Ogre": "all"}) == why


ENEMIES = (
    foe("Elf"),
    foe("Imp"),
    foe("Far", activated=True),
    foe("Lost", out="ko"),
    foe("Late", out="reserve"),
)


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("Lost", "Lost is not on the table."),
        ("Late", "Late is not on the table."),
        ("Archer", "Archer is one of the app’s own."),
        ("Orc~cover", "Orc is one of the app’s own."),
    ],
)
def test_solo_51_whom_nobody_shoots(named: str, why: str) -> None:
    state = table(shooter(), unit("Orc", activated=True), *ENEMIES)
    assert said(
        state, **{"shoot:enemy:Archer": True, "order:Archer:1": "done", "target:Archer:1:1": named}
    ) == ("SOLO-51", why)


def test_solo_53_a_charge_that_was_seen_has_a_target() -> None:
    state = table(unit("Ogre"), *ENEMIES)
    why = ("SOLO-53", "You said there is an enemy Ogre can charge. Which one?")
    assert said(state, **CHARGES, **{"charge:Ogre:1": "none"}) == why


def test_solo_02_nothing_is_rolled_where_every_line_has_one_enemy() -> None:
    state = table(unit("Ogre"), foe("Elf"), foe("Imp", stunned=True))
    why = ("SOLO-02", "No two targets are in the same group, so there is nothing to roll for.")
    assert said(state, **CHARGES, **{"charge:Ogre:1": "equal"}) == why


def test_solo_02_only_enemies_on_one_line_are_equally_near() -> None:
    state = table(unit("Ogre"), *ENEMIES, foe("Fay"))
    state["units"] += [foe("Gnu")]
    equal = {**CHARGES, "charge:Ogre:1": "equal"}
    for named, why in (
        ("Far", ("SOLO-02", "Far is alone in its group.")),
        ("Lost", ("SOLO-02", "Lost is not on the table.")),
    ):
        assert said(state, **equal, **{"charge:Ogre:1:equal": ["Elf", named]}) == why


@pytest.mark.parametrize("ending", ["crossed", "line", "cannot"])
def test_solo_43_an_idle_unit_stays_where_it_is(ending: str) -> None:
    state = table(unit("Ogre", stunned=True), foe("Elf"))
    why = ("SOLO-43", "With this order Ogre stays where it is.")
    assert said(state, **{"order:Ogre:1": ending}) == why


def test_solo_47_a_marker_stays_with_whoever_seized_it() -> None:
    state = table(
        unit("Ogre", activated=True), foe("Elf", activated=True), markers=(marker("A", seized="me"),)
    )
    step = do("end_round", {"round": 2}, answers={"holds:2:A": "nobody"})
    told = run(state, step)["refused"]
    assert told["rule"] == "SOLO-47"
    assert told["sentence"] == "Marker A stays with Me until another side takes it."
    assert told["key"] == "holds:2:A"


def test_solo_53_warbands_of_one_alliance_do_not_charge_each_other() -> None:
    state = table(unit("Ogre"), unit("Wolf", "wild", section=1, type="melee", activated=True), *ENEMIES)
    state["sides"] = [BOT, ME, NEUTRAL]
    why = ("SOLO-53", "Wolf is one of the app’s own.")
    assert said(state, **CHARGES, **{"charge:Ogre:1": "Wolf"}) == why


def test_solo_81_nobody_gives_up_a_game_that_is_over() -> None:
    over = table(unit("Ogre"), foe("Elf"), phase="over")
    told = run(over, do("concede", {"side": "me"}))["refused"]
    assert (told["rule"], told["sentence"]) == ("SOLO-81", "The game is over.")


def test_solo_21_a_league_s_setting_is_refused_beside_the_field_it_stands_in() -> None:
    told = run(table(unit("Ogre")), do("setting", {"key": "standin_death", "value": "recovered"}))["refused"]
    assert told["key"] == "key"
    assert told["sentence"] == "The league sets this for all its games. Change it there."


@pytest.mark.parametrize(
    ("procedure", "params", "rule"),
    [
        ("draw", {}, "SOLO-07"),
        ("types", {}, "SOLO-25"),
        ("place_marker", {"number": 1}, "SOLO-10"),
        ("lay_marker", {"number": 1}, "SOLO-10"),
        ("markers_done", {}, "SOLO-12"),
        ("zones", {}, "SOLO-13"),
        ("deployed", {}, "SOLO-13"),
        ("deploy", {}, "SOLO-13"),
        ("start_round", {"round": 1}, "SOLO-24"),
        ("activate", {"turn": 0}, "SOLO-39"),
        ("end_round", {"round": 2}, "SOLO-24"),
    ],
)
def test_solo_07_to_39_a_step_out_of_its_phase_is_refused_by_its_rule(
    procedure: str, params: Data, rule: str
) -> None:
    state = table(unit("Ogre"), foe("Elf"), phase="over")
    assert run(state, do(procedure, params))["refused"]["rule"] == rule
