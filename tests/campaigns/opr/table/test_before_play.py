"""Before a mission begins: who plays for whom, what was not chosen yet, and which button is brass."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.campaigns.opr.table.evening import Evening, roll_on
from tests.campaigns.play import act, state_of
from tests.pages import refusal_of

pytestmark = pytest.mark.django_db


def words(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", response.content.decode()))


def brass(text: str) -> str:
    found = re.findall(r'<(?:button|a) [^>]*?class="btn btn-brass[^>]*>(.*?)</(?:button|a)>', text, re.DOTALL)
    assert len(found) == 1, found
    return re.sub(r"<[^>]*>", "", found[0]).strip()


def test_who_plays_and_what_is_open_is_said_before_it_begins() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    page, marta, tom = here.url(f"m/{opened.slot}.mission/"), here.browser(here.marta), here.browser(here.tom)
    first = marta.get(page)
    assert "Marta with Second Bell" in words(first)
    assert "Tom with Raiders" in words(first)
    assert (
        "Not confirmed yet: Second Bell and Raiders. If you start now, they will field everything."
        in words(first)
    )
    assert words(first).count("no special objective yet") == 2
    assert brass(first.content.decode()) == "Confirm my units"
    marta.post(f"{page}do/field/", {"warband": here.bell, "unit": here.units(here.bell)})
    assert brass(marta.get(page).content.decode()) == "Roll for the special objective"
    assert "Not confirmed yet: Raiders" in words(marta.get(page))
    roll_on(marta, marta.post(f"{page}do/objective/", {"warband": here.bell}))
    last = marta.get(page)
    assert brass(last.content.decode()) == "Start playing"
    assert "Not confirmed yet: Raiders" in words(last)
    act(here.scope, here.ilse, "give_value", unit=here.units(here.raiders)[0], amount=60, words="A relic.")
    above = words(marta.get(page))
    assert "Raiders is 10 points over the 200 allowed here and still has to choose" in above
    assert "they will field everything" not in above
    assert "Start playing" not in above
    assert brass(tom.get(page).content.decode()) == "Confirm my units"


def test_opr_24_who_is_above_the_cap_is_named_before_the_tap_and_did_not_come_all_the_same() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    grown = here.units(here.raiders)[0]
    act(here.scope, here.ilse, "give_value", unit=grown, amount=60, words="A relic.")
    page, mission = here.url(f"m/{opened.slot}.mission/"), f"{opened.slot}.mission"
    marta = here.browser(here.marta)
    why = "Raiders is 10 points over the 200 allowed here and still has to choose who stays at home."
    for seat in (here.marta, here.tom):
        before = here.shows(seat, mission).before
        assert before is not None
        assert before.refused == why
    refused = marta.post(f"{page}do/begin/")
    assert (refused.status_code, refusal_of(refused)) == (409, why)
    sent = marta.post(f"{page}walk-over/", {"winner": here.bell})
    assert sent.status_code == 302
    begun = state_of(here.scope).missions[mission]
    assert (begun.status, begun.side(here.bell).value) == ("playing", 150)
    assert begun.side(here.raiders).value <= 200


def test_once_all_is_chosen_nothing_is_said_to_be_open() -> None:
    here = Evening()
    opened = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders])
    page = here.url(f"m/{opened.slot}.mission/")
    for seat, warband in ((here.marta, here.bell), (here.tom, here.raiders)):
        browser = here.browser(seat)
        browser.post(f"{page}do/field/", {"warband": warband, "unit": here.units(warband)})
        roll_on(browser, browser.post(f"{page}do/objective/", {"warband": warband}))
    assert "yet" not in words(here.browser(here.marta).get(page))
    assert brass(here.browser(here.ilse).get(page).content.decode()) == "Start playing"
