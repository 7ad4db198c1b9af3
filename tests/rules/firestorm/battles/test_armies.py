"""Who marches under a banner, who changes it, what an army brings along, and what a battle reminds of."""

from __future__ import annotations

from typing import Any

import pytest

from rules.firestorm.battles.reminders import battle_reminders, is_mixed
from rules.firestorm.setting_up.armies import commander_of
from rules.firestorm.state import Battle, Order, Player
from tests.rules.firestorm.play import League, league


def ready(**settings: Any) -> League:
    """O has banners next to each other on T07 and T08 and one further off, on T01."""
    found = league(phase="preparation", **settings)
    return found.stand("O2", "T07").stand("O3", "T08")


def listed(found: League, name: str, banner: str = "O2", kind: str = "unit") -> str:
    found.do("list_character", faction="O", banner=banner, name=name, kind=kind)
    return list(found.state.characters)[-1]


def test_fs_17_commanders_and_named_characters_march_under_one_banner():
    found = ready()
    listed(found, "Vandus", kind="commander")
    listed(found, "Celestant-Prime", kind="named")
    for name in ("Vandus", "celestant-prime"):
        found.refused("E36", "list_character", faction="O", banner="O3", name=name, kind="named")
    listed(found, "Liberators")
    again = listed(found, "Liberators", "O3")
    assert found.state.characters[again].banner == "O3"


def test_fs_19_a_banner_has_one_commander():
    found = ready()
    listed(found, "Vandus", kind="commander")
    found.refused("E38", "list_character", faction="O", banner="O2", name="Other", kind="commander")
    listed(found, "Other", "O3", kind="commander")
    assert [commander_of(found.state, one).name for one in ("O2", "O3")] == ["Vandus", "Other"]  # type: ignore[union-attr]


def test_fs_123_after_a_commanders_death_a_new_one_is_named_without_upgrades():
    found = ready()
    old = listed(found, "Vandus", kind="commander")
    found.state = found.state.change("characters", old, alive=False)
    new = listed(found, "Thostos", kind="commander")
    assert commander_of(found.state, "O2") == found.state.characters[new]
    assert not [one for one in found.state.upgrades.values() if one.character == new]


def test_fs_121_the_dead_are_fielded_by_nobody():
    found = ready()
    fallen = listed(found, "Archaon", kind="named")
    found.state = found.state.change("characters", fallen, alive=False)
    found.refused("E37", "list_character", faction="C", banner="C1", name="Archaon", kind="named")


def test_fs_18_only_between_neighbouring_banners_of_one_faction_in_preparation():
    """FE-80."""
    found = ready().stand("O4", "T09")
    who = listed(found, "Vandus", kind="named")
    found.refused("E33", "change_banner", faction="O", character=who, banner="O4")
    found.refused("E34", "change_banner", faction="O", character=who, banner="C1")
    found.do("change_banner", faction="O", character=who, banner="O3")
    assert found.state.characters[who].banner == "O3"
    found.enter("orders")
    found.refused("E01", "change_banner", faction="O", character=who, banner="O2")


def test_fs_18_both_banners_are_on_the_map():
    found = ready()
    who = listed(found, "Vandus", kind="named")
    found.state = found.state.change("banners", "O3", at="reserve", territory="")
    found.refused("E35", "change_banner", faction="O", character=who, banner="O3")


def test_fs_18_commanders_swap_and_do_not_join_another():
    found = ready()
    one, other = listed(found, "Vandus", kind="commander"), listed(found, "Other", "O3", kind="commander")
    found.refused("E38", "change_banner", faction="O", character=one, banner="O3")
    found.do("change_banner", faction="O", character=one, banner="O3", swap=other)
    assert [found.state.characters[who].banner for who in (one, other)] == ["O3", "O2"]


def test_fs_11_an_army_brings_its_advancements_before_the_first_battle():
    found = ready()
    who = listed(found, "Liberators")
    found.do("bring_upgrade", faction="O", character=who, name="Grim")
    (one,) = found.state.upgrades.values()
    assert (one.legacy, one.name, one.state, one.chart) == (True, "Grim", "held", "unit")
    found.enter("battles")
    found.refused("E109", "bring_upgrade", faction="O", character=who, name="Swift")


def fought(found: League) -> list[tuple[str, str]]:
    battle = Battle(
        id="b1", turn=1, number=1, territory="T12", attacker="O1", attack="O", defender="C1", defend="C"
    )
    found.state = found.state.put("battles", battle)
    return [(one.key, one.faction) for one in battle_reminders(found.state, found.book_now, battle)]


def test_fs_09_the_realm_is_reminded_of_where_the_league_plays_by_it():
    assert ("realm", "") in fought(league(phase="battles"))
    assert ("realm", "") not in fought(league(phase="battles", realm_rules=False))


def test_fs_54_and_125_what_holds_in_every_battle_is_always_there():
    found = league(phase="battles", realm_rules=False, sudden_death=False)
    assert fought(found) == [("always", "")] * 3


def test_fs_07_mixed_factions_are_reminded_of_their_allies():
    found = league(phase="battles")
    assert not is_mixed(found.state, "O")
    found.state = found.state.put("players", Player(id="p2", faction="O", owner="x", alliance="death"))
    assert ("mixed", "O") in fought(found)


@pytest.mark.parametrize(("marched", "shown"), [(True, True), (False, False)])
def test_fs_35_only_who_marched_is_told_to_be_tired(marched, shown):
    found = league(phase="battles")
    found.state = found.state.change("banners", "O1", marched=marched)
    assert (("fatigued", "O") in fought(found)) is shown


def test_fs_37_a_fortified_banner_is_told_of_its_obstacles():
    found = league(phase="battles")
    order = Order(id="turn:1:C1", turn=1, faction="C", banner="C1", kind="fortify", carried="fortify")
    found.state = found.state.put("orders", order)
    assert ("fortified", "C") in fought(found)


def test_fs_90_and_94_95_98_cards_of_both_factions_are_shown_to_them():
    found = league(phase="battles").own("O", "T03").own("C", "T11", "T04").build("T04", "arcane_sanctum")
    found.state = found.state.change("factions", "O", scepter=True)
    shown = fought(found)
    assert {("prismatikon", "O"), ("scepter", "O"), ("fulminax", "C"), ("arcane_sanctum", "C")} <= set(shown)


def told_of(found: League, key: str, faction: str) -> str:
    """What the card of something says to a faction in the battle; empty when it has none."""
    rows = battle_reminders(found.state, found.book_now, found.state.battles[list(found.state.battles)[-1]])
    return next((one.text for one in rows if (one.key, one.faction) == (key, faction)), "")


def test_fs_95_whoever_owns_fulminax_has_one_unit_that_wounds_better_and_only_while_it_is_theirs():
    found = league(phase="battles").own("O", "T11")
    fought(found)
    assert told_of(found, "fulminax", "O") == "One of your units gets +1 to wound throughout the battle."
    assert told_of(found, "fulminax", "C") == ""
    lost = league(phase="battles").own("C", "T11")
    fought(lost)
    assert (told_of(lost, "fulminax", "O"), bool(told_of(lost, "fulminax", "C"))) == ("", True)


def test_fs_98_the_scepter_is_the_general_s_weapon_and_stays_when_the_sites_are_lost():
    found = league(phase="battles").own("C", "T11")
    found.state = found.state.change("factions", "O", scepter=True)
    fought(found)
    says = told_of(found, "scepter", "O")
    assert "one of your general’s melee weapons" in says
    assert "+1 to hit, +1 to wound and +1 damage" in says
    assert told_of(found, "scepter", "C") == ""
