"""The preview of a correction leaves no changed figure out, and says each in words."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from campaigns.engine.histories import Histories
from campaigns.engine.plugins import plugin_of
from campaigns.engine.who.seatbook import KnownPerson
from campaigns.opr.past.figures import OF_SIDE, SHOWN
from campaigns.shell.told.figures import figure_rows
from rules.opr.game import GAME
from rules.opr.state import Campaign, Event, Kill, Mission, OprState, Progress, Side, Trait, Unit, Warband

PEOPLE = {"1": KnownPerson("Marta", "iron"), "2": KnownPerson("Tom", "bell")}
# Fields that no row of the preview needs: places in a list, moments, and what another row says.
BOOKKEEPING = {"id", "order", "started", "ended", "opened", "began", "finished", "time_zone", "words"}
SAID_ELSEWHERE = {
    Campaign: {"edition", "limit_die", "teams", "picks"},  # the page of teams has both
    Progress: {"missions_opened", "warbands_founded", "open_missions"},
    Warband: {
        "units", "mission", "later", "late", "founded_after", "rival", "reached", "team",
        "predecessors",  # a game names who played it
    },
    Unit: {"hero", "caster", "list_points", "level_points", "casualty_points", "profile"},  # `value` adds up
    Mission: {"sides", "checks", "events", "kills", "decider"},  # each has rows of its own
    Side: {
        "warband", "ready", "available", "frozen", "objective_dice", "no_xp", "heroes_recruited", "veterans",
        "gambles", "recovers", "vp",  # the warband’s VP have a row
        "until", "longer", "overdue",  # what is said of the time for its steps
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", list(SAID_ELSEWHERE))
def test_every_field_of_the_state_is_shown_or_said_elsewhere(kind: type) -> None:
    shown = OF_SIDE if kind is Side else SHOWN
    known = {field.name for field in fields(kind)}
    assert known - shown.keys() - BOOKKEEPING - SAID_ELSEWHERE[kind] == set()
    assert known >= SAID_ELSEWHERE[kind]


def league() -> OprState:
    state: OprState = GAME.begin("aofs-3.2.0", {})
    state = state.put(
        "warbands", Warband("b", "1", "Second Bell", units=("u1",)), Warband("r", "2", "Raiders")
    )
    state = state.put("units", Unit("u1", "b", "Captain Bell", list_points=70), Unit("u2", "r", "Ferrymen"))
    sides = (Side("b", fielded=("u1",), underdog=3), Side("r", fielded=("u2",)))
    return state.put("missions", Mission("m", 2, "", "playing", sides, kills=(Kill("u2", "u1", 1),)))


def rows_between(before: OprState, after: OprState) -> list[tuple[str, str, str, str, str]]:
    plugin = plugin_of("opr")
    found = figure_rows(Histories(before, after, plugin, PEOPLE, plugin.past.figures, dict))
    return [(row.occasion, row.what, row.why, row.before, row.after) for row in found]


@pytest.mark.parametrize(
    ("change", "row"),
    [
        ({"underdog": 8}, ("M2", "Second Bell", "underdog points", "3", "8")),
        ({"fielded": ()}, ("M2", "Second Bell", "fielded", "Captain Bell", "–")),
        ({"conceded": 3}, ("M2", "Second Bell", "conceded in round", "0", "3")),
        ({"objective": "mastery"}, ("M2", "Second Bell", "special objective", "–", "Mastery")),
        ({"step": "upgrades"}, ("M2", "Second Bell", "now at", "being set up", "upgrades")),
    ],
)
def test_what_a_mission_keeps_of_a_side_is_shown(change: dict[str, object], row: tuple[str, ...]) -> None:
    before = league()
    mission = before.missions["m"]
    first, other = mission.sides
    after = before.put("missions", replace(mission, sides=(replace(first, **change), other)))  # type: ignore[arg-type]
    assert rows_between(before, after) == [row]


def test_another_killer_is_shown_although_as_many_are_out() -> None:
    before = league()
    after = before.put("missions", replace(before.missions["m"], kills=(Kill("u2", "", 1),)))
    wanted = ("M2", "mission 2", "taken out", "Ferrymen by Captain Bell", "Ferrymen")
    assert rows_between(before, after) == [wanted]


def test_another_round_of_a_kill_is_shown() -> None:
    before = league()
    after = before.put("missions", replace(before.missions["m"], kills=(Kill("u2", "u1", 3, melee=True),)))
    wanted = ("M2", "mission 2", "taken out", "round 1", "round 3, in melee")
    assert rows_between(before, after) == [wanted]


def test_an_event_that_met_somebody_else_is_shown() -> None:
    before = league()
    mission = before.missions["m"]
    with_event = [
        replace(mission, events=(Event("e", 15, units=(unit,), warband=warband),))
        for unit, warband in (("u1", "b"), ("u2", "r"))
    ]
    then, now = (before.put("missions", one) for one in with_event)
    wanted = ("M2", "mission 2", "events", "Out of Arrows (Captain Bell)", "Out of Arrows (Ferrymen)")
    assert rows_between(then, now) == [wanted]


def test_a_unit_s_figures_stand_in_one_row_each() -> None:
    before = league()
    unit = before.units["u1"]
    trait = Trait("injury", "chest_wound", mission="m")
    changed = replace(unit, xp=4, traits=(trait,), casualty_points=-5, sets=("captain",))
    found = rows_between(before, before.put("units", changed))
    assert ("now", "Captain Bell", "points", "70", "65") in found
    assert ("now", "Captain Bell", "XP", "0", "4") in found
    assert ("now", "Captain Bell", "traits", "–", "Chest Wound") in found
    assert ("now", "Captain Bell", "skill sets", "–", "Captain") in found
    assert ("now", "Second Bell", "value", "70", "65") in found


def test_a_setting_is_shown_by_its_words() -> None:
    before = league()
    after = before.change("campaign", "campaign", settings=(("late_joiners", "on"),))
    assert ("now", "The league", "settings", "–", "Late joiners: Joining late is fine") in rows_between(
        before, after
    )
