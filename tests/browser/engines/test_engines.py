"""Pages in WebKit, the engine of every browser on an iPhone, and in Firefox, where they are installed.

`make test` opens two in WebKit; `make engines` sweeps every address in both.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserType, Playwright

from campaigns.models import Person
from tests.browser.conftest import DESK, PHONE
from tests.browser.engines import firefox, sweep, webkit
from tests.factories import signed_in
from tests.maps.conquest import play as conquest
from tests.whole_club import whole_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]
SWEEPS = os.environ.get("MUSTERROLL_ENGINES") == "1"
WITHOUT = ".live"  # each says at a moment of its own that the tests' stream has ended
READERS = {"organiser": "en", "player": "fr"}


@pytest.fixture
def in_webkit() -> Iterator[webkit.WebKit]:
    if webkit.missing():
        pytest.skip(webkit.missing())
    window = webkit.WebKit(PHONE)
    yield window
    window.close()


def test_webkit_opens_a_maps_settings_and_lets_a_page_grow(
    in_webkit: webkit.WebKit, live_server: Any, nothing_under_way: None, sent_files: None
) -> None:
    """Long answers in a select make no page wider; and a page in a window that grows is no phone's any more,
    though its text and its ledgers follow the window.
    """
    club = whole_club()
    leagues = {one.game: one.pk for one in club.leagues}
    window = sweep.signed_in(signed_in(club.people["organiser"]), live_server.url, lambda: in_webkit)
    for link in (f"/l/{leagues['conquest']}/settings/", f"/l/{club.leagues[0].pk}/missions/new/"):
        window.resize(PHONE)
        found = sweep.seen(window, live_server.url + link)
        assert sweep.faults(found, window.heard()) == [], link
        window.resize(DESK)
        assert window.evaluate(FRAME) == "grid", link


FRAME = """() => getComputedStyle(document.querySelector(".framed")).display"""


def test_webkit_sends_a_report_with_the_first_click(
    in_webkit: webkit.WebKit, live_server: Any, nothing_under_way: None, sent_files: None
) -> None:
    """What is laid out under the finger stays where it is: no legend is counted twice first."""
    table = conquest.at_battles("Marta", "Kwame")
    battle = next(iter(table.state.battles.values()))
    browser = signed_in(table.seats["Marta"])
    sweep.signed_in(browser, live_server.url, lambda: in_webkit)
    in_webkit.goto(live_server.url + reverse("maps:battle", args=[table.scope.pk, battle.id]))
    for side in ("attack", "defend"):
        for field, figure in (("vp", "900"), ("lost", "2"), ("bp", "8")):
            in_webkit.type(f"[name={side}-0-{field}]", figure)
    for button, comes in (("work_out", "#report [name=send]"), ("send", "main:not(:has(#report))")):
        in_webkit.tap(f"#report [name={button}]")
        webkit.until(partial(arrived, in_webkit, comes), *ELSEWHERE)
    assert table.state.battles[battle.id].status == "reported"
    assert in_webkit.heard() == []


ELSEWHERE = LookupError, RuntimeError  # on the page before, and on the way from it


def arrived(window: webkit.WebKit, part: str) -> None:
    if not window.evaluate(f"!!document.querySelector('{part}')"):
        raise LookupError(part)


def window_of(engine: str, playwright: Playwright, env: dict[str, str]) -> sweep.Window:
    return firefox.Firefox(playwright, env) if engine == "firefox" else webkit.WebKit(PHONE, env=env)


@pytest.mark.skipif(not SWEEPS, reason="`make engines` sweeps every address")
@pytest.mark.parametrize("who", READERS)
@pytest.mark.parametrize("engine", ["webkit", "firefox"])
def test_every_page_is_in_each_engine_as_in_chromium(
    engine: str,
    who: str,
    playwright: Playwright,
    browser_type: BrowserType,
    browser_type_launch_args: Mapping[str, Any],
    live_server: Any,
    nothing_under_way: None,
    sent_files: None,
    tmp_path: Path,
) -> None:
    if engine == "firefox" and firefox.missing():
        pytest.skip(firefox.missing())
    assert engine != "webkit" or not webkit.missing(), webkit.missing()
    club = whole_club()
    reader = club.people[who]
    assert reader
    Person.objects.filter(pk=reader.person_id).update(language=READERS[who])
    browser = signed_in(reader)
    env = sweep.same_fonts(tmp_path)
    ours = sweep.signed_in(browser, live_server.url, lambda: window_of(engine, playwright, env))
    theirs = sweep.signed_in(
        browser, live_server.url, lambda: sweep.chromium(browser_type, browser_type_launch_args, env)
    )
    addresses = sweep.pages(browser)
    with sweep.opened(ours, theirs):
        wrong, lines = sweep.swept(
            f"{engine} {who}", ours, theirs, live_server.url, addresses, without=WITHOUT
        )
    known = sweep.tolerated(f"{engine} {who}")
    wrong += [f"look at it in both engines: {one}" for one in sorted(lines - known)]
    wrong += [f"take it out of tolerated.txt: {one}" for one in sorted(known - lines)]
    assert not wrong, "\n".join(wrong)
