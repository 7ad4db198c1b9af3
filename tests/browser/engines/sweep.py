"""What is wrong with an open page in any engine: `look.js` asks it, a window hears what its console says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from django.conf import settings
from django.test import Client
from playwright.sync_api import ViewportSize

HERE = Path(__file__).parent
LOOK = (HERE / "look.js").read_text()
KINDS = ("gone", "broken", "empty", "zooms", "letters")


class Window(Protocol):
    """A window of some engine's."""

    def goto(self, address: str) -> None: ...
    def evaluate(self, script: str) -> Any: ...
    def resize(self, size: ViewportSize) -> None: ...
    def add_cookie(self, name: str, value: str) -> None: ...
    def heard(self) -> list[str]: ...
    def picture(self, file: str) -> None: ...
    def close(self) -> None: ...


def seen(window: Window, address: str) -> dict[str, Any]:
    """A page once it stands, for a look at it."""
    window.goto(address)
    for _ in range(100):
        if window.evaluate(RESTS):
            break
    found: dict[str, Any] = window.evaluate(LOOK)
    return found


RESTS = """
document.readyState === "complete" && document.fonts.status === "loaded"
  && !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling, .is-busy, [data-refreshing]")
  && (document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .forEach((one) => one.finish()), true)
"""


def faults(found: dict[str, Any], heard: list[str]) -> list[str]:
    """What is wrong in itself."""
    wrong = [f"{found['wide']} px too wide"] if found["wide"] > 0 else []
    wrong += [f"{kind}: {one}" for kind in KINDS for one in found[kind]]
    return wrong + heard


def signed_in(browser: Client, site: str, make: Callable[[], Window]) -> Window:
    """A window in which the person of `browser` is signed in."""
    window = make()
    window.goto(f"{site}/static/mark.svg")
    window.add_cookie(settings.SESSION_COOKIE_NAME, browser.cookies[settings.SESSION_COOKIE_NAME].value)
    window.heard()
    return window
