"""How everybody stood after any mission: what the table showed then, and what that mission changed."""

from __future__ import annotations

import pytest

from campaigns.opr.statistics.standings_after import StandingsAfter, standings_after_page
from rules.opr.books import InForce
from rules.opr.standings import finished_missions, state_after_mission, warband_standings
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, evening, found_warband, player
from tests.factories import signed_in
from tests.pages import looking, text_of

pytestmark = pytest.mark.django_db


def table(here: Evening) -> list[tuple[int, str, int, str]]:
    seen = looking(here.scope, here.ilse)
    return [(line.rank, line.name, line.vp, line.shown) for line in warband_standings(seen.state, seen.book)]


def shown(here: Evening, mission: str) -> StandingsAfter:
    return standings_after_page(looking(here.scope, here.marta), mission)


@pytest.mark.parametrize("parallel", ["off", "on"])
def test_opr_11_after_each_mission_everybody_stood_as_the_table_showed_them_then(parallel: str) -> None:
    here = Evening(parallel_play=parallel)
    before, then, missions = table(here), [], []
    for winner, loser in ((here.bell, here.raiders), (here.raiders, here.bell), (here.raiders, here.bell)):
        missions.append(evening(here.scope, here.ilse, winner, loser))
        then.append(table(here))
    state = looking(here.scope, here.ilse).state
    book: InForce = looking(here.scope, here.ilse).book
    assert [mission.id for mission in finished_missions(state)] == missions
    for mission, was in zip(finished_missions(state), then, strict=True):
        lines = warband_standings(state_after_mission(state, book, mission), book)
        assert [(line.rank, line.name, line.vp, line.shown) for line in lines] == was
    lines = warband_standings(state_after_mission(state, book, None), book)
    assert [(line.rank, line.name, line.vp, line.shown) for line in lines] == before
    assert then[0] != then[1] != then[2]


def test_opr_11_it_says_who_gained_and_who_moved() -> None:
    here = Evening(parallel_play="on")
    jun = player(here.scope, "Jun")
    owls = found_warband(here.scope, jun, "Owls")
    first = evening(here.scope, here.ilse, here.bell, here.raiders)
    second = evening(here.scope, here.ilse, owls, here.bell)
    rows = {row.name: row for row in shown(here, second).rows}
    assert rows["Owls"].gained == 2
    assert rows["Raiders"].gained is None, "did not play in it"
    assert rows["Second Bell"].moved == 0 - (rows["Second Bell"].rank - 1)
    assert rows["Owls"].moved == 0, "who comes in has moved from nowhere"
    assert [row.name for row in shown(here, first).rows] == ["Second Bell", "Raiders"], "Owls had not played"
    assert rows["Second Bell"].mine
    assert not rows["Owls"].mine


def test_one_goes_from_mission_to_mission_and_to_the_present() -> None:
    here = Evening()
    missions = [evening(here.scope, here.ilse, here.bell, here.raiders) for _n in range(2)]
    browser = signed_in(here.marta)
    page = shown(here, missions[0])
    assert page.earlier == ""
    assert page.later == here.url(f"m/{missions[1]}/standings/")
    assert "Standings after this mission" in text_of(browser.get(here.url(f"m/{missions[0]}/")))
    assert "Standings after mission 1" in text_of(browser.get(here.url(f"m/{missions[0]}/standings/")))
    latest = text_of(browser.get(page.later))
    assert "Current standings" in latest


def test_a_mission_without_a_result_has_no_table() -> None:
    here = Evening()
    mission = here.mission()
    browser = signed_in(here.marta)
    assert browser.get(here.url(f"m/{mission}/standings/")).status_code == 404
    assert browser.get(here.url("m/s999.mission/standings/")).status_code == 404


def test_what_an_organiser_gave_by_hand_is_in_every_table() -> None:
    here = Evening()
    missions = [evening(here.scope, here.ilse, here.bell, here.raiders) for _n in range(2)]
    before = [{row.name: row.vp for row in shown(here, mission).rows} for mission in missions]
    act(here.scope, here.ilse, "give_vp", warband=here.raiders, amount=5, words="painted")
    for mission, was in zip(missions, before, strict=True):
        rows = {row.name: row.vp for row in shown(here, mission).rows}
        assert rows == {**was, "Raiders": was["Raiders"] + 5}
