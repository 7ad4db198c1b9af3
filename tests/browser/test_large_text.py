"""At twice the size of text nothing is cut, covered, beside the screen or broken inside a word: every game's
pages, on a phone and on a desk; the walls' screens (a league's board, a night's hall) too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from tests.browser.conftest import DESK, PHONE, still
from tests.browser.looks import more_than_one_brass
from tests.browser.test_pages import reachable, signed_in
from tests.maps.conquest.play import begun
from tests.whole_club import whole_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RAIL_IS_CUT = "[...document.querySelectorAll('.spine')].some((one) => one.scrollWidth > one.clientWidth)"
TWICE = "document.documentElement.style.fontSize = '200%'"
AS_SET = "document.documentElement.style.fontSize = ''"
FAULTS = r"""
() => {
  const found = [], width = document.documentElement.clientWidth;
  const beyond = document.documentElement.scrollWidth - width;
  if (beyond > 0) found.push(`${beyond} px too wide`);
  const up = (one) => one === document.body || !one ? [] : [one, ...up(one.parentElement)];
  const style = (one) => getComputedStyle(one);
  const aside = ".visually-hidden, .skip, svg, option, dialog:not([open])";
  const hidden = (one) => up(one).some((at) => at.matches(aside) || style(at).clipPath !== "none");
  const scrolls = (one) => up(one).some((at) => ["auto", "scroll"].includes(style(at).overflowX));
  const floats = (one) => up(one).some((at) => ["fixed", "sticky", "absolute"].includes(style(at).position));
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
    const cuts = up(one).find((at) => {
      const by = at.getBoundingClientRect();
      const shut = (way) => ["hidden", "clip"].includes(style(at)[way]);
      return shut("overflowX") && (box.right > by.right + 2 || box.left < by.left - 2)
        || shut("overflowY") && box.bottom > by.bottom + 4;
    });
    if (cuts) found.push(`cut: ${said(one)}`);
  }
  const lies = words.filter(([one]) => !floats(one));
  lies.forEach(([one, a], at) => lies.slice(at + 1).forEach(([other, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const low = Math.min(a.height, b.height) / 2;
    if (across > 3 && down > low) found.push(`covered: ${said(one)} / ${said(other)}`);
  }));
  found.push(...broken);
  for (const one of document.querySelectorAll(".btn, .chip, .tag, .plate")) {
    if (one.scrollWidth > one.clientWidth + 2 && !hidden(one)) found.push(`beyond its frame: ${said(one)}`);
  }
  return [...new Set(found)].slice(0, 12);
}
"""


def faults_at_twice_the_size(page: Page) -> list[str]:
    """What is too wide, beside the screen, cut off, broken inside a word, or lies on other words."""
    page.evaluate(TWICE)
    still(page)
    found: list[str] = page.evaluate(FAULTS)
    return found


def faults_on_a_desk(page: Page, browser: CDPSession) -> list[str]:
    """The same for the open page in a desk's window: with twice the text beside the rail; and for a browser
    whose letters are twice as large by its own settings, which a width in `em` follows.
    """
    page.set_viewport_size(DESK)
    found: list[str] = page.evaluate(FAULTS) + ["the rail is cut"] * bool(page.evaluate(RAIL_IS_CUT))
    page.evaluate(AS_SET)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    assert page.evaluate("matchMedia('(max-width: 40em)').matches"), "the browser's letters are large"
    found += [f"by the browser's settings: {one}" for one in page.evaluate(FAULTS)]
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    page.set_viewport_size(PHONE)
    return found


@pytest.mark.answers(404)  # a league of the club that this player may not see
def test_at_twice_the_size_of_text_nothing_is_cut_or_covered(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    club = whole_club()
    wrong = []
    for who in ("organiser", "player"):
        seat = club.people[who]
        assert seat is not None
        pages, _dead = reachable(seat, "/")
        pages |= {f"league {one.pk}": f"/l/{one.pk}/" for one in club.leagues}
        page = signed_in(open_page(), seat, live_server)
        browser = page.context.new_cdp_session(page)
        for link in pages.values():
            page.goto(link)
            wrong += [f"{link}: {one}" for one in more_than_one_brass(page)]
            wrong += [f"{link}: {one}" for one in faults_at_twice_the_size(page)]
            wrong += [f"{link} on a desk: {one}" for one in faults_on_a_desk(page, browser)]
    assert wrong == [], "\n".join(wrong)


def test_the_phases_of_a_map_league_wrap_on_a_desk(open_page: Callable[..., Page], live_server: Any) -> None:
    league = begun("Marta", "Kwame")
    page = signed_in(open_page(size=DESK), league.seats["Marta"], live_server)
    page.goto(f"/l/{league.scope.pk}/map/")
    assert faults_at_twice_the_size(page) == []
