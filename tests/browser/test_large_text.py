"""At twice the size of text nothing is cut, covered or beside the screen: every game's pages, on a phone; the
walls' screens (a league's board, a night's hall) too; a choice of pages also on a desk, with its rail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESK, still
from tests.browser.looks import more_than_one_brass
from tests.browser.test_pages import reachable, signed_in
from tests.maps.conquest.play import begun
from tests.whole_club import demo_club, whole_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RAIL_IS_CUT = "[...document.querySelectorAll('.spine')].some((one) => one.scrollWidth > one.clientWidth)"
TWICE = "document.documentElement.style.fontSize = '200%'"
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
  const words = [];
  for (const walk = document.createTreeWalker(document.body, 4); walk.nextNode();) {
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || !one.checkVisibility({visibilityProperty: true})) continue;
    if (hidden(one) || scrolls(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (const box of range.getClientRects()) if (box.width > 2 && box.height > 2) words.push([one, box]);
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
  for (const one of document.querySelectorAll(".line-flow .line-title a")) {
    for (const walk = document.createTreeWalker(one, 4); walk.nextNode();) {
      for (const word of walk.currentNode.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(walk.currentNode, word.index);
        range.setEnd(walk.currentNode, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1 && word[0].length < 12) found.push(`broken: ${word[0]}`);
      }
    }
  }
  return [...new Set(found)].slice(0, 12);
}
"""


def faults_at_twice_the_size(page: Page) -> list[str]:
    """What is too wide, beside the screen, cut off, or lies on other words."""
    page.evaluate(TWICE)
    still(page)
    found: list[str] = page.evaluate(FAULTS)
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
        for link in pages.values():
            page.goto(link)
            wrong += [f"{link}: {one}" for one in more_than_one_brass(page)]
            wrong += [f"{link}: {one}" for one in faults_at_twice_the_size(page)]
    assert wrong == [], "\n".join(wrong)


def test_the_phases_of_a_map_league_wrap_on_a_desk(open_page: Callable[..., Page], live_server: Any) -> None:
    league = begun("Marta", "Kwame")
    page = signed_in(open_page(size=DESK), league.seats["Marta"], live_server)
    page.goto(f"/l/{league.scope.pk}/map/")
    assert faults_at_twice_the_size(page) == []


def test_a_choice_of_pages_has_room_on_a_desk(open_page: Callable[..., Page], live_server: Any) -> None:
    club = demo_club()
    organiser = club.seats.filter(role="organiser").earliest("pk")
    winter, _embers, estuary, crown = (f"/l/{one.pk}/" for one in club.scopes.order_by("pk")[:4])
    nights = f"/clubs/{club.slug}/nights/"
    at_home = (
        "/",
        nights,
        f"{nights}month/",
        f"/clubs/{club.slug}/rounds/",
        f"/clubs/{club.slug}/leagues/new/",
    )
    in_leagues = (
        winter,
        f"{winter}desk/",
        f"{winter}corrections/",
        f"{estuary}map/",
        f"{crown}firestorm/aftermath/",
    )
    page = signed_in(open_page(size=DESK), organiser, live_server)
    wrong = []
    for link in (*at_home, *in_leagues):
        page.goto(link)
        wrong += [f"{link}: {one}" for one in faults_at_twice_the_size(page)]
        wrong += [f"{link}: the rail is cut"] * bool(page.evaluate(RAIL_IS_CUT))
    assert wrong == [], "\n".join(wrong)
