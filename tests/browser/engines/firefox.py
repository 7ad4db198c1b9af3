"""Firefox as a machine has it, driven by Playwright over WebDriver BiDi. `missing()` names what is not there.

Playwright's driver has to be started with `firefox.js`: `chosen.begin`.
"""

from __future__ import annotations

import os

from playwright.sync_api import ConsoleMessage, Error, Playwright

from tests.browser.engines import chosen
from tests.browser.engines.sweep import Played

DEBIAN = "firefox-esr"


def missing() -> str:
    """What to install before Firefox can be looked at; "" for nothing."""
    if not chosen.firefox():
        return f"no Firefox here; on Debian: apt install {DEBIAN}"
    shim = "firefox.js" in os.environ.get("NODE_OPTIONS", "")
    return "" if shim else "Firefox is looked at by `make engines`"


class Firefox(Played):
    """A window of Firefox's, with what was heard in it since it was last asked."""

    def __init__(self, playwright: Playwright, env: dict[str, str]) -> None:
        super().__init__(playwright.firefox.launch(**chosen.begins("firefox", {}), env={**env}))

    def met(self, error: Error) -> None:
        if not chosen.FINE_IN_FIREFOX.search(str(error)):
            super().met(error)

    def hear(self, said: ConsoleMessage) -> None:
        if not chosen.FINE_IN_FIREFOX.search(said.text):
            super().hear(said)
