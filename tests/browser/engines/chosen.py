"""The engine of the browser tests: Chromium, or what `pytest --browser webkit` or `… firefox` says."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator

HERE = Path(__file__).parent
FIREFOX = ("firefox-esr", "firefox")
PREFERENCES: dict[str, str | float | bool] = {
    "ui.useOverlayScrollbars": 1,  # else each page is narrower by a scrollbar
    "browser.sessionhistory.max_total_viewers": 0,  # over BiDi a kept page that is gone back to stays unseen
    "layout.css.prefers-color-scheme.content-override": 1,
}
# What Firefox complains of though all is well: the tests answer a stream with nothing, and pages leave it;
# and a style of Playwright's own, when it takes a picture
FINE_IN_FIREFOX = re.compile(r"/live/|was interrupted while the page was loading|sha256-YjaKGik")


def begin(asked: Sequence[str]) -> None:
    """Playwright has a driver of ours for WebKit, and a question less for Firefox."""
    if "webkit" in asked:
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(HERE / "driver.sh")
    elif "firefox" in asked or os.environ.get("MUSTERROLL_ENGINES") == "1":
        os.environ["NODE_OPTIONS"] = f"--require {HERE / 'firefox.js'}"
    if "firefox" in asked:  # over BiDi no finger comes down
        Locator.tap = Locator.click  # type: ignore[method-assign]


def firefox() -> str:
    """Where the machine has its Firefox; "" for nowhere."""
    return next(filter(None, map(shutil.which, FIREFOX)), "")


def begins(name: str, usual: dict[str, Any]) -> dict[str, Any]:
    """How a browser is begun, when Chromium is begun as usual."""
    ours = {"executable_path": firefox(), "channel": "moz-firefox", "firefox_user_prefs": PREFERENCES}
    return {"chromium": usual, "firefox": ours, "webkit": {}}[name]
