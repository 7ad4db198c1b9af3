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
        assert weight(page) <= LATER, tail
        assert first <= FIRST, tail


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
        assert weight(answer.content) <= PART, (tail, target)
