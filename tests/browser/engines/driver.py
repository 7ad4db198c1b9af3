"""A driver for Playwright that opens pages in WebKit: `pytest --browser webkit tests/browser/…`.

Playwright's Python talks to its driver by messages of JSON, each after four bytes with its length. This one
answers them with a window of `webkit.py`'s: tests, locators and expectations stay as they are. What a page is
asked (selectors, visibility, expectations) is Playwright's own script, out of the package that is installed.

Not here: the clock, routes, dialogs, downloads, offline, a second page of one context, Chromium's protocol. A
message that is not known fails the test and says which. Light is set as a context begins; touch is a click.
"""

from __future__ import annotations

import json
import os
import select
import sys
import time
from contextlib import suppress
from itertools import count
from typing import BinaryIO
from urllib.parse import urljoin

from playwright.sync_api import ViewportSize

from tests.browser.engines.frame import Frame
from tests.browser.engines.page import LOADED, Given, Page, Refused, Thing
from tests.browser.engines.webkit import WebKit

IDLE = 0.05  # seconds, after which somebody looks what happened in the windows meanwhile
DESK: ViewportSize = {"width": 1280, "height": 720}  # Playwright's own
ENGINES = ("chromium", "firefox", "webkit")


class Driver:
    """What was made for the client, by its id; and what it is told."""

    def __init__(self, reads: int, writes: BinaryIO) -> None:
        self.reads, self.writes = reads, writes
        self.things: dict[str, Thing] = {"": Root(self, "")}
        self.numbers = count(1)

    def say(self, message: Given) -> None:
        sent = json.dumps(message).encode()
        self.writes.write(len(sent).to_bytes(4, "little") + sent)
        self.writes.flush()

    def make[T: Thing](self, kind: type[T], parent: str, begins: Given, name: str = "") -> T:
        """Something of the client's from now on; `begins` is what it is told of it."""
        guid = f"{name or kind.__name__}@{next(self.numbers)}"
        made = kind(self, guid)
        self.things[guid] = made
        about = {"type": name or kind.__name__, "guid": guid, "initializer": begins}
        self.say({"guid": parent, "method": "__create__", "params": about})
        return made

    def tell(self, guid: str, event: str, params: Given) -> None:
        self.say({"guid": guid, "method": event, "params": params})

    def run(self) -> None:
        """Until the client goes away."""
        while True:
            if not select.select([self.reads], [], [], IDLE)[0]:
                self.look()
                continue
            size = self.read(4)
            if not size:
                break
            self.answer(json.loads(self.read(int.from_bytes(size, "little"))))
        for one in [*self.things.values()]:
            if isinstance(one, Context):
                one.end()

    def read(self, size: int) -> bytes:
        got = b""
        while len(got) < size:
            more = os.read(self.reads, size - len(got))
            if not more:
                return b""
            got += more
        return got

    def look(self) -> None:
        for one in [*self.things.values()]:
            if isinstance(one, Page):
                one.look()

    def answer(self, message: Given) -> None:
        if message["method"].startswith("__"):  # nobody waits for these
            return
        try:
            result = self.done(message)
        except (Refused, RuntimeError, OSError) as met:
            name = met.name if isinstance(met, Refused) else "Error"
            told = {"error": {"message": str(met), "name": name, "stack": ""}}
            details = met.details if isinstance(met, Refused) else {}
            self.say({"id": message["id"], "error": told, "errorDetails": details, "log": []})
        else:
            self.say({"id": message["id"], "result": result or {}})

    def done(self, message: Given) -> Given | None:
        thing = self.things.get(message["guid"])
        if thing is None:
            raise Refused("it is closed", "TargetClosedError")
        act = getattr(thing, message["method"], None)
        if act is None:
            raise Refused(f"WebKit's driver has no {type(thing).__name__}.{message['method']}")
        patience = message.get("metadata", {}).get("timeout") or 60_000
        thing.until = time.monotonic() + patience / 1000
        answer: Given | None = act(message["params"])
        return answer


class Root(Thing):
    def initialize(self, _: Given) -> Given:
        made = {
            one: self.driver.make(Kind, "", {"executablePath": "", "name": one}, "BrowserType")
            for one in ENGINES
        }
        parts = {name.lower(): self.driver.make(Thing, "", {}, name) for name in ("Android", "Electron")}
        known = {name: {"guid": one.guid} for name, one in {**made, **parts}.items()}
        return {"playwright": {"guid": self.driver.make(Thing, "", known, "Playwright").guid}}


class Kind(Thing):
    def launch(self, _: Given) -> Given:
        about = {"version": "WebKitGTK", "name": "webkit", "browserName": "webkit"}
        return {"browser": {"guid": self.driver.make(Browser, self.guid, about).guid}}


class Browser(Thing):
    def newContext(self, options: Given) -> Given:
        make = self.driver.make
        tracing = {"guid": make(Thing, self.guid, {}, "Tracing").guid}
        request = make(Thing, self.guid, {"tracing": tracing}, "APIRequestContext")
        begins = {
            "debugger": {"guid": make(Thing, self.guid, {}, "Debugger").guid},
            "requestContext": {"guid": request.guid},
            "tracing": tracing,
            "options": {key: options[key] for key in ("viewport", "baseURL") if key in options},
        }
        context = make(Context, self.guid, begins, "BrowserContext")
        context.begin(self.guid, options)
        return {"context": {"guid": context.guid}}

    def close(self, _: Given) -> None:
        self.driver.tell(self.guid, "close", {})


class Context(Thing):
    page: Page | None = None

    def begin(self, browser: str, options: Given) -> None:
        self.options = options
        self.window = WebKit(
            options.get("viewport") or DESK,
            dark=options.get("colorScheme") == "dark",
            script=options.get("javaScriptEnabled", True),
            news=True,
        )
        self.driver.tell(browser, "context", {"context": {"guid": self.guid}})

    def newPage(self, _: Given) -> Given:
        if self.page:
            raise Refused("WebKit's driver opens one page a context")
        make = self.driver.make
        frame = make(Frame, self.guid, {"url": "about:blank", "name": "", "loadStates": [*LOADED]})
        size = self.options.get("viewport") or DESK
        about = {"mainFrame": {"guid": frame.guid}, "viewportSize": size, "isClosed": False}
        page = self.page = frame.page = make(Page, self.guid, about)
        page.begin(self, frame)
        self.driver.tell(self.guid, "page", {"page": {"guid": page.guid}})
        return {"page": {"guid": page.guid}}

    def addCookies(self, given: Given) -> None:
        for one in given["cookies"]:
            site = one.get("url") or self.options["baseURL"]
            if not self.window.evaluate("location.href").startswith(urljoin(site, "/")):
                self.window.goto(urljoin(site, "/static/mark.svg"))
                self.window.news()
            self.window.add_cookie(one["name"], one["value"])

    def cookies(self, _: Given) -> Given:
        usual = {"domain": "", "path": "/", "expires": -1, "httpOnly": False, "secure": False}
        got = self.window.ask("GET", "/cookie")
        return {
            "cookies": [{**usual, "sameSite": "Lax", "name": c["name"], "value": c["value"]} for c in got]
        }

    def clearCookies(self, _: Given) -> None:
        self.window.ask("DELETE", "/cookie")

    def close(self, _: Given) -> None:
        self.end()
        self.driver.tell(self.guid, "close", {})

    def end(self) -> None:
        if self.page:
            with suppress(RuntimeError, OSError):
                self.page.look()
            self.driver.things.pop(self.page.guid, None)
        self.driver.things.pop(self.guid, None)
        self.window.close()


if __name__ == "__main__":
    with suppress(BrokenPipeError, KeyboardInterrupt):
        Driver(sys.stdin.fileno(), sys.stdout.buffer).run()
