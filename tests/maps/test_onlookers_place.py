"""What onlookers of a map share hangs on how they reach the office, and on territories there are, alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.maps.test_onlookers import League, of_conquest, of_firestorm, onlooker, panel_at

pytestmark = pytest.mark.django_db
BOTH = pytest.mark.parametrize("league", [of_conquest, of_firestorm], ids=["conquest", "firestorm"])


@BOTH
def test_a_reminder_says_where_its_reader_is(league: League, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    scope, _player, _happens = league()
    for host in ("lan.example", "club.example"):
        asked = {"HX-Target": "now", "host": host}
        text = onlooker(scope, host[:3]).get(f"/l/{scope.pk}/", headers=asked).content.decode()
        assert set(re.findall(r"http://([a-z.]+)/", text)) == {host}


@BOTH
def test_a_territory_that_is_none_has_nothing_drawn_anew(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    scope, _player, _happens = league()
    pip = onlooker(scope, "Pip")
    found = panel_at(pip, scope, "")
    for game in ("conquest", "firestorm"):
        monkeypatch.setattr(
            f"maps.{game}.map.map_page.{game}_map_page", lambda *_: pytest.fail("it was drawn before")
        )
    assert panel_at(pip, scope, "no-such-place") == found
