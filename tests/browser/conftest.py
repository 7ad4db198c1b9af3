"""A real browser against a real server: the system's Chromium, phone and desk, and axe for accessibility.

A machine may be slow or busy: `at_rest` waits until a page stands, `tap` and `leads_on` tap and wait for what
comes of it, and every wait lasts up to `PATIENCE`. No test sleeps until something has probably happened.

`axe.min.js` is axe-core 4.14.1 (MPL 2.0). Pages fetch it as a script of ours, so that their security policy
stays on; where scripts are off its text is evaluated in the page.
"""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from playwright.sync_api import Browser, Error, Locator, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from config.env import ROOT
from config.serving import statics
from tests.browser.engines import chosen, webkit
from tests.browser.serving import live

AXE = Path(__file__).parent / "axe.min.js"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}
PATIENCE = 60_000  # milliseconds; waiting for what comes anyway takes no longer because of it
BUSY = ".htmx-request, .htmx-swapping, .htmx-settling, .is-busy, [data-refreshing]"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

expect.set_options(timeout=PATIENCE)


def pytest_configure(config: pytest.Config) -> None:
    chosen.begin(config.getoption("browser"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_name: str) -> dict[str, Any]:
    if browser_name == "firefox" and not chosen.firefox():
        pytest.skip("no Firefox here")
    assert browser_name != "webkit" or not webkit.missing(), webkit.missing()
    return chosen.begins(browser_name, browser_type_launch_args)


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    with live() as server:
        yield server


@pytest.fixture
def nothing_under_way() -> Iterator[None]:
    """What a page asked for last is answered before the database is emptied for the next test."""
    rest = threading.Condition()
    under_way = 0

    def count(by: int) -> Callable[..., None]:
        def counted(**_: object) -> None:
            nonlocal under_way
            with rest:
                under_way += by
                rest.notify_all()

        return counted

    begun, done = count(1), count(-1)
    request_started.connect(begun)
    request_finished.connect(done)
    yield
    with rest:
        rest.wait_for(lambda: under_way <= 0, PATIENCE / 1000)
    request_started.disconnect(begun)
    request_finished.disconnect(done)


@pytest.fixture(scope="session")
def as_sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our styles and scripts as a club's server sends them: shortened. Beside them axe."""
    folder = tmp_path_factory.mktemp("static")
    shutil.copy(AXE, folder)
    for file in (one for place in statics.OURS for one in (ROOT / "static" / place).iterdir()):
        if file.suffix in statics.SHORTENED:
            (folder / file.parent.name).mkdir(exist_ok=True)
            (folder / file.parent.name / file.name).write_text(statics.minified(file))
    return folder


@pytest.fixture
def sent_files(as_sent: Path, settings: Any) -> None:
    settings.STATICFILES_DIRS = [as_sent, *settings.STATICFILES_DIRS]
    settings.ROOT_URLCONF = "tests.browser.urls"


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_name: str,
    live_server: Any,
    nothing_under_way: None,
    sent_files: None,
) -> Iterator[Callable[..., Page]]:
    """`open_page(size=PHONE, dark=False, script=True)`: a page of its own. A script error fails the test, as
    does whatever else the browser complains of: a file that is not there, a page that breaks, what the page's
    own policy forbids. A test that wants to see a page of ours that says 404 is marked `answers(404)`.
    """
    marked = request.node.get_closest_marker("answers")
    refused = marked.args if marked else ()
    wanted = tuple(f"{says} {status} " for status in refused for says in ("status of", "Error Code"))
    contexts, errors = [], list[str]()
    firefox = browser_name == "firefox"

    def met(*told: str) -> None:
        errors.extend(one for one in told if not (firefox and chosen.FINE_IN_FIREFOX.search(one)))

    def opened(*, size: Any = PHONE, dark: bool = False, script: bool = True, touch: bool = False) -> Page:
        if firefox and not script:
            pytest.skip("this driver of Firefox's leaves scripts on")
        context = browser.new_context(
            viewport=size,
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            has_touch=touch and not firefox,
            base_url=live_server.url,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: met(str(error)))
        page.on("console", lambda said: met(*complaint(said.type, said.text, wanted)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


# What a browser complains of though all is well
EXPECTED = (
    re.compile(r"status of (409|422) "),  # a refusal, and a field that cannot be, are answered so
    re.compile(r"does not support the Push API in incognito mode"),  # of a test's own window
    re.compile(r"net::ERR_"),  # a test has cut it off, stopped a request, or ended its server
)


def complaint(kind: str, text: str, wanted: Sequence[str] = ()) -> list[str]:
    """What the browser's console tells of a page that is not as it should be: each error, a request that
    failed among them.
    """
    fine = any(one.search(text) for one in EXPECTED) or any(one in text for one in wanted)
    return [text] if kind == "error" and not fine else []


def at_rest(page: Page) -> None:
    """Wait until the page stands: loaded, its scripts listening, nothing being fetched, swapped or sent."""
    for _ in range(2):  # what was under way may have led to another page
        page.wait_for_load_state()
        if not is_busy(page):
            return
        expect(page.locator(BUSY)).to_have_count(0)
    page.wait_for_load_state()


def is_busy(page: Page) -> bool:
    """Whether something is under way; asked once, which costs a tenth of what `expect` does."""
    try:
        return bool(page.evaluate("what => document.querySelector(what) !== null", BUSY))
    except Error:  # another page has come in its place
        return True


def tap(what: Locator) -> None:
    """Tap on a page at rest, and wait until the page that follows is at rest again."""
    at_rest(what.page)
    what.click()
    at_rest(what.page)


def leads_on(what: Locator) -> None:
    """Tap what opens another page, and wait for that page."""
    at_rest(what.page)
    with what.page.expect_navigation():
        what.click()
    at_rest(what.page)


def still(page: Page) -> None:
    """Wait until the page stands, and bring what still moves or fades on it to its end."""
    at_rest(page)
    page.evaluate(STILL)


STILL = """
() => document.getAnimations()
  .filter((one) => one.effect && one.effect.getComputedTiming().endTime !== Infinity)
  .forEach((one) => one.finish())
"""


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds wrong on the page as it stands, one line per rule and element; [] is good.

    With `rules`, only what those find.
    """
    still(page)
    size = page.viewport_size or PHONE
    found = seen_by_axe(page, rules)
    as_large_as(page, size)
    return found


def as_large_as(page: Page, size: ViewportSize) -> None:
    if page.viewport_size != size:
        page.set_viewport_size(size)


def seen_by_axe(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """The same for a page that is still; it stays as tall as it is, else bars cover what lies below."""
    size = page.viewport_size or PHONE
    tall, (height, scripts) = size["height"], page.evaluate(HEIGHT_AND_SCRIPTS)
    while height > tall:  # in a taller window more may be laid out
        tall = height
        as_large_as(page, {"width": size["width"], "height": tall})
        height, scripts = page.evaluate(HEIGHT_AND_SCRIPTS)
    if not scripts:
        page.evaluate(AXE.read_text() + ";0")
    asked = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": WCAG}
    found = page.evaluate(AXE_SEES, {"runOnly": asked, "resultTypes": ["violations"]})
    return [
        f"{rule['id']}: {node['html'][:160]} ({node['failureSummary'].splitlines()[-1].strip()})"
        for rule in found
        for node in rule["nodes"]
    ]


HEIGHT_AND_SCRIPTS = """
async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  await frame();
  await frame();
  return [document.documentElement.scrollHeight, document.documentElement.classList.contains("js")];
}
"""
AXE_SEES = """
async (options) => {
  if (!("axe" in window)) await new Promise((loaded, failed) => {
    const script = document.createElement("script");
    Object.assign(script, { src: "/static/axe.min.js", onload: loaded, onerror: failed });
    document.head.append(script);
    script.remove();
  });
  return (await axe.run(document, options)).violations;
}
"""


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
