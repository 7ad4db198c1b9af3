"""The Build phase: what may be bought where, for how much, and what it brings."""

from __future__ import annotations

from typing import Any

import pytest

from rules.firestorm.benefits import card_item_keys, command_points, counted_copies, income, upgrades
from rules.firestorm.building.buying import begin_build_phase
from rules.firestorm.building.shop import ShopItem, brings_nothing, shop_item, shop_items
from rules.firestorm.effects import LedgerEntered
from rules.firestorm.faction_figures import balance, garrison
from rules.firestorm.glory.counting import glory, ledger
from rules.firestorm.phases.moving_on import enter_turn_phase
from tests.rules.firestorm.play import League, league


def rich(*factions: str, points: int = 20, **settings: Any) -> League:
    """A league in its Build phase in which O has so many build points."""
    found = league(*factions, phase="build", **settings)
    return give(found, "O", points)


def give(found: League, faction: str, points: int) -> League:
    work = found.working()
    work.enter("build", faction, points, "given", "FS-76")
    found.book(work.done())
    return found


def has(found: League, faction: str = "O") -> int:
    return balance(found.state, faction)


def offered(found: League, territory: str, item: str, faction: str = "O") -> ShopItem:
    return shop_item(found.state, found.book_now, faction, territory, item)


def build(found: League, territory: str, *items: str, faction: str = "O") -> League:
    for item in items:
        found.do("build", faction=faction, territory=territory, item=item)
    return found


# Income


def test_fs_74_the_best_forge_or_foundry_brings_its_points_when_the_phase_begins():
    """FE-48: Forge and Foundry elsewhere, no battle: +2."""
    found = league(phase="aftermath").own("O", "T02", "T06").build("T02", "forge").build("T06", "foundry")
    found.own("C", "T04").build("T04", "forge")
    work = found.working()
    enter_turn_phase(work, "build")
    found.book(work.done())
    assert [has(found, one) for one in "OCD"] == [2, 1, 0]


def test_fs_77_without_battle_and_forge_there_is_nothing():
    found = league(phase="aftermath")
    work = found.working()
    begin_build_phase(work)
    assert work.done() == ()


def test_fs_91_a_captured_forge_pays_its_new_owner_the_next_time_it_is_due():
    found = league(phase="build").own("O", "T02").build("T02", "forge").own("C", "T02")
    assert (income(found.state, found.book_now, "O"), income(found.state, found.book_now, "C")) == (0, 1)


def test_fs_92_whoever_loses_the_foundry_has_no_forge_left():
    found = build(rich().own("O", "T02"), "T02", "forge", "foundry")
    assert found.place("T02").items == ("foundry",)
    found.build("T02")
    assert income(found.state, found.book_now, "O") == 0


# Buying


def test_fs_75_only_in_the_build_phase_and_only_on_land_owned_then():
    found = rich().own("O", "T02")
    found.refused("E46", "build", faction="O", territory="T12", item="mustering_ground")
    found.enter("battles")
    found.refused("E01", "build", faction="O", territory="T02", item="mustering_ground")


def test_fs_75_several_items_in_one_turn_while_points_last():
    found = build(rich(points=3).own("O", "T02", "T06"), "T02", "mustering_ground", "forge")
    assert has(found) == 0
    found.refused("E64", "build", faction="O", territory="T06", item="mustering_ground")


def test_fs_76_every_purchase_is_a_row_and_nobody_owes():
    found = build(rich(points=2).own("O", "T02"), "T02", "mustering_ground")
    rows = [(one.amount, one.occasion) for one in found.state.ledger.values() if one.coin == "build"]
    assert rows == [(2, "given"), (-1, "built:mustering_ground")]
    said = found.refused("E64", "build", faction="O", territory="T02", item="barracks")
    assert "1 too few" in said
    assert "2 BP" in said
    assert "1 BP" in said


def test_fs_78_a_garrison_stands_from_the_moment_it_is_bought():
    found = build(rich().own("O", "T02"), "T02", "mustering_ground")
    assert garrison(found.book_now, found.place("T02")) == 1500


def test_fs_79_one_starred_building_in_a_territory():
    """FE-50, FE-51."""
    found = build(rich(points=5).own("O", "T02"), "T02", "forge")
    assert has(found) == 3
    found.refused("E61", "build", faction="O", territory="T02", item="shrine")
    build(found, "T02", "foundry")
    assert (found.place("T02").items, has(found)) == (("foundry",), 0)


def test_fs_80_nothing_is_built_at_a_lords_tower_whoever_owns_it():
    """FE-52."""
    found = rich()
    found.refused("E60", "build", faction="O", territory="T01", item="fortified_camp")
    found.own("O", "T05")
    found.refused("E60", "build", faction="O", territory="T05", item="fortified_camp")


@pytest.mark.parametrize(
    ("chain", "price"),
    [
        (("mustering_ground", "barracks", "war_lodge"), 6),
        (("fortified_camp", "walled_settlement"), 6),
        (("fortified_camp", "stronghold"), 5),
        (("forge", "foundry"), 5),
        (("shrine", "temple"), 6),
    ],
)
def test_fs_81_each_step_takes_the_place_of_the_one_before_at_its_full_price(chain, price):
    found = rich().own("O", "T02")
    for step in chain[1:]:
        found.refused("E62", "build", faction="O", territory="T02", item=step)
    build(found, "T02", *chain)
    assert (found.place("T02").items, 20 - has(found)) == ((chain[-1],), price)


def test_fs_81_barracks_need_a_mustering_ground():
    """FE-49."""
    found = rich(points=5).own("O", "T02")
    said = found.refused("E62", "build", faction="O", territory="T02", item="barracks")
    assert said == "There is no Mustering Ground here for the Barracks to replace."


def test_fs_82_one_of_each_chain_and_nothing_twice():
    found = build(rich().own("O", "T02"), "T02", "mustering_ground", "fortified_camp")
    for item in ("mustering_ground", "fortified_camp"):
        found.refused("E63", "build", faction="O", territory="T02", item=item)
    build(found, "T02", "barracks", "stronghold")
    for item in ("mustering_ground", "fortified_camp"):
        found.refused("E63", "build", faction="O", territory="T02", item=item)


def test_fs_82_different_chains_share_a_territory():
    items = ("mustering_ground", "barracks", "war_lodge", "fortified_camp", "stronghold", "forge", "foundry")
    found = build(rich().own("O", "T02"), "T02", *items)
    assert found.place("T02").items == ("war_lodge", "stronghold", "foundry")


@pytest.mark.parametrize("item", ["lords_tower", "scepter", "nothing"])
def test_fs_81_only_what_the_table_sells_is_bought(item):
    rich().own("O", "T02").refused("E65", "build", faction="O", territory="T02", item=item)


@pytest.mark.parametrize("item", ["forge", "arcane_sanctum", "temple"])
def test_fs_83_a_second_copy_is_a_spare_and_said_to_be(item):
    found = rich().own("O", "T02", "T06")
    assert not brings_nothing(found.state, found.book_now, "O", item)
    found.build("T02", item)
    if item == "temple":
        build(found.own("O", "T07"), "T07", "shrine", "temple")  # the first ones built, for their glory
    assert brings_nothing(found.state, found.book_now, "O", item)


def test_fs_83_a_third_settlement_is_a_spare_and_a_foundry_beside_a_forge_is_not():
    found = rich().own("O", "T02", "T06", "T07").build("T02", "walled_settlement", "forge")
    assert not offered(found, "T06", "walled_settlement").idle
    found.build("T06", "walled_settlement")
    assert offered(found, "T07", "walled_settlement").idle
    assert not offered(found, "T02", "foundry").idle
    assert offered(found, "T07", "forge").idle


def test_fs_84_copies_beyond_what_counts_bring_nothing():
    found = league().own("O", "T02", "T06", "T07", "T08")
    for place in ("T02", "T06", "T07"):
        found.build(place, "walled_settlement")
    found.build("T08", "war_lodge")
    state, book = found.state, found.book_now
    assert counted_copies(state, book, "O", "walled_settlement") == 2
    assert command_points(state, book, "O") == 2
    assert upgrades(state, book, "O") == 2


def test_fs_88_the_first_shrine_and_temple_bring_glory_once():
    """FE-54, FE-55."""
    found = rich().own("O", "T02", "T06")
    assert offered(found, "T02", "shrine").glory == 1
    build(found, "T02", "shrine")
    found.build("T02")
    build(found, "T02", "shrine", "temple")
    build(found, "T06", "shrine", "temple")
    assert [(one.occasion, one.amount) for one in ledger(found.state, "O")] == [
        ("first:shrine", 1),
        ("first:temple", 2),
    ]


@pytest.mark.parametrize(("scope", "second"), [("faction", 1), ("campaign", 0)])
def test_fs_88_who_gets_it_is_a_setting(scope, second):
    found = build(rich(once_scope=scope).own("O", "T02").own("C", "T04"), "T02", "shrine")
    give(found, "C", 5)
    assert offered(found, "T04", "shrine", "C").glory == second
    build(found, "T04", "shrine", faction="C")
    assert sum(one.amount for one in ledger(found.state, "C")) == second


def test_fs_88_a_captured_shrine_pays_nothing():
    found = build(rich().own("O", "T02"), "T02", "shrine").own("C", "T02")
    assert ledger(found.state, "C") == ()


def test_fs_90_cards_of_what_a_faction_has():
    found = league().own("O", "T02", "T03", "T11").build("T02", "foundry")
    assert card_item_keys(found.state, found.book_now, "O") == ["foundry", "prismatikon", "fulminax"]
    found.state = found.state.change("factions", "O", scepter=True)
    assert card_item_keys(found.state, found.book_now, "O")[-1] == "scepter"
    assert card_item_keys(found.state, found.book_now, "C") == []


# Scepter and levels


SITES = ("T11", "T13", "T15")


def test_fs_97_the_scepter_takes_three_sites_and_a_point_and_stays():
    """FE-59."""
    found = rich(points=1).own("O", "T11", "T13")
    said = found.refused("E66", "forge_scepter", faction="O")
    assert said.endswith("Black Iron Peninsula.")
    found.own("O", *SITES).do("forge_scepter", faction="O")
    assert (has(found), sum(one.amount for one in ledger(found.state, "O"))) == (0, 5)
    found.refused("E67", "forge_scepter", faction="O")
    found.own("C", "T11")
    work = found.working()
    begin_build_phase(work)
    found.book(work.done())
    assert found.state.factions["O"].scepter
    assert sum(one.amount for one in ledger(found.state, "O")) == 5


def test_fs_97_without_a_point_nothing_is_forged():
    rich(points=0).own("O", *SITES).refused("E64", "forge_scepter", rule="FS-76", faction="O")


def test_fs_97_where_there_is_one_scepter_the_second_is_refused():
    found = give(rich(scepter_scope="unique").own("O", *SITES), "C", 1)
    found.do("forge_scepter", faction="O")
    found.own("C", *SITES).refused("E68", "forge_scepter", faction="C")


def test_fs_97_where_it_is_lost_with_a_site_its_glory_goes_too():
    found = rich(scepter_scope="lost").own("O", *SITES)
    found.do("forge_scepter", faction="O")
    found.own("C", "T11")
    for _twice in range(2):
        work = found.working()
        begin_build_phase(work)
        found.book(work.done())
    assert not found.state.factions["O"].scepter
    assert [one.amount for one in ledger(found.state, "O")] == [5, -5]


def test_fs_142_a_stronghold_is_built_at_level_one_and_sold_levels_end_at_three():
    found = build(rich(level_price=2).own("O", "T02"), "T02", "fortified_camp", "stronghold")
    assert found.place("T02").level == 1
    for level in (2, 3):
        found.do("raise_level", faction="O", territory="T02")
        assert found.place("T02").level == level
    assert has(found) == 20 - 5 - 4
    found.refused("E71", "raise_level", faction="O", territory="T02")
    found.own("O", "T06").refused("E69", "raise_level", faction="O", territory="T06")
    found.enter("orders").refused("E01", "raise_level", faction="O", territory="T02")


def test_fs_142_levels_are_not_for_sale_unless_the_league_says_so():
    found = build(rich().own("O", "T02"), "T02", "fortified_camp", "stronghold")
    found.refused("E70", "raise_level", faction="O", territory="T02")


# The shop


def test_fs_75_the_shop_lists_every_territory_and_item_with_price_or_reason():
    found = rich(points=2).own("O", "T02")
    lines = shop_items(found.state, found.book_now, "O")
    buildable = [key for key, row in found.book_now.book.items.items() if row.buildable]
    assert [(one.territory, one.item) for one in lines] == [
        (place, item) for place in ("T01", "T02") for item in buildable
    ]
    can = {one.item for one in lines if one.why_not is None}
    assert can == {"mustering_ground", "fortified_camp", "forge", "arcane_sanctum"}
    assert {one.why_not.code for one in lines if one.why_not and one.territory == "T01"} >= {"E60"}


def test_fs_105_where_it_is_looked_at_once_a_purchase_may_win():
    found = rich(victory_check="at_once", glory_target=5).own("O", "T02", "T06", "T07")
    assert glory(found.state, found.book_now, "O") == 4
    effects = found.do("build", faction="O", territory="T02", item="shrine")
    assert found.state.now.winners == ("O",)
    assert any(isinstance(one, LedgerEntered) for one in effects)
