"""A league on a map rests, and goes on: everybody who plays hears who has done so, once."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Notice, NoticeKind, Seat
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from tests import factories
from tests.campaigns import play
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import play as firestorm

pytestmark = pytest.mark.django_db
BEGUN: dict[str, Any] = {"conquest": conquest.begun, "firestorm": firestorm.begun}


def heard() -> dict[str, str]:
    """Who has a new line of something done as organiser, and what it says."""
    finding.catch_up(timezone.now())
    lines = Notice.objects.filter(kind=NoticeKind.ACTED_FOR, read_at=None)
    names = dict(Seat.objects.values_list("person", "name"))
    told = {names[one.person_id]: notification_sentence(one) for one in lines}
    lines.update(read_at=timezone.now())
    return told


@pytest.fixture(params=sorted(BEGUN))
def league(request: pytest.FixtureRequest) -> Any:
    finding.catch_up(timezone.now())
    found = BEGUN[request.param]("Marta", "Kwame")
    factories.new_seat(club=found.scope.club, name="Wren", role="spectator")
    finding.catch_up(timezone.now())
    Notice.objects.all().delete()
    return found


def test_cq_21_fs_161_whoever_plays_hears_of_a_pause_once_with_who_and_what_rests(league: Any) -> None:
    organiser, game = league.seats["Organiser"].name, league.scope.game
    play.act(league.scope, league.seats["Organiser"], "pause", words="summer")
    paused = f"{organiser} did this as organiser: The league is paused (summer). Deadlines and requests rest"
    told = heard()
    assert set(told) == {"Marta", "Kwame"}
    assert all(one.startswith(paused) for one in told.values()), (game, told)
    place = notification_target_url(Notice.objects.filter(kind=NoticeKind.ACTED_FOR).latest("pk"))
    assert place == reverse("campaigns:league", args=[league.scope.pk])
    assert heard() == {}
    play.act(league.scope, league.seats["Organiser"], "resume")
    told = heard()
    assert set(told) == {"Marta", "Kwame"}
    assert all("The league continues. Deadlines have moved" in one for one in told.values())
    assert heard() == {}


def test_cq_21_whose_empire_is_gone_hears_of_no_pause() -> None:
    league = conquest.at_battles("Marta", "Kwame", "Tarn")
    own, realms = str(league.seats["Tarn"].pk), play.state_of(league.scope).realms.values()
    (gone,) = [one.id for one in realms if one.owner == own]
    play.act(league.scope, league.seats["Tarn"], "leave", realm=gone)
    finding.catch_up(timezone.now())
    Notice.objects.all().delete()
    play.act(league.scope, league.seats["Organiser"], "pause", words="summer")
    assert set(heard()) == {"Marta", "Kwame"}
