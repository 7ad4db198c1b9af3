"""A season of Firestorm through the pages: sieges, battles of past turns corrected, a phase gone back.

`make test` plays two turns; `make season` ten.
"""

from __future__ import annotations

import os
import random
from types import SimpleNamespace

import pytest

from campaigns.engine.stored.journal import reconcile
from rules.firestorm.glory.counting import scoreboard
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.play import Table, begun
from tests.maps.firestorm.season import Season
from tests.pages import page_of
from tests.season.told import keep

pytestmark = [pytest.mark.django_db, pytest.mark.season, pytest.mark.timeout(3600)]
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
TURNS = 10 if ALL else 2
FOUNDERS = ("Marta", "Kwame", "Ilse", "Jun")
OTHERS = (("Ana", "Marta"), ("Tom", "Kwame"), ("Priya", "Ilse"))


@pytest.fixture(autouse=True)
def same_dice_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slots' seeds from a fixed source, so that a fault found once is found again; with two sieges in ten
    turns."""
    fixed = SimpleNamespace(token_bytes=random.Random(1).randbytes)
    monkeypatch.setattr("campaigns.models.journal.secrets", fixed)


def the_sums_agree(table: Table) -> None:
    """The audit's sums are the scoreboard's, and the rows are what the journal says."""
    season = Season(table)
    page = page_of(table.browsers["Marta"].get(table.url("standings")))
    shown = {one.name: one.glory for one in page.lines}
    assert shown == {
        table.state.name_of(one.faction): one.total for one in scoreboard(table.state, season.book)
    }
    assert not reconcile(table.scope)


@pytest.mark.in_turn(7, kind="seasons")
def test_fs_160_a_season_is_played_and_one_phase_of_it_twice() -> None:
    table = begun(*FOUNDERS, more=OTHERS, glory_target=200)
    season = Season(table)
    for number in range(1, TURNS + 1):
        season.turn()
        season.hold_the_laws()
        season.set_right()
        if number in (1, TURNS // 2, TURNS):
            season.look()
            the_sums_agree(table)
    if ALL:
        assert season.told["offer_siege"] >= 2, season.told
        assert season.told["correct_result"] * season.told["void_result"], season.told
    assert season.told["turns"] == TURNS
    back = table.browsers["Organiser"].post(table.url("organise_do", "phase_back"), {"words": "a mistake"})
    assert back.status_code == 302, words_of(back)
    assert not reconcile(table.scope)
    season.turn()
    season.hold_the_laws()
    the_sums_agree(table)
    if ALL:
        write_down(season)


def write_down(season: Season) -> None:
    """Keep what was played beside the other results, for docs/season.md."""
    state = season.state
    keep(
        "firestorm-season",
        {
            "league": "four factions, seven players",
            "territories": len(state.territories),
            "battles": len(state.battles),
            "sieges": len(season.besieged),
            "entries": season.table.scope.entries.count(),
            **dict(sorted(season.told.items())),
        },
    )
