"""An evening, phone in hand: report, level a hero, two phones in one dialogue, who took out whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from campaigns.models import DialogueAnswer, Report, Scope, Seat
from tests.browser.conftest import DESK, PHONE, sideways, small_targets, tap, violations
from tests.campaigns import play
from tests.counted import promised

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = (
    "Sister Tegan of the Drowned Choir", "Halvard One-Boot, Twice Pardoned", "Ferrymen with Boathooks",
    "Pip and the Twins", "Brother Anselm the Unconvinced", "Lamplighters", "Bell Ringers", "Old Jack",
)  # fmt: skip

PLACES = """all => all.map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top + scrollY, width, height].map(Math.round);
})"""


class Phone:
    """Somebody's phone; it counts how often its owner taps."""

    def __init__(self, page: Page, seat: Seat, address: str) -> None:
        browser = Client()
        browser.force_login(seat.person.user)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": browser.cookies[name].value, "url": address}])
        self.page, self.taps = page, 0

    def tap(self, what: Locator) -> None:
        tap(what)
        self.taps += 1

    def tap_link(self, name: str) -> None:
        self.tap(self.page.get_by_role("link", name=name).locator("visible=true").first)

    def tap_button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name).locator("visible=true").first)

    def answer(self) -> None:
        """One answer of a dialogue: the app's die, or the first thing to tap."""
        rolls = self.page.get_by_role("button", name="for me").locator("visible=true")
        picks = self.page.locator("label.pick:not(:has(:disabled))")
        if rolls.count():
            self.tap(rolls.first)
        elif picks.count():
            self.tap(picks.first)
            self.tap(self.page.locator("[data-answer]:visible").first)
        else:
            self.tap(self.page.locator(".answers-equal button").first)

    def fine(self) -> None:
        """Nothing on the page as it stands is inaccessible, too wide or too small for a thumb."""
        assert violations(self.page) == []
        assert sideways(self.page) == 0
        assert small_targets(self.page) == []


@pytest.fixture
def table(open_page: Callable[..., Page], live_server: Any) -> Table:
    return Table(open_page, live_server.url)


class Table:
    """A league of Marta and Tom, eight units each."""

    def __init__(self, open_page: Callable[..., Page], address: str) -> None:
        self.open_page, self.address = open_page, address
        self.scope: Scope = play.found_league()
        self.ilse: Seat = self.scope.club.seats.get(role="organiser")
        self.marta, self.tom = play.player(self.scope, "Marta"), play.player(self.scope, "Tom")
        units = [play.unit(name, 15 + 25 * (not n), hero=not n) for n, name in enumerate(NAMES)]
        self.bell = play.found_warband(self.scope, self.marta, "Order of the Second Bell", units)
        others = [{**one, "name": f"Their {one['name']}"} for one in units]
        self.nine = play.found_warband(
            self.scope, self.tom, "The Nine Who Stayed, and One Who Came Back", others
        )
        play.answer_all(self.scope, self.ilse, play.act(self.scope, self.ilse, "start"))

    def phone(self, seat: Seat, **more: Any) -> Phone:
        return Phone(self.open_page(touch=True, **more), seat, self.address)

    def units(self, warband: str) -> list[str]:
        return list(play.state_of(self.scope).warbands[warband].units)

    def url(self, tail: str) -> str:
        return f"/l/{self.scope.pk}/{tail}"

    def begun(self) -> str:
        opened = play.act(self.scope, self.marta, "open_mission", warbands=[self.bell, self.nine])
        play.act(self.scope, self.marta, "begin", mission=f"{opened.slot}.mission")
        return f"{opened.slot}.mission"


def swept(phone: Phone, killer: str, *victims: str) -> None:
    """Tap who did it, then everything it took out."""
    page = phone.page
    phone.tap(page.locator(f"label.as-killer:has([value='{killer}'])"))
    for victim in victims:
        phone.tap(
            page.locator(f".sweep-side:has(.as-killer [value='{killer}']) .as-victim[value='{victim}']")
        )


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.in_turn(7, kind="journeys")
def test_a_battle_is_reported_from_home_in_the_taps_that_are_promised(table: Table, script: bool) -> None:
    marta = table.phone(table.marta, script=script)
    page = marta.page
    page.goto("/")
    marta.tap_link("We’ve just played")
    if script:
        marta.fine()
    marta.tap(page.locator(".won-lost label").first)
    mine, theirs = table.units(table.bell), table.units(table.nine)
    fallen = ((theirs[1], mine[0]), (theirs[4], mine[2]), (mine[3], theirs[0]))
    for victim, killer in fallen:
        if script:
            swept(marta, killer, victim)
            continue
        marta.tap(page.locator(f"[id='out-{victim}']"))
        marta.tap(page.locator(f"label:has([name='by:{victim}'][value='{killer}'])"))
    if script:
        marta.fine()
    marta.tap_button("Send report")
    expect(page.get_by_text("It counts once an opponent agrees")).to_be_visible()
    if script:
        marta.fine()
    assert marta.taps == promised("Report a battle of three")
    assert len(Report.objects.get().facts["kills"]) == 3


@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_five_casualties_on_each_side_are_swept_over_in_the_taps_that_are_promised(table: Table) -> None:
    marta = table.phone(table.marta)
    page = marta.page
    page.goto("/")
    marta.tap_link("We’ve just played")
    mine, theirs = table.units(table.bell), table.units(table.nine)
    assert (len(mine), len(theirs)) == (8, 8)
    marta.tap(page.locator(".won-lost label").first)
    before = page.locator(".as-victim").evaluate_all(PLACES)
    swept(marta, mine[0], *theirs[1:4])
    swept(marta, mine[2], *theirs[4:6])
    swept(marta, theirs[0], *mine[1:4])
    swept(marta, theirs[5], *mine[4:6])
    assert page.locator(".as-victim").evaluate_all(PLACES) == before  # nothing moves under the thumb
    expect(page.locator(".sweep-say").last).to_contain_text("5 of 8")
    screens = page.evaluate("document.documentElement.scrollHeight") / 844
    marta.fine()
    marta.tap_button("Send report")
    expect(page.get_by_text("It counts once an opponent agrees")).to_be_visible()
    assert marta.taps == promised("Report five casualties on each side")
    kills = Report.objects.get().facts["kills"]
    assert {(one["killer"], one["victim"]) for one in kills} == {
        *((mine[0], one) for one in theirs[1:4]), *((mine[2], one) for one in theirs[4:6]),
        *((theirs[0], one) for one in mine[1:4]), *((theirs[5], one) for one in mine[4:6]),
    }  # fmt: skip
    assert screens <= 2, screens


@pytest.mark.in_turn(7, kind="journeys")
def test_each_owner_tells_their_own_in_the_taps_that_are_promised(table: Table) -> None:
    marta, tom = table.phone(table.marta), table.phone(table.tom, dark=True)
    mine, theirs = table.units(table.bell), table.units(table.nine)
    marta.page.goto("/")
    marta.tap_link("We’ve just played")
    marta.tap(marta.page.locator(".won-lost label").first)
    swept(marta, mine[0], *theirs[1:4])
    swept(marta, mine[2], *theirs[4:6])
    marta.tap_button("Send now and let Tom add the rest")
    expect(marta.page.get_by_text("Tom still has to add what their units did")).to_be_visible()
    marta.fine()
    assert marta.taps == promised("Report who won and what one’s own units took out")
    tom.page.goto("/")
    tom.tap_link("Add your part")
    expect(tom.page.get_by_role("button", name="Dispute", exact=True)).to_be_in_viewport()
    swept(tom, theirs[0], *mine[1:4])
    swept(tom, theirs[5], *mine[4:6])
    tom.fine()
    tom.tap_button("Agree")
    expect(tom.page.get_by_text("It counts.")).to_be_visible()
    assert tom.taps == promised("Add what one’s own units took out, and agree")
    assert len(Report.objects.get().facts["kills"]) == 10


def test_the_result_of_a_ticked_mission_opens_filled_in_and_takes_one_tap(table: Table) -> None:
    mission, killer = table.begun(), table.units(table.bell)[0]
    browser = Client()
    browser.force_login(table.marta.person.user)
    for victim in table.units(table.nine):
        told = {"killer": killer, "victim": victim, "round": 1}
        browser.post(table.url(f"m/{mission}/out/"), told)
    marta = table.phone(table.marta)
    marta.page.goto(table.url(f"m/{mission}/result/"))
    expect(marta.page.locator(".as-victim.is-before")).to_have_count(8)
    expect(marta.page.locator(".sweep-say").first).to_contain_text("8 of 8")
    marta.fine()
    marta.tap_button("Send report")
    expect(marta.page.get_by_text("It counts once an opponent agrees")).to_be_visible()
    assert marta.taps == promised("Send the result of a mission ticked")


def test_a_second_tap_undoes_another_killer_takes_over_and_how_it_happened_is_below(table: Table) -> None:
    marta = table.phone(table.marta, dark=True)
    page = marta.page
    page.goto(table.url("report/"))
    mine, theirs = table.units(table.bell), table.units(table.nine)
    victim = page.locator(f".as-victim[value='{theirs[1]}']")
    row = page.locator(f".line:has([id='out-{theirs[1]}'])")
    marta.tap(victim)
    expect(page.locator("[data-open-one]")).to_contain_text("One answer is missing")
    swept(marta, mine[0], theirs[1])
    expect(page.locator("[data-open-one]")).to_have_text("")
    expect(victim).to_have_attribute("aria-pressed", "true")
    expect(row).to_be_hidden()
    marta.tap_button("How it happened")
    marta.tap(row.locator("label:has([name^='melee:'])"))
    marta.fine()
    swept(marta, mine[2])
    expect(victim).to_contain_text("by ")
    marta.tap(victim)
    expect(victim).to_have_class("chip as-victim is-hit")
    assert page.locator(f"[name='by:{theirs[1]}']:checked").get_attribute("value") == mine[2]
    expect(row.locator("[name^='melee:']")).to_be_checked()
    marta.tap(victim)
    expect(victim).to_have_attribute("aria-pressed", "false")
    expect(row).to_be_hidden()
    assert not page.locator(f"[id='out-{theirs[1]}']").is_checked()


def test_the_keyboard_alone_sweeps_over_what_a_unit_took_out(table: Table) -> None:
    page = table.phone(table.marta).page
    page.goto(table.url("report/"))
    mine, theirs = table.units(table.bell), table.units(table.nine)
    page.locator(f".as-killer [value='{mine[0]}']").focus()
    page.keyboard.press("ArrowRight")
    page.locator(f".as-victim[value='{theirs[2]}']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    for victim in theirs[2:4]:
        assert page.locator(f"[name='by:{victim}']:checked").get_attribute("value") == mine[1]


@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_the_opponent_agrees_and_goes_on_to_the_fallen(table: Table) -> None:
    fallen, killer = table.units(table.nine)[:2], table.units(table.bell)[0]
    browser = Client()
    browser.force_login(table.marta.person.user)
    told = {"winner": table.bell, "rounds": 4} | {f"out:{one}": 1 for one in fallen}
    told |= {f"by:{one}": killer for one in fallen}
    sent = browser.post(table.url("report/"), told)["Location"]
    tom = table.phone(table.tom)
    tom.page.goto(sent)
    tom.tap_button("Agree")
    tom.tap_link("Continue")
    expect(tom.page.locator(".line-title", has_text="What happened to")).to_have_count(2)
    tom.fine()
    tom.tap_button("Roll both for me")
    expect(tom.page.get_by_text("Experience gained")).to_be_visible()
    tom.tap_button("Save the experience")
    tom.tap_button("Finish upgrades")
    tom.fine()
    tom.tap_button("Finish recruiting")
    expect(tom.page.get_by_text("won in round 4")).to_be_visible()
    expect(tom.page.get_by_role("link", name="Print the new sheet")).to_be_visible()
    assert tom.taps == promised("Agree to a report")
    steps = {
        side.warband: side.step for one in play.state_of(table.scope).missions.values() for side in one.sides
    }
    assert steps[table.nine] == "done"


@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_a_hero_who_has_earned_a_level_learns_something(table: Table) -> None:
    hero = table.units(table.bell)[0]
    play.act(table.scope, table.ilse, "give_xp", unit=hero, amount=4, words="Long service.")
    mission = play.played(table.scope, table.ilse, table.bell, table.nine)
    play.answer_all(
        table.scope,
        table.marta,
        play.act(table.scope, table.marta, "casualties", mission=mission, warband=table.bell),
    )
    marta = table.phone(table.marta)
    marta.page.goto(table.url(f"m/{mission}/steps/{table.bell}/"))
    for _ in range(12):
        if not marta.page.locator(".question").count():
            break
        marta.fine()
        marta.answer()
    unit = play.state_of(table.scope).units[hero]
    assert unit.level == 1
    assert unit.held("level") or unit.held("skill") or unit.held("talent")


def test_two_phones_in_one_dialogue_do_not_answer_twice(table: Table) -> None:
    asked = play.act(table.scope, table.marta, "round", mission=table.begun(), round=1)
    marta, tom = table.phone(table.marta), table.phone(table.tom, dark=True)
    for phone in (marta, tom):
        phone.page.goto(table.url(f"d/{asked.slot}/"))
    marta.fine()
    marta.tap(marta.page.locator("label.face").nth(5))
    expect(marta.page.get_by_role("heading", name="Which event?")).to_be_visible()
    tom.tap(tom.page.locator("label.face").nth(0))
    expect(tom.page.get_by_text("Marta has already answered this: 6.")).to_be_visible()
    expect(tom.page.get_by_role("heading", name="Which event?")).to_be_visible()
    tom.fine()
    expect(tom.page.locator(".ones:visible")).to_have_count(0)
    tom.tap(tom.page.get_by_role("radiogroup", name="First die").locator("label").nth(2))
    expect(tom.page.get_by_role("radiogroup", name="Second die")).to_have_count(1)
    tom.fine()
    tom.tap(tom.page.locator(".ones-3 label").nth(4))
    expect(tom.page.get_by_role("heading", name="Which event?")).to_be_hidden()
    assert [one.value for one in DialogueAnswer.objects.filter(dialogue__slot__code=asked.slot)] == [6, 35]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_who_took_out_whom_takes_three_taps(table: Table, script: bool) -> None:
    mission = table.begun()
    play.answer_all(
        table.scope,
        table.marta,
        play.act(table.scope, table.marta, "round", mission=mission, round=1),
        **{"event-check": 1},
    )
    marta = table.phone(table.marta, script=script)
    page = marta.page
    page.goto(table.url(f"m/{mission}/"))
    if script:
        marta.fine()
    marta.tap_link("A unit is out")
    if script:
        marta.fine()
    before = page.locator(".kill-side").first.bounding_box()
    marta.tap(page.locator(".as-killer:visible").first)
    if script:
        chosen = page.locator(".as-killer:has(:checked)")
        ground = chosen.evaluate("one => getComputedStyle(one).backgroundColor")
        expect(chosen).not_to_have_css("color", ground)  # axe takes ink on ink for undecided
        marta.fine()
    assert page.locator(".kill-side").first.bounding_box() == before
    marta.tap(page.locator(".as-victim:visible").nth(2))
    expect(page.get_by_text("out, round 1")).to_be_attached()
    assert marta.taps == promised("Record who")
    said = page.get_by_role("status").filter(has_text="Saved")
    marta.tap(said.get_by_role("button", name="Undo"))
    expect(page.get_by_text("out, round 1")).to_have_count(0)


def test_the_keyboard_alone_walks_through_a_levels_questions(table: Table) -> None:
    hero = table.units(table.bell)[0]
    play.act(table.scope, table.ilse, "give_xp", unit=hero, amount=4, words="Long service.")
    mission = play.played(table.scope, table.ilse, table.bell, table.nine)
    casualties = play.act(table.scope, table.marta, "casualties", mission=mission, warband=table.bell)
    play.answer_all(table.scope, table.marta, casualties)
    page = table.phone(table.marta).page
    page.goto(table.url(f"m/{mission}/steps/{table.bell}/"))
    for number, asked in enumerate(("which trait?", "which skill sets?")):
        expect(page.get_by_role("heading", name=asked)).to_be_visible()
        page.get_by_role("radio").first.focus()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("radio").nth(1)).to_be_checked()
        page.keyboard.press("Enter")  # sends the answer, not the button that takes the last one back
        expect(page.get_by_role("heading", name=asked)).to_have_count(0)
        if number:  # the first is on the step's own page
            expect(page.locator(".question-text")).to_be_focused()
    expect(page.locator("#bars .done")).to_have_count(2)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.in_turn(7, kind="journeys")
def test_an_event_is_told_with_the_report_and_agreed_to(table: Table, size: dict[str, int]) -> None:
    marta = table.phone(table.marta, size=size)
    page, mine = marta.page, table.units(table.bell)
    page.goto(table.url("report/"))
    marta.tap(page.locator(".won-lost label").first)
    marta.tap(page.locator("#events > summary"))
    marta.fine()
    marta.tap(page.locator("label:has([name='event-first'][value='6'])"))
    marta.tap(page.locator("label:has([name='event-second'][value='1'])"))
    marta.tap_button("Add this event")
    expect(page.get_by_text("Wisdom of the Gods").locator("visible=true").first).to_be_visible()
    assert page.locator("[name=winner]:checked").count() == 1
    marta.fine()
    page.get_by_label("Who did it affect?").select_option(mine[1])
    marta.tap(page.locator("label:has([name='event:0:number'][value='3'])"))
    page.get_by_label("Or type the D66").fill("26")
    marta.tap_button("Add this event")
    marta.fine()
    marta.tap_button("Send report")
    expect(page.get_by_text("Round 1: Wisdom of the Gods")).to_be_visible()
    tom = table.phone(table.tom, size=size)
    tom.page.goto(page.url)
    expect(tom.page.get_by_text("the die showed 3")).to_be_visible()
    tom.fine()
    tom.tap_button("Agree")
    expect(tom.page.get_by_text("It counts.")).to_be_visible()
    assert play.state_of(table.scope).units[mine[1]].xp == 3
