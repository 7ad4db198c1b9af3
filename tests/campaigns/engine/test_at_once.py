"""Two phones at one moment, on two real connections."""

from __future__ import annotations

import pytest

from campaigns.engine import door, reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.who.rights import Actor
from campaigns.models import Dialogue, DialogueAnswer, Entry, Slot
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns import play
from tests.campaigns.engine.evening import at_once, founded, played

pytestmark = pytest.mark.django_db(transaction=True)


def split(given: list[object]) -> tuple[list[DoorOutcome], list[Refused]]:
    """Outcomes and refusals; anything else is an error of the test."""
    outcomes = [one for one in given if isinstance(one, DoorOutcome)]
    refusals = [one for one in given if isinstance(one, Refused)]
    assert len(outcomes) + len(refusals) == len(given), given
    return outcomes, refusals


def test_two_answers_to_one_question() -> None:
    evening = played()
    opened = evening.casualties(evening.tom)
    key = opened.questions[0].key
    given = at_once(
        evening.scope,
        lambda: evening.answer(evening.tom, opened.slot, key, 3),
        lambda: evening.answer(evening.ilse, opened.slot, key, 4),
    )
    outcomes, refusals = split(given)
    assert len(outcomes) == len(refusals) == 1
    kept = DialogueAnswer.objects.get(key=key)
    assert refusals[0].sentence == f"{kept.by} has already answered this: {kept.value}."


def test_the_same_answer_twice_is_a_success() -> None:
    evening = played()
    opened = evening.casualties(evening.tom)
    key = opened.questions[0].key
    given = at_once(
        evening.scope,
        lambda: evening.answer(evening.tom, opened.slot, key, 3),
        lambda: evening.answer(evening.ilse, opened.slot, key, 3),
    )
    outcomes, refusals = split(given)
    assert sorted(one.repeated for one in outcomes) == [False, True]
    assert not refusals


def test_two_confirmations_of_one_report() -> None:
    evening = founded()
    report = evening.report()
    given = at_once(
        evening.scope,
        lambda: reports.agree_report(report, Actor(evening.tom)),
        lambda: reports.agree_report(report, Actor(evening.ilse)),
    )
    outcomes, refusals = split(given)
    assert [one.settled for one in outcomes] == [True]
    assert [one.sentence for one in refusals] == ["This report already counts."]
    assert len(play.state_of(evening.scope).missions) == 1
    assert reconcile(evening.scope) == []


def test_one_key_sent_twice_is_one_write() -> None:
    evening = founded()
    params = {"warband": evening.hers, "amount": 2, "words": "painted"}

    def give() -> DoorOutcome:
        return door.act(evening.scope.pk, Actor(evening.ilse), "opr.give_vp", params, once="one-tap")

    outcomes, _refusals = split(at_once(evening.scope, give, give))
    assert len({one.entry for one in outcomes}) == 1
    assert sorted(one.repeated for one in outcomes) == [False, True]
    assert play.state_of(evening.scope).warbands[evening.hers].vp == 2


def test_two_acts_on_one_slot_meet_in_one_dialogue() -> None:
    evening = played()
    given = at_once(
        evening.scope,
        lambda: evening.casualties(evening.tom),
        lambda: evening.casualties(evening.ilse),
    )
    outcomes, refusals = split(given)
    assert len({one.slot for one in outcomes}) == 1
    assert not refusals
    assert Dialogue.objects.count() == 1


def test_an_occasion_settles_once() -> None:
    evening = founded()
    before = Slot.objects.count()

    def over() -> DoorOutcome:
        return play.act(evening.scope, evening.ilse, "disband_warband", warband=evening.hers)

    outcomes, refusals = split(at_once(evening.scope, over, over))
    assert len(outcomes) <= 1
    assert len(outcomes) + len(refusals) == 2
    assert Slot.objects.count() == before + len(outcomes)
    assert Entry.objects.filter(procedure="opr.disband_warband").count() == len(outcomes)


def test_who_acts_on_what_they_saw_before_somebody_else_changed_it_is_told() -> None:
    evening = founded()
    row = f"warbands:{evening.hers}"
    address = f"/api/v1/leagues/{evening.scope.pk}/warbands/{evening.hers}/"
    seen = {row: factories.signed_in(evening.ilse).get(address).json()["version"]}

    def give() -> DoorOutcome:
        params = {"warband": evening.hers, "amount": 1, "words": "late"}
        return door.act(evening.scope.pk, Actor(evening.ilse), "opr.give_vp", params, seen=seen)

    outcomes, refusals = split(at_once(evening.scope, give, give))
    assert len(outcomes) == 1
    assert "Something has changed" in refusals[0].sentence
    assert play.state_of(evening.scope).warbands[evening.hers].vp == 1
