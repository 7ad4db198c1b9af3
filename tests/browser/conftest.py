"""A real browser against a real server: the system's Chromium, phone and desk, and axe for accessibility.

`axe.min.js` is axe-core 4.14.1 (MPL 2.0); its text is evaluated in the page, so that the security policy of
the pages stays on.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

AXE = Path(__file__).parent / "axe.min.js"
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium where there is one (or `MUSTERROLL_CHROMIUM`), else playwright's own."""
    found = (
        os.environ.get("MUSTERROLL_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    )
    extra = {"executable_path": found} if found else {}
    return {**browser_type_launch_args, **extra, "args": ["--no-sandbox"]}


@pytest.fixture
def open_page(browser: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """`open_page(size=PHONE, dark=False, script=True)`: a page of its own; a script error fails the test."""
    contexts, errors = [], []

    def opened(*, size: Any = PHONE, dark: bool = False, script: bool = True, touch: bool = False) -> Page:
        context = browser.new_context(
            viewport=size,
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            has_touch=touch,
            base_url=live_server.url,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def violations(page: Page) -> list[str]:
    """What axe finds wrong on the page as it stands, one line per rule and element; [] is good."""
    size = page.viewport_size or PHONE
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({**size, "height": max(size["height"], height)})  # else bars cover what lies below
    page.evaluate(AXE.read_text() + ";0")
    options = {"runOnly": {"type": "tag", "values": WCAG}, "resultTypes": ["violations"]}
    found = page.evaluate("options => axe.run(document, options)", options)
    page.set_viewport_size(size)
    return [
        f"{rule['id']}: {node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


SMALL_TARGETS = """
least => [..."a,button,summary,select,input,label.face,label.pick,label.chip".split(",")]
  .flatMap((kind) => [...document.querySelectorAll(kind)])
  .filter((one) => !one.closest("dialog, .skip, .prose, table") && !one.matches("label input"))
  .filter((one) => !one.matches(".rule-id, .linklike, .cover, .form-check-input") 
    && !one.closest("p:not(.cluster, .spread)"))
  .filter((one) => one.type !== "hidden" && !one.matches(".needs-no-script"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width > 1 && (box.height < least || box.width < least))
  .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width.toFixed()}x${box.height.toFixed()}`)
"""


def small_targets(page: Page, least: int = 44) -> list[str]:
    """Controls a thumb would miss: less than `least` pixels high or wide (links inside a sentence may be)."""
    found: list[str] = page.evaluate(SMALL_TARGETS, least)
    return found
