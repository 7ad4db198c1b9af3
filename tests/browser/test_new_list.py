"""An edited list beside its warband, phone in hand: pasted, compared, booked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import ALL_FOUR, faults
from tests.browser.test_evening import NAMES, Table
from tests.campaigns import play
from tests.counted import promised

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EDITED = """++ Order of the Second Bell [AOFS 215pts] ++

Sister Tegan of the Drowned Choir [1] Q3+ D4+ | 40pts | Hero, Tough(3)
Sword (A3)

Halvard One-Boot, Twice Pardoned [1] Q4+ D4+ | 15pts |
Axe (A1)

Ferrymen with Boathooks [1] Q4+ D5+ | 25pts |
Great Weapon (A2, AP(2))

Pip and the Twins [1] Q5+ D5+ | 30pts |

Brother Anselm the Convinced [1] Q5+ D6+ | 15pts |

Warden Orla [1] Q4+ D5+ | 25pts | Strider
Sword (A2)

Toll Captain [1] Q3+ D4+ | 245pts | Hero
"""


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_an_edited_list_is_pasted_compared_and_booked(
    open_page: Callable[..., Page], live_server: Any, script: bool
) -> None:
    table = Table(open_page, live_server.url)
    mission = play.played(table.scope, table.ilse, table.nine, table.bell)
    for step in ("casualties", "experience"):
        play.answer_all(
            table.scope,
            table.marta,
            play.act(table.scope, table.marta, step, mission=mission, warband=table.bell),
        )
    play.act(table.scope, table.ilse, "give_points", warband=table.bell, amount=100, words="for the test")
    marta = table.phone(table.marta, script=script)
    page = marta.page
    page.goto(table.url(f"m/{mission}/steps/{table.bell}/"))
    marta.tap(page.locator("#bring > summary"))
    page.locator("#bring textarea").fill(EDITED)
    marta.tap_button("Compare this list")
    expect(page.get_by_role("heading", name="Your new list compared with your warband")).to_be_visible()
    expect(page.get_by_text("missing", exact=True).first).to_be_visible()
    if script:
        assert faults(page, "new-list", ALL_FOUR) == []
    marta.tap(page.get_by_role("button", name="Make").locator("visible=true"))
    expect(page.get_by_text("points to spend")).to_be_visible()
    assert marta.taps == promised("Book what an edited list")
    names = [unit.name for unit in play.state_of(table.scope).sheet(table.bell)]
    assert "Warden Orla" in names
    assert "Toll Captain" not in names
    assert NAMES[-1] in names
