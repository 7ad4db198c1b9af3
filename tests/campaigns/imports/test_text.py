"""The text Army Forge shares: headers, brackets, copies, joined heroes, and lines nobody understands."""

import pytest

from campaigns.imports import Unreadable, read_army_list
from tests.campaigns.imports.helpers import DATA, by_name, said

UNIT = "Levy [5] Q5+ D5+ | 50pts | Furious\n5x Spear (A1)\n"


def test_header_name_may_hold_brackets_and_dashes(data) -> None:
    found = read_army_list(data("shared.txt"))
    assert (found.name, found.system, found.points) == ("300 - Fenland [spring] Levy", "gff", 290)


def test_hero_with_experience_item_and_trait(data) -> None:
    odo = by_name(read_army_list(data("shared.txt"), known_traits=["Agile"]))["Odo the Reeve"]
    assert (odo.quality, odo.defense, odo.size, odo.points, odo.experience) == (3, 4, 1, 80, 7)
    assert (odo.is_hero, odo.tough, odo.traits) == (True, 6, ("Agile",))
    assert [item.label for item in odo.items] == ["Marsh Ox (Tough(+3), Impact(2))"]
    assert [weapon.label for weapon in odo.weapons] == ["Falchion (A4, AP(2))", 'Sling (12", A1)']


def test_trait_not_known_by_name_stays_a_rule(data) -> None:
    odo = by_name(read_army_list(data("shared.txt")))["Odo the Reeve"]
    assert odo.traits == ()
    assert "Agile" in [rule.name for rule in odo.rules]


def test_hero_before_its_squad_is_joined_to_it(data) -> None:
    found = read_army_list(data("shared.txt"))
    assert by_name(found)["Odo the Reeve"].joined_to == by_name(found)["Levy"].key
    assert by_name(found)["Levy"].joined_to is None


def test_commas_in_brackets_do_not_split(data) -> None:
    levy = by_name(read_army_list(data("shared.txt")))["Levy"]
    assert [(weapon.count, weapon.label) for weapon in levy.weapons] == [
        (9, "Spear (A1)"),
        (1, 'Bow (24", A1, AP(1), Deadly(3))'),
    ]
    assert [item.label for item in levy.items] == ["Charms (Sniper)"]


def test_2x_is_that_many_units_each_at_the_printed_points(data) -> None:
    found = read_army_list(data("shared.txt"))
    scouts = [unit for unit in found.units if unit.name == "Scout with 3 dogs"]
    assert [unit.points for unit in scouts] == [15, 15]
    assert len({unit.key for unit in found.units}) == len(found.units) == 5
    assert "Listed 2 times" in said(found, "assumed", "Scout with 3 dogs")


def test_weapon_among_the_rules_is_a_weapon(data) -> None:
    beast = by_name(read_army_list(data("shared.txt")))["Bog Beast"]
    assert [weapon.label for weapon in beast.weapons] == ['Harpoon (18", A2, AP(1))', "Tusks (A4)"]
    assert [item.label for item in beast.items] == ["Oil Pots (AP(4) in melee)"]


def test_text_that_is_understood_has_nothing_refused(data) -> None:
    assert said(read_army_list(data("shared.txt")), "refused") == ""


def test_older_text_without_game_and_with_rules_below(data) -> None:
    found = read_army_list(data("shared-older.txt"))
    reeve, levy = found.units
    assert (found.system, found.points) == ("", 115)
    assert (reeve.quality, reeve.defense, reeve.is_hero, reeve.tough) == (3, 4, True, 3)
    assert [weapon.count for weapon in reeve.weapons] == [2, 1]
    assert (levy.size, levy.weapons[0].count) == (5, 5)
    assert "Read as rules of Reeve" in said(found, "assumed", "Line 5")


def test_text_without_header_is_read_with_a_remark() -> None:
    found = read_army_list(UNIT)
    assert (found.name, found.points) == ("My army", 50)
    assert "line with the list’s name is missing" in said(found, "assumed")


def test_line_before_any_unit_is_named_with_its_number() -> None:
    found = read_army_list("++ Levy [GF 50pts] ++\nhello there\n\n" + UNIT)
    assert said(found, "refused", "Line 2") == "Not understood: “hello there”."


def test_strange_part_of_a_weapon_line_is_named_with_its_number() -> None:
    found = read_army_list(UNIT.replace("5x Spear (A1)", "5x Spear (A1), a bag of eels"))
    assert said(found, "refused", "Line 2") == "Not understood in Levy: “a bag of eels”."
    assert [weapon.name for weapon in found.units[0].weapons] == ["Spear"]


def test_unreadable_points_keep_the_unit() -> None:
    found = read_army_list(UNIT.replace("50pts", "fifty"))
    assert (found.units[0].name, found.units[0].points) == ("Levy", 0)
    assert "points for Levy cannot be read" in said(found, "refused", "Line 1")


def test_hero_whose_squad_never_comes_stands_alone() -> None:
    found = read_army_list(UNIT + "# Joined to:\n")
    assert found.units[0].joined_to is None
    assert "is not the next one in the list" in said(found, "assumed", "Levy")


def test_second_list_in_one_paste_is_remarked_on() -> None:
    found = read_army_list("++ A [GF 50pts] ++\n" + UNIT + "++ B [GF 50pts] ++\n" + UNIT)
    assert found.points == 100
    assert "second list begins" in said(found, "assumed", "Line 4")


def test_hard_blanks_tabs_and_windows_lines_are_read_alike() -> None:
    pasted = (
        ("++ Levy [GF 50pts] ++\n\n" + UNIT).replace(" ", "\u00a0").replace("\n", "\r\n").replace("|", "\t|")
    )
    assert (
        read_army_list(pasted.encode("utf-16")).units
        == read_army_list("++ Levy [GF 50pts] ++\n\n" + UNIT).units
    )


def test_experience_makes_the_points_worth_a_look() -> None:
    found = read_army_list(UNIT.replace("50pts |", "50pts | 6XP |"))
    assert found.units[0].experience == 6
    assert "including for units with experience: Levy" in said(found, "assumed")


def test_endless_line_is_named_and_left_out() -> None:
    found = read_army_list(UNIT + "x" * 5_000)
    assert "longer than" in said(found, "refused", "Line 3")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("++ Levy [GF 0pts] ++\n", "no units"),
        ("9999x " + UNIT, "9999 units"),
        (UNIT * 1_500, "3000 lines"),
    ],
)
def test_too_little_or_too_much_is_refused(text, reason) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_army_list(text)


# What stands around a list


def test_header_of_today_has_a_version_and_a_count_of_units() -> None:
    found = read_army_list("++ Fen Watch (v3.5.3) [GF 50pts] [1 Units] ++\n\n" + UNIT)
    assert (found.name, found.system, found.points) == ("Fen Watch", "gf", 50)
    assert said(found, "refused") == ""
    assert "units add up" not in said(found, "assumed")  # the points of the header were read


@pytest.mark.parametrize("name", ["Levy (v2)", "[old] Levy", "Levy [5 Units]"])
def test_name_of_a_list_keeps_its_other_brackets(name: str) -> None:
    kept = name.removesuffix(" (v2)")
    assert read_army_list(f"++ {name} [AOFS 50pts] [1 Units] ++\n{UNIT}").name == kept


QUOTED = "Forwarded [AOFS 90pts]", "Captain Ada [1] Q3+ D4+ | 60pts | Hero, Tough(3)", "Sword (A3)"
MARKS = ("> ", ">> ", ">", "| ", "• ", "- ", "* ")


@pytest.mark.parametrize("mark", MARKS)
def test_marks_of_quoting_are_no_part_of_a_list(mark: str) -> None:
    lines = ["```text", f"++ {QUOTED[0]} ++", "", QUOTED[1], QUOTED[2], "", *UNIT.splitlines(), "```"]
    found = read_army_list("\n".join(f"{mark}{line}" for line in lines))
    assert (found.name, found.points) == ("Forwarded", 110)
    assert [unit.name for unit in found.units] == ["Captain Ada", "Levy"]
    assert [weapon.name for unit in found.units for weapon in unit.weapons] == ["Sword", "Spear"]
    assert [rule.label for rule in found.units[0].rules] == ["Hero", "Tough(3)"]
    assert said(found, "refused") == ""


def test_what_a_case_of_quoting_held() -> None:
    found = read_army_list(DATA.joinpath("shared-quoted.txt").read_text())
    assert (found.name, found.points) == ("Forwarded", 90)
    assert [(unit.name, unit.weapons[0].name) for unit in found.units] == [
        ("Captain Ada", "Sword"),
        ("Guard", "Spear"),
    ]


def _joined(*lines: str) -> dict[str, str]:
    found = read_army_list("\n".join(["++ Band [AOFS 1pts] ++", *lines]))
    names = found.unique_names
    return {names[unit.key]: names[unit.joined_to] for unit in found.units if unit.joined_to}


HERO = "{} [1] Q3+ D4+ | 60pts | Hero, Tough(3)"
SQUAD = "{} [5] Q4+ D5+ | 60pts | Fearless"


def test_a_hero_each_for_equal_squads() -> None:
    found = read_army_list(DATA.joinpath("shared-two-heroes.txt").read_text())
    assert (found.points, len(found.units)) == (250, 4)
    keys = {unit.name: unit.key for unit in reversed(found.units)}
    ties = {unit.name: unit.joined_to for unit in found.units if unit.joined_to}
    assert ties == {"Captain Ada": keys["Guards"], "Captain Bo": found.units[3].key}


def test_equal_heroes_listed_once_are_shared_out_too() -> None:
    tied = _joined("2x " + HERO.format("Captain"), "# Joined to:", "2x " + SQUAD.format("Guards"))
    assert tied == {"Captain": "Guards", "Captain 2": "Guards 2"}


def test_more_heroes_than_squads_share_the_last_one() -> None:
    heroes = [line for name in ("Ada", "Bo", "Cy") for line in (HERO.format(name), "# Joined to:")]
    tied = _joined(*heroes, "2x " + SQUAD.format("Guards"), SQUAD.format("Archers"))
    assert tied == {"Ada": "Guards", "Bo": "Guards 2", "Cy": "Guards 2"}
    found = read_army_list("\n".join(["++ Band [AOFS 1pts] ++", *heroes, "2x " + SQUAD.format("Guards")]))
    assert "more heroes than units" in said(found, "assumed", "Cy")
    assert "more heroes than units" not in said(found, "assumed", "Bo")


def test_the_last_hero_of_all_is_on_its_own() -> None:
    found = read_army_list(
        "\n".join(["++ Band [AOFS 1pts] ++", SQUAD.format("Guards"), HERO.format("Ada"), "# Joined to:"])
    )
    assert found.units[1].joined_to is None
    assert "on its own" in said(found, "assumed", "Ada")


@pytest.mark.parametrize(
    ("header", "units"),
    [
        ("", 1),  # typed by hand: the models stand before the name and behind it
        ("++ By hand [AOFS 140pts] ++\n", 1),
        ("++ Five squads [AOFS 340pts] ++\n", 5),
        ("++ Something was forgotten [AOFS 150pts] ++\n", 1),
    ],
)
def test_5x_before_a_unit_of_5_is_one_unit_unless_the_points_say_five(header: str, units: int) -> None:
    found = read_army_list(
        f"{header}5x {UNIT}\n2x Scout [1] Q4+ D5+ | 40pts\nKnife (A1)\n\nBo [1] Q4+ D4+ | 10pts\nFist (A1)\n"
    )
    levies = [one for one in found.units if one.name == "Levy"]
    assert [(one.size, one.points) for one in levies] == [(5, 50)] * units
    assert ("Read as one unit of 5 models" in said(found, "assumed", "Levy")) is (units == 1)
    assert len([one for one in found.units if one.name == "Scout"]) == 2
