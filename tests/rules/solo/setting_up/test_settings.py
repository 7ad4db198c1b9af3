"""Every setting: known, explained, checked; and games under any settings come to their end."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.solo_ground import random_unit
from rules.engine.dice import thrower
from rules.engine.effects import apply_all
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer
from rules.engine.refusals import Refused
from rules.solo.book import told_value
from rules.solo.game import GAME, LATEST, solo_book
from rules.solo.playing.next_act import next_act
from rules.solo.state import SoloState, TableSide
from tests.rules.solo.play import ask
from tests.rules.solo.test_properties import answers_from

SETTINGS = solo_book(LATEST).settings
ANY = st.fixed_dictionaries(
    {},
    optional={
        key: st.sampled_from(one.options) if one.options else st.integers(one.least, min(one.most, 12))
        for key, one in SETTINGS.items()
        if key not in ("table_width", "table_depth", "zone_depth")
    },
)


@pytest.mark.parametrize("key", SETTINGS)
def test_solo_04_every_setting_has_a_default_that_passes_a_line_and_its_ruling(key: str) -> None:
    one = SETTINGS[key]
    assert one.check(key, one.default) == one.default
    assert one.options or [one.check(key, end) for end in (one.least, one.most)] == [one.least, one.most]
    assert one.line.endswith(".")
    assert all("_" not in told_value(option) for option in (one.default, *one.options))
    assert one.ruling.startswith(("A-", "SOLO-"))
    with pytest.raises(Refused) as refused:
        one.check(key, "nonsense")
    assert refused.value.key == key
    known = [", ".join(map(str, one.options))] if one.options else [str(one.least), str(one.most)]
    assert all(told in refused.value.sentence for told in known)


def test_solo_04_unknown_settings_are_refused() -> None:
    with pytest.raises(Refused, match="no setting called luck"):
        GAME.begin("", {"luck": 3})


class Stage:
    """A whole game with arbitrary but lasting answers."""

    def __init__(self, chosen: dict[str, Any], seed: int) -> None:
        self.dice = random.Random(seed)
        self.state: SoloState = GAME.begin("", {**chosen, "battle_armies": True})
        self.entries = 0

    def do(self, name: str, params: dict[str, Any]) -> None:
        self.entries += 1
        entry, known = f"e{self.entries}", dict[str, Answer]()
        answer = answers_from(self.dice, thrower(entry.encode()))
        while True:
            run = GAME.start(self.state, f"solo.{name}", params, entry)
            progress = drive(run, lambda question: known.get(question.key))
            if isinstance(progress, Settled):
                self.state = apply_all(self.state, progress.result)
                return
            for question in progress.questions:
                known[question.key] = answer(question)

    def open(self) -> None:
        sides = [
            TableSide("bot", "Bot", "ai_neutral", 1),
            TableSide("rival", "Rival", "ai_rival", 2),
            TableSide("me", "Me", "human", 3),
            TableSide("you", "You", "human", 4),
        ]
        units = [random_unit(self.dice, letter, side.id) for side in sides for letter in "AB"]
        self.do("open", {"sides": sides, "units": units})

    def step(self) -> bool:
        act = next_act(self.state, GAME.book_of(self.state))
        if not act.do:
            return False
        params = dict(act.params)
        if act.do == "human_turn":
            params |= self.turn()
        self.do(act.do, params)
        if self.dice.random() < 0.2 and self.state.game.phase == "round":
            victim = self.dice.choice(sorted(self.state.units))
            self.do("status", {"unit": victim, "out": self.dice.choice(("ko", "routed", ""))})
        return True

    def turn(self) -> dict[str, Any]:
        game = self.state.game
        waiting = [
            unit.id
            for unit in self.state.on_table("human")
            if not unit.activated and game.seat in (0, self.state.sides[unit.side].seat)
        ]
        if self.dice.random() < 0.3 or not waiting:
            return {"done": self.dice.random() < 0.5 or not waiting}
        return {"unit": self.dice.choice(waiting)}


@given(ANY, st.integers(0, 2**32))
@settings(max_examples=25)
def test_solo_39_games_end_under_any_settings(chosen: dict[str, Any], seed: int) -> None:
    stage = Stage(chosen, seed)
    stage.open()
    rounds = 0
    for _ in range(600):
        if not stage.step():
            break
        rounds = max(rounds, stage.state.game.round)
        if rounds > GAME.book_of(stage.state).number("rounds") + 3:
            break
    else:
        raise AssertionError("the game is stuck")
    assert rounds >= 1
    assert stage.state.game.phase in ("over", "round", "between")


def test_solo_34_settings_without_effect_on_a_figure_leave_it_alone() -> None:
    assert ask("rush_only", distance=14, advance=6, rush=12, settings={"objective_reach": "marker"}) is False
    assert ask("rush_only", distance=12, advance=6, rush=12, settings={"objective_reach": "marker"}) is True
