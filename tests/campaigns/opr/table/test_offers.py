"""Recruiting from the player's own list: a unit comes with its weapons and rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from campaigns.models import ArmyDraft
from rules.engine.questions import question_options
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, state_of
from tests.pages import refusal_of

pytestmark = pytest.mark.django_db
LIST = """++ Fenland Levy [GFF 180pts] ++

Levy [10] Q5+ D5+ | 100pts | Furious
9x Spear (A1), Bow (24", A1, AP(1))

Bog Beast [1] Q4+ D3+ | 80pts | Tough(6)
Tusks (A4)
"""


def recruiting(here: Evening) -> tuple[Client, str]:
    """Marta's browser and the address of her recruiting step after a mission."""
    marta = here.browser(here.marta)
    sent = marta.post(here.quick, {"winner": here.raiders, "rounds": 4})["Location"]
    here.browser(here.tom).post(sent, {"confirm": 1})
    step = here.url(f"m/{next(iter(state_of(here.scope).missions))}/steps/{here.bell}/")
    for done in ("casualties", "experience", "close_upgrades"):
        marta.post(step, {"do": done})
    act(here.scope, here.ilse, "give_points", warband=here.bell, amount=200, words="for the test")
    return marta, step


def lists(browser: Client, step: str) -> Any:
    return browser.get(step).context["page"].lists


def test_opr_62_a_unit_of_ones_own_list_is_recruited_with_its_weapons_and_rules() -> None:
    here = Evening()
    marta, step = recruiting(here)
    assert lists(marta, step).offers == ()
    assert marta.post(step, {"do": "read_list", "text": LIST})["Location"].startswith(f"{step}list/")
    levy, beast = lists(marta, step).offers
    assert (levy.name, levy.points, beast.gear) == ("Levy", 100, "Tusks (A4) · Tough(6)")
    assert marta.post(step, {"do": "recruit_listed", "offer": levy.code}).status_code == 302
    (unit,) = [one for one in state_of(here.scope).units.values() if one.name == "Levy"]
    assert [one.label for one in unit.profile.weapons] == ["Spear", "Bow"]
    assert [one.label for one in unit.profile.rules] == ["Furious"]
    assert [one.name for one in lists(marta, step).offers] == ["Bog Beast"]
    again = marta.post(step, {"do": "recruit_listed", "offer": levy.code})
    assert again.status_code == 409
    assert "This unit is no longer on any list" in refusal_of(again)


def test_opr_18_a_unit_that_has_another_name_by_now_is_not_offered_by_its_old_one() -> None:
    here = Evening()
    marta, step = recruiting(here)
    marta.post(step, {"do": "read_list", "text": LIST})
    levy, _beast = lists(marta, step).offers
    marta.post(step, {"do": "recruit_listed", "offer": levy.code})
    (unit,) = [one for one in state_of(here.scope).units.values() if one.name == "Levy"]
    for name in ("The Reeds", "The Old Reeds"):
        act(here.scope, here.marta, "rename_unit", warband=here.bell, unit=unit.id, name=name)
    assert [one.name for one in lists(marta, step).offers] == ["Bog Beast"]


def test_a_list_nobody_can_read_is_said_beside_its_field_and_whose_it_is_stays_theirs() -> None:
    here = Evening()
    marta, step = recruiting(here)
    answer = marta.post(step, {"do": "read_list", "text": "no list at all"})
    assert answer.status_code == 422
    assert answer.context["page"].lists.form.errors["text"]
    assert not ArmyDraft.objects.exists()
    marta.post(step, {"do": "read_list", "text": LIST})
    assert not marta.get("/").context["page"].todos[0].title.startswith("Your army")
    assert ArmyDraft.objects.get().warband == here.bell


def test_opr_64_a_unit_of_the_list_is_recruited_as_a_veteran_for_the_fee_once() -> None:
    here = Evening()
    marta, step = recruiting(here)
    marta.post(step, {"do": "read_list", "text": LIST})
    beast = lists(marta, step).offers[1]
    pool, button = state_of(here.scope).warbands[here.bell].pool, 'value="recruit_veteran"'
    assert button in marta.get(step).content.decode()
    asked = marta.post(step, {"do": "recruit_veteran", "offer": beast.code})["Location"]
    while (page := marta.get(asked)).status_code == 200 and "/d/" in asked:
        question = page.context["page"].first.question
        able = [one.id for one in question_options(question) if not one.why_not]
        said = {"value": able[0]} if able else {"roll": 1}
        marta.post(asked, {"key": question.key, **said})
    (unit,) = [one for one in state_of(here.scope).units.values() if one.name == "Bog Beast"]
    fee = marta.get(step).context["page"].veteran_fee
    assert state_of(here.scope).warbands[here.bell].pool == pool - 80 - fee
    assert unit.level == 1 or unit.held("level")
    assert button not in marta.get(step).content.decode()
