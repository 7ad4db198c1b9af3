"""A question keeps its words however many are asked at once; a page says how far one is."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from campaigns.shell.questions.dialogue_page import DialoguePage, QuestionLine
from rules.engine.questions import Answer, Choose, Option, Question, Roll

OPTIONS = (Option("mine", "a mine"), Option("castle", "a castle"), Option("", "nothing"))


def build(key: str, text: str, about: str) -> Question:
    return Choose(key, text, rule="CQ-99", about=about, options=OPTIONS)


def page_of(*lines: QuestionLine) -> DialoguePage:
    return DialoguePage("s1", "Building", "", lines, can_go_back=False, others=(), address="?", leave="/")


def line(question: Question, name: str, answer: Answer | None = None, *, mine: bool = True) -> QuestionLine:
    return QuestionLine(question, answer, mine, "Kwame", "?", name)


def drawn(page: DialoguePage) -> str:
    return render_to_string("parts/questions.html", {"asked": page.asked, "action": "?"})


@pytest.mark.parametrize("mine", [True, False])
def test_what_is_asked_stands_beside_whose_it_is(mine: bool) -> None:
    lines = [
        line(build("b:1", "What will you build?", "C4"), "Saltersgate", mine=mine),
        line(build("b:2", "Honor Debt: which unit?", "w2"), "The Bell Wardens", mine=mine),
    ]
    text = drawn(page_of(*lines))
    for words in ("What will you build?", "Saltersgate", "Honor Debt: which unit?", "The Bell Wardens"):
        assert words in text


def test_a_question_with_the_name_in_it_is_not_doubled() -> None:
    roll = Roll("r:1", "What happened to Old Jack?", rule="OPR-38", about="u1")
    other = Roll("r:2", "What happened to Pip?", rule="OPR-38", about="u2")
    text = drawn(page_of(line(roll, "Old Jack"), line(other, "Pip")))
    shown = re.findall(r">([^<]*Old Jack[^<]*)<", text)
    assert set(shown) == {"What happened to Old Jack?"}


def test_how_far_one_is_stands_in_words() -> None:
    asked = [build(f"b:{n}", f"Question {n}?", f"C{n}") for n in range(5)]
    answered = [line(one, "", Answer("mine")) for one in asked[:2]]
    assert page_of(*answered, *(line(one, "") for one in asked[2:])).place == "2 of 5 answered"


def test_only_the_first_of_several_has_the_primary_button() -> None:
    asked = [line(build(f"b:{n}", f"Question {n}?", f"C{n}"), "", mine=n > 0) for n in range(4)]
    text = drawn(page_of(*asked))
    assert len(re.findall("btn-brass", text)) == 1
    first = text.index("btn-brass")
    assert text.index("Question 1?") < first < text.index("Question 2?")
