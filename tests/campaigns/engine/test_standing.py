"""What was chosen before a die of the app fell stands, whatever closed the dialogue."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaigns.corrections import drafts as corrections_drafts
from campaigns.engine import correcting as corrections
from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile, rerun_today
from campaigns.engine.transaction.scope_transaction import DoorOutcome, scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Dialogue, DialogueAnswer, Entry, Seat, Slot, ThrownDie
from rules.engine.procedure import Procedure
from rules.engine.questions import ChooseUnit, Option, Roll, YesNo
from rules.engine.refusals import Refused
from rules.engine.shelf import all_games
from tests.campaigns.engine.evening import at_once
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act
from tests.pages import told_in

pytestmark = pytest.mark.django_db


def _train(ctx: Any, *, warband: str, with_whom: str = "alone") -> Procedure[Any]:
    """Train one of your units.

    The same die means something else for each of them.
    """
    units = [unit for unit in ctx.state.sheet(warband) if unit.available]
    options = tuple(Option(one.id, one.name) for one in units)
    mine = f"side:{warband}"
    yield ChooseUnit("unit", "Who?", who=mine, options=options)
    yield Roll("how", "How does it go?", who=mine)
    yield YesNo("tell", "Do you tell?", who=mine)
    return ()


class Training(Evening):
    """Marta chose her first unit to train, and the app has rolled for it."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second, *_rest = self.units(self.bell)
        self.slot = self.begin(self.marta).slot
        self.answer("unit", self.first)
        self.answer("how", door.ROLL)
        self.face = self.said()["how"]
        self.page = self.url(f"d/{self.slot}/")

    def begin(self, who: Seat, **more: str) -> DoorOutcome:
        return door.act(self.scope.pk, Actor(who), "opr.train", {"warband": self.bell, **more})

    def answer(self, key: str, value: Any, who: Seat | None = None) -> DoorOutcome:
        return door.answer_question(self.scope.pk, Actor(who or self.marta), self.slot, key, value)

    def aside(self, who: Seat) -> None:
        door.set_aside(self.scope.pk, Actor(who), self.slot)

    def said(self) -> dict[str, Any]:
        return {one.key: one.value for one in DialogueAnswer.objects.all()}

    def told(self) -> str:
        return "\n".join(told_in(self.scope, self.tom))


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Training:
    procedures = all_games()["opr"].procedures
    like = procedures["opr.seal_note"]
    spec = replace(like, name="opr.train", run=_train, slot="train:{warband}", by="side:{warband}")
    monkeypatch.setitem(procedures, "opr.train", spec)
    return Training()


def test_players_do_not_set_aside_what_the_app_has_rolled_in(here: Training) -> None:
    for who in (here.marta, here.tom):
        client = here.browser(who)
        assert 'name="aside"' not in client.get(here.page).content.decode()
        assert client.post(here.page, {"aside": "1"}).status_code in (403, 409)
    assert Dialogue.objects.count() == 1
    assert (
        "Only an organiser can cancel these questions"
        in here.browser(here.marta).get(here.page).content.decode()
    )
    assert (
        "Only an organiser can cancel these questions"
        not in here.browser(here.tom).get(here.page).content.decode()
    )
    assert 'name="aside"' in here.browser(here.ilse).get(here.page).content.decode()


def test_a_dialogue_without_dice_is_set_aside_without_a_word(here: Training) -> None:
    again = act(here.scope, here.tom, "train", warband=here.raiders)
    assert 'name="aside"' in here.browser(here.tom).get(here.url(f"d/{again.slot}/")).content.decode()
    before = Entry.objects.count()
    door.set_aside(here.scope.pk, Actor(here.tom), again.slot)
    assert Entry.objects.count() == before


def test_set_aside_by_the_organiser_the_choice_stands_and_the_chronicle_says_so(here: Training) -> None:
    here.aside(here.ilse)
    assert here.said() == {}
    again = here.begin(here.marta)
    assert (again.slot, [one.key for one in again.questions]) == (here.slot, ["tell"])
    assert here.said() == {"unit": here.first, "how": here.face}
    with pytest.raises(Refused, match="already answered this"):
        here.answer("unit", here.second)
    with pytest.raises(Refused, match=f"The app’s roll for this was {here.face}, and"):
        door.undo_answer(here.scope.pk, Actor(here.marta), here.slot)
    assert "Cancelled: Train one of your units. The app had already rolled" in here.told()
    assert reconcile(here.scope) == []
    assert rerun_today(here.scope) == []


def test_what_came_after_the_last_die_is_asked_anew(here: Training) -> None:
    here.answer("tell", True)
    entry = Entry.objects.get(procedure="opr.train")
    void(here, entry)
    again = here.begin(here.marta)
    assert [one.key for one in again.questions] == ["tell"]
    assert here.said() == {"unit": here.first, "how": here.face}
    assert here.answer("tell", False).settled
    assert reconcile(here.scope) == []


def void(here: Training, entry: Entry) -> None:
    draft = corrections_drafts.void_entry(here.scope, here.ilse, entry)
    draft.words = "We were too early."
    draft.save()
    corrections.commit(draft, Actor(here.ilse), corrections.preview_correction(draft).fingerprint)


def test_a_correction_of_an_entry_with_a_die_says_that_it_was_known(here: Training) -> None:
    here.answer("tell", True)
    void(here, Entry.objects.get(procedure="opr.train"))
    assert "We were too early. The app’s roll had already been seen." in here.told()
    act(here.scope, here.ilse, "give_vp", warband=here.bell, amount=1, words="painted")
    void(here, Entry.objects.get(procedure="opr.give_vp"))
    assert here.told().count("The app’s roll had already been seen.") == 1


def test_the_facts_it_began_with_stand_too(here: Training) -> None:
    here.aside(here.ilse)
    here.begin(here.marta, with_whom="a dragon")
    assert Dialogue.objects.get().params == {"warband": here.bell}
    assert here.answer("tell", True).settled
    assert Entry.objects.get(procedure="opr.train").params == {"warband": here.bell}


def test_a_choice_that_has_become_impossible_is_asked_again_by_itself(here: Training) -> None:
    here.aside(here.ilse)
    act(here.scope, here.ilse, "remove_unit", unit=here.first, status="dead", words="It never was there.")
    again = here.begin(here.marta)
    assert [one.key for one in again.questions] == ["unit"]
    assert len(again.reopened) == 1
    assert again.reopened[0].startswith("That is not one of the answers here")
    here.answer("unit", here.second)
    assert here.said() == {"unit": here.second, "how": here.face}
    with pytest.raises(Refused, match="and that is final"):
        door.undo_answer(here.scope.pk, Actor(here.marta), here.slot)  # nor is one unit tried after the other
    assert here.answer("tell", True).settled


def test_a_choice_that_is_possible_again_stands_again(here: Training) -> None:
    act(here.scope, here.ilse, "bench_unit", unit=here.first, missions=1, words="It is ill.")
    assert [one.key for one in here.begin(here.marta).questions] == ["unit"]
    void(here, Entry.objects.get(procedure="opr.bench_unit"))
    assert [one.key for one in here.begin(here.marta).questions] == ["tell"]
    assert here.said() == {"unit": here.first, "how": here.face}


def test_a_die_that_fell_in_an_earlier_release_stands(here: Training) -> None:
    with scope_transaction(here.scope.pk, Actor()):
        ThrownDie.objects.update(answer=None)
    with pytest.raises(Refused, match="and that is final"):
        door.undo_answer(here.scope.pk, Actor(here.marta), here.slot)
    here.aside(here.ilse)
    assert [one.key for one in here.begin(here.marta).questions] == ["tell"]
    assert here.said() == {"unit": here.first, "how": here.face}


def test_a_slot_set_aside_in_an_earlier_release_meets_its_face(here: Training) -> None:
    here.aside(here.ilse)
    with scope_transaction(here.scope.pk, Actor()):
        Slot.objects.filter(code=here.slot).update(standing={})
    assert [one.key for one in here.begin(here.marta).questions] == ["unit"]
    here.answer("unit", here.second)
    with pytest.raises(Refused, match=f"The app’s roll for this was {here.face}, and"):
        here.answer("how", here.face % 6 + 1)
    here.answer("how", door.ROLL)
    assert here.said()["how"] == here.face


@pytest.mark.django_db(transaction=True)
def test_two_who_open_it_again_at_once_meet_in_one_dialogue(here: Training) -> None:
    here.aside(here.ilse)
    outcomes = at_once(here.scope, lambda: here.begin(here.marta), lambda: here.begin(here.ilse))
    assert [one.slot for one in outcomes] == [here.slot] * 2
    assert here.said() == {"unit": here.first, "how": here.face}


@pytest.mark.django_db(transaction=True)
def test_an_answer_and_setting_aside_at_once(here: Training) -> None:
    given = at_once(here.scope, lambda: here.answer("tell", True), lambda: here.aside(here.ilse))
    settled = Entry.objects.filter(procedure="opr.train").exists()
    noted = Entry.objects.filter(procedure="set_aside").exists()
    assert settled != noted
    assert not Dialogue.objects.exists()
    assert isinstance(given[0], DoorOutcome) is settled
    assert bool(Slot.objects.get(code=here.slot).standing) is noted
