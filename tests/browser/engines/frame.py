"""What is found on a page and done there, as `driver.py` answers Playwright's messages about it.

A method is called like the message it answers. An act waits until what it means can be seen and used.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urljoin

from playwright._impl.protocol.serializers import parse_serialized_value, serialize_value

from tests.browser.engines.page import Given, Page, Refused, Thing


class Element(Thing):
    """One element of a page, as long as that page is there."""

    page: Page
    ref: Given

    def evaluateExpression(self, given: Given) -> Given:
        return self.page.evaluate(given, self.ref, "on, arg")

    def boundingBox(self, _: Given) -> Given:
        return {"value": self.page.ask("(asks, one) => asks.box(one)", self.ref)}

    def scrollIntoViewIfNeeded(self, _: Given) -> None:
        self.page.ask("(asks, one) => one.scrollIntoView({ block: 'nearest' })", self.ref)


class Frame(Thing):
    page: Page

    def found(self, given: Given, *states: str) -> Given:
        """The element a selector means, once there is one and it is as it should be."""
        told = [""]

        def seen() -> Given | None:
            got = self.page.ask("(asks, ...given) => asks.find(...given)", given["selector"], [*states])
            if "strict" in got:
                raise Refused(got["strict"])
            told[0] = got.get("why", "")
            one: Given | None = got.get("one")
            return one

        try:
            return self.page.waits(self.until, seen, f"waiting for {given['selector']}")
        except Refused as met:
            raise Refused(f"{met} {told[0]}", met.name) from None

    def does(self, given: Given, act: Callable[[Given], bool], *states: str) -> None:
        """Act on an element; again when it was in between two pages, or behind something."""

        def tried() -> bool | None:
            return act(self.found(given, *states)) or None

        self.page.waits(self.until, tried, f"acting on {given['selector']}")
        self.page.stands()

    # --- where it is

    def goto(self, given: Given) -> Given:
        self.page.window.goto(urljoin(self.page.context.options.get("baseURL") or "", given["url"]))
        self.page.stands()
        return self.page.main

    def title(self, _: Given) -> Given:
        return {"value": self.page.window.evaluate("document.title")}

    def content(self, _: Given) -> Given:
        return {"value": self.page.window.evaluate("document.documentElement.outerHTML")}

    def waitForTimeout(self, given: Given) -> None:
        time.sleep(given["waitTimeout"] / 1000)
        self.page.look()

    def waitForFunction(self, given: Given) -> Given:
        def seen() -> bool | None:
            return bool(parse_serialized_value(self.page.evaluate(given)["value"], None)) or None

        self.page.waits(self.until, seen, "waiting for a function")
        return {}

    # --- what is on it

    def evaluateExpression(self, given: Given) -> Given:
        return self.page.evaluate(given)

    def evalOnSelector(self, given: Given) -> Given:
        return self.page.evaluate(given, self.found(given), "on, arg")

    def evalOnSelectorAll(self, given: Given) -> Given:
        self.queryCount(given)  # Playwright's script is there
        return self.page.evaluate(given, given["selector"], "window.__asks.all(on), arg")

    def queryCount(self, given: Given) -> Given:
        return {"value": self.page.ask("(asks, what) => asks.all(what).length", given["selector"])}

    def querySelectorAll(self, given: Given) -> Given:
        got = self.page.ask("(asks, what) => asks.all(what)", given["selector"])
        return {"elements": [self.held(one) for one in got]}

    def held(self, ref: Given) -> Given:
        made = self.driver.make(Element, self.page.guid, {"preview": "JSHandle@node"}, "ElementHandle")
        made.page, made.ref = self.page, ref
        return {"guid": made.guid}

    def waitForSelector(self, given: Given) -> Given:
        state = given.get("state", "visible")
        if state in ("visible", "attached"):
            one = self.found(given, *["visible"] * (state == "visible"))
            return {} if given.get("omitReturnValue") else {"element": self.held(one)}
        gone = "(asks, what, state) => asks.gone(what, state) || null"
        self.page.waits(self.until, lambda: self.page.ask(gone, given["selector"], state), state)
        return {}

    def read(self, given: Given, how: str) -> Given:
        return {"value": self.page.ask(f"(asks, one, name) => {how}", self.found(given), given.get("name"))}

    def innerText(self, given: Given) -> Given:
        return self.read(given, "one.innerText")

    def textContent(self, given: Given) -> Given:
        return self.read(given, "one.textContent")

    def innerHTML(self, given: Given) -> Given:
        return self.read(given, "one.innerHTML")

    def inputValue(self, given: Given) -> Given:
        return self.read(given, "asks.retarget(one, 'follow-label').value")

    def getAttribute(self, given: Given) -> Given:
        got = self.read(given, "one.getAttribute(name)")
        return {} if got["value"] is None else got

    def state(self, given: Given, state: str) -> Given:
        return self.read(given, f"asks.elementState(one, '{state}', true).matches")

    def isChecked(self, given: Given) -> Given:
        return self.state(given, "checked")

    def isEnabled(self, given: Given) -> Given:
        return self.state(given, "enabled")

    def isDisabled(self, given: Given) -> Given:
        return self.state(given, "disabled")

    def isEditable(self, given: Given) -> Given:
        return self.state(given, "editable")

    def isVisible(self, given: Given) -> Given:
        return {"value": not self.isHidden(given)["value"]}

    def isHidden(self, given: Given) -> Given:
        return {"value": bool(self.page.ask("(asks, what) => asks.gone(what, 'hidden')", given["selector"]))}

    def expect(self, given: Given) -> None:
        wanted = {**given, "selector": given.get("selector") or ":root"}
        if "expectedValue" in given:
            wanted["expectedValue"] = parse_serialized_value(given["expectedValue"]["value"], None)
        got: list[Given] = [{}]

        def seen() -> bool | None:
            got[0] = self.page.ask("(asks, given) => asks.judge(given)", wanted)
            if "strict" in got[0]:
                raise Refused(got[0]["strict"])
            return bool(got[0]["matches"]) != given["isNot"] or None

        try:
            self.page.waits(self.until, seen, "")
        except Refused as met:
            found = serialize_value(got[0].get("received"), lambda one: {"fallThrough": one})
            text = got[0].get("missing") and "element(s) not found"
            details = {"timedOut": True, "received": {"value": found}}
            details |= {"customErrorMessage": text} if text else {}
            raise Refused(str(met), met.name, details) from None

    # --- acts

    def click(self, given: Given) -> None:
        force = given.get("force", False)

        def act(one: Given) -> bool:
            at = self.page.ask("(asks, ...given) => asks.place(...given)", one, given.get("position"), force)
            if at is None:
                return False
            if not given.get("trial"):
                self.page.mouseClick({**given, "x": at[0], "y": at[1]})
            return True

        self.does(given, act, *[] if force else ["visible", "enabled"])

    tap = click

    def dblclick(self, given: Given) -> None:
        self.click({**given, "clickCount": 2})

    def hover(self, given: Given) -> None:
        def act(one: Given) -> bool:
            at = self.page.ask("(asks, one) => asks.place(one, null, true)", one)
            self.page.mouseMove({"x": at[0], "y": at[1]})
            return True

        self.does(given, act, "visible")

    def check(self, given: Given) -> None:
        self.turned(given, True)

    def uncheck(self, given: Given) -> None:
        self.turned(given, False)

    def turned(self, given: Given, on: bool) -> None:
        if self.isChecked(given)["value"] != on:
            self.click(given)
            if self.isChecked(given)["value"] != on:
                raise Refused("Clicking the checkbox did not change its state")

    def fill(self, given: Given) -> None:
        self.calls(given, "asks.write(one, given)", given["value"], "visible", "enabled", "editable")

    def selectOption(self, given: Given) -> Given:
        self.calls(given, "asks.choose(one, given)", given.get("options", []), "visible", "enabled")
        return {"values": []}

    def setInputFiles(self, given: Given) -> None:
        files = given.get("payloads") or [
            {"name": Path(one).name, "buffer": base64.b64encode(Path(one).read_bytes()).decode()}
            for one in given.get("localPaths", [])
        ]
        self.calls(given, "asks.setInputFiles(one, given)", files)

    def focus(self, given: Given) -> None:
        self.calls(given, "one.focus()", None)

    def blur(self, given: Given) -> None:
        self.calls(given, "one.blur()", None)

    def dispatchEvent(self, given: Given) -> None:
        begins = parse_serialized_value(given["eventInit"]["value"], None)
        self.calls(given, "asks.dispatchEvent(one, ...given)", [given["type"], begins or {}])

    def calls(self, given: Given, what: str, value: object, *states: str) -> None:
        """Call what an element has, or what is said of it."""

        def act(one: Given) -> bool:
            self.page.ask(f"(asks, one, given) => {{ {what}; }}", one, value)
            return True

        self.does(given, act, *states)

    def press(self, given: Given) -> None:
        self.focus(given)
        self.page.keyboardPress(given)

    def type(self, given: Given) -> None:
        self.focus(given)
        self.page.keyboardType(given)
