"""The list of missions: who won and when, those that are open, one's own; and who plays whom."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.models import Seat
from campaigns.people.seats import remove_seat
from campaigns.shell.what_now import what_now
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import found_warband, player, state_of
from tests.factories import new_organiser, signed_in
from tests.pages import looking, text_of, tight

pytestmark = pytest.mark.django_db


def played() -> Evening:
    """A mission of Marta and Tom is over, Tom and Ada play another."""
    here = Evening(parallel_play="on", late_joiners="on")
    play.evening(here.scope, here.ilse, here.bell, here.raiders)
    ada = found_warband(here.scope, player(here.scope, "Ada"), "The Late Lamps")
    play.act(here.scope, here.tom, "open_mission", warbands=[here.raiders, ada])
    return here


def listed(here: Evening, only: str) -> list[str]:
    page = here.browser(here.marta).get(here.url(f"missions/?only={only}"))
    return [f"{card.name} {card.sides}" for card in page.context["cards"]]


def test_a_mission_that_is_over_says_who_won_and_when() -> None:
    here = played()
    over = next(one for one in state_of(here.scope).missions.values() if one.finished)
    text = here.browser(here.marta).get(here.url("missions/")).content.decode()
    assert f"{state_of(here.scope).warbands[over.winner].name} won" in text
    assert f"{over.finished.astimezone(ZoneInfo(here.scope.time_zone)):%-d %b}" in text


def test_a_mission_says_its_sides_once_whether_it_has_a_name_or_not() -> None:
    here = Evening()
    play.evening(here.scope, here.ilse, here.bell, here.raiders)
    play.act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders], name="The Ford")
    told = listed(here, "")
    assert sum("The Ford" in one for one in told) == 1
    assert [one.count("Raiders") for one in told] == [1, 1]


def test_the_list_is_filtered_by_open_and_by_mine() -> None:
    here = played()
    assert len(listed(here, "")) == 2
    assert ["Late Lamps" in one for one in listed(here, "open")] == [True]
    assert ["Second Bell" in one for one in listed(here, "mine")] == [True]


def test_who_plays_is_asked_with_people_beside_their_warbands() -> None:
    here = played()
    text = here.browser(here.ilse).get(here.url("missions/new/")).content.decode()
    for words in ("Second Bell", "Marta", "Raiders", "Tom", "The Late Lamps", "Ada"):
        assert f"<bdi>{words}</bdi>" in text


def test_where_somebody_would_be_missing_an_organiser_sees_what_follows_and_lets_them_play() -> None:
    here = Evening()
    ada = found_warband(here.scope, player(here.scope, "Ada"), "The Late Lamps")
    asked = {"warband": [here.bell, here.raiders]}
    for who, shown in ((here.marta, False), (here.ilse, True)):
        refused = here.browser(who).post(here.url("missions/new/"), asked)
        assert refused.status_code == 409
        text = text_of(refused)
        assert "The Late Lamps would be missing" in text
        assert "Parallel play" in text
        assert ("Let people play when they have time?" in text) is shown
        assert ("Go to the setting" in text, "See who can change it" in text) == (shown, not shown)
    ranking = {one.name: (one.now, one.then) for one in refused.context["ranking"]}
    assert len(ranking) == 3
    marta = here.browser(here.marta).post(here.url("missions/new/"), {**asked, "loose": "1"})
    assert marta.status_code == 409, "a player changes no setting by it"
    alone = {"warband": [here.bell], "loose": "1"}
    assert here.browser(here.ilse).post(here.url("missions/new/"), alone).status_code in (409, 422)
    settings = dict(state_of(here.scope).league.settings)
    assert "parallel_play" not in settings, "what is refused changes no setting"
    opened = here.browser(here.ilse).post(here.url("missions/new/"), {**asked, "loose": "1"})
    assert "/m/" in opened["Location"]
    state = state_of(here.scope)
    assert dict(state.league.settings)["parallel_play"] == "on"
    (mission,) = state.missions.values()
    assert ada not in mission.warbands


# What a refusal leads to


def way_of(here: Evening, who: Seat, answer: Any) -> tuple[str, str]:
    """The address and the words of the button beside a refusal."""
    assert answer.status_code == 409
    way = what_now(here.at(who), answer.context["refused"])
    assert way is not None
    assert "parts/refusal.html" in [one.name for one in answer.templates]
    return way.url, way.words


def test_a_refusal_leads_to_the_mission_and_to_the_step_that_is_in_the_way() -> None:
    here = Evening(open_steps="refused")
    asked, mission = {"warband": [here.bell, here.raiders]}, here.mission()
    browser = here.browser(here.marta)
    address = reverse("campaigns:mission", args=[here.scope.pk, mission])
    again = browser.post(here.url("missions/new/"), asked)
    assert way_of(here, here.marta, again) == (address, "View it")
    reports.agree_report(
        reports.submit_report(
            scope=here.scope, actor=Actor(here.marta), procedure="opr.result",
            facts={"mission": mission, "winners": [here.bell], "rounds": 4},
        ),
        Actor(here.tom),
    )  # fmt: skip
    refused = browser.post(here.url("missions/new/"), asked)
    step = reverse("campaigns:step", args=[here.scope.pk, mission, here.bell])
    assert way_of(here, here.marta, refused) == (step, "Roll for casualties")
    theirs = here.browser(here.tom).post(here.url("missions/new/"), asked)
    assert way_of(here, here.tom, theirs)[1] == "View it", "it is Marta’s to roll"


def test_a_refusal_before_the_start_leads_to_the_league_or_to_who_starts_it() -> None:
    ilse = new_organiser(name="Ilse")
    scope = play.found_league(ilse)
    tom = player(scope, "Tom")
    asked = {"warband": [found_warband(scope, one, one.name) for one in (ilse, tom)]}
    people = reverse("people:people", args=[scope.club.slug])
    for who, wanted in (
        (ilse, (f"/l/{scope.pk}/", "Go to the league")),
        (tom, (people, "See who can change it")),
    ):
        answer = signed_in(who).post(f"/l/{scope.pk}/missions/new/", asked)
        assert answer.status_code == 409
        way = what_now(looking(scope, who, "missions"), answer.context["refused"])
        assert way is not None
        assert (way.url, way.words) == wanted


def test_the_setting_a_refusal_leads_to_stands_open() -> None:
    here = Evening()
    page = here.browser(here.ilse).get(here.url("settings/?setting=late_joiners"))
    assert "late_joiners" in [one.setting.key for one in page.context["groups"].open]
    assert "Changed:" not in text_of(page)


def test_nobody_who_was_removed_is_offered_for_a_mission_that_one_may_stay_away_from() -> None:
    here = Evening(parallel_play="on", late_joiners="on")
    pip = found_warband(here.scope, player(here.scope, "Pip"), "Lanterns")
    remove_seat(by=here.ilse, seat=here.tom)
    offered = tight(here.browser(here.ilse).get(here.url("missions/new/")))
    assert all(f'value="{one}"' in offered for one in (here.bell, pip))
    assert f'value="{here.raiders}"' not in offered


def test_a_place_with_too_long_a_name_is_said_beside_its_field_and_never_cut() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    assert "maxlength" not in tight(marta.get(here.url("missions/new/")))
    sent = marta.post(here.url("missions/new/"), {"warband": [here.bell, here.raiders], "name": "x" * 121})
    assert sent.status_code == 422
    assert "120" in str(sent.context["form"].errors["name"])
    assert state_of(here.scope).missions == {}
