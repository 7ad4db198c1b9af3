"""Make the README's pictures in `docs/pictures` from a fresh demo club, with the system's Chromium.

Run `.venv/bin/python scripts/screenshots.py` (after `make test`, which brings the browser's driver), or give
it the organiser's sign-in link of a demo club that is open. The demo is the same in every club, so only dates
and the looks of the app differ from one run to the next.
"""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TypedDict

import pypdfium2
from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # started as a file, it finds nothing of ours by itself

from config import system_packages  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
LARGEST = 150_000  # bytes a picture
LOOK_AROUND = "Look around the demo club"
# The README shows a club; what its demo says of itself on every page is no part of it.
NO_BAR = "addEventListener('DOMContentLoaded', () => document.querySelector('.demo-bar')?.remove())"


class Device(TypedDict):
    """What a picture is taken on."""

    viewport: ViewportSize
    device_scale_factor: float
    has_touch: bool


PHONE: Device = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True}
DESK: Device = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1, "has_touch": False}


def main(*given: str) -> None:
    PICTURES.mkdir(exist_ok=True)
    if given:
        take(given[0])
        return
    with tempfile.TemporaryDirectory(prefix="musterroll-") as place, office(place) as link:
        take(link)


def take(link: str) -> None:
    """Sign in as organiser and take every picture."""
    base = link.partition("/back/")[0]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_packages.browser(), args=["--no-sandbox"])
        state = signed_in(browser, link)
        for name, size, dark, walk in walks():
            context = browser.new_context(
                base_url=base,
                storage_state=state,
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce",
                **size,
            )
            context.add_init_script(NO_BAR)
            page = context.new_page()
            page.goto("/")
            walk(page)
            page.wait_for_load_state()
            keep(name, Image.open(BytesIO(page.screenshot())))
            context.close()
        sheet = browser.new_context(base_url=base, storage_state=state)
        keep("sheet", first_page(sheet.request.get("/l/1/w/s2.warband/sheet.pdf").body()))
        browser.close()


@contextmanager
def office(place: str) -> Iterator[str]:
    """`make run` on data and a port of its own; gives the organiser's sign-in link."""
    port = str(free_port())
    environment = {
        **os.environ, "MUSTERROLL_DATA": place, "MUSTERROLL_PORT": port, "MUSTERROLL_BIND": "127.0.0.1",
        "MUSTERROLL_URL": f"http://127.0.0.1:{port}", "MUSTERROLL_DEMO": "yes",
    }  # fmt: skip
    os.chmod(place, 0o755)  # noqa: S103 - as root, the database runs as somebody else and must enter
    running = subprocess.Popen(
        [sys.executable, "-m", "config.run"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert running.stdout is not None
        for line in running.stdout:
            if line.startswith("Sign in as organiser:"):
                yield line.split()[-1]
                return
        sys.exit("The office did not open; the reason stands above.")
    finally:
        running.terminate()
        running.wait()


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def signed_in(browser: Browser, link: str) -> StorageState:
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    page.click("main button")
    page.get_by_role("button", name=LOOK_AROUND).locator("visible=true").click()
    page.wait_for_url("**/")
    return context.storage_state()


def walks() -> list[tuple[str, Device, bool, Callable[[Page], object]]]:
    """(picture, size, dark?, the way there from the home page)."""
    return [
        ("phone-home", PHONE, False, lambda page: None),
        ("phone-mission", PHONE, False, lambda page: page.goto("/l/1/m/s314.mission/")),
        ("phone-question-dark", PHONE, True, casualties),
        ("desk-league", DESK, False, lambda page: page.goto("/l/1/")),
        ("phone-firestorm", PHONE, False, lambda page: page.goto("/l/4/firestorm/")),
        ("desk-firestorm", DESK, False, lambda page: page.goto("/l/4/firestorm/")),
        ("phone-reveal-dark", PHONE, True, last_step),
        ("phone-night", PHONE, False, club_night),
        ("desk-conquest", DESK, False, lambda page: page.goto("/l/3/map/")),
        ("desk-corrections", DESK, False, lambda page: page.goto("/l/1/corrections/")),
        ("phone-solo", PHONE, False, against_the_app),
    ]


def casualties(page: Page) -> None:
    """The steps after a mission that waits for its casualties."""
    page.click("main a[href*='/steps/'], main a[href*='/d/']")
    page.wait_for_load_state()


def last_step(page: Page) -> None:
    """The latest reveal, once every banner has moved."""
    page.goto("/l/4/firestorm/reveal/")
    page.click("main a:has-text('Skip to the end')")


def club_night(page: Page) -> None:
    page.click("main a[href*='/nights/1/']")


def against_the_app(page: Page) -> None:
    """A practice game up to the first thing the app asks the table."""
    page.goto("/clubs/cellar-dice-society/solo/")
    page.click("button:has-text('New practice game')")
    offered = (".tap", ".solo-next", ".answers-equal .btn", ".actionbar .btn-brass")
    for _step in range(30):
        page.wait_for_timeout(600)  # an answer swaps the question
        if page.locator(".solo-ask .picture").count():
            return
        next(found for one in offered if (found := page.locator(one)).count()).first.click()


def first_page(pdf: bytes) -> Image.Image:
    page: Image.Image = pypdfium2.PdfDocument(pdf)[0].render(scale=1.5).to_pil()
    return page


def keep(name: str, picture: Image.Image) -> None:
    """Save with as many colours as fit the largest size."""
    for colours in (256, 128, 64, 32):
        kept = BytesIO()
        picture.convert("RGB").quantize(colours, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
        if kept.tell() <= LARGEST:
            break
    (PICTURES / f"{name}.png").write_bytes(kept.getvalue())
    print(f"{name}.png {kept.tell() // 1000} kB, {colours} colours")


if __name__ == "__main__":
    main(*sys.argv[1:])
