"""A sweep: one page for each address that links lead to, in each engine and size, with what is wrong with it.

Boxes are compared with Chromium's, all engines having the same fonts. What differs and may is a line of
`tolerated.txt`: engine, size, page, part, and whether it is its width or its height. No line is added there
without a look at the page; one that nothing needs any more is taken out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urljoin

from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve
from playwright.sync_api import (
    Browser,
    BrowserType,
    ConsoleMessage,
    Error,
    Page,
    Response,
    ViewportSize,
)

from campaigns.models import Scope
from tests.browser.conftest import DESK, PHONE

HERE = Path(__file__).parent
LOOK = (HERE / "look.js").read_text()
TOLERATED = HERE / "tolerated.txt"
SHOTS = os.environ.get("MUSTERROLL_SHOTS", "")
SIZES = {"phone": PHONE, "desk": DESK}
KINDS = ("gone", "broken", "empty", "zooms", "letters", "jumps")
TEXT = re.compile(r"(p|li|td|th|label|h\d|summary)\b|div\.line")
LINE = 29  # pixels; a larger text's
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
{0}</fontconfig>"""
FONT = """<match target="pattern"><test name="family"><string>{0}</string></test>
<edit name="family" mode="assign" binding="strong"><string>Liberation Sans</string></edit></match>
"""


class Window(Protocol):
    """A window of some engine's."""

    def goto(self, address: str) -> None: ...
    def evaluate(self, script: str) -> Any: ...
    def resize(self, size: ViewportSize) -> None: ...
    def add_cookie(self, name: str, value: str) -> None: ...
    def heard(self) -> list[str]: ...
    def picture(self, file: str) -> None: ...
    def close(self) -> None: ...


class Played:
    """A page of Playwright's as a window."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.errors = browser, list[str]()
        self.page: Page = browser.new_context(viewport=PHONE).new_page()
        self.page.on("pageerror", lambda error: self.met(error))
        self.page.on("console", self.hear)
        self.page.on("response", self.answered)

    def met(self, error: Error) -> None:
        self.errors.append(f"error: {error}")

    def hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.errors.append(f"error: {said.text}")

    def answered(self, got: Response) -> None:
        if got.status >= 400:
            self.errors.append(f"status: {got.status} {got.url}")

    def goto(self, address: str) -> None:
        self.page.goto(address)

    def evaluate(self, script: str) -> Any:
        return self.page.evaluate(script)

    def resize(self, size: ViewportSize) -> None:
        self.page.set_viewport_size(size)

    def add_cookie(self, name: str, value: str) -> None:
        site = urljoin(self.page.url, "/")
        self.page.context.add_cookies([{"name": name, "value": value, "url": site}])

    def heard(self) -> list[str]:
        new, self.errors[:] = [*self.errors], []
        return new

    def picture(self, file: str) -> None:
        self.page.screenshot(path=file)

    def close(self) -> None:
        self.browser.close()


def same_fonts(folder: Path) -> dict[str, str]:
    """Settings with which every engine takes the same font for what it has none for."""
    file = folder / "fonts.conf"
    file.write_text(FONTS.format("".join(map(FONT.format, ("system-ui", "sans-serif", "ui-monospace")))))
    return {**os.environ, "FONTCONFIG_FILE": str(file)}


def chromium(kind: BrowserType, options: Mapping[str, Any], env: dict[str, str]) -> Window:
    return Played(kind.launch(**{**options, "env": env}))


@contextmanager
def opened(*windows: Window) -> Iterator[None]:
    try:
        yield
    finally:
        for one in windows:
            one.close()


def pages(browser: Client) -> dict[str, str]:
    """An address for each page that links lead to from home, by its name and the game it is of."""
    found, asked, waiting = dict[str, str](), set[str](), {"home": "/"}
    while waiting:
        name, link = waiting.popitem()
        asked.add(name)
        answer = browser.get(link, headers={"Accept": "text/html"})
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        found[name] = link
        links = (one.replace("&amp;", "&") for one in re.findall(r'<a [^>]*href="(/[^"#]*)', answer.text))
        named = {_name_of(one): one for one in links if not one.endswith(".pdf")}
        waiting |= {one: link for one, link in named.items() if one and one not in asked}
    return found


def _name_of(link: str) -> str:
    try:
        found = resolve(link.split("?")[0])
    except Resolver404:
        return ""
    league = found.route.startswith("l/") and found.kwargs.get("pk")
    game = Scope.objects.filter(pk=league).values_list("game", flat=True).first() if league else None
    return ":".join(filter(None, [found.view_name, game]))


def seen(window: Window, address: str, *, without: str = "") -> dict[str, Any]:
    """A page once it stands, for a look at it; `without` parts that tell of the line and the hour."""
    window.goto(address)
    for _ in range(100):
        if window.evaluate(RESTS):
            break
    if without:
        window.evaluate(f"document.querySelectorAll('{without}').forEach((one) => one.remove())")
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


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> set[str]:
    """Parts that are much larger or smaller than Chromium's, and those that only one of both has. A word that
    goes into the next line makes a text a line higher; that is none.
    """
    found = set()
    for path, (name, wide, high) in theirs["boxes"].items():
        if path not in ours["boxes"]:
            found.add(f"{name} missing")
            continue
        _, width, height = ours["boxes"][path]
        if abs(width - wide) > max(12, wide * 0.12):
            found.add(f"{name} width")
        if abs(height - high) > max(LINE if TEXT.match(name) else 14, high * 0.25):
            found.add(f"{name} height")
    return found | {
        f"{name} more" for path, (name, *_) in ours["boxes"].items() if path not in theirs["boxes"]
    }


def tolerated(start: str) -> set[str]:
    """The lines of `tolerated.txt` that begin so."""
    return {one for one in TOLERATED.read_text().splitlines() if one.startswith(f"{start} ")}


def swept(
    start: str, window: Window, other: Window, site: str, addresses: Mapping[str, str], *, without: str = ""
) -> tuple[list[str], set[str]]:
    """Faults of an engine's pages, and lines for `tolerated.txt` of how they differ from Chromium's."""
    wrong, lines = list[str](), set[str]()
    for one in (window, other):  # a window's first page stands before its fonts have come
        one.goto(site + next(iter(addresses.values())))
    for size, pixels in SIZES.items():
        window.resize(pixels)
        other.resize(pixels)
        for name, link in addresses.items():
            ours, theirs = (seen(one, site + link, without=without) for one in (window, other))
            wrong += [f"{start} {size} {name} {link}: {one}" for one in faults(ours, window.heard())]
            lines |= {f"{start} {size} {name} {one}" for one in differences(ours, theirs)}
            if SHOTS:
                for who, one in ((start.split()[0], window), ("chromium", other)):
                    one.picture(f"{SHOTS}/{name.replace(':', '-')}-{size}-{who}.png")
    return wrong, lines


def signed_in(browser: Client, site: str, make: Callable[[], Window]) -> Window:
    """A window in which the person of `browser` is signed in."""
    window = make()
    window.goto(f"{site}/static/mark.svg")
    window.add_cookie(settings.SESSION_COOKIE_NAME, browser.cookies[settings.SESSION_COOKIE_NAME].value)
    window.heard()
    return window
