"""From home to a game: straight there in the only league, a choice of one among several."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.models import Scope, Seat
from tests.campaigns import play
from tests.pages import page_of

pytestmark = pytest.mark.django_db


def running(organiser: Seat | None = None) -> tuple[Scope, Seat]:
    """A league of Marta and Tom that has begun; whoever founded one may found another."""
    scope = play.found_league(organiser)
    ilse = scope.club.seats.get(role="organiser")
    for name in ("Marta", "Tom"):
        seat = scope.club.seats.filter(name=name).first() or play.player(scope, name)
        play.found_warband(scope, seat, f"{name}’s of {scope.pk}")
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    return scope, ilse


@pytest.mark.parametrize(("what", "tail"), [("play", "missions/new/"), ("played", "report/")])
def test_one_league_is_gone_to_and_among_two_one_chooses(what: str, tail: str) -> None:
    scope, ilse = running()
    browser = Client()
    browser.force_login(scope.club.seats.get(name="Marta").person.user)
    assert getattr(page_of(browser.get("/")), what) == f"/l/{scope.pk}/{tail}"
    other, _ilse = running(ilse)
    assert getattr(page_of(browser.get("/")), what) == f"/{what}/"
    page = browser.get(f"/{what}/").content.decode()
    assert "In which league?" in page
    for one in (scope, other):
        assert f'href="/l/{one.pk}/{tail}"' in page
        assert f"Marta’s of {one.pk}" in page
