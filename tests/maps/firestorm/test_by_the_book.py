"""Evenings of Firestorm through the pages, with the rulebook beside them.

Every figure expected here was worked out by hand from the book before the evening was played.
"""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from rules.engine.refusals import Refused
from rules.firestorm.book import firestorm_in_force
from rules.firestorm.figures.banners import allowed_banners
from rules.firestorm.figures.battles import side_points
from rules.firestorm.figures.holdings import build_points
from rules.firestorm.glory.counting import glory, glory_audit
from rules.firestorm.state import Battle
from tests.maps.firestorm.fights import (
    at_the_tower,
    battle_in,
    bought,
    done,
    fought,
    founder,
    in_the_field,
    on_to_the_next_turn,
    ordered,
    page_at,
    sent,
)
from tests.maps.firestorm.play import Table

pytestmark = pytest.mark.django_db


def score(table: Table) -> dict[str, tuple[int, int]]:
    """What each faction holds and has earned: `{"Marta": (4, 1)}`."""
    state, book = table.state, firestorm_in_force(table.state)
    told = {name: glory_audit(state, book, faction) for name, faction in table.factions.items()}
    for name, faction in table.factions.items():
        assert told[name].total == glory(state, book, faction)
    return {name: (one.held, one.earned) for name, one in told.items()}


def purses(table: Table) -> dict[str, int]:
    """Build points of each."""
    state, book = table.state, firestorm_in_force(table.state)
    return {name: build_points(state, book, faction)["balance"] for name, faction in table.factions.items()}


def forces(table: Table, battle: Battle) -> dict[str, tuple[int, bool, bool]]:
    """The points each side fights with, and whether it is fatigued and fortified."""
    told = side_points(table.state, firestorm_in_force(table.state), battle.id)
    return {founder(table, one["faction"]): (one["total"], one["fatigued"], one["fortified"]) for one in told}


def spoils(table: Table, battle: Battle, **faces: tuple[object, ...]) -> None:
    """Each side's die for build points; the winner's second after `True`."""
    for name, (first, *more) in faces.items():
        key = f"build:{battle.id}:{table.factions[name]}:1"
        said = {key: first, ":again": bool(more), f"{key}:2": more[0] if more else 0}
        done(table, name, battle.id, "roll_build", said=said)


def place(table: Table, name: str) -> str:
    """Where the one banner of a faction stands, or that it is off the map."""
    (banner,) = (one for one in table.state.banners.values() if one.faction == table.factions[name])
    return banner.territory if banner.at == "map" else banner.at


def owned(table: Table, name: str) -> list[str]:
    return sorted(key for key, one in table.state.territories.items() if one.owner == table.factions[name])


def test_three_turns_in_the_field_by_the_book() -> None:
    """A draw, a march into a fortified garrison, a banner that is wiped out."""
    table, battle = in_the_field()
    near = {"Marta": ("T01", "T02"), "Kwame": ("T05", "T04")}
    first, second = founder(table, battle.defend), founder(table, battle.attack)
    # whoever goes first claims the Eyes, a special place; the other one meets it there, both tired
    assert owned(table, first) == sorted([*near[first], "T03"])
    assert owned(table, second) == sorted(near[second])
    assert forces(table, battle) == dict.fromkeys((first, second), (2000, True, False))
    fought(table, battle, "draw")
    # one each; both go back a step, the place stays with who had it; nobody rolls again
    spoils(table, battle, **{first: (3,), second: (2,)})
    assert {name: place(table, name) for name in near} == {name: near[name][1] for name in near}
    assert score(table) == {first: (4, 1), second: (2, 1)}
    assert purses(table) == {first: 3, second: 2}
    while table.phase == "aftermath":
        table.ready()
    with pytest.raises(Refused):  # a barracks replaces a mustering ground
        bought(table, "Marta", "T02", "barracks")
    bought(table, "Marta", "T02", "mustering_ground")
    before = purses(table)["Marta"]
    on_to_the_next_turn(table)
    assert purses(table)["Marta"] == before == {first: 3, second: 2}["Marta"] - 1
    ordered(table, Marta={"T02": ("fortify", ())}, Kwame={"T04": ("forced_march", ("T03", "T02"))})
    battle = battle_in(table)
    # 250 for the garrison, 150 for an Order banner that fortifies; the march has claimed the Eyes
    assert forces(table, battle) == {"Kwame": (2000, True, False), "Marta": (2400, False, True)}
    assert "T03" in owned(table, "Kwame")
    fought(table, battle, "minor_defeat")
    spoils(table, battle, Marta=(1, 3), Kwame=(1,))
    # the beaten march back into what they claimed, which stays theirs; the winner keeps the better second die
    assert (place(table, "Marta"), place(table, "Kwame")) == ("T02", "T03")
    assert score(table) == {"Marta": (2, 2), "Kwame": (4, 1)}
    assert purses(table)["Marta"] == before + 3
    on_to_the_next_turn(table)
    ordered(table, Marta={"T02": ("move", ("T03",))})
    battle = battle_in(table)
    assert forces(table, battle) == dict.fromkeys(("Marta", "Kwame"), (2000, False, False))
    fought(table, battle, "minor_victory", defender_tabled="on")
    spoils(table, battle, Marta=(2,), Kwame=(3,))
    # wiped out: scattered to the tower without a die
    assert (place(table, "Marta"), place(table, "Kwame")) == ("T03", "T05")
    assert score(table) == {"Marta": (4, 3), "Kwame": (2, 1)}
    assert reconcile(table.scope) == []


def test_a_siege_by_the_book() -> None:
    """Help is sent for, the besieged are reinforced, the assault comes by the die, and the tower falls."""
    table, battle = at_the_tower()
    assert forces(table, battle) == {"Kwame": (2000, True, False), "Marta": (2000, False, False)}
    assert score(table) == {"Marta": (1, 0), "Kwame": (5, 0)}
    done(table, "Marta", battle.id, "offer_siege", siege="true")
    opening = {f"opening:{battle.id}": 2, ":how": "quick", ":quick": 3}
    done(table, "Kwame", battle.id, "start_siege", storm="false", said=opening)
    siege = table.state.sieges[battle.id]
    # a 3 does not stop the messengers: one less on the die, and reinforcements may come
    assert (siege.opening, siege.help_timer, siege.unlocked) == (1, 1, True)
    assert (siege.besieger_points, siege.besieged_points) == (1, 1)
    # turn 1: a 6 and nothing passed, less 1, is 5 at most: nobody rolls
    done(table, "Kwame", battle.id, "siege_turn", turn=1)
    done(table, "Kwame", battle.id, "take_option", turn=1, option="construct")
    faces = {f":{n}": face for n, face in enumerate((6, 6, 5, 1, 2, 3), start=1)}
    done(
        table,
        "Marta",
        battle.id,
        "take_option",
        turn=1,
        option="reinforcements",
        said={":how": "quick", **faces},
    )
    assert table.state.sieges[battle.id].besieged_delta == 200
    # turn 2: a 5 and one turn, less 1, is 5: it goes on
    done(table, "Kwame", battle.id, "siege_turn", turn=2, said={":2": 5})
    done(table, "Kwame", battle.id, "take_option", turn=2, option="infiltrate")
    dice = {":how": "quick", ":quick": 4}
    done(table, "Marta", battle.id, "take_option", turn=2, option="construct_besieged", said=dice)
    siege = table.state.sieges[battle.id]
    assert (siege.besieger_points, siege.besieged_points, siege.step) == (2, 2, "timer")
    # turn 3: a 5 and two turns, less 1, is 6: the assault must come
    done(table, "Kwame", battle.id, "siege_turn", turn=3, said={":3": 5})
    assert table.state.sieges[battle.id].step == "assault"
    done(table, "Kwame", battle.id, "buy_equipment", item="battering_ram", target="Bloodletters")
    assert (
        sent(
            table, "Kwame", battle.id, "buy_equipment", item="reinforced_battering_ram", target="x"
        ).status_code
        == 409
    )
    # the stores were burnt: one point of equipment costs two
    done(table, "Marta", battle.id, "buy_equipment", item="boiling_oil", target="Gate")
    assert [one.points for one in _sides(table, battle)] == [1, 0]
    done(table, "Kwame", battle.id, "end_siege", winner="besieger")
    done(table, "Marta", battle.id, "confirm", bout=list(table.state.bouts)[-1])
    assert table.state.battles[battle.id].result == "major_victory"
    spoils(table, battle, Kwame=(1, 2), Marta=(2,))
    banner = battle.defender
    if table.phase == "aftermath":
        done(
            table, "Marta", battle.id, "choose_retreat", banner=banner, said={f"fate:{battle.id}:{banner}": 4}
        )
    # a 4 would retreat, but nothing next door is theirs, nor anything to rally at
    assert (place(table, "Kwame"), owned(table, "Marta")) == ("T01", [])
    assert place(table, "Marta") in ("reserve", "removed")
    told = page_at(table, "Marta", battle.id).context["page"].outcome
    assert ("FS-65", True) in [(one.rule, "goes into reserve" in one.words) for one in told]
    since = place(table, "Marta") == "removed"
    assert any("It has since been removed." in one.words for one in told) is since
    # T01, T02, T04, T05 and the Eyes are 6, and a major victory 2
    assert score(table) == {"Marta": (0, 0), "Kwame": (6, 2)}
    assert purses(table) == {"Marta": 2, "Kwame": 2}
    assert [
        allowed_banners(table.state, firestorm_in_force(table.state), table.factions[n])
        for n in ("Marta", "Kwame")
    ] == [0, 2]
    assert reconcile(table.scope) == []


def _sides(table: Table, battle: Battle) -> Any:
    return [page_at(table, name, battle.id).context["page"].assault for name in ("Kwame", "Marta")]
