"""Where a league builds in secret, others see nothing of it before the phase closes, whatever was bought."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rules.engine.refusals import Refused
from rules.firestorm.building.secret import bought_now, without_secret_buildings
from rules.firestorm.building.shop import shop_items
from rules.firestorm.faction_figures import balance
from rules.firestorm.glory.counting import glory
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.state import Firestorm
from tests.rules.firestorm.building.test_building import give
from tests.rules.firestorm.play import League, league

SITES = ("T11", "T13", "T15")


def nobody(side: str) -> bool:
    return False


def one(faction: str) -> Callable[[str], bool]:
    return lambda side: side == faction


def rich() -> League:
    """Two factions with points, lands and some buildings, in a phase in which one builds in secret."""
    found = league("O", "C", phase="build", secret_build=True, level_price=1)
    found.own("O", "T02", "T06", "T07", *SITES).own("C", "T04", "T09")
    found.build("T02", "forge", "fortified_camp", "mustering_ground").build("T07", "stronghold", level=1)
    return give(give(found, "O", 40), "C", 9)


def seen_by(found: League, owns: Callable[[str], bool]) -> Firestorm:
    return without_secret_buildings(found.state, found.book_now, owns)


def shopping(found: League, luck: Random) -> int:
    """O buys whatever it can, in any order; how much."""
    bought = 0
    for _again in range(12):
        can = [one for one in shop_items(found.state, found.book_now, "O") if not one.why_not]
        if luck.random() < 0.2:
            found.do("raise_level", faction="O", territory="T07") if found.place("T07").level < 3 else None
        elif luck.random() < 0.2 and not found.state.factions["O"].scepter:
            found.do("forge_scepter", faction="O")
        elif can:
            choice = luck.choice(can)
            found.do("build", faction="O", territory=choice.territory, item=choice.item)
        bought += 1
    return bought


@pytest.mark.parametrize("seed", range(12))
def test_fs_162_whatever_is_bought_others_see_the_same_league(seed: int):
    found = rich()
    before = {name: seen_by(found, owns) for name, owns in (("C", one("C")), ("nobody", nobody))}
    shopping(found, Random(seed))
    assert bought_now(found.state, "O")
    assert seen_by(found, one("C")) == before["C"]
    assert seen_by(found, nobody) == before["nobody"]
    assert list(seen_by(found, one("C")).ledger) == list(before["C"].ledger)


def test_fs_162_the_faction_itself_and_who_may_see_all_see_it_at_once():
    found = rich()
    found.do("build", faction="O", territory="T06", item="shrine")
    for owns in (one("O"), lambda side: True):
        seen = seen_by(found, owns)
        assert "shrine" in seen.territories["T06"].items
        assert balance(seen, "O") == 37
    assert seen_by(found, lambda side: True) is found.state


def test_fs_162_what_c_buys_is_still_seen_by_c_while_o_builds():
    found = rich()
    found.do("build", faction="C", territory="T04", item="forge")
    found.do("build", faction="O", territory="T06", item="shrine")
    seen = seen_by(found, one("C"))
    assert (seen.territories["T04"].items, balance(seen, "C")) == (("forge",), 7)
    assert (seen.territories["T06"].items, balance(seen, "O")) == ((), 40)
    assert glory(seen, found.book_now, "O") == glory(found.state, found.book_now, "O") - 1


def test_fs_162_when_the_phase_closes_everybody_sees_all():
    found = rich()
    found.do("build", faction="O", territory="T06", item="shrine")
    work = found.working()
    enter_turn_phase(work, "scoring")
    found.book(work.done())
    assert seen_by(found, nobody) is found.state


def test_fs_162_without_the_setting_purchases_are_seen_at_once():
    found = rich()
    found.options(secret_build=False)
    found.do("build", faction="O", territory="T06", item="shrine")
    assert seen_by(found, nobody) is found.state


def test_fs_162_a_secret_purse_is_its_factions_alone():
    found = give(give(league("O", "C", public_bp=False, phase="battles"), "O", 7), "C", 3)
    assert [balance(seen_by(found, one("C")), each) for each in "OC"] == [0, 3]
    assert glory(seen_by(found, nobody), found.book_now, "O") == glory(found.state, found.book_now, "O")


def test_fs_162_what_stood_there_before_is_seen_while_its_successor_is_built():
    found = rich()
    found.do("build", faction="O", territory="T02", item="barracks")
    with pytest.raises(Refused):
        found.do("build", faction="O", territory="T02", item="barracks")
    assert "mustering_ground" in seen_by(found, nobody).territories["T02"].items
    assert "barracks" not in seen_by(found, nobody).territories["T02"].items
