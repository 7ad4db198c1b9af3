"""Drawing maps in a real browser: taps, strokes, drags, keys; with a finger, a mouse and without script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image, ImageDraw
from playwright.sync_api import Page, Route, expect

from maps.models import MapTemplate
from rules.maps.exchange import from_json
from tests import factories
from tests.browser.conftest import DESK, PATIENCE, PHONE, at_rest, leads_on, tap
from tests.browser.looks import THREE_WIDTHS, below_the_fold, faults
from tests.browser.test_map import signed_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_editor(open_page: Callable[..., Page], live_server: Any, start: dict[str, Any], **how: Any) -> Page:
    """The editor of a new map in a browser."""
    seat = factories.new_organiser(name="Ilse")
    made = factories.signed_in(seat).post(reverse("maps:maps", args=[seat.club.slug]), start)
    page = signed_in(open_page(**how), seat, live_server)
    page.goto(made["Location"])
    return page


def take(page: Page, tool: str) -> None:
    wanted = page.locator(f".map-brushes a[href^='?brush={tool}']")
    at_rest(page)
    if not wanted.is_visible():
        page.locator("details.map-brush-group", has=page.locator(f"a[href^='?brush={tool}']")).click()
    tap(wanted)
    page.wait_for_selector(f"#canvas[data-tool='{tool}']")
    at_rest(page)


def spot(page: Page, key: str) -> tuple[float, float]:
    """The middle of a territory on the screen."""
    box = page.locator(f"#canvas a[data-t='{key}'] .m-tap").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def chosen(page: Page, key: str) -> None:
    """Wait until this territory is in hand."""
    page.wait_for_selector(f"#canvas[data-chosen='{key}']")
    at_rest(page)


def the_map() -> Any:
    return from_json(MapTemplate.objects.get().data)


def place(key: str) -> Any:
    return next((one for one in the_map().places if one.id == key), None)


def until(page: Page, met: Callable[[], bool]) -> None:
    """Wait for what the server is told, and for the drawing that answers."""
    for _ in range(PATIENCE // 50):
        if met():
            return at_rest(page)
        page.wait_for_timeout(50)
    raise AssertionError("it never happened")


def test_the_editor_paints_with_a_tap_and_keeps_the_view(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    page = at_editor(open_page, live_server, {"ready": "salt_islands"}, size=PHONE)
    take(page, "marsh")
    page.click("[data-zoom='0.75']")
    zoomed = page.get_attribute("#canvas svg.map", "viewBox")
    page.evaluate("window.same = true")
    page.mouse.click(*spot(page, "C3"))
    page.wait_for_selector("button[value=undo]:not([disabled])")
    at_rest(page)
    assert place("C3").terrain == "marsh"
    assert page.get_attribute("#canvas svg.map", "viewBox") == zoomed
    assert page.evaluate("window.same")  # the page was not loaded again
    page.click("button[value=undo]")
    page.wait_for_selector("button[value=undo][disabled]")
    assert place("C3").terrain == "plain"


def test_a_stroke_paints_all_it_passes(open_page: Callable[..., Page], live_server: Any) -> None:
    page = at_editor(open_page, live_server, {"ready": "two_rivers"}, size=DESK)
    take(page, "marsh")
    page.mouse.move(*spot(page, "C2"))
    page.mouse.down()
    page.mouse.move(*spot(page, "C4"), steps=12)
    page.mouse.up()
    until(page, lambda: {place(key).terrain for key in ("C2", "C3", "C4")} == {"marsh"})
    assert len(MapTemplate.objects.get().past) == 1  # one stroke, one undo


def test_quick_taps_wait_for_each_other(open_page: Callable[..., Page], live_server: Any) -> None:
    page = at_editor(open_page, live_server, {"ready": "two_rivers"}, size=DESK)
    take(page, "mountain")
    for where in [spot(page, key) for key in ("A1", "A2", "B1", "B2")]:
        page.mouse.click(*where)
    until(page, lambda: {place(key).terrain for key in ("A1", "A2", "B1", "B2")} == {"mountain"})


def test_a_tap_counts_when_the_answer_to_the_last_one_comes_under_the_finger(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    page = at_editor(open_page, live_server, {"ready": "two_rivers"}, size=DESK)
    take(page, "delete")
    held: list[Route] = []

    def first_answer_waits(asked: Route) -> None:
        if asked.request.method == "POST" and not held:
            held.append(asked)
        else:
            asked.continue_()

    page.route("**/*", first_answer_waits)
    with page.expect_request(lambda asked: asked.method == "POST"):
        page.mouse.click(*spot(page, "A1"))
    page.mouse.move(*spot(page, "A2"))
    page.mouse.down()
    held[0].continue_()
    expect(page.locator("#canvas a[data-t='A1']")).to_have_count(0)
    page.mouse.up()
    until(page, lambda: place("A2") is None)


def test_cells_are_added_and_territories_taken_off_by_tapping(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    page = at_editor(open_page, live_server, {"ready": "two_rivers"}, size=DESK)
    count = len(the_map().places)
    take(page, "add")
    cell = page.locator("#canvas a[data-cell]").first
    box = cell.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(page, lambda: len(the_map().places) == count + 1)
    take(page, "delete")
    page.mouse.click(*spot(page, "N1"))
    until(page, lambda: place("N1") is None)


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.in_turn(7, kind="journeys")
def test_points_are_dragged_linked_and_added(
    open_page: Callable[..., Page], live_server: Any, touch: bool
) -> None:
    page = at_editor(
        open_page, live_server, {"ready": "the_wheel"}, size=PHONE if touch else DESK, touch=touch
    )
    take(page, "move")
    before = place("H")
    x, y = spot(page, "H")
    if touch:
        finger = page.context.new_cdp_session(page)
        steps = [("touchStart", 0), ("touchMove", 8), ("touchMove", 16), ("touchEnd", None)]
        for kind, by in steps:
            points = [] if by is None else [{"x": x + by, "y": y}]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 20, y, steps=4)  # not under its neighbour
        page.mouse.up()
    until(page, lambda: place("H").x > before.x + 20)
    assert place("H").y == pytest.approx(before.y, abs=12)
    take(page, "add")
    box = page.locator("#canvas svg.map").bounding_box()
    assert box
    page.mouse.click(box["x"] + 12, box["y"] + 12)
    until(page, lambda: place("N1") is not None)
    take(page, "link")
    page.mouse.click(*spot(page, "N1"))
    chosen(page, "N1")
    page.mouse.click(*spot(page, "H"))
    until(page, lambda: "H|N1" in {one.id for one in the_map().links})
    chosen(page, "N1")
    page.mouse.click(*spot(page, "H"))
    until(page, lambda: "H|N1" not in {one.id for one in the_map().links})


def test_a_shape_is_drawn_corner_by_corner(open_page: Callable[..., Page], live_server: Any) -> None:
    start = {"over_picture": "1", "name": "Bay", "picture": SimpleUploadedFile("map.png", map_picture())}
    page = at_editor(open_page, live_server, start, size=DESK)
    take(page, "outline")
    x, y = spot(page, "N1")
    page.mouse.click(x, y)
    chosen(page, "N1")
    for dx, dy in ((-60, -50), (50, -50), (50, 50), (-60, 50), (-58, -48)):
        page.mouse.click(x + dx, y + dy, delay=20)
        page.wait_for_timeout(350)  # two quick taps would be a double tap
    until(page, lambda: len(place("N1").outline) == 4)
    chosen(page, "")
    areas = page.eval_on_selector_all(
        "#canvas .m-tap", "all => all.map((one) => one.getAttribute('d').match(/-?\\d+/g).length / 2)"
    )
    assert sorted(areas) == [4, 16]  # its own corners, and the disc of a point


def test_arrow_keys_move_a_point_and_keep_the_focus(open_page: Callable[..., Page], live_server: Any) -> None:
    page = at_editor(open_page, live_server, {"ready": "the_wheel"}, size=DESK)
    before = place("H")
    take(page, "move")
    page.focus("#canvas a[data-t=H]")
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # the keys rest when we say so
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowDown"):
        page.keyboard.press(key)
    page.clock.resume()
    until(page, lambda: place("H").x == before.x + 20)
    assert place("H").y == before.y + 50
    expect(page.locator(f"#canvas a[data-t=H][data-x='{before.x + 20}']")).to_be_focused()
    take(page, "marsh")
    page.focus("#canvas a[data-t=H]")
    page.keyboard.press("Enter")
    until(page, lambda: place("H").terrain == "marsh")


def test_the_editor_works_without_script(open_page: Callable[..., Page], live_server: Any) -> None:
    page = at_editor(open_page, live_server, {"ready": "the_wheel"}, size=PHONE, script=False)
    page.click("#canvas a[href*='t=H#']", force=True)
    page.fill("#panel [name=x]", "33")
    leads_on(page.locator("#keep"))
    assert place("H").x == 33
    leads_on(page.locator("button[value=undo]"))
    assert place("H").x != 33
    page.click("text=Add a territory at a point >> xpath=.. >> [name=x]")
    page.fill("form:has(h2:has-text('at a point')) [name=x]", "700")
    page.fill("form:has(h2:has-text('at a point')) [name=y]", "600")
    leads_on(page.locator("form:has(h2:has-text('at a point')) button").first)
    assert (place("N1").x, place("N1").y) == (700, 600)


@pytest.mark.in_turn(7, kind="screens")
def test_the_screens_of_drawing(open_page: Callable[..., Page], live_server: Any) -> None:
    picture = SimpleUploadedFile("map.png", map_picture())
    start = {"over_picture": "1", "name": "Bay", "words": "A bay", "credit": "Ilse", "picture": picture}
    page = at_editor(open_page, live_server, start)
    address = page.url
    wrong: list[str] = []

    def look(name: str) -> None:
        """What one taps on the map may be small: it can be made larger."""
        found = faults(page, name, THREE_WIDTHS)
        found += below_the_fold(page) if name.startswith("editor") else []
        wrong.extend(one for one in found if '#panel"' not in one)

    for name, query in {"choose": "?t=N1", "link": "?brush=link&t=N1", "add": "?brush=add"}.items():
        page.goto(address + query)
        look(f"editor-{name}")
    shelf = address.rsplit("/", 2)[0] + "/"
    page.goto(f"{shelf}?make=1&players=4&seed=77&sea=1#preview")
    look("shelf")
    leads_on(page.locator("text=Save it and carry on drawing"))
    page.goto(page.url + "?brush=add")
    look("editor-hexes")
    assert wrong == [], "\n".join(wrong)


def map_picture() -> bytes:
    out = BytesIO()
    image = Image.new("RGB", (1200, 900), "#c9dce4")
    ImageDraw.Draw(image).ellipse((100, 100, 1100, 800), fill="#dfe3c4", outline="#887755", width=8)
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("ready", ["two_rivers", "the_wheel"])
def test_tools_fold_and_the_map_with_undo_is_above_the_fold(
    open_page: Callable[..., Page], live_server: Any, ready: str
) -> None:
    page = at_editor(open_page, live_server, {"ready": ready, "name": "Ready"}, size=DESK)
    assert below_the_fold(page) == []
    undo = page.locator("#undo").bounding_box()
    assert undo is not None
    assert undo["y"] + undo["height"] <= DESK["height"]
    ground = page.locator("details.map-brush-group").first
    expect(ground).not_to_have_attribute("open", "")
    ground.locator("summary").click()
    expect(ground.get_by_role("link", name="marsh")).to_be_visible()
    page.mouse.click(300, 700)  # anywhere else
    expect(ground.get_by_role("link", name="marsh")).to_be_hidden()
    take(page, "marsh")
    expect(ground.locator("summary")).to_have_text("Terrain: marsh")
    assert below_the_fold(page) == []


def test_a_field_that_cannot_be_is_framed(open_page: Callable[..., Page], live_server: Any) -> None:
    page = at_editor(open_page, live_server, {"ready": "the_wheel", "name": "Wheel"}, size=DESK)
    page.goto(f"{page.url}?t=H")
    page.locator("#x").fill("far")
    page.locator("#keep").click()
    expect(page.locator("#x")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#x")).to_have_css("border-top-width", "2px")
    expect(page.locator("#y")).to_have_css("border-top-width", "1px")
