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

from tests.browser.conftest import DESK, PHONE, SMALL_TARGETS, as_large_as, seen_by_axe, still

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
    as_large_as(page, look.size)
    page.emulate_media(color_scheme="dark" if look.dark else "light")


def faults(page: Page, name: str, looks: Iterable[Look]) -> list[str]:
    """What is wrong with the page as it stands: for axe, for a thumb, or wider than its window."""
    wrong = []
    last = page.viewport_size or PHONE
    for look in looks:
        turn(page, look)
        still(page)
        _picture(page, f"{name}-{look.name}", full=look.size["width"] < DESK["width"])
        found = ill_laid(page, look.thumb) + seen_by_axe(page, look.rules)
        wrong += [f"{name} ({look.name}): {one}" for one in found]
        last = look.size
    as_large_as(page, last)
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


def more_than_one_brass(found: list[str]) -> list[str]:
    """Brass says what comes next, and only one thing does."""
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
LEGENDS = """
() => [...document.querySelectorAll("fieldset:has(> legend)")].filter((one) => {
  const parts = [one.parentNode, one, one.firstElementChild];
  const [column, own, legend] = parts.map((each) => getComputedStyle(each));
  return column.display === "flex" && column.flexDirection === "column" && own.display !== "contents"
    && own.flexBasis === "auto" && legend.position !== "absolute";
}).map((one) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 60))
"""
ILL_LAID = f"""
least => ({{
  small: least ? ({SMALL_TARGETS.strip()})(least) : [],
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  brass: ({BRASS.strip()})(),
  beside: ({BESIDE.strip()})(),
  ragged: ({EDGES.strip()})(),
  twice: ({LEGENDS.strip()})(),
  unmarked: document.querySelectorAll(".ledger-table:not(.has-names):has(.who)").length,
}})
"""


def ill_laid(page: Page, thumb: int = 0) -> list[str]:
    """What a thumb would miss; what is wider than the window; brass; on a phone a map is as wide as its page;
    in a ledger all lines begin at one edge, right of the double red line; a table of names is marked as one;
    no fieldset is in a column in which Safari would count its legend twice.
    """
    seen = page.evaluate(ILL_LAID, thumb)
    found: list[str] = seen["small"]
    found += [f"{seen['wide']} px too wide"] if seen["wide"] > 0 else []
    found += [] if "/parts/" in page.url else more_than_one_brass(seen["brass"])
    found += [f"the map leaves {seen['beside']} px beside it"] if seen["beside"] > 0 else []
    found += ["a table with .who has to be .has-names"] if seen["unmarked"] else []
    found += [f"a legend Safari counts twice: {one}" for one in seen["twice"]]
    return found + [f"lines that begin elsewhere than the others: {one}" for one in seen["ragged"]]


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
