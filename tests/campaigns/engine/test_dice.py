"""Nobody fishes: back, set aside, a second phone, a hand over the app's die, a round written otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import DialogueAnswer, Slot, ThrownDie
from rules.engine.refusals import Refused
from rules.engine.shelf import all_games
from tests.campaigns.engine.evening import Evening, played


@pytest.fixture
def evening(db: None) -> Evening:
    return played()


def face(key: str) -> Any:
    return DialogueAnswer.objects.get(key=key).value


def test_back_stops_at_the_apps_die(evening: Evening) -> None:
    opened = evening.casualties(evening.tom)
    first, second = (question.key for question in opened.questions[:2])
    evening.answer(evening.tom, opened.slot, first, door.ROLL)
    shown = face(first)
    with pytest.raises(Refused, match=f"The app’s roll for this was {shown}, and"):
        door.undo_answer(evening.scope.pk, Actor(evening.tom), opened.slot)
    evening.answer(evening.tom, opened.slot, second, 3)
    door.undo_answer(evening.scope.pk, Actor(evening.tom), opened.slot)
    assert [one.key for one in DialogueAnswer.objects.all()] == [first]


def test_a_dialogue_set_aside_meets_the_same_faces_again(evening: Evening) -> None:
    opened = evening.casualties(evening.tom)
    keys = [question.key for question in opened.questions]
    for key in keys[:2]:
        evening.answer(evening.tom, opened.slot, key, door.ROLL)
    shown = [face(key) for key in keys[:2]]
    door.set_aside(evening.scope.pk, Actor(evening.ilse), opened.slot)
    again = evening.casualties(evening.tom)
    assert again.slot == opened.slot
    for key in reversed(keys[:2]):
        assert evening.answer(evening.tom, again.slot, key, door.ROLL).repeated
    assert [face(key) for key in keys[:2]] == shown


def test_nobody_types_over_what_the_app_has_rolled(evening: Evening) -> None:
    opened = evening.casualties(evening.tom)
    key = opened.questions[0].key
    evening.answer(evening.tom, opened.slot, key, door.ROLL)
    shown = face(key)
    other = shown % 6 + 1
    with pytest.raises(Refused, match="already answered this"):
        evening.answer(evening.tom, opened.slot, key, other)
    door.set_aside(evening.scope.pk, Actor(evening.ilse), opened.slot)
    evening.casualties(evening.tom)
    with pytest.raises(Refused, match="already answered this"):
        evening.answer(evening.tom, opened.slot, key, other)
    assert face(key) == shown


def test_a_second_phone_sees_the_die_of_the_first(evening: Evening) -> None:
    opened = evening.casualties(evening.tom)
    key = opened.questions[0].key
    evening.answer(evening.tom, opened.slot, key, door.ROLL)
    shown = face(key)
    again = evening.answer(evening.ilse, opened.slot, key, door.ROLL)
    assert again.repeated
    assert face(key) == shown
    assert ThrownDie.objects.filter(key=key).count() == 1


@pytest.mark.django_db
def test_the_faces_belong_to_the_slot_and_not_to_who_asks_or_in_which_order() -> None:
    evening = played(5)  # one is undecided to the end, whatever the others throw
    keys = [question.key for question in evening.casualties(evening.tom).questions]
    slot = Slot.objects.get(dialogue__isnull=False)
    seen = []
    for order in (keys, keys[::-1]):
        for key in order[:2]:
            evening.answer(evening.ilse, slot.code, key, door.ROLL)
        seen.append({one.key: one.value for one in DialogueAnswer.objects.all()})
        door.set_aside(evening.scope.pk, Actor(evening.ilse), slot.code)
        evening.casualties(evening.tom)
    shared = set(seen[0]) & set(seen[1])
    assert shared
    assert all(seen[0][key] == seen[1][key] for key in shared)


@pytest.mark.parametrize("written", [1, "1", "01", " 1", 1.0, True])
def test_a_number_written_otherwise_is_the_same_slot(written: Any) -> None:
    spec = all_games()["opr"].spec("opr.round")
    assert spec.slot_name({"mission": "m", "round": written}) == "mission:m:round:1:"


def test_what_the_app_rolled_stands_in_the_journal(evening: Evening) -> None:
    outcome = evening.casualties(evening.tom, app_dice=True)
    while not outcome.settled:
        question: Any = outcome.questions[0]
        value = question.options[0].id
        outcome = evening.answer(evening.tom, outcome.slot, question.key, value, app_dice=True)
    assert outcome.entry is not None
    entry = evening.scope.entries.get(seq=outcome.entry)
    thrown = {die.key: die.value for die in entry.slot.thrown.all()}
    assert thrown
    assert {key: entry.answers[key]["value"] for key in thrown} == thrown
    assert {entry.answers[key]["origin"] for key in thrown} == {"app"}
    assert reconcile(evening.scope) == []
