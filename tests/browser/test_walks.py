"""Three people who have never seen the app, each on one way from the link to the printed sheet.

What they expect was written down from the README alone, before the pages were looked at; a browser reads it
line by line. Whatever a line names has to stand on the page one is on: what has to be looked for elsewhere
is a fault of the page.

- *opens* a link somebody gave; *reads* words on the page; *taps* what is called so; *types* into a field;
- *answers* taps whatever the page offers, the app's dice first, until it says what stands there;
- *meanwhile* others do something on their own phones, and the page is opened again;
- *prints* taps and gets a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Report, Scope, Seat
from campaigns.people import seats as people
from tests import factories
from tests.browser.conftest import DESK, PHONE, at_rest, sideways, tap
from tests.campaigns import play
from tests.campaigns.opr.warbands.test_founding import LIST

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]

ORGANISER = """
opens: the link that `make run` has printed
taps: Sign in on this device
taps: Create the first league
types: Name of the league = Autumn Raids
reads: Age of Fantasy: Skirmish
taps: Next
reads: Does everyone play every mission?
taps: Next: how it ends
taps: Next: settings
taps: Next: invite your players
reads: Copy the link
taps: Go to Autumn Raids
meanwhile: Nadia and Tom join and bring an army
reads: Everybody here? Then start the league.
taps: Start the league
answers: Nobody: no mission has been opened yet.
meanwhile: Nadia and Tom play, and the report names the wrong unit
taps: Corrections
taps: beat
taps: Correct the report
taps: Lamplighters beside Nadia’s band
taps: Gutter Slingers beside Nadia’s band
taps: See what would change
types: Why = It was the Lamplighters
taps: Apply the correction
reads: It was the Lamplighters
taps: Warbands
taps: Print all sheets
prints: Open the PDF
"""

PLAYER = """
opens: the invitation
reads: Type a name and you’re in.
types: Your name = Nadia
taps: Join
reads: Keep your sign-in link
taps: I’ve saved it: continue
taps: Bring a warband
types: Paste your list = the list
taps: Read this list
reads: This army is ready.
taps: Create the warband
reads: Haters
meanwhile: Tom has come with an army, and the league starts
taps: Home
taps: Play
reads: Who is playing?
taps: Open the mission
taps: Start playing
taps: Start round 1
answers: A unit is out
taps: A unit is out
reads: Tap the unit that did it.
taps: Chief
taps: Ferrymen
reads: Saved: Ferrymen is out.
taps: Undo
taps: A unit is out
taps: Chief
taps: Lamplighters
taps: The mission is over
reads: Who won?
taps: Haters
taps: Send report
reads: It counts once an opponent agrees
meanwhile: Tom agrees
taps: Continue
answers: Print the new sheet
prints: Print the new sheet
"""

LATE_JOINER = """
opens: the invitation
types: Your name = Nadia
taps: Join
taps: I’ve saved it: continue
reads: unless an organiser allows it.
meanwhile: Ilse allows it
taps: Bring a warband
types: Paste your list = the list
taps: Read this list
taps: Create the warband
reads: Haters
taps: Home
taps: We’ve just played
reads: Everyone plays every mission.
taps: Next: what happened
reads: Who won?
taps: Tom’s band
taps: Send report
reads: It counts once an opponent agrees
taps: Withdraw it
reads: Withdrawn. None of it counts.
taps: Report it again
taps: Haters
taps: Send report
meanwhile: Tom agrees
taps: Continue
answers: Print the new sheet
prints: Print the new sheet
"""


class Walk:
    """Somebody who does what stands in a walk, and nothing else. `meanwhile` are the others' doings."""

    def __init__(
        self, page: Page, words: Mapping[str, str], meanwhile: Mapping[str, Callable[[], object]]
    ) -> None:
        self.page, self.words, self.meanwhile = page, words, meanwhile

    def go(self, told: str) -> None:
        for line in told.strip().splitlines():
            verb, _colon, what = line.partition(": ")
            try:
                getattr(self, f"_{verb}")(what)
                at_rest(self.page)
                assert sideways(self.page) == 0
            except AssertionError as wrong:
                seen = self.page.locator("main").inner_text()
                raise AssertionError(f"“{line}” at {self.page.url}, where one reads:\n{seen}") from wrong

    def _opens(self, what: str) -> None:
        self.page.goto(self.words[what])

    def _reads(self, what: str) -> None:
        expect(self.page.get_by_text(what).locator("visible=true").first).to_be_visible(timeout=5_000)

    def _types(self, what: str) -> None:
        label, _equals, text = what.partition(" = ")
        self.page.get_by_label(label).first.fill(self.words.get(text, text))

    def _taps(self, what: str) -> None:
        tap(self.named(what))

    def _prints(self, what: str) -> None:
        with self.page.expect_download() as got:
            self.named(what).click()
        assert got.value.suggested_filename.endswith(".pdf")

    def _answers(self, until: str) -> None:
        for _ in range(25):
            at_rest(self.page)
            if self.page.get_by_text(until).locator("visible=true").count():
                return
            self._answer()
        raise AssertionError("the questions did not end")

    def _answer(self) -> None:
        rolls = self.page.get_by_role("button", name=re.compile("for me")).locator("visible=true")
        picks = self.page.locator("label.pick:not(:has(:disabled))").locator("visible=true")
        if rolls.count():
            tap(rolls.first)
        elif picks.count():
            tap(picks.first)
            tap(self.page.locator("[data-answer]").locator("visible=true").first)
        elif self.page.locator(".answers-equal button").count():
            tap(self.page.locator(".answers-equal button").first)
        else:
            tap(self.page.locator(".btn-brass").locator("visible=true").first)

    def _meanwhile(self, what: str) -> None:
        self.meanwhile[what]()
        self.page.reload()

    def named(self, told: str) -> Locator:
        """What can be tapped and is called so, whole or in part; "… beside …" is in the line of the other,
        or among what its units took out; in a sheet that lies over the page, nothing behind it.
        """
        what, _beside, where = told.partition(" beside ")
        within = (
            self.page.locator(
                f".line:has(.line-title:has-text('{where}')), .sweep-side:has(legend:has-text('{where}'))"
            )
            if where
            else self.page.locator("dialog:modal, body:not(:has(dialog:modal))")
        )
        for exact in (True, False):
            buttons = within.get_by_role("button", name=what, exact=exact)
            links = within.get_by_role("link", name=what, exact=exact)
            words = within.locator("label, summary").filter(
                has_text=re.compile(rf"^\s*{re.escape(what)}\s*$" if exact else re.escape(what))
            )
            found = buttons.or_(links).or_(words).locator("visible=true")
            if found.count():
                return found.first
        raise AssertionError(f"nothing here is called “{told}”")


def agreed(by: Seat) -> None:
    reports.agree_report(Report.objects.filter(status="sent").latest("pk"), Actor(by))


def started(scope: Scope) -> None:
    ilse = scope.club.seats.get(role="organiser")
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"), limit=6)


THEIRS = [play.unit("Brakka the Late", 70, hero=True), play.unit("Gutter Slingers", 70)]


def brought(scope: Scope, name: str, units: Sequence[dict[str, object]] = ()) -> str:
    return play.found_warband(scope, play.player(scope, name), f"{name}’s band", units)


@pytest.mark.in_turn(7, kind="journeys")
def test_an_organiser_founds_invites_starts_corrects_and_prints(
    open_page: OpenPage, live_server: Any
) -> None:
    ilse = factories.new_organiser(name="Ilse")
    link = people.way_back_path(people.make_way_back(person=ilse.person))
    bands: list[str] = []

    def joined() -> None:
        bands.append(brought(Scope.objects.get(), "Nadia"))
        bands.append(brought(Scope.objects.get(), "Tom", THEIRS))

    def played() -> None:
        scope = Scope.objects.get()
        mine, theirs = (list(play.state_of(scope).warbands[one].units) for one in bands)
        mission = play.played(scope, ilse, *bands, kills={theirs[1]: mine[0]})
        for one in bands:
            play.walked(scope, ilse, mission, one)

    walk = Walk(
        open_page(size=DESK),
        {"the link that `make run` has printed": f"{live_server.url}{link}"},
        {
            "Nadia and Tom join and bring an army": joined,
            "Nadia and Tom play, and the report names the wrong unit": played,
        },
    )
    walk.go(ORGANISER)
    scope = Scope.objects.get()
    [mission] = play.state_of(scope).missions.values()
    [kill] = mission.kills
    assert kill.killer == list(play.state_of(scope).warbands[bands[0]].units)[2]


@pytest.mark.in_turn(7, kind="journeys")
def test_a_player_joins_brings_an_army_plays_levels_up_and_prints(open_page: OpenPage) -> None:
    scope = play.found_league()
    ilse = scope.club.seats.get(role="organiser")

    def begun() -> None:
        brought(scope, "Tom")
        started(scope)
        hero = next(one for one in play.state_of(scope).units.values() if one.name == "Chief")
        play.act(scope, ilse, "give_xp", unit=hero.id, amount=4, words="A prize for the finest banner.")

    walk = Walk(
        open_page(size=PHONE, touch=True),
        {"the invitation": people.invitation_path(people.invite(by=ilse, scope=scope)), "the list": LIST},
        {
            "Tom has come with an army, and the league starts": begun,
            "Tom agrees": lambda: agreed(scope.club.seats.get(name="Tom")),
        },
    )
    walk.go(PLAYER)
    hero = next(one for one in play.state_of(scope).units.values() if one.name == "Chief")
    assert hero.level == 1


@pytest.mark.in_turn(7, kind="journeys")
def test_whoever_comes_late_reports_takes_back_reports_again_and_prints(open_page: OpenPage) -> None:
    scope = play.found_league()
    ilse = scope.club.seats.get(role="organiser")
    bands = [brought(scope, name) for name in ("Tom", "Marta")]
    started(scope)
    mission = play.played(scope, ilse, *bands)
    for one in bands:
        play.walked(scope, ilse, mission, one)
    walk = Walk(
        open_page(size=PHONE, touch=True),
        {"the invitation": people.invitation_path(people.invite(by=ilse, scope=scope)), "the list": LIST},
        {
            "Ilse allows it": lambda: play.act(scope, ilse, "change_setting", key="late_joiners", value="on"),
            "Tom agrees": lambda: agreed(scope.club.seats.get(name="Tom")),
        },
    )
    walk.go(LATE_JOINER)
    assert Club.objects.get().seats.filter(name="Nadia").exists()
    assert len(play.state_of(scope).missions) == 2
