"""The parts in a real browser: both themes, phone and desk, with and without script."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESK, PATIENCE, complaint, sideways
from tests.browser.looks import ALL_FOUR, NARROW_LIGHT, TARGETS, faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ALONE = (
    "roll",
    "some",
    "d66",
    "3d6",
    "draw",
    "choose",
    "several",
    "path",
    "number",
    "split",
    "yesno",
    "text",
)
OpenPage = Callable[..., Page]


@pytest.fixture(autouse=True)
def _parts_page(settings: Any) -> None:
    settings.DEBUG = True


@pytest.mark.parametrize("name", ["css/forms.css", "js/app.js"])
def test_these_tests_get_the_files_a_club_gets(open_page: OpenPage, as_sent: Path, name: str) -> None:
    assert open_page().request.get(f"/static/{name}").text() == (as_sent / name).read_text()


@pytest.mark.parametrize("show", ["", "?show=home", "?show=all"], ids=["parts", "home", "warband"])
@pytest.mark.in_turn(7, kind="screens")
def test_the_parts_are_sound_in_every_window_and_light(open_page: OpenPage, show: str) -> None:
    page = open_page()
    page.goto(f"/parts/{show}")
    assert faults(page, show, [replace(NARROW_LIGHT, rules=TARGETS), *ALL_FOUR]) == []


def test_every_question_passes_axe_and_fits_a_small_phone(open_page: OpenPage) -> None:
    page = open_page()
    for kind in ALONE:
        page.goto(f"/parts/?show={kind}")
        assert faults(page, kind, [NARROW_LIGHT]) == []


def test_of_what_waits_only_the_first_shows_its_button(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/parts/?show=home")
    expect(page.get_by_role("link", name="Roll for casualties")).to_be_visible()
    expect(page.get_by_role("button", name="Agree")).to_be_visible()
    expect(page.get_by_text("Write them")).to_have_count(0)
    expect(page.get_by_role("link", name="Seal two orders")).to_have_attribute("href", "#r")


def test_at_twice_the_text_size_nothing_is_cut(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    page.goto("/parts/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert sideways(page) == 0


def test_one_tap_on_a_face_answers(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/parts/?show=roll")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("radio", name="6 a talent").click()
    assert "value=6" in (sent.value.post_data or "")
    assert "key=p%3Aroll" in (sent.value.post_data or "")


def test_the_keyboard_chooses_first_and_sends_with_the_button(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/parts/?show=roll")
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("radio", name="2 fine").is_checked()
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Save").click()
    assert "value=2" in (sent.value.post_data or "")


def test_without_script_a_face_is_chosen_and_sent(open_page: OpenPage) -> None:
    page = open_page(script=False)
    page.goto("/parts/?show=roll")
    page.get_by_role("radio", name="4 fine").check(force=True)
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Save").click()
    assert "value=4" in (sent.value.post_data or "")


def test_the_app_rolls_without_a_face_chosen(open_page: OpenPage) -> None:
    page = open_page(script=False)
    page.goto("/parts/?show=roll")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Roll for me").click()
    assert "roll=1" in (sent.value.post_data or "")


def test_a_second_tap_sends_nothing(open_page: OpenPage) -> None:
    page = open_page()
    posts = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.goto("/parts/?show=yesno")
    page.route("**/*", lambda route: None if route.request.method == "POST" else route.continue_())
    with page.expect_request(lambda request: request.method == "POST"):
        page.evaluate(
            "document.querySelectorAll('[name=value]').forEach(button => { button.click(); button.click() })"
        )
    page.wait_for_timeout(200)  # a second one would follow at once
    assert len(posts) == 1


def test_sharing_out_counts_what_is_left(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/parts/?show=split")
    page.get_by_role("button", name="One more for Ferrymen with Boathooks").click()
    page.get_by_role("spinbutton").last.fill("2")
    expect(page.locator("[data-left]")).to_have_text("3")


def test_the_theme_is_kept_on_the_next_page(open_page: OpenPage) -> None:
    page = open_page(size=DESK)
    page.goto("/parts/?show=home")
    page.get_by_role("button", name="Light or dark").first.click()
    page.goto("/parts/?show=roll")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(14, 21, 24)"


def test_a_receipt_opens_as_a_sheet_and_closes(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/parts/")
    page.get_by_role("link", name="As a sheet").click()
    sheet = page.get_by_role("dialog", name="Why 110 points?")
    expect(sheet).to_be_visible()
    sheet.get_by_role("link", name="Close").click()
    expect(sheet).to_be_hidden()
    assert page.url.endswith("/parts/")


NEW = '<li class="line">new</li>'


def _with_stream(page: Page, event: dict[str, Any], *, inside: str = "") -> list[str]:
    """Give the home page a stream with one event and a part that waits for it; returns what was fetched."""
    fetched: list[str] = []

    def home(route: Route) -> None:
        part = '<section id="part" data-refresh-on="standings" data-from="/fragment">'
        part += f'{inside}<li class="line">kept</li></section>'
        body = route.fetch().text().replace("<body ", '<body data-live="/stream" ', 1)
        route.fulfill(body=body.replace('<aside class="side">', part, 1), content_type="text/html")

    def fragment(route: Route) -> None:
        fetched.append(route.request.url)
        route.fulfill(
            body=f'<section id="part"><li class="line">kept</li>{NEW}</section>', content_type="text/html"
        )

    stream = f"retry: 60000\ndata: {json.dumps(event)}\n\n"
    page.route("**/parts/?show=home", home)
    page.route("**/fragment", fragment)
    page.route("**/stream", lambda route: route.fulfill(body=stream, content_type="text/event-stream"))
    return fetched


def test_a_live_event_fetches_the_part_it_names(open_page: OpenPage) -> None:
    page = open_page()
    fetched = _with_stream(page, {"scope": "1", "version": 2, "touched": "entries standings"})
    page.goto("/parts/?show=home")
    page.locator("#part .is-changed", has_text="new").wait_for()
    expect(page.get_by_role("status").filter(has_text="new")).to_have_count(1)
    assert page.locator("#part .is-changed").count() == 1
    assert len(fetched) == 1


def test_a_live_event_about_something_else_fetches_nothing(open_page: OpenPage) -> None:
    page = open_page()
    fetched = _with_stream(page, {"scope": "1", "version": 2, "touched": "entries missions"})
    with page.expect_request_finished(lambda request: request.url.endswith("/stream")):
        page.goto("/parts/?show=home")
    page.wait_for_timeout(600)  # a part is fetched up to 300 ms after the event
    assert fetched == []


def test_a_part_fetched_anew_does_not_take_the_place_of_an_answer_on_its_way(open_page: OpenPage) -> None:
    page = open_page()
    fetched: list[Route] = []
    sent: list[Route] = []
    form = '<form method="post" hx-post="/answer" hx-target="#part"><button>Answer</button></form>'
    _with_stream(page, {"scope": "1", "version": 2, "touched": "entries standings"}, inside=form)
    page.route("**/fragment", lambda route: fetched.append(route))
    page.route("**/answer", lambda route: sent.append(route))
    page.goto("/parts/?show=home")
    _until(page, fetched)
    page.get_by_role("button", name="Answer", exact=True).click()
    _until(page, sent)
    with page.expect_response("**/fragment"):
        fetched[0].fulfill(body=f'<section id="part">asked before {form}</section>')
    with page.expect_response("**/answer"):
        sent[0].fulfill(body="what comes next")
    expect(page.locator("#part")).to_have_text("what comes next")


def _until(page: Page, met: list[Route]) -> None:
    for _ in range(PATIENCE // 20):
        if met:
            return
        page.wait_for_timeout(20)
    raise AssertionError("it was not asked for")


def test_the_page_asks_for_no_style_or_script_its_policy_refuses(open_page: OpenPage) -> None:
    page = open_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto("/parts/")
    page.get_by_role("link", name="Throw away").click()
    assert complaints == []


@pytest.mark.parametrize(
    ("kind", "text", "counts"),
    [
        ("error", "Refused to apply inline style: it violates the Content Security Policy", True),
        ("error", "Failed to load resource: the server responded with a status of 404 (Not Found)", True),
        ("error", "Failed to load resource: the server responded with a status of 500 (Internal …)", True),
        ("error", "something our script has said", True),
        (
            "error",
            "Failed to load resource: the server responded with a status of 422 (Unprocessable …)",
            False,
        ),
        ("error", "Failed to load resource: net::ERR_INTERNET_DISCONNECTED", False),
        ("log", "something somebody wants to know", False),
    ],
)
def test_what_a_browser_complains_of_fails_its_test(kind: str, text: str, counts: bool) -> None:
    assert bool(complaint(kind, text)) is counts
