"""Signs nobody sees go from whatever is named at the door, by whoever and however deep in what was sent."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine import reports
from campaigns.engine.stored.unseen import with_seen_names
from campaigns.engine.who.rights import Actor
from campaigns.models import Report
from tests import factories
from tests.campaigns import play
from tests.campaigns.api.conftest import Api
from tests.campaigns.solo.walk import new_game

pytestmark = pytest.mark.django_db
UNSEEN = ("Mar\u200bta", "Mar\u00adta", "Marta\ufe0f", "Mar\u202eta")
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467 Voss"


@pytest.mark.parametrize("name", UNSEEN)
def test_a_program_names_nothing_so_that_two_look_alike(name: str) -> None:
    scope = play.found_league()
    tom = play.player(scope, "Tom")
    hero, *others = play.band()
    units = [{**hero, "name": name}, *others]
    params = {"owner": str(tom.pk), "name": name, "units": units}
    address = f"/api/v1/leagues/{scope.pk}/act/"
    answer = Api(tom).post(address, {"procedure": "opr.found_warband", "params": params})
    assert answer.status_code == 200
    (warband,), (hero_there, *_rest) = (
        play.state_of(scope).warbands.values(),
        play.state_of(scope).units.values(),
    )
    assert (warband.name, hero_there.name) == ("Marta", "Marta")


def test_what_a_script_or_an_emoji_needs_stays_and_words_stay_as_they_are() -> None:
    sent: dict[str, Any] = {"name": FAMILY, "words": UNSEEN[0], "units": ({"name": UNSEEN[1]},), "n": 3}
    assert with_seen_names(sent) == {
        "name": FAMILY, "words": UNSEEN[0], "units": ({"name": "Marta"},), "n": 3,
    }  # fmt: skip


def test_a_report_names_its_mission_like_an_act() -> None:
    scope = play.found_league()
    by = scope.club.seats.get(role="organiser")
    bands = play.started(scope, by, "Marta", "Tom")
    facts = {"warbands": bands, "winners": bands[:1], "rounds": 4, "name": "The bri\u200bdge"}
    marta = scope.club.seats.get(name="Marta")
    reports.submit_report(scope=scope, actor=Actor(marta), procedure="opr.quick_report", facts=facts)
    assert Report.objects.get().facts["name"] == "The bridge"


def test_whoever_has_such_a_name_from_before_plays_on_under_it() -> None:
    marta = factories.new_seat(name=UNSEEN[0])
    scope = new_game(factories.signed_in(marta), marta, people=marta.name)
    assert "Marta" in {one.name for one in play.state_of(scope).sides.values()}
