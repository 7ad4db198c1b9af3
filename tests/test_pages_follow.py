"""Every page of a league follows it, or is one of the few that say why not."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import resolve
from pytest_django import DjangoDbBlocker

from campaigns.models import Scope
from tests.factories import signed_in
from tests.pages import unpressed
from tests.whole_club import WholeClub, standing

pytestmark = [pytest.mark.django_db, pytest.mark.season]

FOLLOWING = re.compile(r'id="(\w+)" data-refresh-on="[^"]*" data-from="([^"]*)"')
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
OFTEN = 2 if ALL else 1  # a kind of page is opened so often in a league
FORM = "somebody is filling it in, and it says itself when the ground has moved"
BOOK = "what it tells stands in the rulebook"
STILL: dict[str, str] = {
    "against": "its games are leagues of their own",
    "change_unit": FORM,
    "change_warband": FORM,
    "correction": "a draft is what its maker has made of it",
    "cards": "paper",
    "deck": BOOK,
    "entry": "an entry stays as it was written",
    "entry_facts": FORM,
    "case": FORM,
    "forgotten": FORM,
    "handover": FORM,
    "league_organisers": FORM,
    "is_this_right": FORM,
    "help": BOOK,
    "mission_solo": FORM,
    "new_mission": FORM,
    "new_warband": FORM,
    "orders": "once they are revealed it stays as they were sealed, and leads to the reveal",
    "organise": FORM,
    "out": FORM,
    "past": "rounds that are over stay as they were",
    "print": "paper",
    "quick_report": FORM,
    "report_print": "paper",
    "result": FORM,
    "reveal": "a turn that was revealed stays as it was",
    "reveal_now": "leads to the turn that was revealed; its screen follows",
    "rule": BOOK,
    "rules": BOOK,
    "settings": FORM,
    "sheet": "paper",
    "solo_settings": FORM,
    "unit": FORM,
    "usual": FORM,
}


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeClub]:
    with standing(django_db_blocker) as found:
        yield found


def pages(browser: Client, scope: Scope) -> Iterator[tuple[str, str, str]]:
    """The pages of a league by following its links: name, address and text."""
    waiting, seen, often = [f"/l/{scope.pk}/"], set[str](), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        name = resolve(address).url_name or ""
        if address in seen or often.get(name, 0) >= OFTEN:
            continue
        seen.add(address)
        often[name] = often.get(name, 0) + 1
        answer = browser.get(address)
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        text = answer.content.decode()
        yield name, address, text
        waiting += re.findall(rf'href="(/l/{scope.pk}/[^"?#]*)', text)


def again(browser: Client, part: str, address: str) -> bool:
    """Whether a part that is asked for alone comes, and still says where it comes from."""
    answer = browser.get(address, headers={"HX-Request": "true", "HX-Target": part}) if address else None
    return answer is not None and (part, address) in FOLLOWING.findall(answer.content.decode())


@pytest.mark.in_turn(7, kind="every page")
def test_every_page_of_a_league_follows_it(club: WholeClub, monkeypatch: pytest.MonkeyPatch) -> None:
    unpressed(monkeypatch)
    met: set[str] = set()
    asked: set[tuple[str, str, str]] = set()  # a part of a kind of page is asked for once in a game
    left_behind = []
    for who in ("organiser", "player"):
        browser = signed_in(club.people[who])
        for scope in club.leagues:
            for name, address, text in pages(browser, scope):
                met.add(name)
                parts = FOLLOWING.findall(text)
                if "data-live" in text and not parts and name not in STILL:
                    left_behind.append(f"{name} {address}")
                if who == "organiser":
                    new = [(one, at) for one, at in parts if (scope.game, name, one) not in asked]
                    asked |= {(scope.game, name, one) for one, _at in new}
                    left_behind += [f"{one} of {address}" for one, at in new if not again(browser, one, at)]
    assert not left_behind, "\n".join(sorted(set(left_behind)))
    assert {"league", "battle", "standings", "realm", "mission", "step", "honours"} <= met
