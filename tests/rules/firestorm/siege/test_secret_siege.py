"""Others learn that there is a siege and how it ends, and nothing of what its sides do in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.firestorm.siege.secret import follows_siege, without_secret_sieges
from rules.firestorm.siege_state import Siege
from tests.rules.firestorm.play import League
from tests.rules.firestorm.siege.test_siege import B, battle_for, now, offer, option, siege


def nobody(side: str) -> bool:
    return False


def one(faction: str) -> Callable[[str], bool]:
    return lambda side: side == faction


def busy() -> League:
    """A siege with two options taken and equipment bought."""
    found = siege(level=3)
    option(found, "bombardment", "artillery", dice=(6, 6, 1, 2, 3, 4))
    found.state = found.state.change("sieges", B, step="assault")
    found.do("buy_equipment", battle=B, faction="O", item="mantlets", target="Spears")
    return found


@pytest.mark.parametrize("who", ["O", "C"])
def test_fs_162_both_sides_see_their_siege_whole(who: str):
    found = busy()
    assert without_secret_sieges(found.state, one(who)) is found.state


@pytest.mark.parametrize("who", [nobody, one("D"), one("X")])
def test_fs_162_others_see_that_there_is_a_siege_and_nothing_of_it(who: Callable[[str], bool]):
    found = busy()
    seen = without_secret_sieges(found.state, who)
    assert seen.sieges == {B: Siege(id=B, step="start")}
    assert (dict(seen.gains), dict(seen.purchases)) == ({}, {})
    assert found.state.gains
    assert found.state.purchases


def test_fs_162_what_is_done_in_a_siege_changes_nothing_for_others():
    early, late = siege(level=3), busy()
    assert (
        without_secret_sieges(early.state, nobody).sieges == without_secret_sieges(late.state, nobody).sieges
    )


def test_fs_162_others_learn_the_result_when_a_siege_is_over():
    found = busy()
    found.do("end_siege", battle=B, faction="O", winner="besieger")
    (game,) = found.state.bouts
    found.do("confirm", bout=game, faction="C")
    assert now(found).besieger_points != 0 or now(found).level == 3
    assert without_secret_sieges(found.state, nobody).sieges == {
        B: Siege(id=B, step="closed", winner="besieger")
    }
    assert without_secret_sieges(found.state, nobody).gains == {}


def test_fs_162_whether_it_is_a_siege_everybody_knows():
    asked = battle_for("stronghold", siege_mode="both_agree")
    assert without_secret_sieges(asked.state, nobody) is asked.state
    assert without_secret_sieges(offer(asked).state, nobody) is asked.state
    field = offer(battle_for("stronghold"), siege=False)
    assert without_secret_sieges(field.state, nobody) is field.state


def test_fs_162_nobody_follows_a_battle_that_is_not_there():
    assert not follows_siege(busy().state, one("O"), "elsewhere")
