"""Resolved Army Forge lists: points, ties, equipment, and what is said about the rest."""

import pytest

from campaigns.imports import ListedUpgrade, Rule, Unreadable, read_army_list
from tests.campaigns.imports.helpers import a_unit, by_name, read_json, said


def option(label: str = "Axe", cost: float = 5, **more: object) -> dict[str, dict[str, object]]:
    return {"upgrade": {"label": "Take"}, "option": {"label": label, "cost": cost, **more}}


def test_points_of_the_2023_list_add_up_to_its_own(data) -> None:
    found = read_army_list(data("resolved-2023.json"))
    assert found.points == 305
    assert [unit.points for unit in found.units] == [100, 45, 115, 45]


def test_price_is_the_one_for_this_unit_of_the_book(data) -> None:
    guards = by_name(read_army_list(data("resolved-2023.json")))["Guards"]
    assert guards.upgrades == (ListedUpgrade("Twin Mace (A2, AP(1))", 5),) * 2
    assert guards.base_points == 35


def test_option_cost_counts_where_no_price_names_the_unit() -> None:
    found = read_json(a_unit(selectedUpgrades=[option(cost=10, costs=[{"cost": 5, "unitId": "another"}])]))
    assert found.points == 50


def test_negative_upgrade_lowers_the_points() -> None:
    found = read_json(a_unit(selectedUpgrades=[option(cost=-15)]))
    assert (found.points, found.units[0].base_points) == (25, 40)


def test_two_combined_entries_are_one_unit_of_double_size(data) -> None:
    archers = read_army_list(data("resolved-2023.json")).units[2]
    assert (archers.size, archers.combined, archers.points, archers.base_points) == (10, True, 115, 120)
    assert [weapon.label for weapon in archers.weapons] == ['Bow (24", A1)', "Cudgel (A1)"]
    assert [weapon.count for weapon in archers.weapons] == [9, 1]
    assert archers.rules == (Rule("Scout"),)


def test_second_half_standing_first_still_joins_its_other_half() -> None:
    found = read_json(
        a_unit(selectionId="b", combined=True, joinToUnit="a", cost=30),
        a_unit(selectionId="a", combined=True, customName="Old Guard", cost=20),
    )
    assert [(unit.shown_name, unit.size, unit.points) for unit in found.units] == [("Old Guard", 6, 50)]


def test_combined_unit_without_its_other_half_is_remarked_on() -> None:
    found = read_json(a_unit(combined=True))
    assert not found.units[0].combined
    assert "other half is missing" in said(found, "assumed", "Guards")


def test_joined_hero_stays_a_unit_and_points_at_the_whole_squad(data) -> None:
    found = read_army_list(data("resolved-2026.json"))
    assert [unit.shown_name for unit in found.units] == ["Odo", "Levy", "Bog Beast"]
    assert by_name(found)["Odo"].joined_to == by_name(found)["Levy"].key
    assert "Attached to Levy" in said(found, "understood", "Odo")


@pytest.mark.parametrize("mark", ["gone", "s1"])
def test_hero_joining_nobody_or_itself_stands_alone(mark) -> None:
    found = read_json(a_unit(joinToUnit=mark))
    assert found.units[0].joined_to is None
    assert "on its own" in said(found, "assumed", "Guards")


def test_two_of_the_same_id_are_remarked_on_where_somebody_joins_that_id() -> None:
    twice = (a_unit(selectionId="a"), a_unit(selectionId="a"))
    assert "same ID" not in said(read_json(*twice), "assumed")
    joined = read_json(*twice, a_unit(selectionId="b", joinToUnit="a"))
    assert "same ID" in said(joined, "assumed", "List")


def test_units_joining_in_a_circle_are_untied() -> None:
    found = read_json(
        a_unit(selectionId="a", joinToUnit="b"),
        a_unit(selectionId="b", joinToUnit="c"),
        a_unit(selectionId="c", joinToUnit="a"),
    )
    assert [unit.joined_to for unit in found.units] == ["u2", "u3", None]


def test_combined_entries_in_a_circle_are_all_kept() -> None:
    found = read_json(
        a_unit(selectionId="a", combined=True, joinToUnit="b"),
        a_unit(selectionId="b", combined=True, joinToUnit="a"),
    )
    assert found.points == 80


def test_hero_tough_and_caster_come_from_rules_and_items(data) -> None:
    captain = read_army_list(data("resolved-2023.json")).units[0]
    assert (captain.is_hero, captain.tough, captain.is_caster) == (True, 3, True)
    guards = read_army_list(data("resolved-2023.json")).units[1]
    assert (guards.is_hero, guards.tough, guards.is_caster) == (False, 1, False)


def test_tough_of_an_item_with_a_plus_is_added(data) -> None:
    found = read_army_list(data("resolved-2026.json"))
    assert by_name(found)["Odo"].tough == 6
    assert "add up to Tough(6)" in said(found, "assumed", "Odo")


def test_weapon_fields_take_texts_numbers_and_a_missing_range(data) -> None:
    captain, guards = read_army_list(data("resolved-2023.json")).units[:2]
    assert captain.weapons[0].label == "Boarding Axe (A2, AP(1))"
    assert [(weapon.count, weapon.label) for weapon in guards.weapons] == [
        (2, "Twin Mace (A2, AP(1))"),
        (1, "Boat Hook (A1, Rending)"),
    ]


def test_items_give_weapons_rules_and_stay_items(data) -> None:
    odo = by_name(read_army_list(data("resolved-2026.json")))["Odo"]
    assert [weapon.name for weapon in odo.weapons] == ["Falchion", "Horns"]
    assert [item.label for item in odo.items] == ["Marsh Ox (Tough(+3), Impact(2))"]
    assert [rule.label for rule in odo.rules] == ["Hero", "Tough(3)", "Brave"]


def test_book_item_stays_unless_an_upgrade_replaced_it(data) -> None:
    found = read_army_list(data("resolved-2026.json"))
    assert [item.name for item in by_name(found)["Bog Beast"].items] == ["Howdah"]
    assert "Howdah was kept" in said(found, "assumed", "Bog Beast")


def test_list_without_final_equipment_takes_the_books() -> None:
    weapon = {"type": "ArmyBookWeapon", "name": "Axe", "attacks": 1}
    unit = a_unit(equipment=[weapon])
    del unit["loadout"]
    found = read_json(unit)
    assert [weapon.name for weapon in found.units[0].weapons] == ["Axe"]
    assert "we took it from the army book" in said(found, "assumed", "Guards")


def test_experience_and_traits_are_kept_by_name(data) -> None:
    found = read_army_list(data("resolved-2026.json"), known_traits=["Agile"])
    assert (by_name(found)["Odo"].experience, by_name(found)["Odo"].traits) == (7, ("Agile", "Webbed Feet"))
    assert (by_name(found)["Levy"].experience, by_name(found)["Levy"].traits) == (2, ("Agile",))
    assert "“Webbed Feet”" in said(found, "assumed", "Odo")
    assert "“Agile”" not in said(found, "assumed", "Odo")


def test_what_is_left_out_or_odd_is_said(data) -> None:
    found = read_army_list(data("resolved-2026.json"))
    assert "notes" in said(found, "ignored", "Odo")
    assert "not allowed" in said(found, "understood", "Bog Beast")
    assert "reports 1 problem" in said(found, "understood", "Fenland Levy")
    assert "Special rules are imported by name only" in said(
        read_army_list(data("resolved-2023.json")), "ignored"
    )


def test_list_above_its_limit_is_read_with_a_remark(data) -> None:
    found = read_army_list(data("resolved-2023.json"))
    assert "305 points, above its own limit of 300" in said(found, "understood")


def test_points_that_differ_from_the_lists_own_are_named() -> None:
    found = read_json(a_unit(xp=5), listPoints=45)
    assert "says 45 points, but its units add up to 40" in said(found, "assumed", "Levy")
    assert "experience" in said(found, "assumed", "Levy")
    assert "says" not in said(read_json(a_unit(), listPoints=40), "assumed")


def test_unknown_game_is_kept_and_named() -> None:
    found = read_json(a_unit(), gameSystem="XYZ")
    assert found.system == "xyz"
    assert "“xyz”" in said(found, "assumed", "Levy")


def test_entry_that_is_no_unit_is_named_not_dropped() -> None:
    found = read_json(a_unit(), "nonsense", None, {"id": "x"})
    assert len(found.units) == 1
    assert [n.where for n in found.notices if n.level == "refused"] == ["Entry 2", "Entry 3", "Entry 4"]


@pytest.mark.parametrize("cost", [-5, 100_001, 10**30, "many", 2.25, True, [], {"a": 1}])
def test_absurd_price_is_refused_and_nought(cost) -> None:
    found = read_json(a_unit(cost=cost))
    assert found.points == 0
    assert "price" in said(found, "refused", "Guards").lower()


def test_upgrades_that_cost_more_than_the_unit_are_refused() -> None:
    found = read_json(a_unit(selectedUpgrades=[option(cost=-100)]))
    assert found.points == 0
    assert "-60 is not between 0 and 100000" in said(found, "refused", "Guards")


@pytest.mark.parametrize("quality", [1, 7, 0, -3, None, "high"])
def test_quality_outside_2_to_6_stays_open(quality) -> None:
    found = read_json(a_unit(quality=quality))
    assert found.units[0].quality is None
    assert "Quality should be 2 to 6" in said(found, "refused", "Guards")


def test_upgrade_that_cannot_be_read_is_said_to_spoil_the_points() -> None:
    found = read_json(a_unit(selectedUpgrades=[{"optionId": "x"}]))
    assert "points may be wrong" in said(found, "refused", "Guards")


def test_list_without_units_is_refused() -> None:
    with pytest.raises(Unreadable, match="no units"):
        read_json()


def test_list_of_far_too_many_units_is_refused() -> None:
    with pytest.raises(Unreadable, match="201 units"):
        read_json(*[a_unit()] * 201)


def test_unit_with_far_too_many_rules_says_how_many_were_read() -> None:
    found = read_json(a_unit(rules=[{"name": f"Rule {n}"} for n in range(80)]))
    assert len(found.units[0].rules) == 60
    assert "first 60 of 80 rules" in said(found, "refused", "Guards")


def test_save_file_is_refused_with_what_to_bring_instead(data) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_army_list(data("save-file.json"))
    assert "(Second Levy, 255 points, 2 units)" in refusal.value.sentence
    assert "share it as text" in refusal.value.sentence


def test_same_names_are_told_apart(data) -> None:
    found = read_army_list(data("resolved-2023.json"))
    assert list(found.unique_names.values()) == ["Ysolde „Möwe“", "Guards", "Archers", "Archers 2"]


GUN = {
    "type": "ArmyBookWeapon",
    "name": "Bike Gun",
    "range": 24,
    "attacks": 2,
    "count": 1,
    "specialRules": [],
}


def an_item(name: str, count: int, *content: object) -> dict[str, object]:
    return {"type": "ArmyBookItem", "name": name, "count": count, "content": list(content)}


def test_what_an_item_holds_is_counted_for_each_item() -> None:
    bike = an_item("Courier Bike", 3, GUN, {"type": "ArmyBookRule", "name": "Fast"})
    unit = read_json(a_unit(loadout=[bike])).units[0]
    assert [(weapon.count, weapon.label) for weapon in unit.weapons] == [(3, 'Bike Gun (24", A2)')]
    assert [(item.count, item.label) for item in unit.items] == [(3, "Courier Bike (Fast)")]


def test_items_within_items_are_counted_on() -> None:
    bike = an_item("Bike", 3, an_item("Saddlebag", 2, {**GUN, "count": 2}))
    unit = read_json(a_unit(loadout=[bike])).units[0]
    assert [(item.count, item.name) for item in unit.items] == [(3, "Bike"), (6, "Saddlebag")]
    assert [weapon.count for weapon in unit.weapons] == [12]


def test_two_upgrades_that_add_to_a_rule_both_count() -> None:
    tougher = {"type": "ArmyBookRule", "name": "Tough", "rating": 3, "modify": True, "label": "Tough(+3)"}
    twice = [option("Mount", gains=[tougher]), option("Plate", gains=[tougher])]
    known = {"name": "Tough", "rating": 3, "label": "Tough(3)"}
    assert read_json(a_unit(rules=[known], selectedUpgrades=twice)).units[0].tough == 9
    # the book's rules name them already: they are the same two
    listed = read_json(a_unit(rules=[known, tougher, tougher], selectedUpgrades=twice))
    assert listed.units[0].tough == 9


def test_an_option_that_the_book_took_away_has_no_price() -> None:
    found = read_json(a_unit(selectedUpgrades=[option("Old Axe", 9999)]))
    assert found.points == 40
    assert "Old Axe no longer has a price" in said(found, "refused", "Guards")


def test_half_a_point_is_rounded_up_and_told() -> None:
    found = read_json(a_unit(cost=40.5, selectedUpgrades=[option(cost=2.5)]))
    assert found.points == 41 + 3
    assert "rounded to 41" in said(found, "assumed", "Guards")
