"""Entries as a player would write them: one and many, names that are plural, exclamation marks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.effects import Effect
from rules.engine.questions import Answer
from rules.opr.effects import Experience, LevelGained, TraitGained, UnitLeft
from rules.opr.league_effects import EACH, TOGETHER, LimitRolled, SettingChanged
from rules.opr.mission_effects import EventHappened, KillsWritten, MissionFinished, RoundChecked, SideResult
from rules.opr.state import Event, Kill
from rules.opr.telling.entries import tell

NAMES = {"a": "Rust Tide", "b": "Free Companies", "u": "Scout Walkers", "v": "Rocket Lads"}


def said(procedure: str, *effects: Effect, **params: object) -> str | None:
    return tell(f"opr.{procedure}", params, {}, effects, lambda one: NAMES.get(one, one), "aofs-3.2.0")


def test_one_unit_was_and_several_were_taken_out() -> None:
    end = MissionFinished(mission="m", winner="a", round=1)
    won = SideResult(mission="m", warband="a", won=True)
    lost: dict[str, Any] = {"mission": "m", "warband": "b"}
    one = said("result", end, won, SideResult(**lost, casualties=("u",)))
    assert one == "Rust Tide beat Free Companies after 1 round; 1 unit was taken out."
    two = said("result", end, won, SideResult(**lost, casualties=("u", "v")))
    assert two == "Rust Tide beat Free Companies after 1 round; 2 units were taken out."
    kills = (Kill("u", "x", routed=True), Kill("v", "x"))
    routed = said(
        "result", end, KillsWritten(mission="m", kills=kills), won, SideResult(**lost, casualties=("u", "v"))
    )
    assert routed == one, "who routed was not taken out, whatever the book calls a casualty"
    assert said("result", end, won, SideResult(**lost)) == "Rust Tide beat Free Companies after 1 round."


def test_a_level_is_told_with_what_it_brought() -> None:
    told = said(
        "experience",
        Experience(unit="u", amount=5),
        LevelGained(unit="u", level=1),
        TraitGained(unit="u", kind="level", key="elite", level=1),
        warband="a",
    )
    assert told == "Rust Tide earned 5 XP. Scout Walkers reached level 1: Elite."
    assert said("experience", warband="a") == "Rust Tide learned nothing new."


def test_names_in_the_plural_read_well() -> None:
    assert said("casualties", UnitLeft(unit="v"), warband="a") == "Rust Tide: Rocket Lads died."


def test_an_event_that_ends_in_a_mark_gets_no_second_one() -> None:
    check = RoundChecked(mission="m", round=3, die=6)
    loud = EventHappened(mission="m", event=Event(id="e", code=_code("!")))
    assert str(said("round", check, loud, round=3)).endswith("!")
    assert said("round", RoundChecked(mission="m", round=3, die=2), round=3) == (
        "Round 3: no event, the die showed 2."
    )


def _code(mark: str) -> int:
    from rules.opr.books import edition_in_force

    return next(one.code for one in edition_in_force("aofs-3.2.0", ()).book.events if one.name.endswith(mark))


@pytest.mark.parametrize(
    ("kind", "limit"),
    [
        ("game", "9 missions"),
        (EACH, "9 missions for each warband"),
        (TOGETHER, "9 missions in the whole league"),
        ("point", "9 VP"),
        ("time", "9 weeks"),
        ("", "9"),
    ],
)
def test_a_limit_is_told_with_what_it_counts(kind: str, limit: str) -> None:
    rolled = LimitRolled(die=5, limit=9, kind=kind, rule="OPR-04")
    assert said("start", rolled) == f"The league started; its length is {limit}."


def test_a_setting_is_told_in_the_words_of_the_wizard() -> None:
    changed = SettingChanged(key="parallel_play", value="on", before="off")
    told = str(said("change_setting", changed, key="parallel_play"))
    assert "parallel_play" not in told
    assert "is now" in told
    assert "instead of" in told


def test_casualties_without_a_die_say_that_there_were_none() -> None:
    params = {"mission": "m", "warband": "a"}
    rolled = {"casualty:u": Answer(3, "hand")}
    assert tell("opr.casualties", params, {}, (), NAMES.__getitem__) == "Rust Tide: no casualties."
    assert tell("opr.casualties", params, rolled, (), NAMES.__getitem__) == "Rust Tide: everybody recovered."


def test_a_walk_over_is_not_told_as_a_battle() -> None:
    told = tell("opr.walk_over", {"mission": "m", "winner": "b"}, {}, (), NAMES.__getitem__)
    assert told == "Nobody came to play against Free Companies: a walkover."
