"""Closing a league before its end: offered to organisers of a running league, once, and then it is over."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from campaigns.engine import door, reports
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.leagues.organise_page import league_organise_page
from campaigns.models import Notice, NoticeKind, Report, ReportStatus
from campaigns.notices.found.finding import catch_up
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people.seats import invite
from rules.engine.refusals import Refused
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, player, state_of
from tests.factories import todos_for
from tests.pages import text_of, told_in

pytestmark = pytest.mark.django_db
WHY = {"close": "1", "words": "the hall is being rebuilt"}


def test_opr_08_the_organiser_closes_a_running_league() -> None:
    here = Evening()
    here.mission()
    assert "New mission" in here.browser(here.marta).get(here.url("missions/")).content.decode()
    settings, ilse = here.url("settings/"), here.browser(here.ilse)
    assert "Close it for good" in text_of(ilse.get(settings))
    assert ilse.post(settings, WHY)["Location"] == here.url(""), "which says that it is over"
    assert state_of(here.scope).league.status == "ended"
    assert "Close it for good" not in text_of(ilse.get(settings))
    assert "the hall is being rebuilt" in text_of(ilse.get(here.url("chronicle/")))
    again = ilse.post(settings, WHY)
    assert again.status_code == 409
    assert again.context["refused"].rule == "OPR-08"
    league = text_of(ilse.get(here.url("")))
    assert "The league is over: Second Bell and Raiders share the win." in league
    assert "Nobody: the league is over." in league
    assert "Where everybody stands" not in text_of(ilse.get(here.url("desk/"))), "nobody has a step left"
    line = told_in(here.scope, here.marta)[0]
    assert line.startswith("The league is over")
    assert line.endswith("(the hall is being rebuilt).")
    assert "Invite" not in league
    assert "New mission" not in here.browser(here.marta).get(here.url("missions/")).content.decode()
    told = {"warband": [here.bell, here.raiders]}
    assert here.browser(here.marta).post(here.url("missions/new/"), told).status_code == 409
    assert reconcile(here.scope) == []


def test_a_57_what_falls_is_listed_before_the_tap_and_falls_with_it() -> None:
    here = Evening()
    settings, ilse = here.url("settings/"), here.browser(here.ilse)
    waiting = reports.submit_report(
        scope=here.scope,
        actor=Actor(here.marta),
        procedure="opr.quick_report",
        facts={"warbands": [here.bell, here.raiders], "winners": [here.bell], "rounds": 4},
    )
    mission = here.mission()
    page = text_of(ilse.get(settings))
    assert "1 report waiting for an answer" in page
    assert "Mission 1, " in page
    assert "Bell and Raiders are level at the top and share the win." in page
    assert ilse.post(settings, {"close": "1"}).status_code == 422  # it takes a reason
    assert state_of(here.scope).league.status == "running"
    assert ilse.post(settings, WHY)["Location"] == here.url("")  # where it stands that it is over
    assert state_of(here.scope).missions[mission].status == "abandoned"
    assert Report.objects.get(pk=waiting.pk).status == ReportStatus.WITHDRAWN
    assert reconcile(here.scope) == []


def test_a_57_it_is_offered_when_one_side_is_left() -> None:
    here = Evening()
    ilse = here.browser(here.ilse)
    assert "is left" not in text_of(ilse.get(here.url("desk/")))
    act(here.scope, here.tom, "disband_warband", warband=here.raiders)
    assert "Only Second Bell is left" in text_of(ilse.get(here.url("desk/")))


def test_nobody_else_closes_it() -> None:
    here = Evening()
    assert here.browser(here.marta).post(here.url("settings/"), WHY).status_code in (403, 404)
    assert state_of(here.scope).league.status == "running"


def test_opr_05_the_rules_of_a_league_that_is_over_stay_and_no_seats_are_offered() -> None:
    here = Evening()
    here.mission()
    settings, ilse = here.url("settings/"), here.browser(here.ilse)
    invite(by=here.ilse, scope=here.scope)
    assert "Invitation" in text_of(ilse.get(here.url("desk/")))
    ilse.post(settings, WHY)
    assert "Invitation" not in text_of(ilse.get(here.url("desk/")))
    page = text_of(ilse.get(settings))
    assert "The league is over." in page
    assert "A change goes into the chronicle" not in page
    refused = ilse.post(settings, {"key": "parallel_play", "value": "on"})
    assert refused.status_code == 409
    assert refused.context["refused"].rule == "OPR-05"


def test_everybody_in_a_league_hears_once_that_it_is_over() -> None:
    catch_up(timezone.now())
    here = Evening()
    here.mission()
    here.browser(here.ilse).post(here.url("settings/"), WHY)
    for _ in range(2):
        catch_up(timezone.now())
    told = [one for one in Notice.objects.filter(kind=NoticeKind.RESULT) if one.key.endswith("-over")]
    assert {one.person_id for one in told} == {here.marta.person_id, here.tom.person_id}
    over = f"{here.scope.name} is over: Second Bell and Raiders share the win"
    assert {notification_sentence(one) for one in told} == {over}


def test_opr_20_organise_lists_no_step_that_no_home_owes_once_the_league_is_over() -> None:
    here = Evening()
    act(here.scope, here.ilse, "quick_report", warbands=[here.bell, here.raiders], winners=[here.bell])
    assert [one.what for one in league_organise_page(here.at(here.ilse, "desk")).standing] != []
    assert [one.title for one in todos_for(here.tom)] != []
    here.browser(here.ilse).post(here.url("settings/"), WHY)
    page = league_organise_page(here.at(here.ilse, "desk"))
    assert (page.standing, page.needs, todos_for(here.tom)) == ((), (), [])


@pytest.mark.parametrize("words", ["Pip ran.", ""])
@pytest.mark.parametrize("how", ["closed", "withdrawn", "called off"])
def test_a_57_a_disputed_report_says_what_ended_it(how: str, words: str) -> None:
    here = Evening()
    mission = here.mission()
    told: dict[str, Any] = {"mission": mission, "winners": [here.bell], "rounds": 4}
    sent = reports.submit_report(
        scope=here.scope, actor=Actor(here.marta), procedure="opr.result", facts=told
    )
    reports.dispute_report(sent, Actor(here.tom), words)
    if how == "withdrawn":
        reports.withdraw_report(sent, Actor(here.marta))
    if how == "called off":
        act(here.scope, here.ilse, "abandon", mission=mission, words="the hall closes")
    else:
        act(here.scope, here.ilse, "close", words="it is over")
    page = text_of(here.browser(here.marta).get(here.url(f"reports/{sent.pk}/")))
    ended = {"closed": "The league was over", "called off": "The game was called off"}
    if how == "withdrawn":
        assert "Withdrawn. None of it counts." in page
        return
    assert f"{ended[how]} before anybody decided, so this report does not count." in page
    assert ("Tom disputed it: Pip ran." in page) == bool(words)
    assert "Withdrawn" not in page


def test_a_57_what_was_left_open_says_that_the_league_is_over_and_organise_says_so_first() -> None:
    here = Evening()
    ilse, tom = here.browser(here.ilse), here.browser(here.tom)
    told = {"warbands": [here.bell, here.raiders], "winners": [here.bell], "rounds": 4}
    waiting = reports.submit_report(
        scope=here.scope, actor=Actor(here.marta), procedure="opr.quick_report", facts=told
    )
    newcomer = player(here.scope, "Zoe")
    asked = {"warband": here.bell, "owner": str(newcomer.pk), "words": "away"}
    door.act(here.scope.pk, Actor(here.marta), "opr.hand_over", asked)
    listed = text_of(ilse.get(here.url("settings/")))
    assert "Marta would like to hand over the warband “Second Bell”." in listed
    ilse.post(here.url("settings/"), WHY)
    said = "The league is over, so this report does not count."
    assert said in text_of(tom.get(here.url(f"reports/{waiting.pk}/")))
    with pytest.raises(Refused, match=said):
        reports.agree_report(waiting, Actor(here.tom))
    desk = text_of(ilse.get(here.url("desk/")))
    assert "All is well" not in desk
    assert "The league is over" in desk
    assert "the hall is being rebuilt" in desk
    assert "Ended by Ilse on " in desk


def test_a_report_its_own_player_withdrew_still_says_so_once_the_league_is_over() -> None:
    here = Evening()
    told = {"warbands": [here.bell, here.raiders], "winners": [here.bell], "rounds": 4}
    sent = reports.submit_report(
        scope=here.scope, actor=Actor(here.marta), procedure="opr.quick_report", facts=told
    )
    reports.withdraw_report(sent, Actor(here.marta))
    here.browser(here.ilse).post(here.url("settings/"), WHY)
    with pytest.raises(Refused, match="This report was withdrawn"):
        reports.agree_report(sent, Actor(here.tom))


def test_opr_05_no_warband_is_handed_over_or_disbanded_once_the_league_is_over() -> None:
    here = Evening()
    jun = player(here.scope, "Jun")
    given = {"hand_over-owner": jun.pk, "hand_over-words": "moved away"}
    change, ilse, marta = here.url(f"w/{here.bell}/change/"), here.ilse, here.marta
    asked = here.browser(marta).post(change, {"act": "hand_over", **given})["Location"]
    here.browser(ilse).post(here.url("settings/"), WHY)
    hero = next(one for one in state_of(here.scope).sheet(here.bell) if one.hero).id
    for one in (marta, ilse):
        page = here.browser(one).get(change)
        assert not {"hand_over", "disband_warband"} & {form.prefix for form in page.context["forms"]}
        assert "To give this warband to another player" not in text_of(page)
        assert "Hand over to somebody else" not in text_of(here.browser(one).get(here.url(f"w/{here.bell}/")))
        of_unit = here.url(f"u/{hero}/change/")
        assert "join_unit" not in {form.prefix for form in here.browser(one).get(of_unit).context["forms"]}
        late: list[tuple[str, dict[str, Any]]] = [
            (change, {"act": "hand_over", **given}),
            (change, {"act": "disband_warband", "disband_warband-sure": "on"}),
            (of_unit, {"act": "join_unit", "join_unit-to": ""}),
        ]
        for at, sent in late:
            refused = here.browser(one).post(at, sent)
            assert refused.status_code == 409
            assert "This league is over. You can still read everything in it." in text_of(refused)
    answered = here.browser(jun).post(asked, {"accept": "1"})
    assert answered.status_code == 409
    assert "It can no longer be done." in text_of(answered)
    with pytest.raises(Refused, match="The league is over"):
        act(here.scope, marta, "disband_warband", warband=here.bell)
    held = state_of(here.scope).warbands[here.bell]
    assert (held.status, held.owner) == ("active", str(marta.pk))


def test_opr_18_a_name_is_moderated_after_the_end_too() -> None:
    here = Evening()
    here.browser(here.ilse).post(here.url("settings/"), WHY)
    sent = {"act": "rename_warband", "rename_warband-name": "The Tenth"}
    done = here.browser(here.ilse).post(here.url(f"w/{here.bell}/change/"), sent)
    assert done.status_code == 302
    assert state_of(here.scope).warbands[here.bell].name == "The Tenth"
