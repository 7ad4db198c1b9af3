"""What only a phone has: fingers that tap twice quickly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_two_quick_taps_zoom_nothing(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page(size=PHONE)
    page.goto("/")
    assert page.evaluate("getComputedStyle(document.documentElement).touchAction") == "manipulation"
