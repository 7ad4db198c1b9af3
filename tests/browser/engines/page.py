"""A page, as `driver.py` answers Playwright's messages about it.

A method is called like the message it answers. What waits, waits until `until`.
"""

from __future__ import annotations

import base64
import json
import re
import time
from ast import literal_eval
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

import playwright
from playwright._impl.protocol.serializers import parse_serialized_value, serialize_value

from tests.browser.engines.keys import pressed, typed

if TYPE_CHECKING:
    from tests.browser.engines.driver import Context, Driver
    from tests.browser.engines.frame import Frame

type Given = dict[str, Any]
BUNDLE = Path(playwright.__file__).parent / "driver/package/lib/coreBundle.js"
ASKED = (Path(__file__).parent / "asked.js").read_text()
OPTIONS = {
    "isUnderTest": False,
    "sdkLanguage": "python",
    "frameSeq": 0,
    "testIdAttributeName": "data-testid",
    "browserName": "webkit",
    "customEngines": [],
}
PAUSE = 0.04  # seconds between two looks at a page
MOMENTS = (
    *("startTime", "domainLookupStart", "domainLookupEnd", "connectStart", "secureConnectionStart"),
    *("connectEnd", "requestStart", "responseStart"),
)
LOADED = ("domcontentloaded", "load")


class Refused(Exception):
    def __init__(self, text: str, name: str = "Error", details: Given | None = None) -> None:
        super().__init__(text)
        self.name, self.details = name, details or {}


@cache
def injected() -> str:
    """What Playwright asks pages with: a text in its driver's bundle, quoted so that Python reads it, too."""
    found = re.search(
        r"^ *source\d* = ('.*InjectedScript: \(\) => InjectedScript.*');$", BUNDLE.read_text(), re.M
    )
    assert found, "another Playwright keeps its script elsewhere"
    return str(literal_eval(found[1]))


class Thing:
    """What the client knows by an id, and may subscribe to; it stays until the client goes."""

    until = 0.0

    def __init__(self, driver: Driver, guid: str) -> None:
        self.driver, self.guid = driver, guid

    def updateSubscription(self, _: Given) -> None:
        """Whoever listens or not is told everything."""

    def dispose(self, _: Given) -> None:
        self.driver.things.pop(self.guid, None)


class Page(Thing):
    def begin(self, context: Context, frame: Frame) -> None:
        self.context, self.frame, self.window = context, frame, context.window
        self.requests, self.main = dict[int, Thing](), dict[str, Given]()
        self.at = (0.0, 0.0)

    # --- what happened

    def look(self) -> None:
        """Tell the client what happened in the window since the last time."""
        for one in self.window.news():
            kind, text = one["kind"], one["text"]
            if kind in ("load", "moved"):
                self.went(text, one["url"])
            elif kind == "request":
                self.asks(one)
            elif kind == "answer":
                self.got(one)
            else:
                self.complain(kind, text, one.get("page", ""))

    def went(self, what: str, url: str) -> None:
        tell, frame = self.driver.tell, self.frame.guid
        if what == "committed":
            for state in LOADED:
                tell(frame, "loadstate", {"remove": state})
            tell(frame, "navigated", {"url": url, "name": "", "newDocument": {}})
        elif what == "finished":
            for state in LOADED:
                tell(frame, "loadstate", {"add": state})
        elif what == "moved":
            tell(frame, "navigated", {"url": url, "name": ""})

    def asks(self, one: Given) -> None:
        about = {"url": one["url"], "method": one["text"], "headers": [], "isNavigationRequest": one["main"]}
        about |= {"frame": {"guid": self.frame.guid}, "resourceType": "document" if one["main"] else "fetch"}
        request = self.driver.make(Thing, self.context.guid, about, "Request")
        self.requests[one["number"]] = request
        self.event("request", request={"guid": request.guid})

    def got(self, one: Given) -> None:
        request = self.requests.pop(one["number"], None)
        if request is None:
            return
        asked = {"guid": request.guid}
        about = {
            "request": asked,
            "url": one["url"],
            "status": int(one["text"]),
            "statusText": "",
            "headers": [],
        }
        about |= {"timing": dict.fromkeys(MOMENTS, -1.0), "fromServiceWorker": False}
        response = {"guid": self.driver.make(Thing, request.guid, about, "Response").guid}
        if one["main"]:
            self.main = {"response": response}
        self.event("response", response=response)
        self.event("requestFinished", request=asked, response=response, responseEndTiming=-1.0)
        if int(one["text"]) >= 400:
            says = "Failed to load resource: the server responded with a status of"
            self.complain("status", f"{says} {one['text']} () {one['url']}", "")

    def complain(self, kind: str, text: str, page: str) -> None:
        if kind in ("error", "crash"):
            error = {"error": {"message": f"{text} on {page}", "name": "Error", "stack": ""}}
            self.event("pageError", error=error, location={"url": page, "line": 0, "column": 0})
        else:
            where = {"url": page, "lineNumber": 0, "columnNumber": 0}
            self.event("console", type="error", text=text, args=[], location=where, timestamp=time.time())

    def event(self, name: str, **params: Any) -> None:
        self.driver.tell(self.context.guid, name, {**params, "page": {"guid": self.guid}})

    # --- asking it

    def ask(self, what: str, *given: object) -> Any:
        """What a function of `asked.js`, or any other that takes Playwright's script, gives."""
        answer = self.run(f"window.__asks && ({what})(window.__asks, ...given)", *given)
        if answer is None and not self.run("Boolean(window.__asks)"):
            made = f"new (module.exports.InjectedScript())(globalThis, {json.dumps(OPTIONS)})"
            load = f"(() => {{ const module = {{}}; {injected()}\nconst asks = {made}; {ASKED}\n"
            self.run(f"{load} window.__asks = asks; }})()")
            answer = self.run(f"({what})(window.__asks, ...given)", *given)
        return answer

    def run(self, expression: str, *given: object) -> Any:
        told = (
            "const given = [...arguments], done = given.pop();"
            f"Promise.resolve((async () => ({expression}\n))()).then((got) => {{"
            "try { JSON.stringify(got); } catch { got = null; } done([got === undefined ? null : got]); },"
            "(met) => done({ met: String(met && met.stack ? met + ' ' + met.stack : met) }));"
        )
        answer = self.window.ask("POST", "/execute/async", {"script": told, "args": given})
        if isinstance(answer, dict):
            raise Refused(answer["met"])
        return answer[0]

    def evaluate(self, params: Given, on: object = None, given: str = "arg") -> Given:
        """A test's own expression, or what the function that it is gives for what is `given`."""
        text = params["expression"].strip().removesuffix(";")
        arg = parse_serialized_value(params["arg"]["value"], None)
        call = f"((made, on, arg) => typeof made === 'function' ? made({given}) : made)"
        try:
            got = self.run(f"{call}({text}\n, ...given)", on, arg)
        except RuntimeError as met:
            if "SyntaxError" not in str(met):
                raise
            got = self.window.ask("POST", "/execute/sync", {"script": text, "args": []})
        self.look()
        return {"value": serialize_value(got, lambda one: {"fallThrough": one})}

    def waits[T](self, until: float, seen: Callable[[], T | None], what: str) -> T:
        """What `seen` gives as soon as it gives something."""
        why = ""
        while True:
            try:
                got = seen()
                if got is not None:
                    return got
            except RuntimeError as met:  # the page went, or the element; look again
                why = str(met)
            if time.monotonic() > until:
                raise Refused(f"Timeout: {what} {why}", "TimeoutError")
            time.sleep(PAUSE)
            self.look()

    def stands(self) -> None:
        """Wait for a page that an act led to, and tell of it."""
        with suppress(RuntimeError):
            self.window.evaluate("document.readyState")
        self.look()

    # --- the page

    def setViewportSize(self, given: Given) -> None:
        self.window.resize(given["viewportSize"])

    def emulateMedia(self, _: Given) -> None:
        """A window's light is set when it begins."""

    def bringToFront(self, _: Given) -> None:
        """There is one a display."""

    def reload(self, _: Given) -> Given:
        self.window.ask("POST", "/refresh")
        self.stands()
        return self.main

    def goBack(self, _: Given) -> Given:
        self.window.ask("POST", "/back")
        self.stands()
        return self.main

    def goForward(self, _: Given) -> Given:
        self.window.ask("POST", "/forward")
        self.stands()
        return self.main

    def screenshot(self, given: Given) -> Given:
        was = self.window.evaluate("[innerWidth, innerHeight, document.documentElement.scrollHeight]")
        if given.get("fullPage"):
            self.window.resize({"width": was[0], "height": max(was[1:])})
        with NamedTemporaryFile(suffix=".png") as file:
            self.window.picture(file.name)
            taken = base64.b64encode(file.read()).decode()
        self.window.resize({"width": was[0], "height": was[1]})
        return {"binary": taken}

    def close(self, _: Given) -> None:
        self.driver.tell(self.guid, "close", {})

    # --- hands

    def keyboardPress(self, given: Given) -> None:
        self.keys(pressed(given["key"]))

    def keyboardType(self, given: Given) -> None:
        self.keys(typed(given["text"]))

    def keyboardInsertText(self, given: Given) -> None:
        self.run("document.execCommand('insertText', false, given[0])", given["text"])

    def keys(self, acts: Sequence[Given]) -> None:
        self.window.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": [*acts]}]})
        self.stands()

    def mouseMove(self, given: Given) -> None:
        (x, y), steps = self.at, given.get("steps") or 1
        parts = [n / steps for n in range(1, steps + 1)]
        self.at = given["x"], given["y"]
        self.window.mouse(*(move(x + (self.at[0] - x) * n, y + (self.at[1] - y) * n) for n in parts))

    def mouseDown(self, _: Given) -> None:
        self.window.mouse({"type": "pointerDown", "button": 0})

    def mouseUp(self, _: Given) -> None:
        self.window.mouse({"type": "pointerUp", "button": 0})
        self.stands()

    def mouseClick(self, given: Given) -> None:
        self.at = given["x"], given["y"]
        once = [
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": round(given.get("delay") or 0)},
            {"type": "pointerUp", "button": 0},
        ]
        self.window.mouse(move(*self.at), *(once * (given.get("clickCount") or 1)))
        self.stands()

    touchscreenTap = mouseClick

    def mouseWheel(self, given: Given) -> None:
        x, y = map(round, self.at)
        rolled = {
            "type": "scroll",
            "x": x,
            "y": y,
            "deltaX": round(given["deltaX"]),
            "deltaY": round(given["deltaY"]),
        }
        self.window.ask(
            "POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [rolled]}]}
        )


def move(x: float, y: float) -> Given:
    return {"type": "pointerMove", "x": round(x), "y": round(y)}
