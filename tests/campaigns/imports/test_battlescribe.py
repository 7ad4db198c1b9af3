"""Rosters as XML, zipped and as JSON; and archives or documents that mean harm."""

import io
import json
import zipfile

import pytest

from campaigns.imports import Unreadable, Upgrade, read
from tests.campaigns.imports.helpers import by_name, said


def zipped(*members: tuple[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return file.getvalue()


def test_units_points_sizes_and_heroes(data) -> None:
    found = read(data("roster.ros"))
    king, oarsmen = found.units
    assert (found.name, found.system, found.points) == ("Sea Kings", "Invented Game", 230)
    assert (king.shown_name, king.points, king.base_points, king.size) == ("Hrolf & Sons", 100, 90, 1)
    assert (king.is_hero, king.is_caster, oarsmen.is_hero) == (True, True, False)
    assert (oarsmen.points, oarsmen.base_points, oarsmen.size) == (130, 130, 12)


def test_weapons_items_rules_and_priced_upgrades(data) -> None:
    king, oarsmen = read(data("roster.ros")).units
    assert king.upgrades == (Upgrade("Great Axe", 10),)
    assert [weapon.label for weapon in king.weapons] == ["Great Axe (A4)"]
    assert [item.name for item in king.items] == ["Lucky Coin"]
    assert [rule.name for rule in king.rules] == ["Oathbound"]
    assert [(weapon.count, weapon.label) for weapon in oarsmen.weapons] == [(12, 'Bow (18")')]


def test_extras_and_missing_figures_are_named(data) -> None:
    found = read(data("roster.ros"))
    assert "Sea Spirit (40 points) is not a unit" in said(found, "ignored")
    assert "no Quality and Defense" in said(found, "assumed")
    assert "says 270 points, its units add up to 230" in said(found, "assumed")
    assert "took its size as 12" in said(found, "assumed", "Oarsmen")


def test_zipped_roster_is_the_same_list(data) -> None:
    archive = zipped(("Sea Kings.ros", data("roster.ros")))
    assert read(archive, "Sea Kings.rosz") == read(data("roster.ros"))


def test_json_roster_reads_numbers() -> None:
    unit = {"name": "Oarsmen", "type": "unit", "number": 1, "costs": [{"name": "pts", "value": 120}]}
    unit["selections"] = [{"name": "20 Oarsmen", "type": "upgrade", "number": 2}]
    roster = {"name": "Kings", "costs": [{"name": "pts", "value": 120}], "forces": [{"selections": [unit]}]}
    found = read(json.dumps({"roster": roster}))
    assert (by_name(found)["Oarsmen"].points, by_name(found)["Oarsmen"].size) == (120, 40)
    assert "says" not in said(found, "assumed")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_document_type_and_entities_are_refused(encoding) -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><roster name="&b;"/>'
    with pytest.raises(Unreadable, match="document type"):
        read(bomb.encode(encoding))
    with pytest.raises(Unreadable, match="document type"):
        read(zipped(("r.ros", bomb)))


def test_archive_that_unpacks_to_far_too_much_is_refused() -> None:
    with pytest.raises(Unreadable, match="far too large"):
        read(zipped(("r.ros", b" " * 50_000_000)))


@pytest.mark.parametrize("members", [[], [("a.txt", "x")], [("a.ros", "x"), ("b.ros", "x")]])
def test_archive_must_hold_exactly_one_roster(members) -> None:
    with pytest.raises(Unreadable):
        read(zipped(*members))


def test_archive_packed_in_a_costly_way_is_refused() -> None:
    with pytest.raises(Unreadable, match="ordinary zip"):
        read(zipped(("r.ros", "<roster/>"), method=zipfile.ZIP_LZMA))


def test_torn_archive_is_refused(data) -> None:
    archive = zipped(("r.ros", data("roster.ros")))
    with pytest.raises(Unreadable, match="damaged"):
        read(archive[: len(archive) // 2])


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
        read(content)
