"""A quick report says before anything is typed what has to be done first, and keeps what was typed."""

from __future__ import annotations

import pytest

from campaigns.models import Report
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import found_warband, player, state_of
from tests.pages import tight

pytestmark = pytest.mark.django_db

FIRST = "Before you can send this report"


def test_opr_21_open_steps_are_named_on_the_form_before_it_is_filled() -> None:
    here = Evening(open_steps="refused")
    marta, victim = here.browser(here.marta), here.units(here.raiders)[0]
    assert FIRST not in tight(marta.get(here.quick))
    told = {"winner": here.bell, "rounds": 4, f"out:{victim}": 1}
    sent = marta.post(here.quick, told)["Location"]
    here.browser(here.tom).post(sent, {"confirm": 1})
    assert Report.objects.get().status == "counted"
    (mission,) = state_of(here.scope).missions
    again = f"{here.quick}&another=1"
    page = tight(marta.get(again))
    assert FIRST in page
    for one, name in ((here.bell, "Second Bell"), (here.raiders, "Raiders")):
        assert f"{name} still has " in page
        assert f'href="{here.url(f"m/{mission}/steps/{one}/")}" target="_blank"' in page
    refused = marta.post(again, told)
    assert refused.status_code == 409
    assert FIRST in tight(refused)
    assert f'name="out:{victim}" value="1" checked' in tight(refused)


def test_opr_10_a_mission_that_is_open_is_named_on_the_form() -> None:
    here = Evening(parallel_play="on", late_joiners="on")
    oskar = found_warband(here.scope, player(here.scope, "Oskar"), "Foxes")
    mission = here.mission()
    page = tight(here.browser(here.marta).get(here.url(f"report/?w={here.bell}&w={oskar}")))
    assert "Second Bell is already in mission 1." in page
    assert f'href="{here.url(f"m/{mission}/")}" target="_blank"' in page
