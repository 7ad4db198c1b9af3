"""A league with a past to correct, and the three people who look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Scope, Seat
from tests import factories
from tests.campaigns import play
from tests.scenario import scenario

AT_ONCE = "Only one round, no unit out and nobody conceded. Did the mission really end like that?"


@dataclass
class Past:
    """Two warbands, one mission with a casualty whose die was typed by hand."""

    scope: Scope
    ilse: Seat
    mate: Seat
    bell: str
    raiders: str
    lamps: str
    mission: str = ""
    victim: str = ""
    die: str = ""

    @property
    def url(self) -> str:
        return f"/l/{self.scope.pk}"

    @property
    def organiser(self) -> Client:
        return factories.signed_in(self.ilse)

    def entry(self, procedure: str) -> Entry:
        return Entry.objects.filter(scope=self.scope, procedure=f"opr.{procedure}", void=False).latest("seq")

    @property
    def state(self) -> Any:
        return play.state_of(self.scope)


@pytest.fixture
def league(db: None) -> Past:
    return just_started()


@pytest.fixture
def past(db: None) -> Past:
    return with_a_past()


@scenario
def with_a_past() -> Past:
    return with_a_mission(just_started())


@scenario
def just_started() -> Past:
    """A league that has just started."""
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, parallel_play="on", campaign_type="endless")
    bell, raiders, lamps = play.started(scope, ilse, "Marta", "Tom", "Jun")
    return Past(scope, ilse, play.player(scope, "Wren"), bell, raiders, lamps)


def with_a_mission(league: Past) -> Past:
    """One mission was played; somebody typed a 1 for a unit that is dead of it."""
    scope, ilse = league.scope, league.ilse
    league.victim = league.state.warbands[league.raiders].units[1]
    killer = league.state.warbands[league.bell].units[0]
    league.mission = play.played(scope, ilse, league.bell, league.raiders, kills={league.victim: killer})
    opened = play.act(scope, ilse, "casualties", mission=league.mission, warband=league.raiders)
    league.die = opened.questions[0].key
    door.answer_question(scope.pk, Actor(ilse), opened.slot, league.die, 1)
    return league


def drafted(past: Past, where: str, **form: str) -> str:
    """Start a draft on the page `where` and return its address."""
    answer = past.organiser.post(f"{past.url}{where}", form)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def committed(past: Past, draft: str, why: str = "we mixed up the two beasts") -> str:
    """Commit what the draft's page shows; the page that tells of it."""
    fingerprint = past.organiser.get(draft).context["page"].fingerprint
    answer = past.organiser.post(
        draft, {"commit": "1", "fingerprint": fingerprint, "words": why}, follow=True
    )
    assert answer.status_code == 200, answer.context["refused"]
    return answer.content.decode()
