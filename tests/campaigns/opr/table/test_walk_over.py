"""A walk-over that was otherwise: each side's version side by side, and one of them counts."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.leagues import organise_page as desk_page
from campaigns.models import Report, Via
from campaigns.opr.league.waiting import awaited_players
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act, state_of
from tests.factories import todos_for
from tests.pages import page_of, refusal_of

pytestmark = pytest.mark.django_db


class Disputed(Evening):
    """Marta said that nobody came; Tom's page of that report."""

    def __init__(self) -> None:
        super().__init__()
        self.played = self.mission()
        self.walked = self.url(f"m/{self.played}/walk-over/")
        self.m, self.t, self.i = (self.browser(one) for one in (self.marta, self.tom, self.ilse))
        self.report = self.m.post(self.walked, {"winner": self.bell, "once": "a"})["Location"]

    def vp(self) -> tuple[int, int]:
        warbands = state_of(self.scope).warbands
        return warbands[self.bell].vp, warbands[self.raiders].vp


def right(browser: Client, page: str, who: str) -> None:
    """Tap "… is right" on the page of a report."""
    version = next(one for one in browser.get(page).context["page"].versions if one.who == who)
    assert version.may_confirm
    assert browser.post(page, {"right": version.report}).status_code == 302


@pytest.mark.parametrize(("who", "vp"), [("Marta", (2, 0)), ("Tom", (0, 2))])
def test_opr_31_who_came_is_told_by_both_and_the_organiser_settles_with_either(
    who: str, vp: tuple[int, int]
) -> None:
    here = Disputed()
    answers = f"{here.walked}?answers={Report.objects.get().pk}"
    told = page_of(here.t.get(here.report))
    assert (told.walk_url, told.came) == (answers, ((here.raiders, "Raiders"),))
    assert here.t.post(answers, {"winner": here.raiders}).status_code == 302
    page = here.i.get(here.report).context["page"]
    both = [
        ("Nobody came to play against Second Bell.",),
        ("Nobody came to play against Raiders.",),
    ]
    assert [one.lines for one in page.versions] == both
    assert page.disputed
    assert [side.how for side in page.sides] == ["reported it", "sent another version"]
    his = reverse("campaigns:report", args=[here.scope.pk, Report.objects.latest("pk").pk])
    assert [side.how for side in here.i.get(his).context["page"].sides] == [side.how for side in page.sides]
    desk = desk_page.league_organise_page(here.at(here.ilse, "desk"))
    assert [[one.lines for one in need.sayings] for need in desk.needs if need.sayings] == [both]
    right(here.i, here.report, who)
    assert here.vp() == vp
    assert reconcile(here.scope) == []


def test_opr_31_who_is_asked_reads_of_which_mission_and_what_is_claimed() -> None:
    here = Disputed()
    (asked,) = todos_for(here.tom)
    assert asked.title == "Is Marta’s report right?"
    assert "Mission 1: you didn’t come to play against Second Bell" in asked.where
    (need,) = [one for one in desk_page.league_organise_page(here.at(here.ilse, "desk")).needs if one.sayings]
    assert [one.lines for one in need.sayings] == [("Mission 1: Nobody came to play against Second Bell.",)]
    here.t.post(here.report, {"dispute": "1"})
    (told,) = todos_for(here.marta)
    assert "Mission 1: nobody came to play against Second Bell" in told.where


def test_opr_31_whoever_did_not_come_has_not_conceded_and_nobody_waits_for_their_dice() -> None:
    here = Disputed()
    here.i.post(here.report, {"confirm": "1"})
    page = page_of(here.m.get(here.url(f"m/{here.played}/")))
    assert page.walked_over
    assert [(side.name, side.no_show) for side in page.sides] == [("Second Bell", False), ("Raiders", True)]
    waited = {one.name: str(one.what) for one in awaited_players(here.at(here.ilse))}
    assert "to confirm that there are no casualties" not in waited.values()
    sides = state_of(here.scope).missions[here.played].sides
    assert all(side.step != "casualties" for side in sides)
    passed = here.scope.entries.filter(procedure="opr.casualties", void=False)
    assert {one.via for one in passed} == {Via.IDLE}
    assert passed.count() == 2
    assert reconcile(here.scope) == []


def test_opr_31_a_walk_over_agreed_at_the_table_may_be_disputed_after_the_app_went_on() -> None:
    here = Disputed()
    here.m.post(here.report, {"at_table": "1"})
    assert {one.step for one in state_of(here.scope).missions[here.played].sides} != {"casualties"}
    assert page_of(here.t.get(here.report)).word.may_object
    assert here.t.post(here.report, {"dispute": "1", "words": "I was there."}).status_code == 302
    assert Report.objects.get().status == "disputed"
    assert state_of(here.scope).missions[here.played].status == "playing"
    assert here.vp() == (0, 0)
    assert reconcile(here.scope) == []


def test_opr_31_who_says_we_played_it_reports_the_battle_beside_the_walk_over() -> None:
    here = Disputed()
    other = here.t.get(here.report).context["page"].other_url
    assert "My version" in here.t.get(other).content.decode()
    sent = here.t.post(other, {"winner": here.raiders, "rounds": "4", "once": "b"})
    assert sent.status_code == 302, sent.context["refused"]
    assert [one.procedure for one in Report.objects.order_by("pk")] == ["opr.walk_over", "opr.result"]
    assert here.t.get(sent["Location"]).context["page"].side_by_side
    right(here.m, here.report, "Tom")
    assert here.vp() == (0, 2)
    mission = state_of(here.scope).missions[here.played]
    assert [side.conceded for side in mission.sides] == [0, 0]
    assert reconcile(here.scope) == []


def test_opr_31_nobody_came_answers_the_report_of_a_battle() -> None:
    here = Evening()
    mission = here.mission()
    marta, tom = here.browser(here.marta), here.browser(here.tom)
    result = here.url(f"m/{mission}/result/")
    sent = marta.post(result, {"winner": here.bell, "rounds": "4", "once": "c"})["Location"]
    answers = f"{here.url(f'm/{mission}/walk-over/')}?answers={Report.objects.get().pk}"
    assert page_of(tom.get(sent)).walk_url == answers
    tom.post(answers, {"winner": here.raiders})
    right(here.browser(here.ilse), sent, "Tom")
    assert state_of(here.scope).missions[mission].winner == here.raiders


def test_a_walk_over_taken_back_is_reported_once_more() -> None:
    here = Disputed()
    here.m.post(here.report, {"withdraw": 1})
    again = here.m.post(here.walked, {"winner": here.bell, "once": "b"})
    assert again["Location"] != here.report
    assert here.m.post(here.walked, {"winner": here.bell, "once": "b"})["Location"] == again["Location"]
    assert Report.objects.get(pk=again["Location"].split("/")[-2]).status == "sent"


def test_whoever_did_not_play_it_has_no_version() -> None:
    here = Disputed()
    answers = f"{here.walked}?answers={Report.objects.get().pk}"
    for winner in (here.bell, "nobody", ""):
        assert here.t.post(answers, {"winner": winner}).status_code == 404
    assert here.t.post(f"{here.walked}?answers=999", {"winner": here.raiders}).status_code == 404
    assert Report.objects.count() == 1


def test_a_walk_over_that_is_refused_does_not_begin_the_mission() -> None:
    here = Evening()
    both = [here.bell, here.raiders]
    other = door.act(
        here.scope.pk,
        Actor(here.marta),
        "opr.quick_report",
        {"warbands": both, "winners": [here.bell], "rounds": 4},
    )
    opened = act(here.scope, here.marta, "open_mission", warbands=both)
    before = state_of(here.scope)
    address = here.url(f"m/{opened.slot}.mission/walk-over/?answers={other.report}")
    told = here.browser(here.marta).post(address, {"winner": here.bell})
    assert told.status_code == 409
    assert refusal_of(told) == "That report is about another game."
    assert state_of(here.scope) == before
    assert Report.objects.count() == 1


def test_the_page_of_a_walk_over_offers_that_it_was_the_other_way_round() -> None:
    here = Disputed()
    told = here.t.get(here.report).content.decode()
    assert f'action="{here.walked}?answers={Report.objects.get().pk}"' in told
    assert "against Raiders: walkover" in told
    assert "against Second Bell: walkover" not in told
