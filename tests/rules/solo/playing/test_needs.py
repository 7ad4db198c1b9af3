"""What a die of the app's needs, with its reasons: to hit, to save, on the wound die."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.solo.play import BOT, ME, ask, do, effect, foe, run, table, unit

type Data = dict[str, Any]

GUN = {"label": "Gun", "range": 24, "attacks": 2}
BLADE = {"label": "Blade", "attacks": 2}


def ogre(*traits: str, **more: Any) -> Data:
    return unit("Ogre", weapons=[BLADE, GUN], traits=list(traits), **more)


def hits(state: Data, weapon: int = 0, target: str = "Orc", **more: Any) -> Data:
    told: Data = ask("odds", state=state, unit="Ogre", weapon=weapon, target=target, **more)
    return told


def why(told: Data) -> dict[str, int]:
    return {one["label"]: one["amount"] for one in told["modifiers"]}


@pytest.mark.parametrize(
    ("mine", "theirs", "melee", "shot"),
    [
        (["Bitter Rivalry"], {"hero": True}, 3, 3),
        (["Bitter Rivalry"], {}, 4, 4),
        ([], {"traits": ["Duellist"]}, 5, 4),
        ([], {"traits": ["Horrible Scars"]}, 5, 4),
        ([], {"traits": ["Horrible Scars", "Duellist"]}, 6, 4),
        (["Specialist(shooting)", "Arm Injury"], {}, 5, 3),
        (["Blinded Eye"], {}, 4, 5),
    ],
)
def test_solo_22_and_28_what_both_sheets_say_is_counted_by_itself(
    mine: list[str], theirs: Data, melee: int, shot: int
) -> None:
    state = table(ogre(*mine), foe("Orc", **theirs))
    assert (hits(state)["needed"], hits(state, 1)["needed"]) == (melee, shot)


def test_solo_22_what_the_other_one_is_like_counts_only_where_it_is_known() -> None:
    state = table(ogre("Bitter Rivalry"), foe("Orc", hero=True, traits=["Duellist"]))
    assert hits(state, target="")["modifiers"] == []
    assert why(hits(state)) == {"Bitter Rivalry": 1, "Duellist": -1}


def test_solo_28_more_attacks_go_to_the_best_melee_weapon() -> None:
    club = {"label": "Club", "attacks": 3, "ap": 2}
    state = table(unit("Ogre", weapons=[BLADE, club, GUN], traits=["Fanatic", "Crazed"]), foe("Orc"))
    assert [hits(state, at)["dice"] for at in (0, 1, 2)] == [2, 5, 2]
    assert hits(state, 1, charging=False)["dice"] == 4
    assert [one["label"] for one in hits(state, 1)["more"]] == ["Fanatic", "Crazed"]


@pytest.mark.parametrize(
    ("code", "on", "weapon", "needed", "dice"),
    [
        (26, [], 0, 4, 3),
        (26, [], 1, 4, 2),
        (53, ["me"], 0, 5, 2),
        (53, ["me"], 1, 4, 2),
        (53, ["bot"], 0, 4, 2),
        (54, ["Ogre"], 1, 4, 4),
        (54, ["Ogre"], 0, 4, 2),
        (54, ["Orc"], 1, 4, 2),
    ],
)
def test_opr_33_events_of_the_mission_change_dice_in_their_round(
    code: int, on: list[str], weapon: int, needed: int, dice: int
) -> None:
    state = table(ogre(), foe("Orc"), events=[{"code": code, "round": 2, "on": on}])
    told = hits(state, weapon)
    assert (told["needed"], told["dice"]) == (needed, dice)
    state["games"][0]["round"] = 3
    assert (hits(state, weapon)["needed"], hits(state, weapon)["dice"]) == (4, 2)


CHIPS = [
    ("instigator", unit("Lord", traits=["Instigator"]), 0, 3),
    ("tactician", unit("Lord", traits=["Tactician"]), 1, 3),
    ("prowler", foe("Orc", traits=["Prowler"]), 1, 5),
    ("suppressor", foe("Elf", traits=["Suppressor"]), 1, 5),
]


@pytest.mark.parametrize(("chip", "who", "weapon", "needed"), CHIPS)
def test_solo_22_what_hangs_on_a_distance_is_a_chip_where_such_a_hero_is(
    chip: str, who: Data, weapon: int, needed: int
) -> None:
    others = [who] if who["id"] == "Orc" else [foe("Orc"), who]
    blow = {"unit": "Ogre", "weapon": weapon, "target": "Orc", "also": [chip]}
    told = run(table(ogre(), *others), do("attack", blow, dice=[needed, needed - 1]))
    assert (effect(told, "attacked")["needed"], effect(told, "attacked")["hits"]) == (needed, 1)
    alone = run(table(ogre(), foe("Orc")), do("attack", blow, dice=[4, 4]))
    assert alone["refused"]["key"] == "also"
    other = run(table(ogre(), *others), do("attack", {**blow, "weapon": 1 - weapon}, dice=[4, 4]))
    assert other["refused"]["key"] == "also"  # melee or shooting alone


def test_solo_79_the_reasons_stand_beside_the_die() -> None:
    state = table(ogre("Specialist(melee)"), foe("Orc"), hit=1)
    state["sides"] = [{**BOT, "underdog": 1}, ME]
    asked = run(state, do("attack", {"unit": "Ogre", "target": "Orc", "extra": -1}))["open"][0]
    assert asked["text"] == "Ogre hits on 2+."
    assert asked["how"] == "challenge bonus +1, Specialist +1, other modifier −1, underdog point +1"


def saves(state: Data, *dice: int, **more: Any) -> Data:
    return run(state, do("defend", {"unit": "Ogre", "hits": 1, **more}, dice=list(dice)))


@pytest.mark.parametrize(
    ("traits", "more", "needed"),
    [
        (["Resilient"], {}, 3),
        (["Chest Wound"], {}, 5),
        (["Resilient", "Chest Wound"], {}, 4),
        ([], {"ap": 1}, 5),
        ([], {"extra": 1}, 3),
        ([], {"shot": True, "also": ["cover"]}, 3),
        ([], {"shot": True, "by": "Orc"}, 5),  # a Destroyer's shot
        ([], {"shot": False, "by": "Orc"}, 4),
        ([], {"also": ["mastermind"]}, 5),
    ],
)
def test_solo_23_what_a_save_needs(traits: list[str], more: Data, needed: int) -> None:
    state = table(ogre(*traits), foe("Orc", traits=["Destroyer", "Mastermind"]))
    assert saves(state, **more)["open"][0]["text"] == f"Ogre saves on {needed}+."


def test_solo_23_cover_and_masterminds_are_offered_where_they_can_matter() -> None:
    state = table(ogre(), foe("Orc"))
    assert saves(state, shot=False, also=["cover"])["refused"]["key"] == "also"
    assert saves(state, also=["mastermind"])["refused"]["key"] == "also"
    assert saves(state, extra=6)["refused"]["key"] == "extra"


def test_a_berserker_in_melee_adds_to_the_wound_die_of_the_smaller_game() -> None:
    state = table(ogre(), foe("Orc", traits=["Berserker"]))
    struck = {"by": "Orc", "shot": False}
    assert saves(state, 1, 4, **struck)["after"]["units"]["Ogre"]["out"] == "ko"  # 4 + 1 + 1
    assert saves(state, 1, 4, by="Orc", shot=True)["after"]["units"]["Ogre"]["stunned"]
    asked = saves(state, 1, **struck)["open"][0]
    assert (asked["how"], "+2 on the wound die." in asked["text"]) == ("Berserker +1", True)


def test_a_chemist_near_takes_one_from_the_wound_die_and_a_herbalist_ignores_wounds_on_a_six() -> None:
    state = table(ogre(), unit("Healer", traits=["Chemist", "Herbalist"]), foe("Orc"))
    assert saves(state, 1, 5, also=["chemist"])["after"]["units"]["Ogre"]["out"] == ""  # 5 + 1 - 1
    assert saves(state, 1, 5)["after"]["units"]["Ogre"]["out"] == "ko"
    healed = saves(state, 1, 6, also=["herbalist"])["after"]["units"]["Ogre"]
    assert (healed["wounds"], healed["stunned"], healed["out"]) == (0, False, "")
    hurt = saves(state, 1, 5, 3, also=["herbalist"])["after"]["units"]["Ogre"]
    assert (hurt["wounds"], hurt["stunned"]) == (1, True)
    battle = run(state, do("defend", {"unit": "Ogre", "hits": 1, "also": ["chemist"]}), terms="battle")
    assert battle["refused"]["key"] == "also"  # there it is about morale


def test_opr_33_the_first_one_to_block_with_a_one_is_hurt_more() -> None:
    state = table(ogre(tough=3), foe("Orc"), events=[{"code": 45, "round": 2}])
    first = {"unit": "Ogre", "hits": 3, "also": ["first_block"]}
    told = run(state, do("defend", first, dice=[1, 2, 2, 4]))
    assert told["after"]["units"]["Ogre"]["out"] == "ko"  # 4 + 1 marker + 1
    told = run(state, do("defend", first, dice=[2, 2, 2, 4]))
    assert told["after"]["units"]["Ogre"]["stunned"]  # nobody blocked with a 1
    told = run(state, do("defend", {**first, "hits": 1}, dice=[1, 2]), terms="battle")
    assert told["after"]["units"]["Ogre"]["wounds"] == 3  # 1, and the 2 of a D3
    state["games"][0]["events"][0]["struck"] = True
    assert run(state, do("defend", first))["refused"]["key"] == "also"
