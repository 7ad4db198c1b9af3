"""All that is done in a club, with pages open: whatever looks different afterwards, the event has named."""

from __future__ import annotations

import pytest
from django.test import override_settings

from campaigns.engine.desk import desks
from tests.parts_watch import is_stale, watched
from tests.season.answers import AOFS
from tests.season.story import NAMES, Story
from tests.season.test_season import play
from tests.whole_club import PLAIN, whole_club

pytestmark = [pytest.mark.season, pytest.mark.django_db]
AT_MOST = 6  # parts that are named, for one that has changed


def test_a_part_follows_its_names() -> None:
    assert is_stale("of:s1.warband missions", "entries missions missions:s4.mission")
    assert is_stale("of:s1.warband", "of:*")
    assert is_stale("news", "*")
    assert not is_stale("of:s1.warband", "of:s2.warband entries")


def test_what_looks_different_was_named_in_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with watched(monkeypatch) as watch, override_settings(STORAGES=PLAIN):
        whole_club()
        story = Story(AOFS, seed=7)
        for name in NAMES[:3]:
            story.join(name)
        story.start()
        for number in range(6):
            play(story, number)
    assert watch.missing == []
    assert {one.game.name for one in desks() if one.demo} <= {what.split(".")[0] for what in watch.seen}
    assert 0 < watch.looked["changed"] <= watch.looked["named"] < watch.looked["parts"]
    assert watch.looked["named"] <= AT_MOST * watch.looked["changed"], dict(watch.looked)
