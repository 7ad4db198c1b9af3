"""What is fixed, closed and told as a whole: a battle's gears, orders nobody sealed, a league's realm."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.refusals import Refused
from rules.firestorm import GAME
from rules.firestorm.battles.locking import lock_battle
from rules.firestorm.book import firestorm_in_force, start_book
from rules.firestorm.building.secret import _plain
from rules.firestorm.effects import BattleLocked, Marched
from rules.firestorm.faction_figures import TOWER
from rules.firestorm.reveal.opening import _defended
from rules.firestorm.state import Battle, Order, Score
from rules.maps.ready import ready_map
from tests.rules.firestorm.battles.test_games import B, fight
from tests.rules.firestorm.play import MAP, League, empty, league
from tests.rules.firestorm.setting_up.test_founding import founded
from tests.rules.firestorm.siege.test_siege import siege


@pytest.mark.parametrize(("owner", "gears"), [("O", ("O",)), ("C", ("C",)), ("D", ()), ("", ())])
def test_fs_96_whose_gears_count_is_fixed_with_the_points(owner: str, gears: tuple[str, ...]) -> None:
    found = fight(queued=True)
    place = next(one for one, two in found.state.territories.items() if two.role == "infinity_gears")
    found.own(owner, place)
    work = found.working()
    lock_battle(work, found.state.battles[B])
    (locked,) = work.done()
    assert isinstance(locked, BattleLocked)
    assert (locked.gears, locked.rule) == (gears, "FS-24")


def test_fs_25_initiative_is_told_from_the_highest_down() -> None:
    found = league("O", "C", phase="initiative")
    found.do("roll_initiative", dice=(2, 5))
    told = found.ask("initiative")
    assert [set(one) for one in told] == [{"faction", "place", "dice"}] * 2
    assert [(one["place"], one["dice"]) for one in told] == [(1, [5]), (2, [2])]


def test_fs_09_a_league_has_the_realm_of_its_book() -> None:
    state = GAME.begin("", {})
    assert state.now.realm == start_book(state.now.edition).realm != ""
    assert firestorm_in_force(state)


def closing(*sealed: str) -> League:
    found = league("O", "C", "D", phase="orders")
    for one in sealed:
        found.state = found.state.change("campaign", "campaign", done=(*found.state.now.done, one))
    return found


@pytest.mark.parametrize("sealed", [(), ("O",), ("O", "C")])
def test_fs_29_who_has_sealed_nothing_holds_once_the_orders_are_closed(sealed: tuple[str, ...]) -> None:
    found = closing(*sealed)
    effects = found.do("close_orders")
    assert found.phase != "orders"
    done = [one.faction for one in effects if type(one).__name__ == "FactionDone"]
    assert sorted(done) == [one for one in ("C", "D", "O") if one not in sealed]  # each of them once
    told = [one.sheet.faction for one in effects if type(one).__name__ == "SheetChanged" and one.sheet.silent]
    assert sorted(told) == ["C", "D", "O"]  # who is done without a sheet has sealed nothing either
    assert all(one.rule == "FS-29" for one in effects if type(one).__name__ == "SheetChanged")


def test_fs_29_orders_are_closed_in_their_phase_only() -> None:
    found = league("O", "C", phase="battles")
    with pytest.raises(Refused):
        found.do("close_orders")


def field_of(found: League, act: str, **params: Any) -> tuple[str, str | None]:
    """The rule something is refused by, and the field it is said beside."""
    with pytest.raises(Refused) as refused:
        found.do(act, **params)
    return refused.value.rule, refused.value.key


def test_fs_01_10_and_50_a_refusal_stands_beside_its_field() -> None:
    found = fight()
    assert field_of(found, "join", faction="Z", owner="person-9")[1] == "faction"
    assert field_of(found, "report", battle="nothing", faction="O", result="draw")[1] == "battle"
    for points in (99, 20_001):
        refused = field_of(found, "agree_size", battle=B, faction="C", points=points)
        assert refused == ("FS-10", "points")
    for points in (100, 20_000):
        found.do("agree_size", battle=B, faction="C", points=points)


def test_fs_142_a_level_is_raised_on_your_own_ground_only() -> None:
    found = league("O", "C", phase="build").own("C", "T12")
    found.refused("E46", "raise_level", faction="O", territory="T12")
    assert field_of(found, "raise_level", faction="O", territory="T12")[1] == "territory"


def test_fs_52_who_defends_and_whose_garrison_stands() -> None:
    cases = (("C", "C1", 1500), ("D", "C1", 0), ("C", "", 1500), ("O", "C1", 0))
    for owner, stands, points in cases:
        found = league("O", "C", "D").build("T12", "barracks").own(owner, "T12")
        found.stand("O1", "T12", own=False)
        if stands:
            found.stand(stands, "T12", own=False)
        work = found.working()
        battle = Battle(id=B, turn=1, number=1, territory="T12", attacker="O1", attack="O")
        seen = _defended(work, battle, found.banner("O1"))
        assert (seen.defender, seen.defend) == (stands, "C" if stands else owner)
        assert (type(seen.garrison), seen.garrison) == (int, points)


def test_fs_01_a_faction_and_its_first_player_are_named_after_the_entry() -> None:
    found = empty()
    found.do("lay_map", map=ready_map(MAP))
    entry = f"e{found.entries + 1}"
    found.do("found", colour="red", owner="person-9")
    assert list(found.state.factions) == [f"{entry}.faction"]
    assert list(found.state.players) == [f"{entry}.player"]


def test_fs_03_the_first_banners_are_numbered_from_one() -> None:
    found = founded("O", "C")
    found.do("begin_play")
    assert sorted(one.number for one in found.state.banners.values()) == [1, 2]


def test_fs_14_a_new_banner_is_named_after_its_entry_and_stands_at_its_tower() -> None:
    found = league("O", "C", phase="preparation").own("O", "T02", "T06", "T07").stand("O1", "T02")
    entry = f"e{found.entries + 1}"
    found.do("raise_banner", faction="O")
    assert found.banner(f"{entry}.banner").territory == "T01"


def test_fs_110_a_banner_without_a_commander_is_told_without_one() -> None:
    found = league("O", "C").stand("O1", "T02")
    told = next(one for one in found.ask("banners") if one["banner"] == "O1")
    assert told["commander"] == ""


def test_fs_124_without_a_tower_there_is_no_die() -> None:
    found = fight()
    assert found.ask("command_points", faction="O")["die"] == "D3"
    assert found.own("C", "T01").ask("command_points", faction="O")["die"] == ""


def test_fs_106_the_score_of_each_turn_names_its_faction() -> None:
    found = league("O", "C")
    old = found.state.turns["turn:1"]
    kept = replace(old, scores=(Score(faction="O", holdings=3, ledger=2),))
    found.state = found.state.put("turns", kept)
    assert found.ask("scores") == [{"turn": 1, "faction": "O", "holdings": 3, "ledger": 2}]


@pytest.mark.parametrize(
    ("items", "level"), [(("stronghold",), 2), ((TOWER,), 2), (("barracks",), 0), ((), 0)]
)
def test_fs_140_a_level_stays_with_its_stronghold_or_tower(items: tuple[str, ...], level: int) -> None:
    found = league("O", "C").build("T12", *items, level=2)
    plain = _plain(found.book_now, found.place("T12"))
    assert (plain.level, set(plain.items)) == (level, set(items))


def test_fs_40_the_way_of_a_march_is_kept_with_its_order() -> None:
    found = league("O", "C").stand("O1", "T02")
    state = found.state.put("orders", Order(id="o", turn=1, faction="O", banner="O1"))
    marched = Marched(
        banner="O1", order="o", trail=("T02", "T03"), to="T03", moved=True, marched=False, rule="FS-40"
    )
    after = marched.apply(state)
    assert after.orders["o"].trail == ("T02", "T03")
    assert (after.banners["O1"].territory, after.banners["O1"].moved) == ("T03", True)


def test_fs_146_a_siege_turn_out_of_its_order_is_refused_beside_the_faction() -> None:
    assert field_of(siege(), "siege_turn", battle=B, faction="C", turn=1)[1] == "faction"
    assert field_of(siege(), "siege_turn", battle=B, faction="O", turn=2)[1] == "faction"


def test_fs_151_the_name_of_a_wall_has_eighty_letters_at_most() -> None:
    found = siege(step="besieger")
    given: dict[str, Any] = {"battle": B, "faction": "O", "turn": 1, "option": "undermine"}
    found.refused("E116", "take_option", **given, target="w" * 81)
    found.do("take_option", **given, target="w" * 80)


def test_fs_157_what_is_bought_for_an_assault_is_numbered() -> None:
    found = siege(step="assault", besieger_points=9)
    for target in ("north gate", "south gate"):
        found.do("buy_equipment", battle=B, faction="O", item="log_ram", target=target)
    assert sorted(found.state.purchases) == [f"{B}:bought:1", f"{B}:bought:2"]
