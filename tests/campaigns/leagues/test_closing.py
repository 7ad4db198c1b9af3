"""Closing a league before its end: offered to organisers of a running league, once, and then it is over."""

from __future__ import annotations

import pytest

from campaigns.engine.stored.journal import reconcile
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import state_of
from tests.pages import text_of

pytestmark = pytest.mark.django_db


def test_opr_08_the_organiser_closes_a_running_league() -> None:
    here = Evening()
    here.mission()
    assert "New mission" in here.browser(here.marta).get(here.url("missions/")).content.decode()
    settings, ilse = here.url("settings/"), here.browser(here.ilse)
    assert "Close it for good" in text_of(ilse.get(settings))
    assert ilse.post(settings, {"close": "1"}).status_code == 302
    assert state_of(here.scope).league.status == "ended"
    assert "Close it for good" not in text_of(ilse.get(settings))
    again = ilse.post(settings, {"close": "1"})
    assert again.status_code == 409
    assert again.context["refused"].rule == "OPR-08"
    assert ilse.get(here.url("")).status_code == 200
    assert "New mission" not in here.browser(here.marta).get(here.url("missions/")).content.decode()
    told = {"warband": [here.bell, here.raiders]}
    assert here.browser(here.marta).post(here.url("missions/new/"), told).status_code == 409
    assert reconcile(here.scope) == []


def test_nobody_else_closes_it() -> None:
    here = Evening()
    assert here.browser(here.marta).post(here.url("settings/"), {"close": "1"}).status_code in (403, 404)
    assert state_of(here.scope).league.status == "running"
