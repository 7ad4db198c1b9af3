"""What an organiser is told of a league that goes on for long at its own pace, or that one warband leads."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.opr.league.length import league_ending, pace_need
from campaigns.opr.league.needs import warband_league_needs
from campaigns.opr.paper.sheet_builder import build_sheet
from rules.opr.ending import missions_left
from tests import factories
from tests.campaigns.play import act, evening, found_league, started, state_of
from tests.factories import signed_in
from tests.pages import looking, page_text

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


def test_opr_05_a_league_that_goes_on_for_long_at_its_own_pace_is_told_with_what_changes_it() -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = found_league(ilse, campaign_type="game")
    crows, foxes = started(scope, ilse, "Marta", "Tom")
    act(scope, ilse, "set_limit", number=20, words="A whole year")
    for _n in range(3):
        evening(scope, ilse, crows, foxes)
    viewer = looking(scope, ilse, "desk")
    start = viewer.state.league.started
    assert pace_need(viewer, start + 2 * WEEK) is None, "two weeks are no pace"
    need = pace_need(viewer, start + 3 * WEEK)
    assert need is not None
    assert (need.title, need.note) == (
        "At this pace the league will run for another 17 weeks",
        "3 missions played in 3 weeks, 17 to go.",
    )
    for _n in range(7):
        evening(scope, ilse, crows, foxes)
    assert pace_need(looking(scope, ilse, "desk"), start + 11 * WEEK) is None, "10 are left for 11 weeks"
    assert signed_in(ilse).get(need.url).status_code == 200


def test_a_36_where_each_warband_has_its_number_two_play_in_one_mission() -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = found_league(ilse, campaign_type="game", parallel_play="on", game_limit_scope="warband")
    crows, foxes, _toads = started(scope, ilse, "Marta", "Tom", "Jun")
    act(scope, ilse, "set_limit", number=4, words="Four each")
    viewer = looking(scope, ilse, "desk")
    assert missions_left(viewer.state, viewer.book) == 6
    evening(scope, ilse, crows, foxes)
    viewer = looking(scope, ilse, "desk")
    assert missions_left(viewer.state, viewer.book) == 5


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("total", "Marta's band reached the VP limit first and won the league."),
        ("average_wins", "is in the lead and wins."),
    ],
)
def test_a_35_who_wins_by_the_average_is_not_said_to_have_reached_the_limit_first(
    setting: str, said: str
) -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = found_league(ilse, campaign_type="point", parallel_play="on", point_limit_by=setting)
    crows, foxes, toads = started(scope, ilse, "Marta", "Tom", "Jun")
    act(scope, ilse, "set_limit", number=5, words="A short one")
    evening(scope, ilse, crows, toads)
    act(scope, ilse, "open_mission", warbands=[foxes, toads], name="")
    act(scope, ilse, "give_vp", warband=crows, amount=4, words="A prize")
    ending = league_ending(looking(scope, ilse, "desk"))
    assert ending is not None
    assert said in ending.text


def test_opr_05_a_league_counted_otherwise_or_over_has_no_missions_left() -> None:
    ilse = factories.new_organiser(name="Ilse")
    for kind in ("point", "time", "endless"):
        scope = found_league(ilse, campaign_type=kind)
        started(scope, ilse, f"Marta {kind}", f"Tom {kind}")
        viewer = looking(scope, ilse, "desk")
        assert missions_left(viewer.state, viewer.book) == 0
        assert pace_need(viewer, timezone.now() + 50 * WEEK) is None


def test_opr_11_a_warband_far_ahead_is_told_where_the_others_can_be_paired() -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = found_league(ilse, campaign_type="endless", parallel_play="on")
    crows, foxes, toads = started(scope, ilse, "Marta", "Tom", "Jun")
    for _n in range(2):
        for winner, loser in ((crows, foxes), (crows, toads), (foxes, toads)):
            evening(scope, ilse, winner, loser)
    assert [one.icon for one in warband_league_needs(looking(scope, ilse, "desk"))] == ["trophy"]
    (need,) = warband_league_needs(looking(scope, ilse, "desk"))
    warbands = state_of(scope).warbands
    assert need.title == f"{warbands[crows].name} is far ahead of everybody else"
    assert need.note.startswith(f"2.00 VP per mission; {warbands[foxes].name} is closest with 1.00.")
    assert signed_in(ilse).get(need.url).status_code == 200
    evening(scope, ilse, foxes, toads)
    assert warband_league_needs(looking(scope, ilse, "desk")) == [], "less than half a win a mission"


def test_opr_10_where_all_play_every_mission_nobody_is_told_to_pair_the_others() -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = found_league(ilse, campaign_type="endless")
    crows, foxes = started(scope, ilse, "Marta", "Tom")
    for _n in range(5):
        evening(scope, ilse, crows, foxes)
    assert warband_league_needs(looking(scope, ilse, "desk")) == []


@pytest.mark.parametrize(
    ("scope_of_limit", "note", "label"),
    [
        (
            "warband",
            "3 missions played in 3 weeks; with 20 per warband, that leaves 17 in the whole league.",
            "Missions for each warband",
        ),
        (
            "campaign",
            "3 missions played in 3 weeks, 17 of 20 to go in the whole league.",
            "Missions in the whole league",
        ),
    ],
)
def test_a_36_what_is_left_says_whose_missions_those_are(scope_of_limit: str, note: str, label: str) -> None:
    ilse = factories.new_organiser(name="Ilse")
    settings = {"parallel_play": "on", "game_limit_scope": scope_of_limit}
    scope = found_league(ilse, campaign_type="game", **settings)
    crows, foxes = started(scope, ilse, "Marta", "Tom")
    act(scope, ilse, "set_limit", number=20, words="A whole year")
    for _n in range(3):
        evening(scope, ilse, crows, foxes)
    viewer = looking(scope, ilse, "desk")
    need = pace_need(viewer, viewer.state.league.started + 3 * WEEK)
    assert need is not None
    assert need.note == note
    read = page_text(signed_in(ilse).get(need.url))
    assert label in read
    told = "for each warband" if scope_of_limit == "warband" else "in the whole league"
    chronicle = page_text(signed_in(ilse).get(f"/l/{scope.pk}/chronicle/"))
    assert f"20 missions {told}" in chronicle
    sheet = build_sheet(viewer.scope, viewer.state, viewer.state.warbands[crows], {}, "")
    assert sheet.missions_limit == (20 if scope_of_limit == "warband" else None)
