"""Reading and drawing questions: every kind, what was typed wrong, what stays typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from campaigns.shell.questions.dialogue_page import DialoguePage, QuestionLine
from campaigns.shell.questions.question_forms import (
    QuestionView,
    answer_view,
    answer_words,
    field_id,
    question_view,
)
from campaigns.shell.reading.answers import AnswerForm, answer_to
from rules.engine import questions as ask
from rules.engine.questions import Answer
from rules.engine.refusals import Refused

OPTIONS = (
    ask.Option("a", "Agile", "+1″"),
    ask.Option("b", "Bold", why_not="Already on the sheet."),
    ask.Option("c", "Calm"),
)
ROLL = ask.Roll("r", "Which face?", rule="OPR-39", faces=(ask.Face(1, "injury"), ask.Face(6, "a talent")))
CHOOSE = ask.Choose("c", "Which?", rule="OPR-51", options=OPTIONS)
SEVERAL = ask.ChooseSeveral("s", "Which ones?", options=OPTIONS, least=1, most=2)
SPLIT = ask.Split("p", "Who gets it?", options=(OPTIONS[0], OPTIONS[2]), total=6)
NUMBER = ask.Number("n", "How many?", least=-5, most=35, unit="points")
PATH = ask.Path("w", "Where?", start="x", edges=(("x", "y"), ("y", "z")), most=2)
YESNO = ask.YesNo("y", "Do they?", yes="They do", no="They do not")
TEXT = ask.Text("t", "What?", least=1, most=10)
DRAW = ask.Draw("d", "Who?", options=OPTIONS)


NOBODY = ask.ChooseUnit("n", "Who?", options=(ask.Option("u1", "Squad"), ask.Option("", "Nobody")))


@pytest.mark.parametrize(
    ("question", "post", "value"),
    [
        (ROLL, "value=6", 6),
        (ask.Roll("d", "?", die="D66"), "value=41", 41),
        (CHOOSE, "value=c", "c"),
        (DRAW, "value=a", "a"),
        (NOBODY, "value=", ""),
        (SEVERAL, "value=c&value=a", ("a", "c")),
        (PATH, "value=y&value=z", ("y", "z")),
        (PATH, "value=y&value=", ("y",)),
        (SPLIT, "share:a=4&share:c=2", (("a", 4), ("c", 2))),
        (SPLIT, "share:a=6&share:c=", (("a", 6), ("c", 0))),
        (NUMBER, "value=-5", -5),
        (NUMBER, "value=−5", -5),
        (YESNO, "value=yes", True),
        (YESNO, "value=no", False),
        (TEXT, "value= a%0D%0Ab ", "a\nb"),
    ],
)
def test_an_answer_is_read(question: ask.Question, post: str, value: Any) -> None:
    assert answer_to(question, QueryDict(post)) == value


@pytest.mark.parametrize(
    ("question", "post", "sentence"),
    [
        (ROLL, "", "Tap the face that was rolled, or let the app roll."),
        (ROLL, "value=seven", "A die roll must be a whole number."),
        (ROLL, "value=7", "The possible results of D6 are 1, 2, 3, 4, 5, 6."),
        (ROLL, "value=٣", "A die roll must be a whole number."),
        (CHOOSE, "", "Tap one of the answers."),
        (CHOOSE, "value=b", "Already on the sheet."),
        (CHOOSE, "value=z", "That is not one of the answers here: Agile, Calm."),
        (SEVERAL, "", "Choose 1 to 2."),
        (SPLIT, "share:a=x", "Type each share as a whole number, in digits."),
        (SPLIT, "share:a=1", "The shares add up to 1; they have to add up to 6."),
        (NUMBER, "", "Type a number."),
        (NUMBER, "value=1e3", "Type a whole number, in digits."),
        (NUMBER, "value=99999999999", "Type a whole number, in digits."),
        (PATH, "value=z", "Each step of the path must go to a neighbouring territory."),
        (YESNO, "value=perhaps", "Answer yes or no."),
        (TEXT, "value=+", "Write 1 to 10 characters."),
    ],
)
def test_a_wrong_answer_gets_a_sentence_and_its_question(
    question: ask.Question, post: str, sentence: str
) -> None:
    with pytest.raises(Refused) as refused:
        answer_to(question, QueryDict(post))
    assert refused.value.sentence == sentence
    assert refused.value.key == question.key
    assert refused.value.rule == question.rule


@given(st.text(max_size=30))
def test_whatever_is_typed_is_an_answer_or_a_refusal(typed: str) -> None:
    post = QueryDict(mutable=True)
    post["value"] = post["share:a"] = typed
    for question in (ROLL, CHOOSE, SEVERAL, SPLIT, NUMBER, PATH, YESNO, TEXT, DRAW):
        try:
            value = answer_to(question, post)
        except Refused:
            continue
        assert question.check(value) == value


def test_a_reveal_is_never_read_from_a_form() -> None:
    with pytest.raises(TypeError):
        answer_to(ask.Reveal("v", "?"), QueryDict("value=1"))


def test_faces_are_named_by_face_and_meaning() -> None:
    view = question_view(ROLL)
    assert [(tap.die, tap.label) for tap in view.taps][::5] == [(1, "injury"), (6, "a talent")]
    assert view.widget == "faces"
    assert view.by_app
    assert not view.many


def test_a_face_that_does_not_count_is_shown_and_cannot_be_tapped() -> None:
    view = question_view(ask.Roll("r", "?", legal=(1, 2)))
    assert [bool(tap.why_not) for tap in view.taps] == [False, False, True, True, True, True]


@pytest.mark.parametrize(
    ("die", "widget", "count"), [("D3", "faces", 3), ("D66", "faces", 36), ("2D6", "faces", 11)]
)
def test_dice_of_every_size_can_be_tapped(die: str, widget: str, count: int) -> None:
    view = question_view(ask.Roll("r", "?", die=die))
    assert (view.widget, len(view.taps)) == (widget, count)


def test_a_d66_is_tapped_a_die_at_a_time_the_first_then_the_second() -> None:
    question = ask.Roll("r", "?", die="D66", legal=(11, 12, 35))
    view = question_view(question, AnswerForm(question, QueryDict("value=35&first=3")))
    assert [(one.face, [(tap.value, tap.die) for tap in one.taps]) for one in view.tens] == [
        (1, [("11", 1), ("12", 2)]), (2, []), (3, [("35", 5)]), (4, []), (5, []), (6, []),
    ]  # fmt: skip
    assert [one.face for one in view.tens if one.chosen] == [3]
    assert question_view(ROLL).tens == ()


def test_a_die_with_very_many_faces_is_typed() -> None:
    view = question_view(ask.Roll("r", "?", die="D100"))
    assert (view.widget, view.least, view.most) == ("number", 1, 100)


def test_what_was_typed_stays() -> None:
    def again(question: ask.Question, post: str) -> QuestionView:
        return question_view(question, AnswerForm(question, QueryDict(post)))

    assert [tap.chosen for tap in again(CHOOSE, "value=c").taps] == [False, False, True]
    assert [tap.share for tap in again(SPLIT, "share:a=5&share:c=x").taps] == ["5", "x"]
    assert again(NUMBER, "value=99").typed == "99"


def test_a_refused_option_keeps_its_sentence() -> None:
    assert question_view(CHOOSE).taps[1].why_not == "Already on the sheet."


def test_ids_fit_html() -> None:
    assert field_id("casualty:12.roll:3") == "q-casualty-12-roll-3"


def test_answers_are_told_in_the_words_of_the_question() -> None:
    assert answer_words(ROLL, 6) == "a talent"
    assert answer_words(YESNO, False) == "They do not"
    assert answer_words(SPLIT, [["a", 4], ["c", 2]]) == "Agile 4, Calm 2"
    assert answer_words(SEVERAL, ("a", "c")) == "Agile, Calm"
    assert answer_words(NUMBER, 3) == "3 points"
    assert answer_words(CHOOSE, "gone") == "gone"


def test_the_dice_of_an_answer_say_who_rolled() -> None:
    said = answer_view(ROLL, ask.Answer(6, "app", dice=(6,)))
    assert (said.dice, said.origin, said.origin_words) == ((6,), "app", "by the app")
    assert answer_view(ROLL, ask.Answer(6, "hand")).dice == (6,)


def test_a_sealed_answer_tells_nothing() -> None:
    said = answer_view(CHOOSE, ask.Answer("f3a1", "sealed"))
    assert (said.words, said.dice) == ("sealed", ())


def page_of(*lines: QuestionLine) -> DialoguePage:
    return DialoguePage("slot", "Siege", "", lines, can_go_back=False, others=(), address="/d/", leave="/")


@pytest.mark.parametrize(
    ("question", "how"),
    [
        (replace(ROLL, how="A high roll favours the challenger."), "A high roll favours the challenger."),
        (replace(YESNO, how="If you lose, the fort is gone."), "If you lose, the fort is gone."),
        (
            replace(CHOOSE, how="It costs 2; cast it on the nearest valid target."),
            "It costs 2; cast it on the nearest valid target.",
        ),
        (SEVERAL, "Tap 1–2."),
        (ROLL, ""),  # how a die is tapped is not said again on every line
    ],
)
def test_a_question_below_earlier_answers_keeps_its_explanation(question: ask.Question, how: str) -> None:
    before = QuestionLine(ask.YesNo("b", "Do you fight?", about="u1"), Answer(True), True, "", "/d/")
    page = page_of(before, QuestionLine(replace(question, about="u2"), None, True, "", "/d/", "Squad"))
    assert not page.alone
    view = question_view(page.asked[-1].question)
    assert view.line_how == how
    shown = render_to_string("parts/questions.html", {"asked": page.asked, "action": "/d/"})
    assert (f'id="{view.id}-how">{how}</p>' in shown) is bool(how)
    assert f'aria-describedby="{view.id}-how"' not in shown or how


@pytest.mark.parametrize(
    ("label", "classes"),
    [
        ("fine", ""),
        ("+1 XP", ""),
        ("indemne", " has-words"),
        ("Natural Talent", " has-words"),
        ("bring reinforcements", " has-words has-long-words"),
    ],
)
def test_faces_leave_their_longest_word_whole(label: str, classes: str) -> None:
    view = question_view(ask.Roll("r", "Which face?", faces=(ask.Face(1, label), ask.Face(6, "dead"))))
    assert view.words == classes
    for compact, grid in ((True, "faces-row"), (False, "faces")):
        page = render_to_string("parts/question_fields.html", {"view": view, "compact": compact})
        assert f'class="{grid}{classes}"' in page


def test_one_of_two_in_a_word_or_two_is_a_button_each() -> None:
    plain = (ask.Option("quick", "Roll for it"), ask.Option("battleplan", "Play the battleplan"))
    either = ask.Choose("e", "Roll or play?", options=plain)
    assert question_view(either).widget == "yesno"
    assert [one.value for one in question_view(either).taps] == ["quick", "battleplan"]
    assert answer_to(either, QueryDict("value=battleplan")) == "battleplan"
    closed = (plain[0], replace(plain[1], why_not="No table is free."))
    long = (plain[0], ask.Option("x", "Play the battleplan with everybody who is here"))
    for options in (closed, long, (*plain, ask.Option("c", "Calm"))):
        assert question_view(replace(either, options=options)).widget == "options"
    assert question_view(replace(either, sealed=True)).widget == "options"
