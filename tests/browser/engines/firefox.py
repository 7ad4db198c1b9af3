"""Firefox as a machine has it, driven by Playwright over WebDriver BiDi. `missing()` names what is not there.

The driver has to be started with `firefox.js`, which `make engines` does.
"""

from __future__ import annotations

import os
import re
import shutil

from playwright.sync_api import ConsoleMessage, Error, Playwright

from tests.browser.engines.sweep import Played

PROGRAMS = ("firefox-esr", "firefox")
DEBIAN = "firefox-esr"
PREFERENCES: dict[str, str | float | bool] = {
    "ui.useOverlayScrollbars": 1,  # else each page is narrower by a scrollbar
    "layout.css.prefers-color-scheme.content-override": 1,
}
# What Firefox complains of though all is well: the tests answer a stream with nothing, and pages leave it
EXPECTED = re.compile(r"/live/|was interrupted while the page was loading")


def program() -> str:
    return next(filter(None, map(shutil.which, PROGRAMS)), "")


def missing() -> str:
    """What to install before Firefox can be looked at; "" for nothing."""
    if not program():
        return f"no Firefox here; on Debian: apt install {DEBIAN}"
    shim = "firefox.js" in os.environ.get("NODE_OPTIONS", "")
    return "" if shim else "Firefox is looked at by `make engines`"


class Firefox(Played):
    """A window of Firefox's, with what was heard in it since it was last asked."""

    def __init__(self, playwright: Playwright, env: dict[str, str]) -> None:
        super().__init__(
            playwright.firefox.launch(
                executable_path=program(),
                channel="moz-firefox",
                headless=True,
                firefox_user_prefs=PREFERENCES,
                env={**env},
            )
        )

    def met(self, error: Error) -> None:
        if not EXPECTED.search(str(error)):
            super().met(error)

    def hear(self, said: ConsoleMessage) -> None:
        if not EXPECTED.search(said.text):
            super().hear(said)
