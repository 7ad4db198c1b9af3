"""A question keeps why something is not among its options, and says so to whoever names it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.dice import choose_by_die, roll
from rules.engine.questions import Choose, ChooseSeveral, ChooseUnit, Draw, Option, Roll, Split
from rules.engine.refusals import Refused
from rules.rehearsal.rehearse import question_json
from tests.rules.engine.loaded import constant

OPTIONS = (Option("a", "Ann"), Option("b", "Bob"))
KINDS = (Draw, Choose, ChooseUnit, ChooseSeveral)


def gone(one: str) -> Refused | None:
    return Refused("TOY-2", "Cleo is out.") if one == "c" else None


def refused(question: Any, value: Any) -> tuple[str, str, str | None]:
    with pytest.raises(Refused) as caught:
        question.check(value)
    return caught.value.rule, caught.value.sentence, caught.value.key


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_left_out_says_why_by_its_own_rule_at_the_question_asked(kind: Any) -> None:
    question = kind("who", "Who?", OPTIONS, rule="TOY-1", left_out=gone)
    several = kind is ChooseSeveral
    assert refused(question, ["c"] if several else "c") == ("TOY-2", "Cleo is out.", "who")
    known = ("TOY-1", "That is not one of the answers here: Ann, Bob.", "who")
    assert refused(question, ["d"] if several else "d") == known


def test_a_share_for_somebody_left_out_says_why() -> None:
    question = Split("who", "Who?", OPTIONS, rule="TOY-1", total=3, left_out=gone)
    assert refused(question, {"a": 1, "c": 2}) == ("TOY-2", "Cleo is out.", "who")
    assert refused(question, {"a": 1, "d": 2})[1] == "Give each one on the list its share."


@pytest.mark.parametrize("value", [None, 3, ["c"], {"c": 1}, True])
def test_an_answer_of_another_kind_is_none(value: Any) -> None:
    assert refused(Choose("who", "Who?", OPTIONS, left_out=gone), value)[1].startswith("That is not one")


def test_a_face_that_does_not_count_any_more_says_so() -> None:
    question = Roll("die", "Which?", legal=(2, 5))
    assert refused(question, 3)[1] == "A result of 3 is re-rolled here. These count: 2, 5."
    assert refused(question, 7)[1] == "The possible results of D6 are 2, 5."
    assert refused(Roll("die", "Which?"), 7)[1] == "The possible results of D6 are 1, 2, 3, 4, 5, 6."


def test_reasons_change_neither_the_question_nor_what_a_die_takes() -> None:
    for kind in (Draw, Choose):
        plain = kind("who", "Who?", OPTIONS, rule="TOY-1")
        told = kind("who", "Who?", OPTIONS, rule="TOY-1", left_out=gone)
        assert plain == told
        assert question_json(plain) == question_json(told)
        assert "left_out" not in question_json(told)
        throws = [constant(face) for face in (1, 2)]
        faces = [
            (roll(told, one) if isinstance(told, Draw) else choose_by_die(told, one)).value for one in throws
        ]
        assert faces == ["a", "b"]
