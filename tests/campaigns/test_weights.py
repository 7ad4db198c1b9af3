"""What a phone has to fetch, compressed: first visits, later pages, the parts that follow a league."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from campaigns.models import Scope
from tests import factories
from tests.campaigns import play

FIRST, LATER, PART = 60_000, 10_000, 2_000
# A mission in play has its ledger in the page, so that a kill costs no page; to an open one go the parts it
# lacks, and its whole body only where it does not say what it has.
IN_PLAY, BODY, TICK = 11_500, 3_600, 1_500
MARKED = re.compile(r'id="([^"]+)" data-is="([^"]+)"')
BODIES = re.compile(r'data-is="([^"]+)" id="([^"]+)"')
LOADED = re.compile(r'(?:src|href)="([^"#?]+\.(?:css|js|woff2))"')


@pytest.fixture
def league(db: None) -> tuple[Scope, Client, list[str], str]:
    """Twelve warbands of ten units; the first two have met, a mission is in play."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, parallel_play="on")
    units = [play.unit("Captain of the Weir", 60, hero=True)]
    units += [play.unit(f"Company number {n}", 10) for n in range(9)]
    owners = [play.player(scope, f"Player {n}") for n in range(12)]
    bands = [play.found_warband(scope, one, f"The {one.name} Free Companies", units) for one in owners]
    play.answer_all(scope, ilse, play.act(scope, ilse, "start"))
    play.evening(scope, ilse, *bands[:2])
    opened = play.act(scope, owners[0], "open_mission", warbands=bands[:2])
    mission = f"{opened.slot}.mission"
    play.act(scope, owners[0], "begin", mission=mission)
    return scope, factories.signed_in(owners[0]), bands, mission


def weight(body: bytes) -> int:
    return len(gzip.compress(body, 6))


def files_of(page: bytes) -> list[Path]:
    """The styles, scripts and faces a page names."""
    names = {name.removeprefix(settings.STATIC_URL) for name in LOADED.findall(page.decode())}
    found = [finders.find(name) for name in names]
    assert found
    assert all(found)
    return [Path(one) for one in found if one]


def test_pages_and_first_visits(league: tuple[Scope, Client, list[str], str]) -> None:
    scope, phone, bands, mission = league
    for tail in ("", f"w/{bands[0]}/", f"m/{mission}/"):
        answer = phone.get(f"/l/{scope.pk}/{tail}")
        assert "HX-Target" in answer["Vary"]
        page = answer.content
        first = weight(page) + sum(weight(file.read_bytes()) for file in files_of(page))
        assert weight(page) <= (IN_PLAY if mission in tail else LATER), tail
        assert first <= FIRST + (IN_PLAY - LATER if mission in tail else 0), tail


def test_parts_that_follow_the_league(league: tuple[Scope, Client, list[str], str]) -> None:
    scope, phone, bands, mission = league
    parts = [("", part) for part in ("standings", "missions", "waited", "news")]
    parts += [("missions/", "missions"), ("warbands/", "warbands"), ("chronicle/", "chronicle")]
    parts += [(f"w/{bands[0]}/", "units"), (f"m/{mission}/", "mission")]
    for tail, target in parts:
        answer = phone.get(f"/l/{scope.pk}/{tail}", headers={"HX-Request": "true", "HX-Target": target})
        assert f'id="{target}"' in answer.content.decode()
        assert "<head>" not in answer.content.decode()
        assert "HX-Target" in answer["Vary"], "a browser's cache keeps it apart from the page"
        assert weight(answer.content) <= (BODY if target == "mission" else PART), (tail, target)


def test_a_tick_sends_an_open_page_what_it_lacks(league: tuple[Scope, Client, list[str], str]) -> None:
    scope, phone, bands, mission = league
    address, state = f"/l/{scope.pk}/m/{mission}/", play.state_of(scope)
    killer, victims = state.warbands[bands[0]].units[0], state.warbands[bands[1]].units[1:3]
    told = {"killer": killer, "round": 1}
    assert phone.post(f"{address}out/", {**told, "victim": victims[0]}).status_code == 302
    page = phone.get(address).content.decode()
    marks = dict(MARKED.findall(page)) | {part: mark for mark, part in BODIES.findall(page)}
    assert len(marks) > 20
    asks = {"HX-Request": "true", "X-Has": " ".join(f"{part}={mark}" for part, mark in marks.items())}
    answer = phone.post(f"{address}out/", {**told, "victim": victims[1]}, headers=asks)
    assert answer.status_code == 200
    assert 0 < weight(answer.content) <= TICK
