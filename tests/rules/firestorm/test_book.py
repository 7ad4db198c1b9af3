"""The book's data: figures, items, special places, settings; the default map; what its ground has to be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from rules.engine.codec import entity_types
from rules.engine.refusals import Refused
from rules.firestorm import GAME
from rules.firestorm.book import FirestormBook, firestorm_book, siege_book, start_book
from rules.firestorm.decks import chart, deck
from rules.firestorm.ground import (
    corner_errors,
    faction_count_advice,
    firestorm_map_book,
    firestorm_map_errors,
    firestorm_map_warnings,
)
from rules.firestorm.settings import FirestormSettings
from rules.firestorm.siege_book import SiegeBook
from rules.firestorm.state import Firestorm, Territory
from rules.maps.exchange import from_json, to_json
from rules.maps.model import Link, Map, Place, distances, link, neighbours
from rules.maps.ready import ready_for, ready_map
from tests.rules.firestorm.play import MAP, empty
from tests.rules.sourced import KNOWN

EDITION = "firestorm-1"


@pytest.fixture
def marches() -> Map:
    return ready_map(MAP)


def near_of(map: Map) -> dict[str, tuple[str, ...]]:
    return neighbours(map.links)


def test_fs_180_the_ember_marches_have_25_territories_and_44_edges(marches):
    assert (len(marches.places), len(marches.links)) == (25, 44)
    assert firestorm_map_errors(marches) == []
    assert firestorm_map_warnings(marches) == []
    assert {len(near_of(marches)[one.id]) for one in marches.places if one.corner} == {3}


@pytest.mark.parametrize("corner", ["T01", "T05", "T21", "T25"])
def test_fs_181_every_corner_of_the_default_map_is_as_far_from_everything(marches, corner):
    far = distances(corner, near_of(marches))
    special = sorted(far[one.id] for one in marches.places if one.special)
    assert special == [2, 2, 3, 5, 5]
    assert far["T13"] == 3
    corners = sorted(far[one] for one in ("T01", "T05", "T21", "T25") if one != corner)
    assert corners == [4, 4, 6]


def test_fs_93_five_territories_are_special_by_name(marches):
    special = {one.role: one.name for one in marches.places if one.special}
    assert special == {key: row.name for key, row in firestorm_book(EDITION).places.items()}
    assert len(special) == 5


def test_fs_182_each_role_lies_once_and_the_scepter_needs_three(marches):
    twice = _with(marches, "T12", role="titanworks")
    assert firestorm_map_errors(twice) == ["Titanworks lies in more than one territory."]
    assert firestorm_map_errors(_with(marches, "T12", role="moon")) == [
        "moon is not a special object in this book."
    ]
    assert firestorm_map_warnings(_with(marches, "T11", role="")) == [
        "The Scepter of Flame cannot be forged unless all three of its sites are on the map."
    ]


def test_fs_180_no_loops_and_no_double_edges(marches):
    assert firestorm_map_errors(_linked(marches, Link(id="T12|T12", a="T12", b="T12"))) == [
        "T12 is linked to itself."
    ]
    assert firestorm_map_errors(_linked(marches, link("T01", "T02"))) == [
        "The link T01|T02 is listed 2 times."
    ]


def test_fs_181_names_corners_and_size(marches):
    assert firestorm_map_errors(_with(marches, "T12", name="Dustwell")) == [
        "Dustwell: two territories have this name."
    ]
    assert firestorm_map_errors(_with(marches, "T02", corner="N")) == [
        "T01 and T02: corners cannot be next to each other."
    ]
    apart = tuple(one for one in marches.links if "T13" not in (one.a, one.b))
    assert firestorm_map_errors(replace(marches, links=apart)) == [
        "Not every territory can be reached from every other one."
    ]
    few = tuple(one for one in marches.links if one.id not in ("T01|T06", "T01|T07"))
    assert "T01: a corner needs at least 2 neighbours." in firestorm_map_errors(replace(marches, links=few))
    assert "A map for this book must have 8 to 60 territories." in firestorm_map_errors(_row(7))
    assert "A map for this book must have 8 to 60 territories." in firestorm_map_errors(_row(61))
    assert firestorm_map_errors(_row(8)) == firestorm_map_errors(_row(60)) == []
    assert list(corner_errors(marches, 4)) == []
    assert list(corner_errors(_with(marches, "T01", corner=""), 4)) == [
        "3 corners are marked; 4 factions need one each."
    ]


def test_fs_181_uneven_corners_are_a_warning(marches):
    assert firestorm_map_warnings(_linked(marches, link("T01", "T08"))) == [
        "The corners do not all have the same number of neighbours."
    ]
    assert firestorm_map_warnings(_with(_with(marches, "T03", special=False), "T11", special=False)) == [
        "The corners are not all the same distance from the nearest special territory."
    ]
    assert faction_count_advice(marches, 4) == []


def _with(map: Map, territory: str, **fields: Any) -> Map:
    places = tuple(replace(one, **fields) if one.id == territory else one for one in map.places)
    return replace(map, places=places)


def _linked(map: Map, *links: Link) -> Map:
    return replace(map, links=(*map.links, *links))


def _row(length: int) -> Map:
    """Territories in a row, without corners."""
    places = tuple(Place(id=f"p{n}", name=f"Place {n}") for n in range(length))
    return Map(places=places, links=tuple(link(f"p{n}", f"p{n + 1}") for n in range(length - 1)))


def test_fs_184_the_default_map_goes_out_and_comes_in_as_it_was(marches):
    assert from_json(to_json(marches)) == marches
    assert [one.key for one in ready_for("firestorm")] == [MAP]


def test_the_ground_of_this_book_knows_its_marks_and_items():
    found = firestorm_map_book()
    assert [one.field for one in found.marks] == ["corner", "special", "role", "bonus", "words"]
    assert {one.key for one in found.buildings} == set(firestorm_book(EDITION).items)


def test_every_row_of_the_book_names_a_rule_there_is():
    found = firestorm_book(EDITION)
    rows: list[Any] = [
        *found.items.values(),
        *found.places.values(),
        *found.orders.values(),
        *found.reminders,
    ]
    rows += [*found.alliances.values(), *found.refusals.values(), *found.settings.values()]
    rows += [found.scepter, *siege_book(EDITION).options.values()]
    assert [row.rule for row in rows if row.rule not in KNOWN] == []


def test_fs_81_the_chains_cost_what_their_steps_cost():
    items = firestorm_book(EDITION).items

    def whole(key: str) -> int:
        row = items[key]
        return row.cost + (whole(row.replaces) if row.replaces else 0)

    chains = {"war_lodge": 6, "walled_settlement": 6, "stronghold": 5, "foundry": 5, "temple": 6}
    assert {key: whole(key) for key in chains} == chains
    assert not items["lords_tower"].buildable


def test_fs_86_only_three_items_bring_a_garrison():
    garrisons = {key: row.garrison for key, row in firestorm_book(EDITION).items.items() if row.garrison}
    assert garrisons == {"mustering_ground": 1500, "barracks": 1500, "war_lodge": 2000}
    assert {key for key, row in firestorm_book(EDITION).items.items() if row.falls} == set(garrisons)


def test_fs_79_starred_items_are_five():
    starred = {key for key, row in firestorm_book(EDITION).items.items() if row.star}
    assert starred == {"forge", "foundry", "arcane_sanctum", "shrine", "temple"}


def test_fs_08_nothing_counts_muster_or_strategy_points():
    fields = {
        name
        for kind in (FirestormSettings, type(firestorm_book(EDITION).figures))
        for name in kind.model_fields
    }
    fields |= {name for kind in entity_types(Firestorm).values() for name in kind.__dataclass_fields__}
    assert not [one for one in fields if "muster" in one or "strategy" in one]
    assert "words" in Territory.__dataclass_fields__  # its Time of War


def test_the_settings_of_the_law_have_its_defaults():
    plain = FirestormSettings()
    numbers = (plain.banner_points, plain.glory_target, plain.old_point, plain.min_banner_without_tower)
    assert numbers == (2000, 30, 50, 0)
    on = {name for name in FirestormSettings.model_fields if getattr(plain, name) is True}
    assert on == {"realm_rules", "sudden_death", "friendly_swap", "public_bp"}
    words = {name: getattr(plain, name) for name in FirestormSettings.model_fields}
    assert {name: value for name, value in words.items() if isinstance(value, str)} == {
        "victory_check": "end_of_turn",
        "third_party": "queue",
        "aggregate": "unanimous",
        "draw_retreat": "both",
        "once_scope": "faction",
        "temple_scope": "any_owned",
        "scepter_scope": "kept_one_each",
        "captured_tower": "stronghold_only",
        "win_upgrade": "cap",
        "hero_death": "as_unit",
        "siege_mode": "defender_choice",
        "siege_grade": "major",
        "quick_source": "option",
        "reinforce": "battleplan4",
        "forlorn": "as_written",
        "seal_by": "anybody",
        "joining": "anyone",
    }
    own = {
        "seal_by",
        "joining",
        *(f"days_{one}" for one in ("preparation", "orders", "battles", "aftermath", "build")),
    }
    assert len(set(FirestormSettings.model_fields) - own) == 34
    assert [one.key for one in GAME.settings(EDITION)] == list(FirestormSettings.model_fields)


def test_a_setting_there_is_not_is_refused_with_what_there_is():
    with pytest.raises(Refused) as refused:
        empty(third_party="dance")
    assert refused.value.key == "third_party"
    assert "queue, stop_short, three_way" in refused.value.sentence
    assert dict(empty(siege_walled=True).state.now.settings) == {"siege_walled": True}
    assert dict(empty(min_banner_without_tower="1").state.now.settings) == {"min_banner_without_tower": 1}


def test_fs_116_the_charts_of_the_book_cover_every_face():
    found = empty()
    for name in ("unit", "champion"):
        rows = chart(found.state, found.book_now, name)
        assert [(row.first, row.last) for row in rows] == [(face, face) for face in range(1, 7)]
    assert len(deck(found.state, found.book_now, "objective")) >= 8
    assert len(deck(found.state, found.book_now, "sudden_death")) >= 3
    assert start_book(EDITION).times_of_war


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("items", "temple", "replaces"), "chapel", "replaces chapel"),
        (("items", "temple", "cost"), 0, "has a price"),
        (("glory",), {"draw": 1}, "glory"),
        (("scepter_sites",), ["moon"], "scepter_sites"),
        (("settings", "siege_mode", "options"), {"always": "Always"}, "siege_mode"),
    ],
)
def test_a_faulty_book_stops_the_start_and_says_where(path, value, fault):
    data: dict[str, Any] = firestorm_book(EDITION).model_dump()
    _change(data, path, value)
    with pytest.raises(ValidationError) as told:
        FirestormBook.model_validate(data)
    assert fault in str(told.value)


def _change(data: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value


def test_fs_158_the_eight_battleplans_stand_in_order_and_both_ways():
    found = siege_book(EDITION)
    assert [one.number for one in found.plans] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(one.besieged_wins and one.besieger_wins for one in found.plans)
    data = found.model_dump()
    data["plans"] = data["plans"][1:]
    with pytest.raises(ValidationError):
        SiegeBook.model_validate(data)


def test_the_fortress_has_four_pieces_with_their_wounds():
    pieces = siege_book(EDITION).pieces
    wounds = {key: row.wounds for key, row in pieces.items()}
    assert wounds == {"tower": 15, "keep": 20, "gate": 10, "wall": 12}
    assert pieces["wall"].save == ""
    assert pieces["gate"].save == "1+"


def test_fs_159_quick_rolls_of_options_and_battleplans():
    options = siege_book(EDITION).options
    rolled = {key: (row.by, row.quick) for key, row in options.items() if row.quick}
    assert rolled == {
        "undermine": ("besieger", 5),
        "starve_out": ("besieger", 4),
        "test_defense": ("besieger", 5),
        "infiltrate": ("besieger", 4),
        "send_for_help": ("besieged", 4),
        "sally_out": ("besieged", 4),
    }
    assert (options["undermine"].plan_by, options["undermine"].plan_quick) == ("besieged", 4)


def test_fs_157_siege_equipment_costs_what_it_costs():
    equipment = siege_book(EDITION).equipment
    assert {key for key, row in equipment.items() if row.cost == 2} == {
        "reinforced_battering_ram",
        "reinforced_siege_tower",
    }
    assert {row.cost for row in equipment.values()} == {1, 2}
    assert sum(row.side == "besieged" for row in equipment.values()) == 4
    assert len(equipment) == 12
