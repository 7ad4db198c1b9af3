"""Rosters as XML, zipped and as JSON; and archives or documents that mean harm."""

import io
import json
import zipfile

import pytest

from campaigns.imports import ListedUpgrade, Unreadable, read_army_list
from tests.campaigns.imports.helpers import by_name, said


def zipped(*members: tuple[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return file.getvalue()


def test_units_points_sizes_and_heroes(data) -> None:
    found = read_army_list(data("roster.ros"))
    king, oarsmen = found.units
    assert (found.name, found.system, found.points) == ("Sea Kings", "Invented Game", 230)
    assert (king.shown_name, king.points, king.base_points, king.size) == ("Hrolf & Sons", 100, 90, 1)
    assert (king.is_hero, king.is_caster, oarsmen.is_hero) == (True, True, False)
    assert (oarsmen.points, oarsmen.base_points, oarsmen.size) == (130, 130, 12)


def test_weapons_items_rules_and_priced_upgrades(data) -> None:
    king, oarsmen = read_army_list(data("roster.ros")).units
    assert king.upgrades == (ListedUpgrade("Great Axe", 10),)
    assert [weapon.label for weapon in king.weapons] == ["Great Axe (A4)"]
    assert [item.name for item in king.items] == ["Lucky Coin"]
    assert [rule.name for rule in king.rules] == ["Oathbound"]
    assert [(weapon.count, weapon.label) for weapon in oarsmen.weapons] == [(12, 'Bow (18")')]


def test_extras_and_missing_figures_are_named(data) -> None:
    found = read_army_list(data("roster.ros"))
    assert "Sea Spirit (40 points) is not a unit" in said(found, "ignored")
    assert "no Quality or Defense" in said(found, "assumed")
    assert "says 270 points, but its units add up to 230" in said(found, "assumed")
    assert "assumed a size of 12 for this unit" in said(found, "assumed", "Oarsmen")


def test_zipped_roster_is_the_same_list(data) -> None:
    archive = zipped(("Sea Kings.ros", data("roster.ros")))
    assert read_army_list(archive, "Sea Kings.rosz") == read_army_list(data("roster.ros"))


def test_json_roster_reads_numbers() -> None:
    unit = {"name": "Oarsmen", "type": "unit", "number": 1, "costs": [{"name": "pts", "value": 120}]}
    unit["selections"] = [{"name": "20 Oarsmen", "type": "upgrade", "number": 2}]
    roster = {"name": "Kings", "costs": [{"name": "pts", "value": 120}], "forces": [{"selections": [unit]}]}
    found = read_army_list(json.dumps({"roster": roster}))
    assert (by_name(found)["Oarsmen"].points, by_name(found)["Oarsmen"].size) == (120, 40)
    assert "says" not in said(found, "assumed")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_document_type_and_entities_are_refused(encoding) -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><roster name="&b;"/>'
    with pytest.raises(Unreadable, match="document type"):
        read_army_list(bomb.encode(encoding))
    with pytest.raises(Unreadable, match="document type"):
        read_army_list(zipped(("r.ros", bomb)))


def test_archive_that_unpacks_to_far_too_much_is_refused() -> None:
    with pytest.raises(Unreadable, match="far too large"):
        read_army_list(zipped(("r.ros", b" " * 50_000_000)))


@pytest.mark.parametrize("members", [[], [("a.txt", "x")], [("a.ros", "x"), ("b.ros", "x")]])
def test_archive_must_hold_exactly_one_roster(members) -> None:
    with pytest.raises(Unreadable):
        read_army_list(zipped(*members))


def test_archive_packed_in_a_costly_way_is_refused() -> None:
    with pytest.raises(Unreadable, match="ordinary zip"):
        read_army_list(zipped(("r.ros", "<roster/>"), method=zipfile.ZIP_LZMA))


def test_torn_archive_is_refused(data) -> None:
    archive = zipped(("r.ros", data("roster.ros")))
    with pytest.raises(Unreadable, match="damaged"):
        read_army_list(archive[: len(archive) // 2])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("<roster><forces>", "damaged"),
        ("<?xml version='1.0'?><army/>", "not a roster"),
        ("<roster name='Empty'/>", "no units"),
        ("<roster>" + "<forces>" * 50_000 + "</forces>" * 50_000 + "</roster>", "nested too deeply"),
        ("<roster>" * 100_000, "damaged"),
    ],
)
def test_other_xml_is_refused(content, reason) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_army_list(content)


# Data for One Page Rules' games


def test_units_typed_upgrade_are_units_by_their_profile(data) -> None:
    found = read_army_list(data("roster-opr-units-typed-upgrade.ros"))
    assert (found.name, found.system, found.points) == ("Harbour Watch", "gf", 245)
    master, hands = found.units
    assert (master.points, master.size, master.quality, master.defense) == (95, 1, 3, 2)
    assert (master.tough, master.is_hero) == (3, True)
    assert [rule.label for rule in master.rules] == ["Fearless", "Hero", "Tough(3)"]
    assert [weapon.label for weapon in master.weapons] == ["Boarding Pike (A2, AP(1))"]
    assert (hands.points, hands.size, hands.quality, hands.defense, hands.tough) == (150, 10, 4, 5, 1)
    assert [rule.label for rule in hands.rules] == ["Strider"]
    assert [(one.count, one.label) for one in hands.weapons] == [(10, 'Harpoon Gun (24", A1)')]
    assert [notice.level for notice in found.notices] == ["understood"]


def test_profile_of_a_model_has_the_figures_of_firefight(data) -> None:
    found = read_army_list(data("roster-opr-firefight-model-profile.ros"))
    assert (found.name, found.system, found.points) == ("Harbour Gang", "gff", 125)
    boss, lookout = found.units
    assert (boss.points, boss.quality, boss.defense, boss.tough, boss.is_hero) == (100, 3, 2, 3, True)
    assert [weapon.label for weapon in boss.weapons] == ['Scatter Gun (12", A2, AP(1), Blast(3))']
    assert (lookout.points, lookout.quality, lookout.defense) == (25, 4, 5)
    assert "Quality" not in said(found, "assumed")


def test_missing_figures_are_named_for_the_units_that_miss_them(data) -> None:
    text = data("roster-opr-firefight-model-profile.ros").decode()
    found = read_army_list(text.replace("5+</characteristic>", "-</characteristic>"))
    assert "no Quality or Defense" not in said(found, "assumed")
    assert "Defense is missing" in said(found, "assumed", "Lookout")


def test_what_a_file_manager_packs_beside_a_roster_does_not_count(data) -> None:
    roster = data("roster.ros")
    archive = zipped(
        ("army.ros", roster),
        ("__MACOSX/._army.ros", b"\x00\x05\x16\x07" + b"\0" * 22),
        (".hidden.ros", b"x"),
        ("desktop.ini", b"x"),
        ("folder/", b""),
    )
    assert read_army_list(archive) == read_army_list(roster)


def test_halves_are_added_up_before_they_are_rounded() -> None:
    halves = [
        {"name": f"Knife {n}", "type": "upgrade", "costs": [{"name": "pts", "value": 0.5}]} for n in "ab"
    ]
    unit = {
        "name": "Oarsmen",
        "type": "unit",
        "costs": [{"name": "pts", "value": "120.5"}],
        "selections": halves,
    }
    found = read_army_list(json.dumps({"roster": {"name": "Kings", "forces": [{"selections": [unit]}]}}))
    assert found.points == 122  # 120.5 and two halves
    assert "rounded to 122" in said(found, "assumed", "Oarsmen")
