"""The one door: recognising, refusing, cleaning names, and never raising anything but Unreadable."""

import copy
import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.imports import MOST_BYTES, ImportedList, Unreadable, read_army_list
from tests.campaigns.imports.helpers import DATA, a_list, a_unit, read_json, said

FEW = settings(max_examples=50, deadline=None)
RESOLVED = json.loads((DATA / "resolved-2026.json").read_bytes())
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "This is empty"),
        (b" \n ", "This is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not a text file"),
        (b"\xff\xfe\x00", "not a text file"),
        ("Hüter [5] Q4+ D5+ | 50pts | Furious".encode("cp1252"), "saved in an old encoding"),
        (b"{", "is cut off"),
        (b"[]", "not an army list we recognise"),
        (b'{"name": "Sheet", "cells": []}', "not an army list we recognise"),
        (b"[" * 200_000, "nested too deeply|is cut off"),
        (b'{"units": ' + b"9" * 5_000 + b"}", "is cut off|not an army list"),
        (b"<!DOCTYPE html><html><body>Army</body></html>", "web page"),
        (b"Dear diary, today I painted a mule.", "not an army list we recognise"),
        (b"https://example.org/list", "This is a link"),
        (b"x" * (MOST_BYTES + 1), "larger than 2 MB"),
    ],
)
def test_what_is_no_list_is_refused_with_a_sentence(content, reason) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_army_list(content)


def test_refusal_names_the_file() -> None:
    with pytest.raises(Unreadable, match=r"“mule\.txt” is not an army list"):
        read_army_list(b"mule", "mu\u202ele.txt")


def test_share_link_is_answered_with_the_address_to_open() -> None:
    with pytest.raises(Unreadable) as refusal:
        read_army_list("https://army-forge.onepagerules.com/share?id=AbC-12_x&name=Levy")
    first, _, then = refusal.value.sentence.partition("; or ")
    assert "Share the list as text" in first
    assert "https://army-forge.onepagerules.com/api/tts?id=AbC-12_x and paste" in then


@pytest.mark.parametrize("name", ["resolved-2023.json", "resolved-2026.json", "shared.txt", "roster.ros"])
def test_list_survives_being_stored_as_json(data, name) -> None:
    found = read_army_list(data(name))
    assert ImportedList.from_dict(json.loads(json.dumps(found.as_dict()))) == found


def test_stored_nonsense_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="units"):
        ImportedList.from_dict({"name": "Levy"})


def test_byte_order_mark_and_utf16_are_read() -> None:
    content = json.dumps(a_list(a_unit(name="Möwen")), ensure_ascii=False)
    for data in (content.encode("utf-8-sig"), content.encode("utf-16"), "\ufeff" + content):
        assert read_army_list(data).units[0].name == "Möwen"


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Gua\u202erds\u2066\u200f", "Guards"),
        ("Gu\x00ar\x07ds", "Guards"),
        (" Old\n\tGuard\u2028 ", "Old Guard"),
        ("Mo\u0308wen", "Möwen"),
        ("<b>Guards</b> & '; DROP TABLE", "<b>Guards</b> & '; DROP TABLE"),
        ("👩\u200d🚀 אבירים", "👩\u200d🚀 אבירים"),
        ("Broken\ud800", "Broken"),
    ],
)
def test_names_lose_only_what_cannot_be_shown(given_name, kept) -> None:
    assert read_json(a_unit(name=given_name)).units[0].name == kept


def test_endless_name_is_cut_with_a_remark() -> None:
    found = read_json(a_unit(name="n" * 300))
    assert found.units[0].name == "n" * 120
    assert "cut to 120 characters" in said(found, "assumed")


@pytest.mark.parametrize("name", [None, "", "\u200b", 7.5, ["x"]])
def test_nameless_unit_gets_a_name_or_keeps_its_number(name) -> None:
    assert read_json(a_unit(name=name)).units[0].name in ("Unit 1", "7.5")


def test_kept_lists_go_on_spelling_experience_as_they_did(data) -> None:
    kept = json.loads(json.dumps(read_army_list(data("shared.txt")).as_dict()))
    assert [unit["xp"] for unit in kept["units"]] == [7, 0, 0, 0, 0]
    assert "experience" not in kept["units"][0]


def test_flood_of_remarks_ends_with_their_number() -> None:
    units = [a_unit(quality=None, defense=None, rules=[None]) for _ in range(200)]
    found = read_json(*units)
    assert len(found.notices) <= 310
    assert "more remarks are not shown" in said(found, "refused")


def is_sound(found: ImportedList) -> bool:
    keys = [unit.key for unit in found.units]
    joined = [unit.joined_to for unit in found.units if unit.joined_to]
    names = [found.name, *(unit.shown_name for unit in found.units)]
    clean = all(name and len(name) <= 120 and "Cc" not in map(unicodedata.category, name) for name in names)
    figures = all(0 <= unit.points <= 100_000 and unit.size >= 1 and unit.tough >= 1 for unit in found.units)
    stored = ImportedList.from_dict(json.loads(json.dumps(found.as_dict()))) == found
    return clean and figures and stored and len(set(keys)) == len(keys) and set(joined) <= set(keys)


def read_or_refused(content: bytes | str) -> bool:
    try:
        return is_sound(read_army_list(content, "list", known_traits=["Agile"]))
    except Unreadable as refusal:
        return refusal.sentence.endswith(".")


@FEW
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_bytes_are_read_or_refused(content) -> None:
    assert read_or_refused(content)


@FEW
@given(
    st.sampled_from([b"PK\x03\x04", b"<?xml version='1.0'?><roster>", b'{"roster":', b"++ "]),
    st.binary(max_size=80),
)
def test_any_false_beginning_is_read_or_refused(start, rest) -> None:
    assert read_or_refused(start + rest)


@FEW
@given(ODD)
def test_any_json_as_units_is_read_or_refused(odd) -> None:
    assert read_or_refused(json.dumps({"gameSystem": "gf", "units": odd}))
    assert read_or_refused(json.dumps({"gameSystem": "gf", "units": [odd, a_unit()]}))
    assert read_or_refused(json.dumps({"roster": {"forces": [{"selections": odd}], "costs": odd}}))
    assert read_or_refused(json.dumps({"saveVersion": odd, "list": odd, "listPoints": odd}))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_resolved_list_with_anything_anywhere_is_read_or_refused(data) -> None:
    mutated = copy.deepcopy(RESOLVED)
    for _ in range(data.draw(st.integers(1, 3))):
        node = mutated
        while isinstance(node, dict | list) and node:
            key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
            if not isinstance(node[key], dict | list) or not node[key] or data.draw(st.integers(0, 3)) == 0:
                node[key] = data.draw(ODD)
                break
            node = node[key]
    assert read_or_refused(json.dumps(mutated))


@FEW
@given(st.data())
def test_shared_text_with_anything_anywhere_is_read_or_refused(data) -> None:
    content = (DATA / "shared.txt").read_text()
    place = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(place, min(place + 10, len(content))))
    assert read_or_refused(content[:place] + data.draw(st.text(max_size=10)) + content[end:])


@FEW
@given(st.data())
def test_roster_with_anything_anywhere_is_read_or_refused(data) -> None:
    content = (DATA / "roster.ros").read_text()
    place = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(place, min(place + 10, len(content))))
    assert read_or_refused(content[:place] + data.draw(st.text(max_size=10)) + content[end:])
