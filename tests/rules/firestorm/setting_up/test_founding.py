"""Founding a league: factions of several players, corners, alliances, the first turn, initiative."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.codec import dump_state
from rules.engine.refusals import Refused
from rules.firestorm import GAME
from rules.firestorm.faction_figures import allowed, faction_territories
from rules.firestorm.phases.table import PHASES
from rules.firestorm.setting_up.beginning import firestorm_start_problems
from rules.firestorm.state import Firestorm
from rules.maps.ready import ready_map
from tests.rules.engine.read_back import load_state
from tests.rules.firestorm.play import HOMES, MAP, League, empty, league

NAMES = ("O", "C", "D", "X")


def founded(*factions: str, ready: bool = True, **settings: Any) -> League:
    """A league with these factions, each founded by its own person; ready to begin, or only joined."""
    found = empty(**settings)
    found.do("lay_map", map=ready_map(MAP))
    for one in factions:
        found.do("found", colour=f"c-{one}", name=one, owner=f"person-{one}", faction=one, player=f"{one}p")
        if ready:
            found.do("take_corner", faction=one, territory=HOMES[one][1])
            found.do("choose_alliance", faction=one, alliance=HOMES[one][0])
    return found


def test_fs_01_a_fifth_faction_is_refused_and_its_player_joins_one():
    """FE-01"""
    found = founded(*NAMES)
    sentence = found.refused("E06", "found", colour="c5", owner="person-5")
    assert sentence == "A league can have at most 4 factions; join one of them."
    found.do("join", faction="O", owner="person-5", name="Ada")
    assert sorted(one.faction for one in found.state.players.values()) == ["C", "D", "O", "O", "X"]


def test_fs_01_a_person_plays_in_one_faction_only():
    found = founded("O", "C")
    found.refused("E07", "join", faction="C", owner="person-O")
    found.refused("E07", "found", colour="c9", owner="person-C")
    found.refused("E50", "join", faction="Z", owner="person-9")


def test_fs_01_one_faction_is_no_league():
    founded("O").refused("E11", "begin_play")


def test_fs_01_a_player_leaves_a_faction_but_not_as_its_last():
    found = founded("O", "C")
    found.do("join", faction="O", owner="person-5", player="five")
    found.do("leave_faction", player="five")
    assert "five" not in found.state.players
    with pytest.raises(Refused, match="last player"):
        found.do("leave_faction", player="Op")
    found.do("withdraw", faction="O")
    assert list(found.state.factions) == ["C"]
    assert [one.faction for one in found.state.players.values()] == ["C"]


def test_fs_02_two_factions_do_not_share_a_corner():
    found = founded("O", "C", ready=False)
    found.do("take_corner", faction="O", territory="T01")
    found.refused("E08", "take_corner", faction="C", territory="T01")
    found.refused("E09", "take_corner", faction="C", territory="T13")
    found.do("take_corner", faction="O", territory="T25")
    found.do("take_corner", faction="C", territory="T01")
    assert {one.id: one.corner for one in found.state.factions.values()} == {"O": "T25", "C": "T01"}


def test_fs_02_everybody_needs_a_corner_and_the_map_enough_of_them():
    found = founded("O", "C", ready=False)
    found.do("take_corner", faction="O", territory="T01")
    assert "C has no corner yet" in found.refused("E12", "begin_play")
    three = replace(ready_map(MAP), places=tuple(
        replace(one, corner="" if one.id in ("T01", "T05", "T21") else one.corner)
        for one in ready_map(MAP).places
    ))  # fmt: skip
    found.do("lay_map", map=three)
    found.refused("E15", "begin_play")
    assert {one.corner for one in found.state.factions.values()} == {""}


def test_fs_02_and_181_without_a_map_nobody_is_asked_for_a_corner():
    found = empty()
    for one in ("O", "C"):
        found.do("found", colour=f"c-{one}", name=one, owner=f"person-{one}", faction=one, player=f"{one}p")
        found.do("choose_alliance", faction=one, alliance=HOMES[one][0])
    why = list(firestorm_start_problems(found.state, found.book_now))
    assert [one.code for one in why] == ["E14"]


def test_fs_03_at_the_start_a_faction_has_its_corner_its_tower_and_a_banner():
    """FE-02"""
    found = founded("O", "C")
    found.do("begin_play")
    state = found.state
    assert (state.now.phase, state.now.turn) == ("preparation", 1)
    for one in ("O", "C"):
        corner = HOMES[one][1]
        assert [place.id for place in faction_territories(state, one)] == [corner]
        assert state.territories[corner].items == ("lords_tower",)
        assert [b.territory for b in state.banners.values() if b.faction == one] == [corner]
        assert allowed(state, found.book_now, one) == 1
    neutral = [one for one in state.territories.values() if not one.owner]
    assert len(neutral) == 23
    assert not any(one.items for one in neutral)


def test_fs_06_an_alliance_is_chosen_before_the_first_turn_and_stays():
    found = founded("O", "C", ready=False)
    for one in ("O", "C"):
        found.do("take_corner", faction=one, territory=HOMES[one][1])
    assert "C has no alliance yet" in found.refused("E13", "begin_play")
    found.do("choose_alliance", faction="O", alliance="death")
    found.do("choose_alliance", faction="O", alliance="order")
    found.do("choose_alliance", faction="C", alliance="chaos")
    found.do("begin_play")
    found.refused("E10", "choose_alliance", faction="O", alliance="chaos")
    found.do("choose_alliance", faction="O", alliance="chaos", words="a mistake at the table")
    assert found.state.factions["O"].alliance == "chaos"


def test_fs_09_the_realm_has_a_name():
    found = empty()
    assert found.state.now.realm == "Aqshy"
    assert found.book_now.settings.realm_rules
    found.do("name_realm", name="Ghur")
    assert found.state.now.realm == "Ghur"
    with pytest.raises(Refused, match="A name can have at most 60 characters"):
        found.do("name_realm", name="Ghur" * 16)


def test_fs_145_a_faction_says_how_it_fights_sieges():
    found = founded("O", "C")
    found.do("set_trait", faction="O", trait="duardin")
    assert found.state.factions["O"].trait == "duardin"
    assert found.state.factions["O"].corner == "T01"


def test_fs_161_what_belongs_to_another_phase_is_refused_with_its_name():
    found = founded("O", "C")
    found.do("begin_play")
    said = found.refused("E01", "take_corner", faction="O", territory="T01")
    assert said == "This is not possible in the Preparation phase."
    found.refused("E01", "lay_map", map=ready_map(MAP))
    found.refused("E01", "begin_play")


def test_fs_160_phases_go_forward_one_by_one():
    order = ["setup"]
    while PHASES[order[-1]].next:  # type: ignore[index]
        order.append(PHASES[order[-1]].next[0])  # type: ignore[index]
        if order[-1] in order[:-1]:
            break
    assert order == [
        "setup", "preparation", "initiative", "orders", "reveal", "battles", "aftermath", "build", "scoring",
        "preparation",
    ]  # fmt: skip


def test_fs_185_colours_differ():
    found = founded("O", "C")
    found.refused("E16", "found", colour="c-O", owner="person-9")
    found.refused("E16", "rename", faction="C", colour="c-O")
    found.do("rename", faction="C", colour="c-C", name="The Host")
    assert found.state.name_of("C") == "The Host"


def test_fs_185_once_the_league_is_over_only_the_name_changes() -> None:
    found = founded("O", "C")
    found.enter("finished")
    with pytest.raises(Refused, match="The league is over") as refused:
        found.do("rename", faction="C", colour="c-new", name="The Host")
    assert refused.value.key == "colour"
    found.do("rename", faction="C", colour="c-C", name="The Host")
    assert found.state.name_of("C") == "The Host"


def test_fs_185_no_two_factions_have_one_name():
    found = founded("O", "C")
    found.do("rename", faction="O", colour="c-O", name="Ash Märch")
    found.refused("E150", "found", colour="c-new", owner="person-9", name="ash  MARCH")
    found.refused("E150", "rename", faction="C", colour="c-C", name="Ash March")
    found.do("rename", faction="O", colour="c-O", name="Ash March")


# Initiative


def initiative(**dice: tuple[int, ...]) -> tuple[League, tuple[str, ...]]:
    found = league(*dice, phase="initiative")
    rounds = max(map(len, dice.values()))
    thrown = [faces[n] for n in range(rounds) for _, faces in sorted(dice.items()) if n < len(faces)]
    found.do("roll_initiative", dice=tuple(thrown))
    return found, found.state.now.initiative


def test_fs_25_the_highest_reveals_first_and_equals_roll_again():
    """FE-07"""
    found, order = initiative(O=(5, 2), C=(5, 4), D=(2,), X=(6,))
    assert order == ("X", "C", "O", "D")
    assert found.phase == "orders"
    rolled = {one.faction: one.dice for one in found.state.turns["turn:1"].rolled}
    assert rolled == {"X": (6,), "C": (5, 4), "O": (5, 2), "D": (2,)}


def test_fs_25_only_the_tied_roll_again():
    found = league("O", "C", "D", phase="initiative")
    progress = found.drive("roll_initiative", dice=(3, 3, 3))
    assert [q.key for q in progress.questions] == [f"initiative:{one}:2" for one in ("C", "D", "O")]
    progress = found.drive("roll_initiative", dice=(3, 3, 6))
    assert [q.key for q in progress.questions] == ["initiative:C:2", "initiative:D:2"]


def test_fs_25_dice_that_never_differ_end_with_a_lot():
    found = league("O", "C", phase="initiative")
    found.rolled("roll_initiative", face=3)
    assert sorted(found.state.now.initiative) == ["C", "O"]


def test_fs_134_every_die_is_a_question_with_a_purpose():
    progress = league("O", "C", phase="initiative").drive("roll_initiative")
    assert [(q.die, q.rule, q.about) for q in progress.questions] == [
        ("D6", "FS-25", "C"),
        ("D6", "FS-25", "O"),
    ]


def test_fs_179_who_is_out_rolls_no_initiative():
    found = league("O", "C", "D", phase="initiative")
    found.state = found.state.change("factions", "C", status="out")
    found.do("roll_initiative", dice=(1, 2))
    assert found.state.now.initiative == ("O", "D")


def test_a_league_survives_the_journal():
    found = founded(*NAMES, third_party="stop_short")
    found.do("begin_play")
    assert load_state(Firestorm, dump_state(found.state)) == found.state
    assert GAME.name == "firestorm"
