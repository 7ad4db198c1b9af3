"""The first evening of somebody who has never seen the app: joining, bringing an army, the first mission."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.people import seats as people
from tests.browser.conftest import PHONE, sideways, small_targets, tap, violations
from tests.browser.test_map import signed_in
from tests.campaigns import play
from tests.campaigns.opr.warbands.test_founding import LIST
from tests.counted import promised
from tests.maps.firestorm.play import gathered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]


class Newcomer:
    """A phone nobody has signed in on; it counts the taps, and looks at each page where scripts run."""

    def __init__(self, page: Page, *, looks: bool) -> None:
        self.page, self.looks, self.taps = page, looks, 0

    def tap(self, what: Locator) -> None:
        if self.looks:
            assert violations(self.page) == []
            assert small_targets(self.page) == []
            assert sideways(self.page) == 0
        tap(what.locator("visible=true").first)
        self.taps += 1

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name))

    def link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name))


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_from_the_invitation_to_a_warband_in_the_taps_that_are_promised(
    open_page: OpenPage, script: bool
) -> None:
    scope = play.found_league()
    invited = people.invite(by=scope.club.seats.get(role="organiser"), scope=scope)
    nadia = Newcomer(open_page(size=PHONE, touch=True, script=script), looks=script)
    page = nadia.page
    page.goto(people.invitation_path(invited))
    page.get_by_label("Your name").fill("Nadia")
    nadia.button("Join")
    expect(page.get_by_text("Keep your sign-in link")).to_be_visible()
    nadia.link("I’ve saved it: continue")
    expect(page.get_by_text("No warbands yet")).to_be_visible()
    assert nadia.taps == promised("Join a league")
    nadia.taps = 0
    nadia.link("Bring a warband")
    page.get_by_label("Paste your list").fill(LIST)
    nadia.button("Read this list")
    nadia.button("Create the warband")
    expect(page.get_by_role("heading", name="Haters")).to_be_visible()
    assert nadia.taps == promised("Bring an army")


def test_what_stands_side_by_side_at_the_foot_is_of_one_height(open_page: OpenPage, live_server: Any) -> None:
    scope = play.found_league()
    ilse, marta = scope.club.seats.get(role="organiser"), play.player(scope, "Marta")
    bands = [play.found_warband(scope, one, f"{one}'s") for one in (marta, play.player(scope, "Tom"))]
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    opened = play.act(scope, marta, "open_mission", warbands=bands)
    units = list(play.state_of(scope).warbands[bands[0]].units)
    play.act(scope, marta, "field", mission=f"{opened.slot}.mission", warband=bands[0], units=units)
    page = signed_in(open_page(size=PHONE), marta, live_server)
    page.goto(f"/l/{scope.pk}/m/{opened.slot}.mission/")
    expect(page.get_by_role("button", name="Roll for the special objective")).to_be_visible()
    boxes = [one.bounding_box() for one in page.locator(".bar button:visible").all()]
    assert len(boxes) == 2
    assert len({(box["y"], box["height"]) for box in boxes if box}) == 1


def test_a_choice_without_a_picture_leaves_no_room_for_one(open_page: OpenPage, live_server: Any) -> None:
    league = gathered()
    page = signed_in(open_page(size=PHONE), league.seats["Marta"], live_server)
    page.goto(f"/l/{league.scope.pk}/")
    alliance = page.locator("button.action", has_text="Death")
    around, words = alliance.bounding_box(), alliance.locator("b").bounding_box()
    assert around
    assert words
    assert words["x"] - around["x"] < 24
