"""Push on this device: the page's states, and what the worker does with what comes.

A browser without a screen shows no notices and is subscribed nowhere; the page is told that it may, and the
worker's own script runs on a stage of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.notices.ways import browsers, push
from config.env import ROOT
from tests.browser.conftest import PHONE, at_rest
from tests.browser.looks import DESK_DARK, PHONE_LIGHT, faults
from tests.browser.test_map import signed_in
from tests.factories import new_seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MAY = "Object.defineProperty(Notification, 'permission', { get: () => 'default' })"
REGISTERED = """
async (address) => {
  const made = await navigator.serviceWorker.register(address);
  const worker = made.installing || made.waiting || made.active;
  while (worker.state !== "activated")
    await new Promise((go) => worker.addEventListener("statechange", go, { once: true }));
  return worker.scriptURL;
}
"""
SCOPES = "navigator.serviceWorker.getRegistrations().then((all) => all.map((one) => one.scope))"
MOVED = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
PushManager.prototype.getSubscription = async () => ({
  endpoint: "https://push.example/new",
  toJSON: () => ({ endpoint: "https://push.example/new", keys: { p256dh: "%(key)s", auth: "%(auth)s" } }),
});
localStorage.setItem("push", localStorage.getItem("push") || JSON.stringify(
  { endpoint: "https://push.example/old", key: "%(key)s", worker: "/push/worker.js" }));
"""
STAGE = """
async () => {
  const heard = {}, done = [], waits = [];
  const self = {
    addEventListener: (name, call) => { heard[name] = call; },
    registration: {
      showNotification: async (title, more) => { done.push([title, more.body, more.tag, more.data]); },
    },
    clients: { openWindow: async (link) => { done.push(link); } },
  };
  %s
  const said = { title: "Marta asks you for a game", body: "The Iron Winter", tag: "a1", link: "/inbox/1/" };
  const waitUntil = (one) => waits.push(one);
  heard.push({ data: { json: () => said }, waitUntil });
  heard.push({ data: null, waitUntil });
  heard.notificationclick({ notification: { data: said.link, close: () => done.push("closed") }, waitUntil });
  await Promise.all(waits);
  return [done, waits.length];
}
"""


IPHONE = """
delete window.PushManager;
Object.defineProperty(Navigator.prototype, "standalone", { get: () => %s });
"""


def told(open_page: Callable[..., Page], live_server: Any, settings: Any, *, may: bool) -> Page:
    """The page of what I am told, in a browser that may show notices or not."""
    settings.HTTPS = True
    page = signed_in(open_page(size=PHONE), new_seat(name="Marta"), live_server)
    if may:
        page.add_init_script(MAY)
    page.goto("/me/told/")
    at_rest(page)
    return page


def test_a_browser_is_offered_it_and_says_when_it_cannot(
    open_page: Callable[..., Page], live_server: Any, settings: Any
) -> None:
    page = told(open_page, live_server, settings, may=True)
    offer = page.get_by_role("button", name="Show notifications on this device")
    expect(offer).to_be_visible()
    assert faults(page, "told", (PHONE_LIGHT, DESK_DARK)) == []
    offer.click()
    expect(page.get_by_text("This browser cannot show notifications.")).to_be_visible()
    expect(offer).to_be_hidden()


@pytest.mark.parametrize(
    ("from_home", "said"),
    [("false", "Add to Home Screen"), ("true", "This browser cannot show notifications.")],
)
def test_an_iphone_is_told_the_way_by_its_home_screen(
    open_page: Callable[..., Page], live_server: Any, settings: Any, from_home: str, said: str
) -> None:
    """In its browser an iPhone has no push at all; from the home screen an old one has none."""
    settings.HTTPS = True
    page = signed_in(open_page(size=PHONE), new_seat(name="Marta"), live_server)
    page.add_init_script(IPHONE % from_home)
    page.goto("/me/told/")
    at_rest(page)
    expect(page.locator("#push [data-state]:visible")).to_have_count(1)
    expect(page.locator("#push")).to_contain_text(said)
    expect(page.get_by_text(said)).to_be_visible()


def test_one_that_was_told_not_to_says_so_and_the_worker_shows_what_comes(
    open_page: Callable[..., Page], live_server: Any, settings: Any
) -> None:
    page = told(open_page, live_server, settings, may=False)
    expect(page.get_by_text("is set to block notifications")).to_be_visible()
    worker = (ROOT / "static" / "js" / "push-worker.js").read_text()
    done, waits = page.evaluate(STAGE % worker)
    assert done == [
        ["Marta asks you for a game", "The Iron Winter", "a1", "/inbox/1/"],
        ["Musterroll", "", None, None],
        "closed",
        "/inbox/1/",
    ]
    assert waits == 3, "each is waited for, else the browser takes it for a silent one"


def test_the_browser_itself_takes_the_worker(
    open_page: Callable[..., Page], live_server: Any, settings: Any
) -> None:
    """On a localhost that counts as safe; what it needs, the pages' security policy lets through."""
    page = told(open_page, live_server, settings, may=False)
    assert page.evaluate("isSecureContext")
    assert page.evaluate(REGISTERED, "/push/worker.js").endswith("/push/worker.js")
    assert [one.removeprefix(live_server.url) for one in page.evaluate(SCOPES)] == ["/push/"]


def test_a_browser_with_another_address_says_so_once_a_visit(
    open_page: Callable[..., Page], live_server: Any, settings: Any
) -> None:
    settings.HTTPS = True
    seat, keys = new_seat(name="Marta"), {"key": push.public_key(), "auth": "A" * 22}
    kept = browsers.subscribe_browser(
        seat.person, endpoint="https://push.example/old", agent="Chrome/1", **keys
    )
    page = signed_in(open_page(size=PHONE), seat, live_server)
    page.add_init_script(MOVED % keys)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/push/renew/" in one.url else None)
    with page.expect_response("**/push/renew/") as answer:
        page.goto("/")
    assert answer.value.status == 204
    page.goto("/inbox/")
    at_rest(page)
    kept.refresh_from_db()
    assert kept.endpoint == "https://push.example/new"
    assert len(asked) == 1
