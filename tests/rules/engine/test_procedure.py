"""The driver's laws, on a toy game: any order of answers, no fishing, loops end, keys are asked once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.dice import roll, thrower
from rules.engine.games import Effects
from rules.engine.procedure import (
    Answers,
    BrokenProcedure,
    Open,
    Procedure,
    Settled,
    ask_all,
    ask_and_open,
    checked_name,
    drive,
    from_mapping,
    gather,
)
from rules.engine.questions import Answer, Draw, Option, Reveal, Roll, YesNo
from rules.engine.refusals import Refused
from tests.rules.engine.loaded import constant, thrown_by
from tests.rules.engine.toy import GAME, Toy, begin

STATE = begin("1", {"ann": 3, "bob": 0, "cid": 7})


def start(name: str, state: Toy = STATE, **params: object) -> Procedure[Effects]:
    return GAME.start(state, name, params, "e1")


def app(seed: bytes) -> Answers:
    return thrown_by(thrower(seed))


def test_open_questions_come_in_sheet_order() -> None:
    progress = drive(start("toy.dig_all"), from_mapping({}))
    assert isinstance(progress, Open)
    assert [q.key for q in progress.questions] == ["dig:ann:1", "dig:bob:1", "dig:cid:1"]


def test_a_further_throw_takes_the_place_of_the_one_before() -> None:
    progress = drive(start("toy.dig_all"), from_mapping({"dig:ann:1": Answer(1)}))
    assert isinstance(progress, Open)
    assert [q.key for q in progress.questions] == ["dig:ann:2", "dig:bob:1", "dig:cid:1"]


@given(st.binary(min_size=32, max_size=32), st.randoms())
def test_any_order_of_answers_gives_the_same_effects(seed: bytes, random) -> None:
    at_once = drive(start("toy.dig_all"), app(seed))
    assert isinstance(at_once, Settled)
    known: dict[str, Answer] = {}
    while isinstance(progress := drive(start("toy.dig_all"), from_mapping(known)), Open):
        question = random.choice(progress.questions)
        answer = app(seed)(question)
        assert answer is not None
        known[question.key] = answer
    assert progress.result == at_once.result


@given(st.binary(min_size=32, max_size=32))
def test_the_same_slot_shows_the_same_faces(seed: bytes) -> None:
    assert drive(start("toy.dig_all"), app(seed)) == drive(start("toy.dig_all"), app(seed))


@pytest.mark.parametrize("face", range(1, 7))
def test_constant_faces_end(face: int) -> None:
    throw = constant(face)
    progress = drive(start("toy.dig_all"), thrown_by(throw))
    assert isinstance(progress, Settled)


def test_a_rerolled_face_is_a_question_of_its_own() -> None:
    progress = drive(start("toy.dig", purse="ann"), from_mapping({"dig:ann:1": Answer(1)}))
    assert isinstance(progress, Open)
    assert progress.questions[0].key == "dig:ann:2"


def test_a_key_asked_twice_is_an_error() -> None:
    def twice() -> Procedure[None]:
        yield YesNo("k", "?")
        yield YesNo("k", "?")

    with pytest.raises(BrokenProcedure):
        drive(twice(), lambda q: Answer(True))
    with pytest.raises(BrokenProcedure):
        drive(gather(iter_question("k"), iter_question("k")), lambda q: None)


@pytest.mark.parametrize("first", ["a", "b"])
def test_several_are_asked_at_once_and_answered_in_the_order_they_stand(first: str) -> None:
    def asked() -> Procedure[list[Any]]:
        return (yield from ask_all(Roll(key, "?") for key in ("a", "b")))

    faces = {"a": Answer(3), "b": Answer(5)}
    (other,) = faces.keys() - {first}
    waiting = drive(asked(), from_mapping({first: faces[first]}))
    assert isinstance(waiting, Open)
    assert [one.key for one in waiting.questions] == [other]
    settled = drive(asked(), from_mapping(faces))
    assert isinstance(settled, Settled)
    assert settled.result == [3, 5]


def iter_question(key: str) -> Procedure[bool]:
    said: bool = yield YesNo(key, "?")
    return said


def test_what_was_sealed_is_opened_once_all_have_answered_and_open_answers_stand() -> None:
    asked = [YesNo("in:ann", "In?", rule="", who=""), YesNo("in:bob", "In?", rule="", who="", sealed=True)]
    known = {"in:bob": Answer("f00d", "sealed")}
    waiting = drive(ask_and_open("e1", asked, lambda _asked: "Who is in?", rule=""), from_mapping(known))
    assert isinstance(waiting, Open)
    assert [one.key for one in waiting.questions] == ["in:ann"]
    known["in:ann"] = Answer(True)
    opening = drive(ask_and_open("e1", asked, lambda _asked: "Who is in?", rule=""), from_mapping(known))
    assert isinstance(opening, Open)
    (reveal,) = opening.questions
    assert isinstance(reveal, Reveal)
    assert (reveal.entry, reveal.sealed_key) == ("e1", "in:bob")
    known[reveal.key] = Answer(False, "revealed")
    done = drive(ask_and_open("e1", asked, lambda _asked: "Who is in?", rule=""), from_mapping(known))
    assert isinstance(done, Settled)
    assert done.result == [True, False]


def test_an_answer_sealed_then_is_opened_where_it_would_be_asked_for_openly_now() -> None:
    openly = [YesNo("in:ann", "In?", rule="", who="")]
    known = {"in:ann": Answer("f00d", "sealed"), "opened:ann": Answer(True, "revealed")}
    done = drive(ask_and_open("e1", openly, lambda _asked: "Who is in?", rule=""), from_mapping(known))
    assert isinstance(done, Settled)
    assert done.result == [True]


@pytest.mark.parametrize(
    ("name", "said"),
    [(" ", "Say who you are."), ("Marta" * 3, "A name can have at most 12 characters.")],
)
def test_a_name_is_refused_beside_its_field_for_what_is_wrong_with_it(name: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name, 12, "", "Say who you are.")
    assert (refused.value.key, refused.value.sentence) == ("name", said)


def test_a_name_is_kept_without_the_blanks_around_it() -> None:
    assert checked_name("  Marta of the Mill ", 17, "", "Say who you are.") == "Marta of the Mill"


def test_a_dialogue_without_end_is_stopped() -> None:
    def endless() -> Procedure[None]:
        n = 0
        while True:
            n += 1
            yield Roll(f"r:{n}", "?")

    with pytest.raises(BrokenProcedure):
        drive(endless(), lambda q: Answer(3))


def test_admission_is_refused_now_and_noted_on_the_past() -> None:
    rich = STATE.change("purses", "ann", coins=50)
    with pytest.raises(Refused) as refused:
        drive(start("toy.pay", rich, purse="ann", to="bob", amount=20), from_mapping({}))
    assert refused.value.admission
    noted = drive(start("toy.pay", rich, purse="ann", to="bob", amount=20), from_mapping({}), enforce=False)
    assert isinstance(noted, Settled)
    assert [note.rule for note in noted.notes] == ["TOY-4"]


def test_the_impossible_is_refused_always() -> None:
    with pytest.raises(Refused) as refused:
        drive(start("toy.pay", purse="bob", to="ann", amount=1), from_mapping({}), enforce=False)
    assert not refused.value.admission


@pytest.mark.parametrize("value", [0, 7, "4", None, True, 2.5])
def test_a_face_not_on_the_die_is_refused_with_its_key(value: object) -> None:
    with pytest.raises(Refused) as refused:
        drive(start("toy.dig", purse="ann"), from_mapping({"dig:ann:1": Answer(value)}))
    assert refused.value.key == "dig:ann:1"


def test_wrong_parameters_name_the_field() -> None:
    with pytest.raises(Refused, match="amount"):
        start("toy.pay", purse="ann", to="bob", amount="many")


def test_a_draw_keeps_the_place_it_drew() -> None:
    options = tuple(Option(one, one, why_not="gone" if one == "b" else "") for one in "abcd")
    draws = [roll(Draw(f"draw:{n}", "Who?", options=options), thrower(b"s" * 32)) for n in range(40)]
    assert {answer.value for answer in draws} == {"a", "c", "d"}
    assert all("acd"[answer.dice[0] - 1] == answer.value for answer in draws)


def test_dice_are_even() -> None:
    throw = thrower(b"s" * 32)
    faces = [throw(f"k{n}", 6) for n in range(6000)]
    assert all(900 < faces.count(face) < 1100 for face in range(1, 7))
