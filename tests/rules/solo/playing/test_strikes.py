"""The app's dice fall once: a weapon in its activation, back at each charger, Elite's re-roll, a spell."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.codec import load_effects
from rules.engine.effects import apply_all
from rules.solo.state import SoloState, Unit
from tests.rules.solo.play import BLADE, SPELLS, A, activate, closed, do, effect, foe, run, table, unit

type Data = dict[str, Any]


def ogre(**more: Any) -> Data:
    return unit("Ogre", weapons=[BLADE, {"label": "Club", "attacks": 1}], **more)


def blow(*dice: int, **more: Any) -> Data:
    return do("attack", {"unit": "Ogre", "target": "Orc", **more}, dice=list(dice))


def test_solo_22_a_weapon_strikes_once_in_its_activation() -> None:
    state = table(ogre(), foe("Orc"), foe("Elf"))
    told = run(state, blow(4, 3), blow(6, 6))
    assert told["refused"]["rule"] == "SOLO-22"
    assert "Ogre has already rolled for Blade" in told["refused"]["sentence"]
    assert run(state, blow(4, 3), blow(6, 6, target="Elf"))["refused"]["rule"] == "SOLO-22"
    assert effect(run(state, blow(4, 3), blow(5, weapon=1)), "attacked")["weapon"] == "Club"


def test_solo_22_the_next_round_has_dice_of_its_own() -> None:
    state = table(ogre(), foe("Orc"))
    struck = run(state, blow(4, 3))["after"]["units"]["Ogre"]
    state["games"][0]["round"], state["units"][0] = 3, struck
    assert effect(run(state, blow(4, 3)), "attacked")["strike"]["round"] == 3


def test_solo_54_it_strikes_back_once_at_everybody_who_charges_it() -> None:
    state = table(ogre(), foe("Orc"), foe("Elf"))
    back = {"strikes_back": True}
    told = run(state, blow(4, 3), blow(4, 3, **back), blow(2, 2, target="Elf", **back))
    assert effect(told, "attacked")["strike"]["charger"] == "Elf"
    told = run(state, blow(4, 3, **back), blow(6, 6, **back))
    assert told["refused"]["rule"] == "SOLO-54"
    assert "has already struck back at Orc" in told["refused"]["sentence"]


@pytest.mark.parametrize(
    ("target", "sentence"), [("", "Choose which unit charged it."), ("Imp", "its own side")]
)
def test_solo_54_the_charger_is_named_and_is_an_enemy(target: str, sentence: str) -> None:
    state = table(ogre(), unit("Imp"), foe("Orc"))
    told = run(state, blow(4, 3, target=target, strikes_back=True))
    assert told["refused"]["key"] == "target"
    assert sentence in told["refused"]["sentence"]


def test_solo_54_where_nobody_entered_who_charges_it_strikes_back_once_a_turn() -> None:
    state = table(ogre())
    unnamed = {"target": "", "strikes_back": True}
    assert run(state, blow(4, 3, **unnamed), blow(4, 3, **unnamed))["refused"]["rule"] == "SOLO-54"
    struck = run(state, blow(4, 3, **unnamed))["after"]["units"]["Ogre"]
    state["games"][0]["turn"], state["units"][0] = 1, struck
    assert effect(run(state, blow(4, 3, **unnamed)), "attacked")["hits"] == 1


def test_solo_51_two_weapons_alike_are_two() -> None:
    guns = [{"label": "Gun", "range": 24}, {"label": "Gun", "range": 24}]
    archer = unit("Archer", type="shooting", weapons=guns)
    answers = {"shoot:enemy:Archer": True, "order:Archer:1": "done", "target:Archer:1:1": "Orc"}
    told = activate(table(archer, foe("Orc"), foe("Elf"), markers=()), 1, **answers)
    assert [at for at, _enemy in closed(told)["targets"]] == [0, 1]


AGAIN = do("reroll", {"unit": "Ogre"})


def again(*dice: int) -> Data:
    return {**AGAIN, "dice": list(dice)}


def test_solo_28_elite_rolls_a_missed_die_again_once_a_round() -> None:
    state = table(ogre(traits=["Elite"]), foe("Orc"))
    told = run(state, blow(4, 3), again(5))
    assert effect(told, "rerolled")["strike"]["hits"] == 2
    assert told["after"]["units"]["Ogre"]["rerolled"] == 2
    told = run(state, blow(4, 3), again(2), blow(1, weapon=1), again(5))
    assert "has already re-rolled this round" in told["refused"]["sentence"]
    used = run(state, blow(4, 3), again(2))["after"]["units"]["Ogre"]
    later = {**state, "units": [used, foe("Orc")]}
    later["games"][0]["round"] = 3
    assert effect(run(later, blow(4, 3), again(5)), "rerolled")["strike"]["hits"] == 2


def test_solo_28_in_a_battle_elite_rolls_the_whole_roll_again_once_a_game() -> None:
    state = table(ogre(traits=["Elite"]), foe("Orc"))
    told = run(state, blow(4, 3), again(2, 3), terms="battle")
    assert (effect(told, "rerolled")["dice"], effect(told, "rerolled")["strike"]["hits"]) == (2, 0)
    used = run(state, blow(4, 3), again(2, 3), terms="battle")["after"]["units"]["Ogre"]
    later = {**state, "units": [used, foe("Orc")]}
    later["games"][0]["round"] = 3
    told = run(later, blow(4, 3), again(5, 5), terms="battle")
    assert "has already re-rolled this game" in told["refused"]["sentence"]


@pytest.mark.parametrize(
    ("traits", "steps", "sentence"),
    [
        ([], (blow(4, 3),), "is not elite"),
        (["Elite"], (), "no missed dice to re-roll"),
        (["Elite"], (blow(4, 5),), "no missed dice to re-roll"),
    ],
)
def test_solo_28_nobody_else_and_nothing_else_is_rolled_again(
    traits: list[str], steps: tuple[Data, ...], sentence: str
) -> None:
    told = run(table(ogre(traits=traits), foe("Orc")), *steps, AGAIN)
    assert (told["refused"]["rule"], sentence in told["refused"]["sentence"]) == ("SOLO-28", True)


def test_solo_63_a_spell_is_rolled_for_as_often_as_it_was_cast() -> None:
    state = {**table(unit("Hag"), markers=(A,)), "spells": SPELLS}
    cast = do("spell", {"unit": "Hag", "spell": "s1"}, dice=[4])
    assert run(state, cast, cast)["refused"]["rule"] == "SOLO-63"
    twice = {"id": "a1", "round": 2, "unit": "Hag", "spells": ["s1", "s1"]}
    state["activations"] = [twice]
    assert run(state, cast, cast, cast)["refused"]["rule"] == "SOLO-63"
    assert effect(run(state, cast, cast), "spell_worked")["works"]


def test_rolls_of_older_games_fold_and_bind_nobody() -> None:
    old = [
        {"effect": "solo.attacked", "rule": "SOLO-22", "unit": "Ogre", "hits": 1, "dice": 2},
        {"effect": "solo.spell_worked", "rule": "SOLO-63", "unit": "Ogre", "spell": "s1", "works": True},
    ]
    state = SoloState(units={"Ogre": Unit("Ogre")})
    assert apply_all(state, load_effects(old)) == state


# Defense


def save(*dice: int, **more: Any) -> Data:
    return do("defend", {"unit": "Ogre", "hits": len(dice), "by": "Orc", **more}, dice=list(dice))


def test_solo_23_each_attack_is_saved_against_once() -> None:
    state = table(ogre(tough=6), foe("Orc"), foe("Elf"))
    told = run(state, save(1, 6), save(6, 6))
    assert told["refused"]["rule"] == "SOLO-23"
    assert "has already rolled for these hits" in told["refused"]["sentence"]
    for other in ({"by": "Elf"}, {"ap": 1}, {"deadly": 2}):
        assert "refused" not in run(state, save(6, 6), save(6, 6, **other))
    saved = run(state, save(6, 6))["after"]["units"]["Ogre"]
    state["games"][0]["turn"], state["units"][0] = 1, saved
    assert "refused" not in run(state, save(6, 6))


def test_solo_28_elite_rolls_its_attack_again_although_it_was_hit_meanwhile() -> None:
    state = table(ogre(traits=["Elite"], tough=6), foe("Orc"))
    told = run(state, blow(4, 3), save(6), again(5))
    assert effect(told, "rerolled")["strike"]["hits"] == 2
    kept = told["after"]["units"]["Ogre"]["strikes"]
    assert [one["weapon"] for one in kept] == [0, -2]
