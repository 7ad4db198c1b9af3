"""What a correction of a battle's facts shows of a map league's figures, in its own words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.engine.histories import Histories
from campaigns.engine.plugins import plugin_of
from campaigns.engine.who.seatbook import KnownPerson
from campaigns.shell.told.figures import figure_rows
from rules.conquest.game import GAME
from rules.conquest.state import Conquest, Event, Realm, Round

PEOPLE = {"1": KnownPerson("Marta", "iron"), "2": KnownPerson("Tom", "bell")}


def league() -> Conquest:
    state: Conquest = GAME.begin("conquest-1", {})
    north = Realm(id="n", owner="1", name="Northmark", gold=3, ep=2)
    return state.put("realms", north, Realm(id="s", owner="2", name="Saltmarsh"))


def rows_between(before: Conquest, after: Conquest, **more: Any) -> list[tuple[str, ...]]:
    plugin = plugin_of("conquest")
    found = figure_rows(
        Histories(before, after, plugin, PEOPLE, plugin.past.figures, **{"veil": dict, **more})
    )
    return [(row.what, row.why, row.whose, row.before, row.after) for row in found]


def test_figures_of_an_empire_are_told_with_whose_they_are() -> None:
    before = league()
    after = before.put("realms", replace(before.realms["n"], gold=5, ep=1, status="eliminated"))
    assert rows_between(before, after) == [
        ("Northmark", "status", "Marta", "in play", "eliminated"),
        ("Northmark", "gold", "Marta", "3", "5"),
        ("Northmark", "empire points", "Marta", "2", "1"),
    ]


def test_gold_for_other_eyes_is_hidden_on_both_sides() -> None:
    before = league()
    after = before.put("realms", replace(before.realms["n"], gold=5))
    veiled = rows_between(before, after, veil=lambda found: {**found, "gold": None})
    assert veiled == [("Northmark", "gold", "Marta", "hidden", "hidden")]


def test_a_round_and_an_event_that_come_up_are_called_by_what_they_are() -> None:
    before = league()
    event = Event(id="e", round=2, realm="s", event="scouts")
    after = before.put("rounds", Round(id="r2", number=2)).put("events", event)
    assert rows_between(before, after) == [
        ("round 2", "", "everybody", "–", "there"),
        ("The league", "", "Tom", "–", "there"),
    ]
