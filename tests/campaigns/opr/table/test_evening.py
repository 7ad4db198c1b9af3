"""An evening at the table through the pages: set up, play, report, confirm, walk the steps."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaigns.engine.stored.journal import reconcile
from campaigns.leagues import clock
from campaigns.models import Report
from tests import factories
from tests.campaigns.opr.table.evening import Evening, roll_on
from tests.campaigns.play import act, played, state_of
from tests.pages import page_of, tight

pytestmark = pytest.mark.django_db


def test_a_whole_evening_through_the_pages() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    opened = marta.post(here.url("missions/new/"), {"warband": [here.bell, here.raiders], "name": "The Ford"})
    assert opened.status_code == 302
    mission = opened["Location"]
    assert "The Ford" in tight(marta.get(mission))
    for client, warband in ((marta, here.bell), (tom, here.raiders)):
        fielded = {"warband": warband, "unit": here.units(warband)}
        assert client.post(f"{mission}do/field/", fielded).status_code == 302
        roll_on(client, client.post(f"{mission}do/objective/", {"warband": warband}))
    assert marta.post(f"{mission}do/begin/").status_code == 302
    asked = marta.post(f"{mission}do/round/", {"round": 1})["Location"]
    assert marta.post(asked, {"key": "event-check", "value": "1"}).status_code == 302  # no event tonight
    victim, killer = here.units(here.raiders)[1], here.units(here.bell)[0]
    assert marta.post(f"{mission}out/", {"victim": victim, "killer": killer, "melee": 1}).status_code == 302
    assert "out, round 1" in tight(tom.get(mission))
    form = tight(marta.get(f"{mission}result/"))
    assert f'name="out:{victim}" value="1" checked' in form
    told = {"winner": here.bell, "rounds": 4, f"out:{victim}": 1, f"by:{victim}": killer, "once": "r1"}
    sent = marta.post(f"{mission}result/", told)
    assert sent.status_code == 302, tight(sent)
    assert state_of(here.scope).warbands[here.bell].vp == 0
    assert tom.post(sent["Location"], {"confirm": 1}).status_code == 302
    assert state_of(here.scope).warbands[here.bell].vp == 2
    for client, warband in ((marta, here.bell), (tom, here.raiders)):
        step = f"{mission}steps/{warband}/"
        for what in ("casualties", "experience", "close_upgrades", "close_recruiting"):
            assert client.get(step).status_code == 200
            done = client.post(step, {"do": what})
            assert done.status_code == 302, tight(done)
            roll_on(client, done)
    state = state_of(here.scope)
    assert {side.step for m in state.missions.values() for side in m.sides} == {"done"}
    assert reconcile(here.scope) == []


def test_a_report_sent_twice_is_one_report() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    told = {"winner": here.bell, "rounds": 4, "once": "same"}
    address = here.url(f"report/?w={here.bell}&w={here.raiders}")
    first, second = marta.post(address, told), marta.post(address, told)
    assert first["Location"] == second["Location"]
    assert Report.objects.count() == 1


def test_a_disputed_report_waits_for_the_organiser() -> None:
    here = Evening()
    marta, tom, ilse = here.browser(here.marta), here.browser(here.tom), here.browser(here.ilse)
    told = {"winner": here.bell, "rounds": 4, "once": "x"}
    sent = marta.post(here.url(f"report/?w={here.bell}&w={here.raiders}"), told)
    assert tom.post(sent["Location"], {"dispute": 1, "words": "We won."}).status_code == 302
    page = tight(ilse.get(sent["Location"]))
    assert page.index("Marta says") < page.index("Tom says") < page.index("We won.")
    assert "disputed it" in page
    assert "to decide on Marta’s disputed report" in tight(tom.get(here.url()))
    assert ilse.post(sent["Location"], {"confirm": 1}).status_code == 302
    assert "disputed report" not in tight(tom.get(here.url()))
    assert state_of(here.scope).warbands[here.bell].vp == 2
    assert marta.post(sent["Location"], {"withdraw": 1}).status_code == 409


def test_a_dispute_is_not_overruled_by_whoever_reported() -> None:
    here = Evening()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    address = marta.post(here.quick, {"winner": here.bell, "rounds": 4, "once": "x"})["Location"]
    tom.post(address, {"dispute": 1, "words": "We won."})
    refused = marta.post(address, {"at_table": 1})
    assert refused.status_code == 409
    assert "This report is disputed." in tight(refused)
    assert "Agreed at the table" not in tight(marta.get(address))
    assert state_of(here.scope).warbands[here.bell].vp == 0
    assert tom.post(address, {"confirm": 1}).status_code == 302
    assert state_of(here.scope).warbands[here.bell].vp == 2


def test_the_reporter_does_not_confirm_their_own_report() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    told = {"winner": here.bell, "rounds": 4, "once": "x"}
    sent = marta.post(here.url(f"report/?w={here.bell}&w={here.raiders}"), told)
    assert marta.post(sent["Location"], {"confirm": 1}).status_code == 403
    assert marta.post(sent["Location"], {"at_table": 1}).status_code == 302


def test_opr_56_an_upgrade_that_gave_points_back_is_listed_with_a_true_minus() -> None:
    here = Evening()
    mission = played(here.scope, here.ilse, here.bell, here.raiders)
    at = {"mission": mission, "warband": here.bell}
    for step in ("casualties", "experience"):
        act(here.scope, here.marta, step, **at)
    marta, step = here.browser(here.marta), here.url(f"m/{mission}/steps/{here.bell}/")
    told = {"do": "buy", "unit": here.units(here.bell)[1], "label": "Rust", "price": "-10", "once": "b"}
    assert marta.post(step, told).status_code == 302
    listed = [one.price for unit in page_of(marta.get(step)).units for one in unit.items]
    assert listed == ["−10"]


@pytest.mark.parametrize("tail", ["", "missions/", "missions/new/", "chronicle/", "report/"])
def test_a_stranger_meets_404(tail: str) -> None:
    here = Evening()
    stranger = here.browser(factories.new_organiser(name="Nobody"))
    assert stranger.get(here.url(tail)).status_code == 404
    assert Client().get(here.url(tail)).status_code in (302, 404)


def test_a_spectator_only_watches() -> None:
    here = Evening()
    mission = act(here.scope, here.marta, "open_mission", warbands=[here.bell, here.raiders]).slot
    key = f"{mission}.mission"
    act(here.scope, here.marta, "begin", mission=key)
    wren = factories.new_seat(club=here.scope.club, name="Wren", role="spectator")
    told = {"victim": here.units(here.raiders)[0], "killer": here.units(here.bell)[0]}
    assert here.browser(wren).get(here.url(f"m/{key}/")).status_code == 200
    assert here.browser(wren).post(here.url(f"m/{key}/out/"), told).status_code in (403, 404)
    forms = [here.url(one) for one in (f"m/{key}/result/", f"m/{key}/out/", "missions/new/")]
    for form in forms:
        assert here.browser(here.marta).get(form).status_code == 200
    report = here.url("report/")
    assert here.browser(here.marta).get(report)["Location"] == forms[0]  # what has begun is reported there
    for form in (*forms, report):
        assert here.browser(wren).get(form).status_code == 404


def test_a_silent_report_of_a_league_that_was_closed_waits_for_nobody() -> None:
    here = Evening()
    marta = here.browser(here.marta)
    address = marta.post(here.quick, {"winner": here.bell, "rounds": 4, "once": "x"})["Location"]
    act(here.scope, here.ilse, "close", words="it is over")
    sent = Report.objects.get()
    assert not clock.clock_tick(sent.due)
    sent.refresh_from_db()
    assert sent.status == "withdrawn"
    page = tight(marta.get(address))
    assert "The league is over, so this report does not count." in page
    assert "Withdrawn" not in page


def test_opr_06_no_round_begins_in_a_league_that_was_closed() -> None:
    here = Evening()
    mission, marta = here.mission(), here.browser(here.marta)
    assert "is being played" in tight(marta.get("/"))
    act(here.scope, here.ilse, "close", words="it is over")
    asked = marta.post(here.url(f"m/{mission}/do/round/"), {"round": 1})
    assert asked.status_code == 409
    assert "The league is over; this no longer counts." in tight(asked)
    assert "is being played" not in tight(marta.get("/"))


@pytest.mark.parametrize("typed", ["99", "soon", "-1", "0"])
def test_opr_31_a_concession_nobody_can_read_is_asked_for_again(typed: str) -> None:
    here = Evening()
    marta = here.browser(here.marta)
    told = {"winner": here.bell, "rounds": 4, "once": "x", f"conceded:{here.raiders}": typed}
    sent = marta.post(here.quick, told)
    assert sent.status_code == 409
    assert "In which round did Raiders concede? A number from 1 to 4." in tight(sent)
    field = re.findall(f'<input[^>]*name="conceded:{here.raiders}"[^>]*>', tight(sent))[0]
    assert all(one in field for one in (f'value="{typed}"', 'aria-invalid="true"', "aria-describedby="))
    assert not Report.objects.exists()
    assert marta.post(here.quick, told | {f"conceded:{here.raiders}": "4"}).status_code == 302
