"""A map league from three browsers: a full round through HTTP."""

from __future__ import annotations

import pytest

from campaigns.journal import reconcile
from tests.maps.play import begun

pytestmark = pytest.mark.django_db


def test_a_full_round_from_three_browsers():
    league = begun()
    assert league.phase == "events"
    while league.phase == "events":
        league.do(league.player(league.state.now.active), "pick_event")
    assert reconcile(league.scope) == []
