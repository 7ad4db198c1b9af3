"""WebKit, the engine of every browser on an iPhone: Debian's WebKitGTK in a window of `window.py`'s.

WebKitWebDriver speaks W3C's WebDriver: JSON over HTTP. A display of its own (Xvfb) lets each process have the
keyboard. `missing()` names what a machine lacks.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from playwright.sync_api import ViewportSize

WINDOW = Path(__file__).parent / "window.py"
SYSTEM_PYTHON = "/usr/bin/python3"
PROGRAMS = ("WebKitWebDriver", "Xvfb", "xdotool", "import")
PARTS = 'import gi; gi.require_version("WebKit2", "4.1")'
DEBIAN = "webkit2gtk-driver python3-gi gir1.2-webkit2-4.1 xvfb xdotool imagemagick"
PATIENCE = 60  # seconds
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def missing() -> str:
    """What to install before WebKit can be looked at; "" for nothing."""
    found = all(shutil.which(one) for one in PROGRAMS) and os.access(SYSTEM_PYTHON, os.X_OK)
    there = found and not subprocess.call([SYSTEM_PYTHON, "-c", PARTS], stderr=subprocess.DEVNULL)
    return "" if there else f"no WebKit here; on Debian: apt install {DEBIAN}"


class WebKit:
    """A window of WebKit's, `size` wide and high, with what was `heard` in it since it was last asked."""

    def __init__(
        self,
        size: ViewportSize,
        *,
        dark: bool = False,
        script: bool = True,
        news: bool = False,
        env: Mapping[str, str] = {},
    ) -> None:
        folder = Path(mkdtemp(prefix="webkit-"))
        self.log = folder / "heard"
        self.log.touch()
        self.told = 0
        self.display, self.screen = screen()
        self.port = free_port()
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={self.port}"],
            env={**os.environ, **env, "DISPLAY": self.display},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        flags = ["--automation", f"--log={self.log}", f"--size={size['width']}x{size['height']}"]
        flags += ["--dark"] * dark + ["--noscript"] * (not script) + ["--news"] * news
        wanted = {
            "browserName": "MiniBrowser",
            "webkitgtk:browserOptions": {"binary": str(WINDOW), "args": flags},
        }
        self.session = ""
        try:
            begun = until(lambda: self.ask("POST", "", {"capabilities": {"alwaysMatch": wanted}}), URLError)
            self.session = "/" + begun["sessionId"]
            self.ask("POST", "/timeouts", {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})
            self.resize(size)
        except BaseException:
            self.close()
            raise

    def ask(self, method: str, path: str, said: object = None) -> Any:
        """A command of WebDriver's, and its answer."""
        body = json.dumps({} if said is None else said).encode() if method == "POST" else None
        address = f"http://127.0.0.1:{self.port}/session{self.session}{path}"
        asked = Request(address, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(asked, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as met:
            raise RuntimeError(f"{method} {path}: {met.read().decode()[:500]}") from None

    def goto(self, address: str) -> None:
        self.ask("POST", "/url", {"url": address})

    def evaluate(self, script: str, *given: object) -> Any:
        """What a script's text, a function or an expression, gives."""
        called = (
            f"const made = ({script.strip()}); return typeof made === 'function' ? made(...arguments) : made;"
        )
        return self.ask("POST", "/execute/sync", {"script": called, "args": given})

    def resize(self, size: ViewportSize) -> None:
        self.ask("POST", "/window/rect", {"x": 0, "y": 0, **size})
        wanted = [size["width"], size["height"]]
        until(lambda: 1 / (self.evaluate("[innerWidth, innerHeight]") == wanted), ZeroDivisionError)

    def add_cookie(self, name: str, value: str) -> None:
        """For the site of the page that is open."""
        self.ask("POST", "/cookie", {"cookie": {"name": name, "value": value, "path": "/"}})

    def tap(self, selector: str) -> None:
        """A real click in the middle of what `selector` finds first, where it then is."""
        self.evaluate("(one) => document.querySelector(one).scrollIntoView({ block: 'center' })", selector)
        x, y = self.evaluate(MIDDLE, selector)
        self.mouse(
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def mouse(self, *acts: dict[str, object]) -> None:
        self.ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": acts}]})

    def type(self, selector: str, text: str) -> None:
        found = self.ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.ask("POST", f"/element/{found}/value", {"text": text})

    def heard(self) -> list[str]:
        """What went wrong since the last time."""
        return [f"{one['kind']}: {one['text']}" for one in self.news()]

    def news(self) -> list[dict[str, Any]]:
        """What the window has written down since the last time."""
        with self.log.open() as log:
            log.seek(self.told)
            new = log.read()
        whole = new[: new.rfind("\n") + 1]
        self.told += len(whole.encode())
        return [json.loads(one) for one in whole.splitlines()]

    def picture(self, file: str) -> None:
        """What the window shows, as a PNG; the driver's own pictures never come."""
        wide, high = self.evaluate("[innerWidth, innerHeight]")
        crop = ["-window", "root", "-crop", f"{wide}x{high}+0+0", "+repage", file]
        subprocess.run(["import", *crop], env={**os.environ, "DISPLAY": self.display}, check=True)

    def close(self) -> None:
        if self.session:
            with suppress(RuntimeError):  # the window is gone before the driver has said so
                self.ask("DELETE", "")
        for one in (self.driver, self.screen):
            one.terminate()
            one.wait()
        shutil.rmtree(self.log.parent, ignore_errors=True)


MIDDLE = """
(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
"""


def until[T](ask: Callable[[], T], *met: type[Exception]) -> T:
    """What `ask` gives once it does not fail by one of those errors any more."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except met:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def screen() -> tuple[str, subprocess.Popen[bytes]]:
    """A display that nobody sees, and who serves it: Xvfb takes the first free number and tells it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x6000x24", "-nolisten", "tcp"]
    served = subprocess.Popen(
        command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        return ":" + told.readline().strip(), served


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
