"""A rulebook of another kind tells the neutral map what it wants of its ground."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.refusals import Refused
from rules.maps.book import MARKS, NO_BOOK, Kind, Making, MapBook, Mark
from rules.maps.check import map_errors
from rules.maps.editing import painted, with_hex
from rules.maps.exchange import BadMap, from_json, to_json
from rules.maps.generator import Wishes, generate
from rules.maps.model import Map
from rules.maps.ready import READY, Ready, ready_for
from rules.maps.refusals import Unfit

TOWERS = MapBook(
    game="towers",
    each=3,
    land=("plain",),
    buildings=(Kind("tower", "Lord's tower", "bricks", brush=True), Kind("shrine", "shrine")),
    marks=(Mark("corner", "Starts here"), Mark("bonus", "Glory"), Mark("words", "Time of War")),
    advice=lambda map, players: [f"{players} factions"],
    rules={"size": "TW-01", "land": "TW-02"},
    making=Making(each=range(3, 13), apart=3, home="tower"),
)
SHEET: dict[str, Any] = {
    "tiles": [{"key": "a", "building": "tower"}, {"key": "b"}],
    "edges": [["a", "b"]],
}


def test_a_book_says_what_stands_on_a_map_and_what_it_is_called():
    assert TOWERS.stands == ("tower", "shrine")
    assert TOWERS.building("tower").word == "Lord's tower"
    assert TOWERS.building("castle") == Kind("castle", "castle")  # another book's: by its key, no icon
    assert TOWERS.terrains == ("plain",)
    assert [one.field for one in TOWERS.other_marks] == ["role", "special"]
    assert NO_BOOK.other_marks == MARKS


def test_a_map_brought_in_holds_what_its_book_knows_and_any_map_is_read_without_one():
    assert from_json(SHEET, TOWERS.stands).places[0].building == "tower"
    with pytest.raises(BadMap) as bad:
        from_json(SHEET, ("castle",))
    assert bad.value.faults == ["Territory a: the building must be '' or 'castle'."]
    assert from_json(to_json(from_json(SHEET))) == from_json(SHEET)
    assert map_errors(from_json(SHEET)) == map_errors(from_json(SHEET), ("tower",)) == []
    assert map_errors(from_json(SHEET), ()) == ["a: this rulebook has no building called “tower”."]


def test_what_the_ground_refuses_cites_the_rule_of_whoever_asked():
    ground = with_hex(Map(), 0, 0, "a")
    with pytest.raises(Unfit) as bare:
        painted(ground, "nowhere")
    assert bare.value.rule == ""
    with pytest.raises(Refused) as refused, TOWERS.citing():
        painted(ground, "nowhere")
    assert (refused.value.rule, refused.value.sentence) == ("TW-02", bare.value.sentence)
    with pytest.raises(Refused) as unruled, TOWERS.citing():
        with_hex(ground, 0, 0)  # about links, for which this book has no rule
    assert unruled.value.rule == ""
    with pytest.raises(Refused) as kept, TOWERS.citing():
        raise Refused("TW-09", "Not now.", "key")
    assert (kept.value.rule, kept.value.key) == ("TW-09", "key")


@pytest.mark.parametrize("seed", ["ash", "birch"])
def test_the_generator_sets_what_the_book_begins_with_and_nothing_it_does_not_know(seed):
    assert TOWERS.making is not None
    made = generate(Wishes(players=4, per_player=12, seed=seed, spare=3), TOWERS.making)
    assert {one.building for one in made.map.places} == {"", "tower"}
    assert sorted(one.id for one in made.map.places if one.building) == sorted(made.capitals)
    assert {one.objective for one in made.map.places} == {""}
    assert len(made.score.deductions) == 3 + len(made.score.failed)
    assert made.score.capital_distance >= 3


def test_the_generator_keeps_the_numbers_of_the_book():
    assert TOWERS.making is not None
    with pytest.raises(Unfit) as refused:
        generate(Wishes(players=4, per_player=13, seed="x"), TOWERS.making)
    assert refused.value.sentence == "Each player needs 3 to 12 territories."
    assert (refused.value.part, refused.value.key) == ("size", "per_player")


def test_ready_maps_are_offered_to_the_books_they_are_for(monkeypatch):
    assert ready_for("conquest") == READY[:3]
    assert ready_for("towers") == ()
    both = Ready("two_rivers", ("conquest", "towers"), (2, 4), "")
    monkeypatch.setattr("rules.maps.ready.READY", (*READY[1:], both))
    assert ready_for("towers") == (both,)
    assert len(ready_for("conquest")) == 3
