"""Every page a person can reach by links: accessible, as wide as the phone, hit by a thumb, in both themes.

The pages are found by following links from the home page, one for each named address; a new page is checked
as soon as something links to it. `MUSTERROLL_SHOTS=folder` keeps a picture of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve
from playwright.sync_api import Error, Page, Response

from campaigns.models import Scope, Seat
from tests.browser.looks import DESK_DARK, PHONE_DARK, PHONE_LIGHT, faults, squeezed
from tests.campaigns import play
from tests.scenario import scenario

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BANDS = {
    "Marta": ("Order of the Second Bell", "Sister Tegan of the Drowned Choir", "Ferrymen with Boathooks"),
    "Tom": ("Thornmarch Free Companies", "Halvard One-Boot, Twice Pardoned", "Pip and the Twins"),
    "Oskar": ("The Nine Who Stayed, and One Who Came Back", "Brakka the Late", "Gutter Slingers"),
    "Kwame": ("Mudlarks of Lower Saltmarsh", "Captain Rosamund Vane", "The Miller’s Sons"),
    "Jun": ("Grubnik’s Most Unreliable", "Old Jack Half-Measure", "Hound Pack"),
    "Ana-Sofía": ("Company of the Broken Lantern", "Mother Wick", "Lantern Bearers of Sparrowfen"),
}
LOOKS = {"organiser": (PHONE_LIGHT, DESK_DARK), "player": (replace(PHONE_DARK, rules=()),)}
EXPECTED = {"league", "missions", "mission", "warbands", "warband", "unit", "chronicle", "rules", "me"}


@scenario
def season() -> tuple[Seat, Seat]:
    """A league in mid-season, with a mission under way and a report waiting; its organiser and Marta."""
    scope = play.found_league(parallel_play="on")
    ilse = scope.club.seats.get(role="organiser")
    bands, seats = [], []
    for name, (band, hero, others) in BANDS.items():
        units = [play.unit(hero, 70, hero=True), play.unit(others, 45), play.unit("Brother Anselm", 35)]
        seats.append(play.player(scope, name))
        bands.append(play.found_warband(scope, seats[-1], band, units))
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    state = play.state_of(scope)
    fallen = next(iter(state.warbands[bands[1]].units))
    killer = next(iter(state.warbands[bands[0]].units))
    play.evening(scope, ilse, bands[0], bands[1], kills={fallen: killer})
    play.evening(scope, ilse, bands[2], bands[3])
    mission = play.played(scope, ilse, bands[1], bands[0], kills={killer: fallen})
    play.act(scope, seats[0], "casualties", mission=mission, warband=bands[0])
    _opened(scope, seats[2], bands[2], bands[3])
    _reported(scope, seats[4], bands[4], bands[5])
    return ilse, seats[0]


def _opened(scope: Scope, seat: Seat, *bands: str) -> None:
    browser = Client()
    browser.force_login(seat.person.user)
    told = {"warband": list(bands), "name": "Bridge at Sulphur Ford"}
    assert browser.post(f"/l/{scope.pk}/missions/new/", told).status_code == 302


def _reported(scope: Scope, seat: Seat, winner: str, loser: str) -> None:
    browser = Client()
    browser.force_login(seat.person.user)
    told = {"winner": winner, "rounds": 4, "once": "story"}
    assert browser.post(f"/l/{scope.pk}/report/?w={winner}&w={loser}", told).status_code == 302


def walked(page: Page, start: str, dead: list[str]) -> Iterator[tuple[str, str]]:
    """Opens one page for each named address that links from `start` lead to, and tells its name and address
    while it is open. `dead` gets the dead links.
    """
    found = set[str]()
    waiting = {_name_of(start): start}
    while waiting:
        name, link = waiting.popitem()
        found.add(name)
        answer = _answer(page, link)
        if answer.status != 200:
            dead.append(f"{link} answers {answer.status}")
        if answer.headers["content-type"].startswith("text/html"):
            links = _links(answer.text())
            waiting |= {_name_of(link): link for link in links if _name_of(link) not in found}
            yield name, link


def _answer(page: Page, link: str) -> Response:
    """What the server says to a link; what is not shown but saved is answered too."""
    heard: list[Response] = []
    listen = lambda answer: answer.request.is_navigation_request() and heard.append(answer)  # noqa: E731
    page.on("response", listen)
    try:
        page.goto(link)
    except Error as met:
        if "Download is starting" not in str(met):
            raise
    page.remove_listener("response", listen)
    return heard[-1]


def _links(text: str) -> list[str]:
    return [link.replace("&amp;", "&") for link in re.findall(r'<a [^>]*href="(/[^"#]*)', text)]


def _name_of(link: str) -> str:
    """The name of the page behind a link; a link to nothing of ours is called by its address."""
    try:
        return resolve(link.split("?")[0]).view_name
    except Resolver404:
        return link


def signed_in(page: Page, seat: Seat, live_server: Any) -> Page:
    browser = Client()
    browser.force_login(seat.person.user)
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
    )
    return page


@pytest.mark.parametrize("who", ["organiser", "player"])
@pytest.mark.in_turn(7, kind="screens")
def test_every_page_is_accessible_and_fits(
    open_page: Callable[..., Page], live_server: Any, who: str
) -> None:
    """An organiser's on a phone and on a desk in the dark, a player's on a phone in the dark."""
    seat, looks = dict(zip(LOOKS, season(), strict=True))[who], LOOKS[who]
    page = signed_in(open_page(), seat, live_server)
    wrong, names = list[str](), set[str]()
    for name, link in walked(page, "/", wrong):
        names.add(name.split(":")[-1])
        wrong += [f"{link}: {one}" for one in faults(page, f"{seat.name}-{name}", looks)]
        wrong += squeezed(page) if name.endswith(":league") else []
    assert wrong == [], "\n".join(wrong)
    assert names >= EXPECTED
