"""An open dialogue reserves nothing: what no longer fits is asked again and said, the rest is kept."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction.dialogue import peek_dialogue
from campaigns.engine.transaction.scope_transaction import DoorOutcome
from campaigns.engine.who.rights import Actor
from campaigns.models import Slot
from rules.engine.procedure import Open
from rules.engine.questions import Answer, Draw, Option
from rules.engine.refusals import Refused
from tests.campaigns.api.conftest import Api
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, played, state_of
from tests.pages import page_of, text_of

pytestmark = pytest.mark.django_db
LEDGE = 41  # an event that meets one of those the table ticks
GONE = "is no longer on the sheet."


class Ledge(Evening):
    """The table has ticked one unit of each warband for an event; then one of the two leaves the league."""

    def __init__(self) -> None:
        super().__init__()
        self.of = self.mission()
        self.hers, self.his = self.units(self.bell)[0], self.units(self.raiders)[0]
        outcome = act(self.scope, self.marta, "round", mission=self.of, round=1)
        self.slot = outcome.slot
        for value in (6, LEDGE, [self.hers, self.his]):
            outcome = self.answer(outcome.questions[0].key, value)
        assert outcome.questions[0].kind == "draw"
        self.waiting = outcome.questions[0].key
        self.page = self.url(f"d/{self.slot}/")
        act(self.scope, self.ilse, "remove_unit", unit=self.his, status="dead", words="It never was there.")

    def answer(self, key: str, value: object, **more: Any) -> DoorOutcome:
        return door.answer_question(self.scope.pk, Actor(self.marta), self.slot, key, value, **more)

    def open_now(self) -> Open:
        _run, progress = peek_dialogue(self.scope, Slot.objects.get(code=self.slot, scope=self.scope))
        assert isinstance(progress, Open)
        return progress


def test_the_page_says_what_no_longer_fits_and_asks_for_it_again() -> None:
    here = Ledge()
    shown = here.browser(here.marta).get(here.page)
    assert [one.endswith(GONE) for one in page_of(shown).reopened] == [True]
    assert "An earlier answer no longer fits" in shown.content.decode()
    assert [one.key for one in here.open_now().questions] == ["eligible"]
    assert [one.answer.value for one in here.open_now().asked] == [6, LEDGE]  # the rest is kept


def test_an_answer_to_what_has_gone_is_told_how_it_stands() -> None:
    here = Ledge()
    marta = here.browser(here.marta)
    answered = marta.post(
        here.page, {"key": here.waiting, "value": here.hers}, headers={"HX-Request": "true"}
    )
    assert answered.status_code == 409
    assert [one.endswith(GONE) for one in page_of(answered).reopened] == [True]


def test_opr_34_whoever_names_what_was_not_offered_is_told_why_by_its_rule() -> None:
    """Through the door, by a program and on the page alike; the reason is nowhere before somebody asks."""
    here = Ledge()
    stranger = here.units(here.raiders)[1]
    act(here.scope, here.ilse, "remove_unit", unit=stranger, status="dead", words="Nor was this one.")
    with pytest.raises(Refused) as caught:
        here.answer("eligible", [here.hers, stranger])
    assert (caught.value.rule, caught.value.key) == ("OPR-34", "eligible")
    assert caught.value.sentence.endswith(GONE)
    api, base = Api(here.marta), f"/api/v1/leagues/{here.scope.pk}/"
    [dialogue] = api.get(base + "dialogues/").json()
    assert GONE not in str(dialogue["questions"])
    sent = {"slot": here.slot, "key": "eligible", "value": [here.hers, stranger]}
    told = api.post(base + "answer/", sent)
    assert (told.status_code, told.json()["rule"]) == (409, "OPR-34")


def test_what_is_asked_again_is_answered_and_settles() -> None:
    here = Ledge()
    outcome = here.answer("eligible", [here.hers])
    assert outcome.settled
    assert [one.endswith(GONE) for one in outcome.reopened] == [True]
    event = state_of(here.scope).missions[here.of].events[-1]
    assert event.units == (here.hers,)
    assert reconcile(here.scope) == []


def test_the_app_throws_again_when_its_face_is_no_answer_any_more() -> None:
    here = Ledge()
    run, _progress = peek_dialogue(here.scope, Slot.objects.get(code=here.slot, scope=here.scope))
    run.thrown["whom"] = Answer("gone", "app", dice=(1,))
    left = Draw("whom", "Whom?", options=(Option("one", "One"), Option("two", "Two")))
    thrown = run.rolled(left)
    assert thrown.value in ("one", "two")
    assert run.rolled(left) == thrown
    run.thrown["whom"] = Answer("two", "app", dice=(2,))
    assert run.rolled(left).value == "two"


def test_what_has_lost_its_last_question_is_settled_with_one_tap() -> None:
    here = Evening()
    killer, (first, second) = here.units(here.bell)[0], here.units(here.raiders)[:2]
    mission = played(here.scope, here.ilse, here.bell, here.raiders, kills={first: killer, second: killer})
    asked = act(here.scope, here.tom, "casualties", mission=mission, warband=here.raiders)
    key = next(one.key for one in asked.questions if first in one.key)
    door.answer_question(here.scope.pk, Actor(here.tom), asked.slot, key, 3)
    act(here.scope, here.ilse, "remove_unit", unit=second, status="dead", words="It was sold last week.")
    tom, page = here.browser(here.tom), here.url(f"d/{asked.slot}/")
    mine, marta = page_of(tom.get(page)), here.browser(here.marta)
    assert (mine.open, mine.complete, mine.may_go_on) == ((), True, True)
    assert "There are no questions left here" in text_of(tom.get(page))
    assert not page_of(marta.get(page)).may_go_on  # it is not hers to go on with
    assert marta.post(page, {"on": "1"}).status_code == 403
    assert tom.post(page, {"on": "1"}).status_code == 302
    assert Slot.objects.get(code=asked.slot, scope=here.scope).entries.count() == 1
    assert reconcile(here.scope) == []
