"""At twice the size of text nothing is cut, covered, beside the screen or broken inside a word: every game's
pages, on a phone and on a desk; the walls' screens (a league's board, a night's hall) too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from tests.browser.conftest import DESK, PHONE, STILL, at_rest
from tests.browser.looks import BRASS, more_than_one_brass
from tests.browser.test_pages import signed_in, walked
from tests.maps.conquest.play import begun
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.orders.test_orders import writing
from tests.whole_club import whole_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG_NAMES = ("The Venerable Wardens of the Cinder Gate", "Wanderingwarriorsofthewesternwastelands4")
FAULTS = r"""
() => {
  const found = [], width = document.documentElement.clientWidth;
  const beyond = document.documentElement.scrollWidth - width;
  if (beyond > 0) found.push(`${beyond} px too wide`);
  const once = (ask, known = new Map()) => (one) => {
    if (!known.has(one)) known.set(one, ask(one));
    return known.get(one);
  };
  const inBody = (one) => one && one !== document.body;
  const up = once((one) => inBody(one) ? [one, ...up(one.parentElement)] : []);
  const within = (is) => {
    const some = once((one) => inBody(one) && (is(one) || some(one.parentElement)));
    return some;
  };
  const style = once((one) => getComputedStyle(one));
  const aside = ".visually-hidden, .skip, svg, option, dialog:not([open])";
  const hidden = within((at) => at.matches(aside) || style(at).clipPath !== "none");
  const scrolls = within((at) => ["auto", "scroll"].includes(style(at).overflowX));
  const floats = within((at) => ["fixed", "sticky", "absolute"].includes(style(at).position));
  const cutting = once((one) => up(one).map((at) => {
    const shut = (way) => ["hidden", "clip"].includes(style(at)[way]);
    return { across: shut("overflowX"), down: shut("overflowY"), by: at.getBoundingClientRect() };
  }).filter(({ across, down }) => across || down));
  const said = (one) => `${one.tagName}.${one.className} “${one.textContent.trim().slice(0, 40)}”`;
  const unseen = (one, box) => one.closest(".board-news")?.getBoundingClientRect().right <= box.left;
  const words = [], broken = [];
  const range = document.createRange();
  const seen = () => [...range.getClientRects()].filter((box) => box.width > 1);
  const lines = () => new Set(seen().map((box) => Math.round(box.top))).size;
  for (const walk = document.createTreeWalker(document.body, 4); walk.nextNode();) {
    const text = walk.currentNode, one = text.parentElement;
    if (!text.data.trim() || !one.checkVisibility({visibilityProperty: true})) continue;
    if (hidden(one) || scrolls(one)) continue;
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.width > 2 && box.height > 2 && !unseen(one, box)) words.push([one, box]);
    }
    if (lines() === 1 || one.matches("code")) continue;
    for (const word of text.data.matchAll(/[^\s\-–/·…]+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (word[0].length < 12 && lines() > 1) broken.push(`broken: “${word[0]}” in ${said(one)}`);
    }
  }
  for (const [one, box] of words) {
    if (box.right > width + 1 || box.left < -1) found.push(`beside the screen: ${said(one)}`);
    const cuts = cutting(one).some(({ across, down, by }) =>
      across && (box.right > by.right + 2 || box.left < by.left - 2) || down && box.bottom > by.bottom + 4);
    if (cuts) found.push(`cut: ${said(one)}`);
  }
  const lies = words.filter(([one]) => !floats(one)).sort(([, a], [, b]) => a.top - b.top);
  lies.forEach(([one, a], at) => {
    for (let next = at + 1; next < lies.length && lies[next][1].top < a.bottom; next += 1) {
      const [other, b] = lies[next];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const low = Math.min(a.height, b.height) / 2;
      if (across > 3 && down > low) found.push(`covered: ${said(one)} / ${said(other)}`);
    }
  });
  found.push(...broken);
  for (const one of document.querySelectorAll(".btn, .chip, .tag, .plate")) {
    if (one.scrollWidth > one.clientWidth + 2 && !hidden(one)) found.push(`beyond its frame: ${said(one)}`);
  }
  return [...new Set(found)].slice(0, 12);
}
"""


ON_A_PHONE = f"""
() => {{
  const brass = ({BRASS.strip()})();
  document.documentElement.style.fontSize = "200%";
  ({STILL.strip()})();
  return [brass, ({FAULTS.strip()})()];
}}
"""
ON_A_DESK = f"""
() => {{
  const found = ({FAULTS.strip()})();
  if ([...document.querySelectorAll(".spine")].some((one) => one.scrollWidth > one.clientWidth))
    found.push("the rail is cut");
  document.documentElement.style.fontSize = "";
  return found;
}}
"""
BY_SETTINGS = f"""
() => {{
  const found = ({FAULTS.strip()})();
  document.documentElement.style.display = "none";  // nobody looks any more, so nothing is drawn
  return [matchMedia("(max-width: 40em)").matches, found];
}}
"""


def faults_at_twice_the_size(page: Page) -> list[str]:
    """What is too wide, beside the screen, cut off, broken inside a word, or lies on other words; at first
    also whether more than one button is brass.
    """
    at_rest(page)
    brass, found = page.evaluate(ON_A_PHONE)
    return [*more_than_one_brass(brass), *found]


def faults_on_a_desk(page: Page, browser: CDPSession) -> list[str]:
    """The same for the open page in a desk's window: with twice the text beside the rail; and for a browser
    whose letters are twice as large by its own settings, which a width in `em` follows.
    """
    page.set_viewport_size(DESK)
    found: list[str] = page.evaluate(ON_A_DESK)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    large, by_settings = page.evaluate(BY_SETTINGS)
    assert large, "the browser's letters are large"
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    page.set_viewport_size(PHONE)
    return found + [f"by the browser's settings: {one}" for one in by_settings]


@pytest.mark.answers(404)  # a league of the club that this player may not see
@pytest.mark.in_turn(7, kind="screens")
@pytest.mark.parametrize("who", ["organiser", "player"])
def test_at_twice_the_size_of_text_nothing_is_cut_or_covered(
    open_page: Callable[..., Page], live_server: Any, who: str
) -> None:
    club = whole_club()
    seat = club.people[who]
    assert seat is not None
    page = signed_in(open_page(), seat, live_server)
    browser = page.context.new_cdp_session(page)
    leagues = [f"/l/{one.pk}/" for one in club.leagues]
    wrong = []
    for link in chain((link for _name, link in walked(page, "/", [])), opened(page, leagues)):
        wrong += [f"{link}: {one}" for one in faults_at_twice_the_size(page)]
        wrong += [f"{link} on a desk: {one}" for one in faults_on_a_desk(page, browser)]
    assert wrong == [], "\n".join(wrong)


def opened(page: Page, links: Iterable[str]) -> Iterator[str]:
    for link in links:
        page.goto(link)
        yield link


def test_the_phases_of_a_map_league_wrap_on_a_desk(open_page: Callable[..., Page], live_server: Any) -> None:
    league = begun("Marta", "Kwame")
    page = signed_in(open_page(size=DESK), league.seats["Marta"], live_server)
    page.goto(f"/l/{league.scope.pk}/map/")
    assert faults_at_twice_the_size(page) == []


def test_names_of_forty_letters_wrap_wherever_they_stand(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = writing("Marta", "Kwame")
    for who, name in zip(table.factions, LONG_NAMES, strict=True):
        mine = table.faction(who)
        act(table, who, "rename", faction=mine.id, name=name, colour=mine.colour)
    board = f"/l/{table.scope.pk}/board/"
    wrong = []
    for who, links in {
        "Marta": (table.url("map"), table.url("orders"), board), "Organiser": (table.url("organise"),),
    }.items():  # fmt: skip
        page = signed_in(open_page(), table.seats[who], live_server)
        for link in opened(page, links):
            wrong += [f"{link}: {one}" for one in faults_at_twice_the_size(page)]
    assert wrong == [], "\n".join(wrong)


def test_no_name_of_a_place_is_broken_in_a_question(open_page: Callable[..., Page], settings: Any) -> None:
    settings.DEBUG = True
    page = open_page()
    page.goto("/parts/")
    page.evaluate(
        """() => {
            const question = Object.assign(document.createElement("p"), { className: "t-question" });
            question.textContent = "Merrow Horde 1 takes Thornmarch.";
            question.style.width = "358px";  // what a phone leaves between its margins
            document.querySelector("main").prepend(question);
        }"""
    )
    assert [one for one in faults_at_twice_the_size(page) if "Thornmarch" in one] == []
