"""Nobody's silence stops a map league: what the clock does, and when it does not."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.leagues.clock import clock_tick
from maps.conquest.clock import advance_conquest
from tests.maps.conquest import play
from tests.maps.conquest.play import begun

pytestmark = pytest.mark.django_db


def test_cq_22_silent_players_do_not_stop_the_league() -> None:
    league = play.table("Marta", "Kwame", "Ilse")
    league.answered("Organiser", league.post("Organiser", "begin_play"))
    moment = timezone.now()
    for _ in range(5):
        if league.state.now.round >= 2:
            break
        moment += timedelta(days=20)
        clock_tick(moment)
    assert league.state.now.round >= 2
    assert all(realm.capital for realm in league.state.realms.values())
    assert reconcile(league.scope) == []


def test_nothing_happens_before_the_deadline_nor_while_paused() -> None:
    league = play.begun()
    before = league.state.now
    assert advance_conquest(league.scope) == 0
    league.post("Organiser", "pause", words="summer")
    assert advance_conquest(league.scope, timezone.now() + timedelta(days=400)) == 0
    assert league.state.now.turn == before.turn


def test_a_reminder_for_the_chat_says_whom_until_when_and_what_silence_brings() -> None:
    league = begun()
    active = league.state.now.active
    html = unescape(league.see("Marta"))
    told = re.search(r'data-copy="([^"]+)"[^>]*>.*?Copy a reminder for the chat', html, re.DOTALL)
    assert told
    head, waiting, late, address = told[1].split("\n")
    assert head == "The Salt Crown, round 1"
    assert league.state.name_of(active) in waiting
    assert "takes no event" in late
    assert address.endswith(f"/l/{league.scope.pk}/map/")
    league.post("Organiser", "pause", words="snow")
    assert "Copy a reminder for the chat" not in league.see("Marta")
