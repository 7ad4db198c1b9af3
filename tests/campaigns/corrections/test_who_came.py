"""A changed past brings nobody to a later mission who was not there: who came along is a fact."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine import correcting as corrections
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Correction, CorrectionStatus
from rules.opr.state import Mission
from tests.campaigns import play
from tests.campaigns.past import Past

pytestmark = pytest.mark.django_db


def finished(past: Past) -> None:
    """The rest of the first mission, in which the victim died."""
    play.walked(past.scope, past.ilse, past.mission, past.bell)
    for step in ("experience", "close_upgrades", "close_recruiting"):
        outcome = play.act(past.scope, past.ilse, step, mission=past.mission, warband=past.raiders)
        play.answer_all(past.scope, past.ilse, outcome)


def quick(past: Past, **facts: Any) -> str:
    told = {"warbands": [past.bell, past.raiders], "winners": [past.bell], "rounds": 4, **facts}
    outcome = play.act(past.scope, past.ilse, "quick_report", **told)
    return f"{outcome.slot}.mission"


def against_the_app(past: Past) -> str:
    outcome = play.act(past.scope, past.ilse, "app_report", warbands=[past.raiders], won=True)
    return f"{outcome.slot}.mission"


def set_up(past: Past) -> str:
    sides = [past.bell, past.raiders]
    mission = f"{play.act(past.scope, past.ilse, 'open_mission', warbands=sides).slot}.mission"
    for warband in sides:
        play.act(past.scope, past.ilse, "field", mission=mission, warband=warband)
    play.answer_all(past.scope, past.ilse, play.act(past.scope, past.ilse, "begin", mission=mission))
    play.act(past.scope, past.ilse, "result", mission=mission, winners=[past.bell], rounds=4)
    return mission


def alive_after_all(past: Past) -> corrections.Preview:
    """The victim's die was a 6."""
    casualties = past.scope.entries.get(procedure="opr.casualties", params__warband=past.raiders)
    url = f"{past.url}/entries/{casualties.seq}/"
    assert past.organiser.post(url, {"key": past.die, "value": "6"}).status_code == 302
    return corrections.preview_correction(Correction.objects.get(status=CorrectionStatus.OPEN))


@pytest.mark.parametrize("later", [quick, set_up, against_the_app])
def test_opr_25_who_was_not_there_does_not_come_along_because_an_earlier_die_was_another(
    past: Past, later: Any
) -> None:
    finished(past)
    mission = later(past)
    was: Mission = past.state.missions[mission]
    assert past.victim not in was.fielded
    seen = alive_after_all(past)
    after: Any = seen.draft.after
    assert after.units[past.victim].living
    assert [side.fielded for side in after.missions[mission].sides] == [side.fielded for side in was.sides]
    assert [side.underdog for side in after.missions[mission].sides] == [side.underdog for side in was.sides]
    draft = Correction.objects.get()
    corrections.commit(draft, Actor(past.ilse), seen.fingerprint)
    assert past.state.missions[mission].fielded == was.fielded
    assert reconcile(past.scope) == []


def previewed(draft: Correction) -> Any:
    """The state a draft would give."""
    return corrections.preview_correction(draft).draft.after


def test_opr_25_an_organiser_may_say_that_it_was_there(past: Past) -> None:
    finished(past)
    mission = quick(past)
    alive_after_all(past)
    draft = Correction.objects.get()
    url = f"{past.url}/corrections/{draft.pk}/facts/{past.entry('quick_report').slot.code}/"
    form = past.organiser.get(url).context["form"]
    assert [unit.id for unit in form.units if unit.home] == [past.victim]
    told = {"winner": past.bell, "rounds": "4"}
    assert past.organiser.post(url, {**told, f"home:{past.victim}": "on"}).status_code == 302
    draft.refresh_from_db()
    assert past.victim not in previewed(draft).missions[mission].fielded
    assert past.organiser.post(url, told).status_code == 302
    draft.refresh_from_db()
    assert past.victim in previewed(draft).missions[mission].fielded
