"""Every page of a correction, once: accessible, no wider than its window, nothing a thumb would miss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from tests import factories
from tests.browser.conftest import tap
from tests.browser.looks import DESK_DARK, PHONE_LIGHT, faults
from tests.campaigns import play
from tests.campaigns.opr.past.test_app_report import reported
from tests.campaigns.opr.past.test_forgotten import begun, through, to_step
from tests.campaigns.past import Past, committed, drafted

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def past() -> Past:
    """A mission after which a hero recovered, a unit died and a veteran was recruited, all by typed dice."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, parallel_play="on", campaign_type="endless")
    bell, raiders, lamps = play.started(scope, ilse, "Marta", "Tom", "Jun")
    past = Past(scope, ilse, play.player(scope, "Wren"), bell, raiders, lamps)
    hero, past.victim, _last = past.state.warbands[raiders].units
    killer = past.state.warbands[bell].units[0]
    past.mission = play.played(scope, ilse, bell, raiders, kills={past.victim: killer, hero: killer})
    play.walked(scope, ilse, past.mission, bell)
    opened = play.act(scope, ilse, "casualties", mission=past.mission, warband=raiders)
    typed = {f"casualty:{hero}": 3, f"casualty:{past.victim}": 1}
    for key, face in typed.items():
        door.answer_question(scope.pk, Actor(ilse), opened.slot, key, face)
    past.die = f"casualty:{hero}"
    for step in ("experience", "close_upgrades"):
        play.act(scope, ilse, step, mission=past.mission, warband=raiders)
    joins = {"unit": play.unit("Stray", 5), "veteran": True}
    opened = play.act(scope, ilse, "recruit", mission=past.mission, warband=raiders, **joins)
    door.answer_question(scope.pk, Actor(ilse), opened.slot, opened.questions[0].key, 2)
    play.act(scope, ilse, "close_recruiting", mission=past.mission, warband=raiders)
    return past


def of_acts(past: Past) -> Iterator[str]:
    """The forms for facts: a report, a walk-over, a concession, who came along, a game against the app."""
    play.walked(past.scope, past.ilse, reported(past), past.bell)
    first = begun(past)
    play.act(past.scope, past.ilse, "concede", mission=first, warband=past.raiders, round=1)
    play.act(past.scope, past.ilse, "walk_over", mission=first, winner=past.bell)
    for warband in (past.raiders, past.bell):
        play.walked(past.scope, past.ilse, first, warband)
    opened = play.act(past.scope, past.ilse, "open_mission", warbands=[past.bell, past.lamps])
    second = f"{opened.slot}.mission"
    play.act(past.scope, past.ilse, "field", mission=second, warband=past.bell)
    for act in ("quick_report", "walk_over", "concede", "field", "app_report"):
        yield f"{past.url}/entries/{past.entry(act).seq}/facts/"


def of_drafts(past: Past) -> Iterator[str]:
    """A draft with figures, one with a question, one to decide about and decided; then the entry it made."""
    entry, recruit = (f"/entries/{past.entry(one).seq}/" for one in ("casualties", "recruit"))
    yield past.url + entry
    report = f"/entries/{past.entry('quick_report').seq}/"
    yield past.url + report
    yield drafted(past, entry, key=f"casualty:{past.victim}", value="4")
    [trait] = past.entry("recruit").answers
    asking = drafted(past, recruit, key=trait, value="3")  # Specialist: in which kind of fight?
    assert past.organiser.get(asking).context["page"].first.questions
    yield asking
    undecided = drafted(past, report, void="1")
    yield undecided
    yield f"{undecided}?discard=1"
    code = past.organiser.get(undecided).context["page"].first.code
    past.organiser.post(undecided, {"code": code, "keep": "1", "why": "they had agreed on it"})
    decided = drafted(past, report, void="1")
    past.organiser.post(decided, {"code": code, "drop": "1"})
    yield undecided
    yield decided
    done = drafted(past, entry, key=past.die, value="5")
    told = committed(past, done)
    assert "What it changed" in told
    yield past.url + entry
    yield done
    made = f"/entries/{past.scope.entries.filter(procedure='correction').latest('seq').seq}/"
    yield past.url + made
    yield drafted(past, made, take_back="1")


def of_forgotten(past: Past) -> Iterator[str]:
    """A mission nobody wrote down, its market and its recruits; a purchase put in afterwards."""
    start = f"{past.url}/corrections/forgotten/"
    yield start
    first = past.organiser.get(start).context["places"][0]
    where = f"/corrections/forgotten/?after={first.after}&w={past.lamps}&w={past.raiders}"
    yield past.url + where
    draft = drafted(past, where, winner=past.lamps, rounds="4")
    upgrades = to_step(past, draft, past.lamps, "upgrades")
    unit = past.state.warbands[past.lamps].units[0]
    past.organiser.post(upgrades, {"do": "buy", "unit": unit, "label": "Banner", "price": "15"})
    yield upgrades
    yield draft
    past.organiser.post(upgrades, {"do": "close_upgrades"})
    recruiting = to_step(past, draft, past.lamps, "recruiting")
    past.organiser.post(recruiting, {"do": "recruit", "name": "Stray", "points": "5", "models": "1"})
    yield recruiting
    through(past, draft)
    yield draft
    forgot = past.organiser.post(f"{past.url}/entries/{past.entry('close_upgrades').seq}/forgot/")
    yield str(forgot["Location"])


@pytest.mark.parametrize("pages", [of_acts, of_drafts, of_forgotten])
@pytest.mark.in_turn(7, kind="screens")
def test_every_page_of_a_correction_is_sound(
    open_page: Callable[..., Page], live_server: Any, past: Past, pages: Any
) -> None:
    page = signed_in(open_page(), past, live_server)
    wrong = [f"{at}: {one}" for at in pages(past) for one in looked_at(page, at)]
    wrong += looked_at(page, f"{past.url}/corrections/")
    assert wrong == []


def test_the_second_organiser_s_new_difference_is_sound(
    open_page: Callable[..., Page], live_server: Any, past: Past
) -> None:
    page = signed_in(open_page(), past, live_server)
    entry = f"/entries/{past.entry('casualties').seq}/"
    first = drafted(past, entry, key=f"casualty:{past.victim}", value="4")
    second = drafted(past, entry, void="1")
    page.goto(second)
    page.get_by_label("Why").fill("it was a 5")
    committed(past, first)
    tap(page.get_by_role("button", name="Apply the correction"))
    expect(page.get_by_text("Here is what the correction would change now")).to_be_visible()
    assert faults(page, "new difference", [PHONE_LIGHT]) == []


def signed_in(page: Page, past: Past, live_server: Any) -> Page:
    session = past.organiser.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return page


def looked_at(page: Page, address: str) -> list[str]:
    """What is wrong with the page at this address, its folded parts unfolded."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.ok, address
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
    return faults(page, address, [PHONE_LIGHT, replace(DESK_DARK, thumb=40)])
