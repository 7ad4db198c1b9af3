"""A correction from the entry to the commit, on a desk and on a phone; honours and receipts beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from tests import factories
from tests.browser.conftest import DESK, PHONE, sideways, small_targets, violations
from tests.browser.looks import ALL_FOUR, faults
from tests.campaigns import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOOKS = [replace(one, thumb=0) for one in ALL_FOUR]


@pytest.fixture
def organiser(open_page: Callable[..., Page], live_server: Any) -> Callable[..., tuple[Page, str, int]]:
    """`organiser(size)`: Ilse's browser, the league's address, and the entry with the wrong die."""

    def opened(**options: Any) -> tuple[Page, str, int]:
        ilse = factories.new_organiser(name="Ilse")
        scope = play.found_league(ilse, parallel_play="on", campaign_type="endless")
        bell, raiders = play.started(scope, ilse, "Marta", "Tom")
        state = play.state_of(scope)
        victim, killer = state.warbands[raiders].units[1], state.warbands[bell].units[0]
        mission = play.played(scope, ilse, bell, raiders, kills={victim: killer})
        dialogue = play.act(scope, ilse, "casualties", mission=mission, warband=raiders)
        settled = door.answer_question(scope.pk, Actor(ilse), dialogue.slot, f"casualty:{victim}", 1)
        page = open_page(**options)
        session = factories.signed_in(ilse).cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        return page, f"/l/{scope.pk}", settled.entry or 0

    return opened


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.in_turn(7, kind="journeys")
def test_a_wrong_die_is_corrected(organiser: Callable[..., Any], size: Any) -> None:
    page, url, entry = organiser(size=size)
    page.goto(f"{url}/entries/{entry}/")
    assert violations(page) == []
    page.get_by_text("What happened to Ferrymen?").first.click()
    page.locator("details[open] label.face").nth(3).click()  # a tap sends it
    expect(page.get_by_role("heading", name="Correct an answer in Mission 1")).to_be_visible()
    expect(page.get_by_role("row", name="Ferrymen").first).to_contain_text("on the sheet")
    assert violations(page) == []
    assert sideways(page) == 0
    assert small_targets(page, 40) == []
    page.get_by_role("button", name="Apply the correction").click()
    expect(page.get_by_text("Say why in a few words")).to_be_visible()
    page.get_by_label("Why").fill("we misread the die")
    page.get_by_role("button", name="Apply the correction").click()
    expect(page.get_by_text("we misread the die")).to_be_visible()
    expect(page.get_by_role("heading", name="What it changed")).to_be_visible()


def test_a_draft_is_thrown_away_only_after_asking(organiser: Callable[..., Any]) -> None:
    page, url, entry = organiser(size=PHONE)
    page.goto(f"{url}/entries/{entry}/")
    page.get_by_role("button", name="Remove this entry").click()
    page.get_by_role("link", name="Discard").click()
    expect(page.get_by_role("heading", name="Discard this draft?")).to_be_visible()
    page.get_by_role("link", name="Leave it as it is").click()
    page.get_by_role("link", name="Discard").click()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("heading", name="Corrections", exact=True)).to_be_visible()


@pytest.mark.in_turn(7, kind="journeys")
def test_honours_and_receipts_are_sound(organiser: Callable[..., Any]) -> None:
    page, url, _entry = organiser()
    page.goto(f"{url}/honours/")
    expect(page.get_by_role("heading", name="Hall of heroes")).to_be_visible()
    assert faults(page, "honours", LOOKS) == []
    page.goto(f"{url}/")
    page.get_by_role("link", name="2.00").click()
    expect(page.get_by_role("heading", name="Why 2.00?")).to_be_visible()
    assert faults(page, "receipt", LOOKS) == []
