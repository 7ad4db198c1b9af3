"""The page of a request, the line on home, the organiser's desk and the chronicle: one thing everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.asking import requests
from campaigns.engine.who.rights import Actor
from campaigns.models import ActRequest, Notice
from campaigns.notices.found.finding import catch_up
from campaigns.people.signin import erase_person
from campaigns.shell.told import undoing
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns import play
from tests.campaigns.engine.evening import founded
from tests.campaigns.engine.test_requests import asked, done
from tests.maps.conquest import play as conquest
from tests.maps.conquest.play import words_of
from tests.maps.test_let_in import by_link

pytestmark = pytest.mark.django_db


def request_entry(request: ActRequest) -> int:
    request.refresh_from_db()
    assert request.entry is not None
    return request.entry.seq


def read(browser: Client, address: str) -> str:
    return words_of(browser.get(address))


def test_opr_30_who_is_asked_reads_it_at_home_on_the_mission_and_on_its_page() -> None:
    evening, mission, request = asked()
    tom, marta = factories.signed_in(evening.tom), factories.signed_in(evening.marta)
    page = f"/l/{evening.scope.pk}/requests/{request.pk}/"
    said = "Marta would like to abandon “Mission 1”"
    (todo,) = [one for one in factories.todos_for(evening.tom) if one.decline]
    assert (todo.title, todo.confirm, todo.decline, todo.url) == (said, "Accept", "Decline", page)
    assert not [one for one in factories.todos_for(evening.marta) if one.decline]
    at = f"/l/{evening.scope.pk}/m/{mission}/"
    assert f"{said}." in read(tom, at)
    assert "waiting for Tom" in read(marta, at)
    theirs, own = read(tom, page), read(marta, page)
    assert "the hall closes" in theirs
    assert "Accept Decline" in theirs
    assert "You’ve asked to abandon “Mission 1”." in own
    assert "Withdraw the request" in own
    assert "Accept" not in own
    assert said in read(factories.signed_in(evening.ilse), f"/l/{evening.scope.pk}/desk/")
    answer: Any = tom.post(page, {"accept": "1"})
    assert answer.url == at
    assert "Marta asked, Tom accepted" in read(tom, f"/l/{evening.scope.pk}/chronicle/")
    assert "Everybody agreed: it’s done." in read(marta, page)
    with pytest.raises(Refused, match="you cannot undo it on your own"):
        undoing.undo_entry(evening.scope.pk, Actor(evening.marta), request_entry(request))
    assert play.state_of(evening.scope).missions[mission].status == "abandoned"
    assert not [one for one in factories.todos_for(evening.tom) if one.decline]


def test_opr_30_on_a_device_that_was_let_in_it_is_not_offered_but_waits_for_another() -> None:
    evening, mission, _request = asked()
    held, words = (
        by_link(evening.ilse, evening.tom),
        "waiting for you to confirm it on another of your devices",
    )
    home: Any = held.get("/")
    (todo,) = [one for one in home.context["page"].todos if "abandon" in one.title]
    assert (todo.confirm, todo.decline, words in todo.deadline) == ("", "", True)
    at = f"/l/{evening.scope.pk}/m/{mission}/"
    assert words in read(held, at)
    assert "waiting for you" in read(factories.signed_in(evening.tom), at)


def test_what_an_organiser_accepts_for_others_is_said_to_be_done() -> None:
    evening, _mission, request = asked()
    ilse = factories.signed_in(evening.ilse)
    answer: Any = ilse.post(f"/l/{evening.scope.pk}/requests/{request.pk}/", {"accept": "1"}, follow=True)
    assert "Accepted: it’s done." in words_of(answer)


def test_the_word_that_goes_with_a_no_stands_before_what_is_only_read() -> None:
    evening, _mission, request = asked()
    page = read(factories.signed_in(evening.tom), f"/l/{evening.scope.pk}/requests/{request.pk}/")
    assert page.index("if you decline") < page.index("Asked")


def test_a_no_is_said_to_who_asked_and_leads_on() -> None:
    evening, _mission, request = asked()
    page = f"/l/{evening.scope.pk}/requests/{request.pk}/"
    factories.signed_in(evening.tom).post(page, {"decline": "1"})
    told = read(factories.signed_in(evening.marta), page)
    assert "Tom has said no." in told
    assert "View it" in told
    late: Any = factories.signed_in(evening.tom).post(page, {"accept": "1"})
    assert late.status_code == 409
    assert "Tom has said no." in words_of(late)


def test_an_organiser_decides_and_the_chronicle_says_so() -> None:
    evening, _mission, request = asked()
    page = f"/l/{evening.scope.pk}/requests/{request.pk}/"
    ilse = factories.signed_in(evening.ilse)
    assert "Decide for them" in read(ilse, page)
    ilse.post(page, {"accept": "1"})
    assert "Marta asked, Ilse decided as organiser" in read(ilse, f"/l/{evening.scope.pk}/chronicle/")


def test_cq_153_every_outcome_of_the_dice_is_told_before_anybody_agrees() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    (battle,) = league.state.battles
    first, second = (league.player(one) for one in league.state.battles[battle].members)
    league.post(first, "ask_abstract", battle=battle, realm=league.realm(first))
    request = ActRequest.objects.get()
    told = read(league.browsers[second], f"/l/{league.scope.pk}/requests/{request.pk}/")
    assert f"{first} would like to roll off" in told
    assert "Nothing is rolled until everybody has agreed." in told
    for words in ("A draw", ": a minor victory", ": a major victory"):
        assert words in told
    at = conquest.battle_page(league, first, battle)
    assert "Ask to roll it off" not in at
    assert f"waiting for {second}" in at


def test_strangers_and_other_leagues_meet_no_request() -> None:
    evening, _mission, request = asked()
    other = conquest.begun()
    assert other.browsers["Organiser"].get(f"/l/{other.scope.pk}/requests/{request.pk}/").status_code == 404
    assert Client().get(f"/l/{evening.scope.pk}/requests/{request.pk}/").status_code in (302, 404)


def test_who_is_erased_leaves_no_word_and_asks_for_nothing_any_more() -> None:
    evening, _mission, request = asked()
    own, theirs = (
        factories.signed_in(one).get(reverse("people:my_file")) for one in (evening.marta, evening.tom)
    )
    assert "the hall closes" in str(own.json())
    assert "the hall closes" not in str(theirs.json())
    assert evening.marta.person is not None
    erase_person(person=evening.marta.person)
    requests.lapse_due()
    request.refresh_from_db()
    assert (request.status, request.params) == ("lapsed", {"mission": request.params["mission"]})
    page = f"/l/{evening.scope.pk}/requests/{request.pk}/"
    assert "the hall closes" not in read(factories.signed_in(evening.tom), page)


def test_opr_68_who_is_asked_to_play_on_reads_it_at_home_though_they_play_nowhere() -> None:
    evening = founded()
    zoe = play.player(evening.scope, "Zoe")
    done(evening.scope, evening.marta, "opr.hand_over", warband=evening.hers, owner=str(zoe.pk), words="away")
    catch_up(timezone.now())
    (todo,) = [one for one in factories.todos_for(zoe) if one.decline]
    warband = play.state_of(evening.scope).warbands[evening.hers].name
    assert todo.title == f"Marta would like to hand over the warband “{warband}”"
    requests.agree(ActRequest.objects.get(), Actor(zoe))
    catch_up(timezone.now())
    assert not Notice.objects.filter(
        person=zoe.person, kind="acted_for"
    ).exists()  # they have said so themselves
