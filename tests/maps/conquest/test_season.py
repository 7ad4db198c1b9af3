"""Seasons through the pages: five players on hexagons, ten on free shapes, refusals tried on the way.

`make test` plays a tenth of each; `make season` the whole twelve rounds.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.signals import request_started

from campaigns.engine.stored.journal import reconcile, rerun_today
from tests.maps.conquest.paper import Paper
from tests.maps.conquest.play import Table, begun
from tests.maps.conquest.season import Season
from tests.maps.ground.wheel import wheel
from tests.season.told import keep

pytestmark = [pytest.mark.django_db, pytest.mark.season]
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
ROUNDS = 12 if ALL else 1
NAMES = ("Marta", "Kwame", "Ilse", "Jun", "Ana", "Tom", "Priya", "Oskar", "Lena", "Kofi")


@pytest.fixture(autouse=True)
def same_dice_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slots' seeds from a fixed source, so that a fault found once is found again."""
    fixed = SimpleNamespace(token_bytes=random.Random(1403).randbytes)
    monkeypatch.setattr("campaigns.models.journal.secrets", fixed)


@pytest.fixture
def requests() -> Iterator[Counter[str]]:
    """How many requests a season takes."""
    made: Counter[str] = Counter()

    def count(sender: object, **kwargs: object) -> None:
        made["requests"] += 1

    request_started.connect(count)
    yield made
    request_started.disconnect(count)


@pytest.mark.in_turn(7, kind="seasons")
def test_a_season_of_five_players_on_hexagons(requests) -> None:
    played("five on hexagons", begun(*NAMES[:5], generated=5, win_target=60), requests)


@pytest.mark.in_turn(7, kind="seasons")
def test_a_season_of_ten_players_on_a_map_of_free_shapes(requests) -> None:
    options = {"siege": True, "naval": True, "win_target": 60, "knockout_wins": False}
    league = begun(*NAMES, brought=wheel(10), **options)
    for name in NAMES[::2]:
        league.do(name, "sign_on", sails="true")
    played("ten on free shapes", league, requests)


def played(what: str, league: Table, requests: Counter[str]) -> None:
    """So many rounds, then everything is looked at."""
    began = time.perf_counter()
    league.luck = random.Random(what)
    season = Season(league, league.luck)
    for _ in range(ROUNDS):
        if not league.state.now.winner:
            season.round()
    checked(league)
    assert season.refused.total() >= ROUNDS
    if ALL:
        write_down(what, season, requests.total(), time.perf_counter() - began)


def checked(league: Table) -> None:
    """The journal folds to the rows, today's rules agree, and so does whoever reckons on paper."""
    assert reconcile(league.scope) == []
    assert rerun_today(league.scope) == []
    state, paper = league.state, on_paper(league)
    assert {one.id: one.owner for one in state.territories.values() if one.owner} == paper.owner
    assert {one.id: one.building for one in state.territories.values()} == paper.building
    assert {one.id: one.holder for one in state.sieges.values()} == paper.fort
    assert {(one.holder, one.over) for one in state.advantages.values()} == paper.over
    alive = [one for one in state.realms.values() if one.status == "active"]
    assert {one.id for one in alive} == {one for one in paper.realms if paper.lives(one)}
    for realm in alive:
        assert (realm.gold, realm.ep) == (paper.gold[realm.id], paper.ep[realm.id]), realm.name
    for one in state.rounds.values():
        assert [rank.realm for rank in one.ranking] == paper.order[one.number]
        for line in one.earned:
            assert line.points == paper.earned[one.number][line.realm], (one.number, line)
    assert shown(league) == {one.name: (words(paper.size(one.id)), paper.gold[one.id]) for one in alive}


def on_paper(league: Table) -> Paper:
    entries = league.scope.entries.filter(void=False).order_by("place", "seq")
    return Paper(entries.values_list("procedure", "slot__code", "params", "answers"))


def words(size: Any) -> str:
    """A size as the page writes it: 4½."""
    whole, half = divmod(2 * size, 2) if size.denominator == 1 else (2 * size // 2, 1)
    return f"{whole or ''}½" if half else str(whole)


def shown(league: Table) -> dict[str, tuple[str, int]]:
    """Size and gold of every empire on the map's page."""
    page = league.see("Organiser")
    part = page[page.index('id="realms"') : page.index('id="news"')]
    found = {}
    for line in part.split('class="line is-small')[1:]:
        name = re.search(r'line-title">(.*?)</p>', line, re.S)
        figures = re.findall(r"</svg>\s*([\d½]+)</span>", line)
        assert name
        if " is-out" not in line.split('"')[0]:
            found[unescape(re.sub(r"<[^>]+>", "", name[1]).strip())] = figures[0], int(figures[-1])
    return found


def write_down(what: str, season: Season, requests: int, seconds: float) -> None:
    """Keep what was played beside the other results, for docs/season.md."""
    state = season.league.state
    keep(
        f"map-{what.replace(' ', '-')}",
        {
            "season": what,
            "players": len(state.realms),
            "territories": len(state.territories),
            "rounds": sum(one.ended for one in state.rounds.values()),
            "entries": season.league.scope.entries.count(),
            "requests": requests,
            "refusals": season.refused.total(),
            "seconds": round(seconds),
            **dict(sorted(season.told.items())),
        },
    )
