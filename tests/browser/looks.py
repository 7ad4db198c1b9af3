"""One page, loaded once, looked at in several windows and lights: what is wrong with it in each.

Each width of layout gets all of axe once; in a second light of the same window only colours differ, so only
what is about colours is asked. `MUSTERROLL_SHOTS=folder` keeps a picture of each look.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import DESK, PHONE, sideways, small_targets, still, violations

SHOTS = os.environ.get("MUSTERROLL_SHOTS", "")
COLOURS = ("color-contrast", "link-in-text-block")
TARGETS = ("target-size",)


@dataclass(frozen=True)
class Look:
    """A window and a light; `rules` of axe's, all when there are none; the least size of a target, if any."""

    name: str
    size: ViewportSize
    dark: bool = False
    rules: tuple[str, ...] = ()
    thumb: int = 0


NARROW_LIGHT = Look("narrow", {"width": 360, "height": 740}, thumb=44)
PHONE_LIGHT = Look("phone", PHONE, thumb=44)
PHONE_DARK = Look("phone-dark", PHONE, dark=True, rules=COLOURS, thumb=44)
DESK_LIGHT = Look("desk", DESK)
DESK_DARK = Look("desk-dark", DESK, dark=True)
ALL_FOUR = (
    PHONE_LIGHT,
    PHONE_DARK,
    DESK_LIGHT,
    Look("desk-dark", DESK, dark=True, rules=COLOURS),
)
THREE_WIDTHS = (NARROW_LIGHT, Look("phone", PHONE, rules=TARGETS, thumb=44), DESK_DARK)


def turn(page: Page, look: Look) -> None:
    """The open page in this window and this light."""
    if page.viewport_size != look.size:
        page.set_viewport_size(look.size)
    page.emulate_media(color_scheme="dark" if look.dark else "light")


def faults(page: Page, name: str, looks: Iterable[Look]) -> list[str]:
    """What is wrong with the page as it stands: for axe, for a thumb, or wider than its window."""
    wrong = []
    for look in looks:
        turn(page, look)
        still(page)
        _picture(page, f"{name}-{look.name}", full=look.size["width"] < DESK["width"])
        found = violations(page, look.rules)
        found += small_targets(page, look.thumb) if look.thumb else []
        found += [f"{sideways(page)} px too wide"] if sideways(page) > 0 else []
        found += [] if "/parts/" in page.url else more_than_one_brass(page)
        found += beside_the_map(page)
        found += ragged(page)
        wrong += [f"{name} ({look.name}): {one}" for one in found]
    return wrong


def _picture(page: Page, name: str, *, full: bool) -> None:
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SHOTS}/{re.sub('[:/?]', '-', name)}.png", full_page=full)


BRASS = """
() => [...document.querySelectorAll(".btn-brass")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((one) => !document.querySelector("dialog:modal") || one.closest("dialog:modal"))
  .map((one) => one.textContent.trim().replace(/\\s+/g, " "))
"""


def more_than_one_brass(page: Page) -> list[str]:
    """Brass says what comes next, and only one thing does."""
    found: list[str] = page.evaluate(BRASS)
    return [f"more than one button is brass: {', '.join(found)}"] if len(found) > 1 else []


EDGES = """
() => [...document.querySelectorAll(".ledger")].filter((ledger) => {
  const edge = ledger.getBoundingClientRect().left;
  const texts = [...ledger.querySelectorAll(".line-margin + .line-text")]
    .filter((one) => one.closest(".ledger") === ledger && one.checkVisibility())
    .filter((one) => !one.parentNode.parentNode.closest(".line"))
    .map((one) => Math.round(one.getBoundingClientRect().left - edge));
  return new Set(texts).size > 1 || texts.some((left) => left < 56);
}).map((ledger) => ledger.textContent.trim().replace(/\\s+/g, " ").slice(0, 60))
"""


def ragged(page: Page) -> list[str]:
    """In a ledger all lines begin at one edge, right of the double red line."""
    return [f"lines that begin elsewhere than the others: {one}" for one in page.evaluate(EDGES)]


BESIDE = """
() => {
  const frame = document.querySelector(".columns:has(> .content > .map-more) .map-frame");
  const main = document.querySelector(".main");
  if (!frame || innerWidth >= 768) return 0;
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  return Math.round(main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    - frame.getBoundingClientRect().width);
}
"""


def beside_the_map(page: Page) -> list[str]:
    """On a phone a map is as wide as its page."""
    left = page.evaluate(BESIDE)
    return [f"the map leaves {left} px beside it"] if left > 0 else []


SQUEEZED = """
() => [...document.querySelectorAll(".ledger-table .who > span")]
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect().width])
  .filter(([, width]) => width < 120)
  .map(([name, width]) => `${name}: ${Math.round(width)} px`)
"""


def squeezed(page: Page) -> list[str]:
    """Names of a table that have no room in the windows in which it stands beside something else first."""
    found = list[str]()
    for width in (768, 992):
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"at {width} px, {one}" for one in page.evaluate(SQUEEZED)]
    return found


LOW = """
() => {
  const frame = document.querySelector(".map-frame");
  return frame ? Math.round(frame.getBoundingClientRect().bottom + scrollY - innerHeight) : 0;
}
"""


def below_the_fold(page: Page) -> list[str]:
    """By how much the page's map reaches below a desk's window."""
    page.set_viewport_size(DESK)
    still(page)
    low = page.evaluate(LOW)
    return [f"{page.url}: the map ends {low} px below the window"] if low > 0 else []
