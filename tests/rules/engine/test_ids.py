"""One pattern for ids: what may be called so, and where it is asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.ids import is_id
from rules.engine.refusals import Refused
from rules.maps.check import map_errors
from rules.maps.editing import relabelled, with_point
from rules.maps.exchange import BadMap, from_json, to_json
from rules.maps.model import Link, Map, Place
from rules.maps.ready import ready_map
from rules.maps.refusals import Unfit
from rules.rehearsal.coverage import ROOT
from tests.rules.conquest.test_setup import club, row
from tests.rules.firestorm.setting_up.test_founding import founded

FINE = (
    "T01", "7", "C4", "s12.faction", "turn:3:battle:T07:1", "objective:own:02", "gf-3.4.0", "app_1", "Süd 2",
    "King's Gate", "King’s Gate", "St. Mary", "ノ1", "की", "Ö" + "\u0308",
)  # fmt: skip
NASTY = (
    "a/b", "/", "..", ".", "../x", "a|b", "a?b", "a#b", "a%2Fb", "a\\b", "a\nb", "a\tb", "a\0b", "<b>", 'a"b',
    "a&b", "a;b", "a,b", "a~b", " a", "a ", "a  b", "-a", "a-", "_", "'a", "a\u202eb", "a\u200bb", "🂡",
    "{0}", "a=b", "a+b", "a@b", "*",
)  # fmt: skip


@pytest.mark.parametrize("text", FINE)
def test_what_an_id_may_be(text: str) -> None:
    assert is_id(text)


@pytest.mark.parametrize("text", ["", *NASTY])
def test_what_none_is(text: str) -> None:
    assert not is_id(text)


@given(st.text(max_size=12))
def test_an_id_parts_no_address_no_list_of_names_and_no_who(text: str) -> None:
    if is_id(text):
        assert not set(text) & set('/\\?#%|~,;"<>&\0\n\r\t')
        assert text == text.strip()
        assert text.strip(".") != ""


def test_every_id_of_the_examples_and_the_ready_maps_is_one() -> None:
    """All that rules make and we draw: of a link its two ends."""
    files = [*Path(ROOT, "rules").glob("*/examples.json"), *Path(ROOT, "rules/maps/ready").glob("*.json")]
    found = set(_ids([json.loads(file.read_text()) for file in files]))
    assert len(found) > 100
    assert not [one for one in found if not all(map(is_id, one.split("|")))]


def _ids(told: Any) -> list[str]:
    if isinstance(told, dict):
        own = [one for name in ("id", "key") if isinstance(one := told.get(name), str) and one]
        return [*own, *(one for inner in told.values() for one in _ids(inner))]
    return [one for inner in told for one in _ids(inner)] if isinstance(told, list) else []


# Where one is born


@pytest.mark.parametrize("text", NASTY)
def test_a_map_has_none_that_is_no_id(text: str) -> None:
    odd = Map(places=(Place(id="A"), Place(id=text)))
    assert len(map_errors(odd)) == 1
    if len(text) <= 20:
        told: Any = to_json(ready_map("ember_marches"))
        told["tiles"][0]["key"] = text
        with pytest.raises(BadMap) as bad:
            from_json(told)
        assert any(repr(text)[1:-1] in one or text in one for one in bad.value.faults)
    for change in (lambda: with_point(odd, 5, 5, text), lambda: relabelled(odd, "A", text)):
        if text.strip() == text:
            with pytest.raises(Unfit) as unfit:
                change()
            assert unfit.value.key == "label"


def test_a_link_is_called_after_what_it_links() -> None:
    places = (Place(id="A"), Place(id="B"))
    assert map_errors(Map(places=places, links=(Link(id="A|B", a="A", b="B"),))) == []
    for one in (Link(id="x/y", a="A", b="B"), Link(id="B|A", a="B", b="A")):
        assert map_errors(Map(places=places, links=(one,))) == [
            f"{one.id} is not the name of a link between {one.a} and {one.b}."
        ]


@pytest.mark.parametrize("text", [one for one in NASTY if "\0" not in one])  # no text has that
def test_no_book_takes_one(text: str) -> None:
    factions, realms = founded("O", "C"), club(2, row(20))
    place = {"id": text, "x": 1, "y": 1}
    given: dict[str, Callable[[], object]] = {
        "faction": lambda: factions.do("found", colour="c9", faction=text),
        "player": lambda: factions.do("found", colour="c9", player=text),
        "player ": lambda: factions.do("join", faction="O", owner="zoe", player=text),
        "realm": lambda: realms.do("enlist", colour="new", realm=text),
        "label": lambda: realms.do("add", place=place, near=()),
        "place": lambda: factions.do("add", place=place, near=("T02",)),
    }
    for key, act in given.items():
        with pytest.raises(Refused) as refused:
            act()
        assert (refused.value.key or "") == key.strip()


def test_a_map_that_holds_one_from_before_is_changed_on() -> None:
    """Only what a change puts there is refused."""
    found = founded("O", "C")
    found.state = found.state.put("territories", replace(found.place("T13"), id="a/b"))
    found.do("redraw", territory="T12", fields={"name": "The Ford"})
    assert found.place("T12").name == "The Ford"
