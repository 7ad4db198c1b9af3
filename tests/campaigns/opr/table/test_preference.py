"""Who rolls: a player says on their own page whether the app throws every die or asks for each."""

from __future__ import annotations

import pytest

from campaigns.models import Dialogue, Entry
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, played, state_of

pytestmark = pytest.mark.django_db


class Wounded(Evening):
    """Tom's hero and a unit were taken out, and the hero is about to reach a level."""

    def __init__(self) -> None:
        super().__init__()
        hero, unit, _last = self.units(self.raiders)
        act(self.scope, self.ilse, "give_xp", unit=hero, amount=4, words="came from another league")
        killer = self.units(self.bell)[0]
        self.lost = played(self.scope, self.ilse, self.bell, self.raiders, kills={unit: killer})
        self.t = self.browser(self.tom)
        self.steps = self.url(f"m/{self.lost}/steps/{self.raiders}/")

    def prefers(self, dice: str) -> None:
        sent = self.t.post("/me/", {"name": "Tom", "dice": dice, "theme": "auto"})
        assert sent.status_code == 302

    def entry(self, name: str) -> Entry:
        return Entry.objects.get(scope=self.scope, procedure=f"opr.{name}", params__warband=self.raiders)


def test_the_app_throws_every_die_and_stops_for_choices_alone() -> None:
    here = Wounded()
    here.prefers("app")
    assert here.t.post(here.steps, {"do": "casualties"})["Location"] == here.steps
    assert {one["origin"] for one in here.entry("casualties").answers.values()} == {"app"}
    asked = here.t.post(here.steps, {"do": "experience"})["Location"]
    while Dialogue.objects.exists():
        lines = here.t.get(asked).context["page"].lines
        open_ = [one.question for one in lines if one.answer is None]
        assert {one.kind for one in open_} == {"choose"}
        value = open_[0].options[0].id
        here.t.post(asked, {"key": open_[0].key, "value": value})
    assert state_of(here.scope).units[here.units(here.raiders)[0]].level == 1
    origins = {key.split(":")[0]: one["origin"] for key, one in here.entry("experience").answers.items()}
    assert {origins["trait"], origins["setdie"], origins["skill"]} == {"app"}
    assert origins["set"] == "choice"


def test_a_step_begins_with_its_dice_and_the_first_face_begins_it() -> None:
    here = Wounded()
    begins = here.t.get(here.steps).context["page"].begins
    assert [(line.question.kind, line.mine) for line in begins.lines] == [("roll", True)]
    key = begins.first.question.key
    refused = here.t.post(here.steps, {"key": key, "value": 9})
    assert refused.status_code == 409
    assert not Dialogue.objects.exists(), "nothing has begun"
    assert here.browser(here.marta).get(here.steps).context["page"].begins is None
    here.t.post(here.steps, {"key": key, "value": 4})
    assert here.entry("casualties").answers[key]["origin"] == "hand"
    level = here.t.get(here.steps).context["page"].begins
    assert level.first.question.text.endswith("which trait?")
    asked = here.t.post(here.steps, {"key": level.first.question.key, "roll": 1})
    assert "/d/" in asked["Location"]
    assert [one.answer.origin for one in here.t.get(asked["Location"]).context["page"].answered] == ["app"]


def test_each_die_is_asked_of_those_who_roll_themselves() -> None:
    here = Wounded()
    here.prefers("ask")
    asked = here.t.post(here.steps, {"do": "casualties"})["Location"]
    [question] = [one.question for one in here.t.get(asked).context["page"].lines]
    assert question.kind == "roll"
    here.t.post(asked, {"key": question.key, "value": 4})
    assert here.entry("casualties").answers[question.key]["origin"] == "hand"
