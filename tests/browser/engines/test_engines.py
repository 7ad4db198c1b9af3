"""Two pages in WebKit, the engine of every browser on an iPhone, where it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import DESK, PHONE
from tests.browser.engines import sweep, webkit
from tests.factories import signed_in
from tests.whole_club import whole_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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
