"""Reload, undo, correction: what the one mechanism for all rulebooks gives a solo game; and the telling."""

from typing import Any

import pytest

from bench.solo_table import Table
from rules.engine.codec import dump_effects, load_effects
from rules.engine.dice import roll, thrower
from rules.engine.games import Effects
from rules.engine.journal import Change, Record, replay
from rules.engine.procedure import Open, Settled, drive
from rules.engine.questions import Answer, Draw, Roll
from rules.engine.refusals import Refused
from rules.solo.effects import ActivationClosed
from rules.solo.game import GAME
from rules.solo.state import SoloState
from rules.solo.telling.entries import TELLERS, tell
from tests.rules.engine.read_back import load_state
from tests.rules.solo.play import BLADE, GUN, do, foe, marker, run, table, unit

RAIDER = unit("Raider", type="hybrid", weapons=[GUN, BLADE])
STATE = load_state(SoloState, table(RAIDER, foe("Orc"), markers=(marker("A"),)))
SEED = b"slot"


def asked(answers: dict[str, Any]) -> Open | Settled[Effects]:
    """One request: run from the beginning with what is known; the app rolls."""
    known = {key: Answer(value) for key, value in answers.items()}
    throw = thrower(SEED)

    def answer(question: Any) -> Answer | None:
        if isinstance(question, Roll | Draw):
            return roll(question, throw)
        return known.get(question.key)

    return drive(GAME.start(STATE, "solo.activate", {"turn": 0}, "e1"), answer)


def key(progress: Open | Settled[Effects]) -> str:
    assert isinstance(progress, Open)
    return progress.questions[0].key


def test_solo_39_a_reload_meets_the_same_question_and_the_same_dice_w_64() -> None:
    answers = {"obj:Raider": True, "way:Raider": True}
    assert key(asked(answers)) == key(asked(answers)) == "way_charge:Raider"
    assert asked(answers).asked == asked(answers).asked
    once = [one.answer.dice for one in asked(answers).asked if one.answer.dice]
    undone = [one.answer.dice for one in asked({}).asked if one.answer.dice]
    assert key(asked({})) == "obj:Raider"
    assert undone == once


def test_solo_39_a_unit_that_left_the_table_in_between_is_not_activated() -> None:
    state = STATE.change("units", "Raider", out="ko")
    with pytest.raises(Refused) as refused:
        drive(GAME.start(state, "solo.activate", {"turn": 0}, "e1"), lambda q: None)
    assert refused.value.rule == "SOLO-39"


def test_solo_31_every_question_says_its_rule_and_who_it_is_about() -> None:
    answers = {"obj:Raider": True, "way:Raider": True, "way_charge:Raider": False}
    progress = asked(answers)
    assert isinstance(progress, Open)
    for question in (*progress.questions, *(one.question for one in progress.asked)):
        assert question.rule.startswith("SOLO-")
        assert question.text
    assert progress.questions[0].about == "Raider"


def test_solo_31_a_corrected_answer_changes_the_order_and_keeps_the_dice() -> None:
    answers = {
        "obj:Raider": True,
        "way:Raider": False,
        "rush_only:Raider": True,
        "order:Raider:1": "done",
    }
    settled = asked(answers)
    assert isinstance(settled, Settled)
    known = {one.question.key: one.answer for one in settled.asked}
    record = Record("e1", 1, "solo.activate", {"turn": 0}, known, tuple(settled.result), SEED)
    change = Change(answers={"rush_only:Raider": Answer(False), "shoot:objective:Raider": Answer(False)})
    draft = replay(GAME, STATE, [record], {"e1": change})
    assert draft.ready
    leaves = [one.activation.leaf for one in draft.outcomes[0].effects if isinstance(one, ActivationClosed)]
    assert leaves == ["H6"]


def told(report: dict[str, Any], name: str, params: dict[str, Any] | None = None) -> str | None:
    return tell(f"solo.{name}", params or {}, {}, load_effects(report["effects"]), lambda one: one)


def test_solo_77_the_chronicle_tells_each_kind_of_entry() -> None:
    state = table(unit("Ogre"), foe("Orc"), markers=(marker("A"),))
    answers = {"obj:Ogre": True, "way:Ogre": True, "way_charge:Ogre": True, "order:Ogre:1": "done"}
    charge = run(state, do("activate", {"turn": 0}, dice=[1], answers=answers))
    assert told(charge, "activate") == "Ogre charged Orc"
    answers = {"obj:Ogre": True, "way:Ogre": False, "order:Ogre:1": "done"}
    rush = run(state, do("activate", {"turn": 0}, dice=[1], answers=answers))
    assert told(rush, "activate") == "Ogre rushed towards marker A"
    hit = run(state, do("status", {"unit": "Orc", "out": "ko", "by": "Ogre"}))
    assert told(hit, "status") == "Orc was knocked out by Ogre"
    routed = run(state, do("status", {"unit": "Orc", "out": "routed"}))
    assert told(routed, "status") == "Orc routed"
    hurt = run(state, do("status", {"unit": "Orc", "wounds": 1, "stunned": True}))
    assert told(hurt, "status") == "Orc has 1 wound and is stunned"
    attack = run(state, do("attack", {"unit": "Ogre", "target": "Orc"}, dice=[4, 2]))
    assert told(attack, "attack") == "Ogre attacked Orc: 1 of 2 dice hit, needing 4+"
    jump = run(state, do("jump", {"unit": "Ogre", "gap": 60}))
    assert told(jump, "jump") == "Ogre did not jump"
    changed = {"key": "challenge_round_one", "value": False}
    line = "The challenge bonus also applies in round 1, when nobody holds a marker yet."
    assert told(run({}, do("setting", changed)), "setting", changed) == f"{line} From now on: no"


def test_solo_77_a_whole_game_is_told_and_kept_without_gaps() -> None:
    sentences: list[str] = []

    class Teller(Table):
        def do(self, name: str, **params: Any) -> tuple[Any, ...]:
            effects = super().do(name, **params)
            assert load_effects(dump_effects(effects)) == effects
            sentence = tell(f"solo.{name}", params, {}, effects, lambda one: one)
            assert sentence or name == "human_turn", name
            sentences.append(sentence or "")
            return effects

    for seed in range(6):
        Teller(seed).play()
    assert any("won" in sentence for sentence in sentences)
    assert not any(sentence.endswith(".") for sentence in sentences)


def test_solo_77_every_procedure_that_matters_has_a_teller() -> None:
    silent = {"events", "markers_done", "unreachable"}
    assert {name.removeprefix("solo.") for name in GAME.procedures} - set(TELLERS) == silent
