"""The report of a game against the app is corrected like any other."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Correction
from campaigns.opr.past import app_facts
from tests.campaigns import play
from tests.campaigns.past import AT_ONCE, Past, committed, drafted
from tests.factories import signed_in

pytestmark = pytest.mark.django_db


def reported(league: Past, **more: object) -> str:
    """Marta's warband lost to the app, a unit of hers fell and one of the app's; its mission."""
    hers = league.state.warbands[league.bell].units
    said = {"warbands": [league.bell], "won": False, "rounds": 4, "kills": [{"victim": hers[1], "round": 2}]}
    taken = [{"killer": hers[0], "hero": False, "round": 3}]
    outcome = play.act(league.scope, league.ilse, "app_report", **said, app_kills=taken, **more)
    return f"{outcome.slot}.mission"


def test_solo_77_who_won_who_fell_and_who_took_out_whom_are_corrected(league: Past) -> None:
    mission = reported(league)
    _hero, fallen, other = league.state.warbands[league.bell].units
    url = f"/entries/{league.entry('app_report').seq}/facts/"
    page = league.organiser.get(league.url + url)
    assert {one.name: one.value() for one in page.context["form"]} == {
        "won": "no", "rounds": 4, "lost": [fallen], "taken": ["0"],
    }  # fmt: skip
    wrong = league.organiser.post(league.url + url, {"won": "", "rounds": "99"})
    assert wrong.status_code == 422
    assert wrong.context["form"].errors == {
        "won": ["Tap one of the answers."],
        "rounds": ["In which round? A number from 1 to 20."],
    }
    assert wrong.context["form"]["rounds"].value() == "99"
    before = league.state.warbands[league.bell].vp
    said: dict[str, Any] = {"won": "yes", "rounds": "5", "lost": [other], "taken": ["0", f"hero:{fallen}"]}
    told = committed(league, drafted(league, url, **said), "we mixed up the sides")
    assert "we mixed up the sides" in told
    state = league.state
    found = state.missions[mission]
    assert (found.winner, found.round) == (league.bell, 5)
    assert [kill.victim for kill in found.kills if kill.victim in state.units] == [other]
    assert (before, state.warbands[league.bell].vp) == (0, 2)
    assert Correction.objects.get().status == "committed"
    assert reconcile(league.scope) == []


def test_opr_30_one_round_without_a_loss_is_asked_about_before_the_draft(league: Past) -> None:
    reported(league)
    url = f"/entries/{league.entry('app_report').seq}/facts/"
    said: dict[str, Any] = {"won": "yes", "rounds": "1"}
    asked = league.organiser.post(league.url + url, said)
    assert (asked.status_code, Correction.objects.count()) == (422, 0)
    assert AT_ONCE in asked.content.decode()
    assert 'name="sure" value="1"' in asked.content.decode()
    drafted(league, url, **said, sure="1")
    taken = {**said, "taken": [f"unit:{league.state.warbands[league.bell].units[0]}"]}
    drafted(league, url, **taken)  # somebody fell, of the app's


def test_opr_33_an_event_told_with_it_that_was_none_is_taken_back(league: Past) -> None:
    events = [{"round": 1, "code": 65, "warband": league.bell}, {"round": 2, "code": 64,
              "warband": league.bell, "number": 3}]  # fmt: skip
    before = league.state.warbands[league.bell]
    reported(league, events=events)
    assert league.state.warbands[league.bell].vp == before.vp + 1
    url = f"/entries/{league.entry('app_report').seq}/facts/"
    page = league.organiser.get(league.url + url)
    told = page.context["form"].fields["events"]
    assert [words for _n, words in told.options] == ["Round 1: Lucky Find", "Round 2: Coward’s Reward"]
    hers = before.units
    said: dict[str, Any] = {"won": "no", "rounds": "4", "lost": [hers[1]], "taken": ["0"], "events": ["1"]}
    committed(league, drafted(league, url, **said), "that was another evening")
    after = league.state.warbands[league.bell]
    assert (after.vp, after.pool - before.pool) == (before.vp, 40 + 15)
    assert reconcile(league.scope) == []


def test_solo_77_a_neutral_figure_s_end_outlives_the_correction() -> None:
    last = {"victim": "neutral:e5.event", "killer": "u1"}
    params = {"won": False, "kills": [{"victim": "u2", "round": 2}, last]}
    said = app_facts.app_report_params(params, {"won": "yes", "rounds": 4, "lost": [], "taken": []})
    assert said["kills"] == [last]


def test_nobody_but_an_organiser_corrects_it(league: Past) -> None:
    reported(league)
    url = f"{league.url}/entries/{league.entry('app_report').seq}/facts/"
    assert signed_in(league.mate).get(url).status_code == 404


def test_solo_82_a_game_against_somebody_s_own_warband_is_corrected_for_both(league: Past) -> None:
    scope, ilse = league.scope, league.ilse
    bands = [league.bell, league.raiders, league.lamps]
    opened = play.act(scope, ilse, "open_mission", warbands=bands)
    mission = f"{opened.slot}.mission"
    play.act(scope, ilse, "begin", mission=mission)
    hers, theirs = (league.state.warbands[one].units for one in bands[:2])
    fell = {"victim": hers[1], "killer": theirs[0], "round": 2, "melee": True}
    said = {"warbands": bands[:1], "against": bands[1:2], "won": False, "kills": [fell]}
    play.act(scope, ilse, "app_report", mission=mission, **said)
    assert [league.state.warbands[one].vp for one in bands] == [0, 2, 0]
    url = f"/entries/{league.entry('app_report').seq}/facts/"
    won, rounds, lost, _taken = league.organiser.get(league.url + url).context["form"]
    there = [*hers, *theirs]  # whoever had no part in it lost nobody either
    assert (won.value(), rounds.value(), lost.value()) == ("no", 4, [hers[1]])
    assert [unit for unit, _name in lost.field.options] == there
    now: dict[str, Any] = {"won": "yes", "rounds": "6", "lost": [hers[1], theirs[2]]}
    draft = drafted(league, url, **now)
    shown = league.organiser.get(draft).context["page"].rows
    assert ("winner", "Tom's band", "Marta's band") in [(row.why, row.before, row.after) for row in shown]
    committed(league, draft, "the app lost it")
    state = league.state
    found = state.missions[mission]
    assert (found.winner, found.round, found.side(league.lamps).skipped) == (league.bell, 6, True)
    assert {kill.victim: (kill.killer, kill.melee) for kill in found.kills} == {
        hers[1]: (theirs[0], True),
        theirs[2]: ("", False),
    }
    assert [state.warbands[one].vp for one in bands] == [2, 0, 0]
    assert {side.warband: side.casualties for side in found.sides if side.casualties} == {
        league.bell: (hers[1],),
        league.raiders: (theirs[2],),
    }
    assert reconcile(scope) == []


def test_a_game_that_never_happened_is_called_so_with_all_that_followed_it(league: Past) -> None:
    mission = reported(league)
    thrown = play.act(league.scope, league.ilse, "casualties", mission=mission, warband=league.bell)
    play.answer_all(league.scope, league.ilse, thrown)
    draft = drafted(league, f"/m/{mission}/never/")
    assert league.organiser.get(draft).context["page"].title == "Mission 1 never happened"
