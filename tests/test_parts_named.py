"""All that is done in a club, with pages open: whatever looks different afterwards, the event has named."""

from __future__ import annotations

import os

import pytest

from campaigns.demo import club as demo
from campaigns.engine.plugins import plugins
from campaigns.models import Club
from tests.campaigns.solo.walk import Walk, new_game
from tests.factories import new_organiser, signed_in
from tests.parts_watch import Watch, is_stale, watched
from tests.season.answers import AOFS
from tests.season.story import NAMES, Story
from tests.season.test_season import play

ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
ON_THEIR_PAGE = 1  # the mission of a season that is played from page to page, not reported afterwards
AT_MOST = 8  # parts that are named, for one that has changed
DEMOS = [
    (plugin.game.name, one) for plugin in plugins() for one in (plugin.demo if ALL else plugin.demo[-1:])
]

pytestmark = [pytest.mark.season, pytest.mark.django_db]


def test_a_part_follows_its_names() -> None:
    assert is_stale("of:s1.warband missions", "entries missions missions:s4.mission")
    assert is_stale("of:s1.warband", "of:*")
    assert is_stale("news", "*")
    assert not is_stale("of:s1.warband", "of:s2.warband entries")


def nothing_missing(watch: Watch, game: str) -> None:
    assert watch.missing == [], f"{len(watch.missing)} parts"
    assert watch.late == [], f"{len(watch.late)} parts"
    assert game in {what.split(".")[0] for what in watch.seen}
    assert 0 < watch.looked["changed"] <= watch.looked["named"] <= watch.looked["parts"]
    assert watch.looked["named"] <= AT_MOST * watch.looked["changed"], dict(watch.looked)


@pytest.mark.in_turn(4)
@pytest.mark.parametrize(("game", "season"), DEMOS, ids=[f"{name}-{one.__name__}" for name, one in DEMOS])
def test_a_season_names_what_looks_different(
    monkeypatch: pytest.MonkeyPatch, game: str, season: object
) -> None:
    with watched(monkeypatch, 3 if ALL else 1, share=1 if ALL else 2) as watch:
        monkeypatch.setattr(demo, "plugins", lambda: [type("Only", (), {"demo": (season,)})])
        demo.make_club()
    nothing_missing(watch, game)


def test_a_table_against_the_app_names_what_looks_different(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = new_organiser(name="Marta")
    with watched(monkeypatch, 3 if ALL else 1) as watch:
        walk = Walk(signed_in(seat), new_game(signed_in(seat), seat))
        for _tap in range(200 if ALL else 40):
            walk.step()
    assert Club.objects.count() == 1
    nothing_missing(watch, "solo")


@pytest.mark.in_turn(7, kind="every page")
def test_an_evening_on_pages_names_what_looks_different(monkeypatch: pytest.MonkeyPatch) -> None:
    with watched(monkeypatch, 3 if ALL else 1) as watch:
        story = Story(AOFS, seed=7)
        for name in NAMES[:3]:
            story.join(name)
        story.start()
        for number in range(6) if ALL else (ON_THEIR_PAGE,):
            play(story, number)
    nothing_missing(watch, "opr")
