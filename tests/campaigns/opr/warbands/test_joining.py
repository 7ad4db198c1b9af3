"""Joining with an organiser's word: a list is checked, waits, is seen, becomes a warband or does not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.asking import requests
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.transaction import scopes
from campaigns.engine.who.rights import Actor
from campaigns.models import ActRequest, ArmyDraft, Declined, Notice, Seat
from campaigns.notices.found.finding import catch_up
from campaigns.people import seats, signin
from tests import factories
from tests.campaigns import play
from tests.campaigns.opr.warbands.conftest import Table
from tests.campaigns.opr.warbands.test_founding import draft_url, fields_of, pasted
from tests.factories import signed_in
from tests.maps.conquest.play import words_of
from tests.pages import page_of


@pytest.fixture
def table(table: Table) -> Table:
    play.act(table.scope, table.ilse, "change_setting", key="joining", value="organiser")
    return table


def tapped(table: Table, client: Client, draft: ArmyDraft, **more: str) -> Any:
    return client.post(draft_url(draft), {**fields_of(table, draft), "found": "1", **more})


def asked(table: Table, who: Seat | None = None) -> tuple[Client, ArmyDraft, ActRequest]:
    """Marta's list waits for Ilse's word."""
    client = signed_in(who or table.marta)
    draft = pasted(table, client)
    tapped(table, client, draft)
    draft.refresh_from_db()
    assert draft.asked is not None
    return client, draft, draft.asked


def warbands(table: Table) -> list[str]:
    return [one.name for one in play.state_of(table.scope).active]


def request_url(request: ActRequest) -> str:
    return reverse("campaigns:request", args=[request.scope_id, request.pk])


def test_a_59_a_new_player_asks_and_an_organiser_sees_the_list_before_the_answer(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    assert "Ask to join" in words_of(client.get(draft_url(draft)))
    answer = tapped(table, client, draft)
    request = ActRequest.objects.get()
    assert (answer["Location"], warbands(table)) == (request_url(request), [])
    (todo,) = [one for one in factories.todos_for(table.ilse) if one.decline]
    assert todo.title == "Marta would like to join with the warband “Haters”"
    assert "3 units worth 145 points" in todo.where
    ilse = signed_in(table.ilse)
    page = page_of(ilse.get(request_url(request)))
    assert page.listed[0] == ("Chief", "Hero", "65 points")
    assert page.asks
    assert "Marta would like to join" in words_of(ilse.get(reverse("campaigns:desk", args=[table.scope.pk])))
    place: Any = ilse.post(request_url(request), {"accept": "1"})
    assert place.status_code == 302
    assert warbands(table) == ["Haters"]
    draft.refresh_from_db()
    assert draft.warband in play.state_of(table.scope).warbands
    assert client.get(draft_url(draft))["Location"].endswith(f"/{draft.warband}/")
    chronicle = words_of(client.get(reverse("campaigns:chronicle", args=[table.scope.pk])))
    assert "Marta asked, Ilse accepted" in chronicle
    assert reconcile(table.scope) == []


def test_a_59_a_list_that_does_not_pass_is_not_asked_for(table: Table) -> None:
    client = signed_in(table.marta)
    draft = pasted(table, client)
    assert tapped(table, client, draft, **{"u2-points": "60"}).status_code == 409
    assert not ActRequest.objects.exists()


def test_a_59_while_it_waits_the_list_stays_and_whoever_asked_knows_it(table: Table) -> None:
    client, draft, request = asked(table)
    assert client.get(draft_url(draft))["Location"] == request_url(request)
    assert client.post(draft_url(draft), {"discard": "1"})["Location"] == request_url(request)
    assert ArmyDraft.objects.filter(pk=draft.pk).exists()
    for name in ("league", "warbands"):
        read = words_of(client.get(reverse(f"campaigns:{name}", args=[table.scope.pk])))
        assert "You’ve asked to join with the warband “Haters”." in read
        assert "Waiting for the organisers" in read
        assert "have a warband yet" not in read
    assert "waiting for an organiser" in words_of(client.get("/"))
    assert "waiting for an organiser" in words_of(
        client.get(reverse("campaigns:new_warband", args=[table.scope.pk]))
    )


def test_a_59_nobody_else_reads_or_answers_it(table: Table) -> None:
    _client, _draft, request = asked(table)
    for who in (table.tom, table.pip, table.stranger):
        assert signed_in(who).get(request_url(request)).status_code == 404


def test_a_59_a_no_says_why_and_another_list_may_be_asked_for(table: Table) -> None:
    client, draft, request = asked(table)
    ilse = signed_in(table.ilse)
    assert "A few words if you decline" in words_of(ilse.get(request_url(request)))
    ilse.post(request_url(request), {"decline": "1", "words": "No Mob, please."})
    read = words_of(client.get(draft_url(draft)))
    assert "Ilse has said no." in read
    assert "No Mob, please." in read
    again = tapped(table, client, draft)
    assert again.status_code == 409
    assert "Ilse has said no to this" in words_of(again)
    assert tapped(table, client, draft, **{"u2-name": "Rabble"}).status_code == 302
    assert ActRequest.objects.filter(status="open").count() == 1


def test_a_59_after_a_no_the_page_says_why_and_leads_back_to_the_list(table: Table) -> None:
    client, _draft, request = asked(table)
    requests.decline_request(request, Actor(table.ilse), "No Mob, please.")
    home = words_of(client.get("/"))
    assert "Your army was declined" in home
    assert "Your army isn’t finished yet" not in home
    again = reverse("campaigns:new_warband", args=[table.scope.pk])
    page = page_of(client.get(request_url(request)))
    assert (page.again.url, page.again.words) == (again, "Continue")
    assert page.reason == "No Mob, please."
    assert [one.label for one in page.facts] == ["Asked"]
    assert page_of(signed_in(table.ilse).get(request_url(request))).again is None


def test_a_59_organisers_read_who_waits_and_are_not_told_to_invite(table: Table) -> None:
    def titles() -> list[str]:
        return [one.title for one in factories.todos_for(table.ilse)]

    assert "Nobody has brought an army yet" in titles()
    client, _draft, _request = asked(table)
    assert titles() == ["Marta would like to join with the warband “Haters”"]
    league = reverse("campaigns:league", args=[table.scope.pk])
    read = words_of(signed_in(table.ilse).get(league))
    assert "The organisers Marta would like to join with the warband “Haters”." in read
    assert "Nobody yet." not in read
    assert "Marta would like" not in words_of(signed_in(table.tom).get(league))
    assert "Bring a warband" not in words_of(client.get(league))


def test_a_59_who_has_not_asked_reads_that_an_organiser_decides(table: Table) -> None:
    told = "An organiser has to accept this list before the warband can join."
    for name in ("league", "new_warband"):
        address = reverse(f"campaigns:{name}", args=[table.scope.pk])
        assert told in words_of(signed_in(table.marta).get(address))
        assert told not in words_of(signed_in(table.ilse).get(address))


def test_a_59_in_the_archive_nobody_answers_and_an_organiser_takes_the_league_out(table: Table) -> None:
    client, _draft, request = asked(table)
    scopes.archive(table.scope, Actor(table.ilse))
    answer = signed_in(table.ilse).get(request_url(request))
    assert (page_of(answer).asks, page_of(answer).decides, page_of(answer).takes_out) == (False, False, True)
    hers = page_of(client.get(request_url(request)))
    assert (hers.withdraws, hers.takes_out) == (False, False)


def test_a_59_withdrawn_the_list_can_be_changed(table: Table) -> None:
    client, draft, request = asked(table)
    client.post(request_url(request), {"withdraw": "1"})
    assert client.get(draft_url(draft)).status_code == 200
    assert tapped(table, client, draft, name="The Ninth Lantern").status_code == 302
    (open_one,) = ActRequest.objects.filter(status="open")
    assert open_one.params["name"] == "The Ninth Lantern"


def test_a_59_an_organiser_needs_nobodys_word_for_their_own_or_for_a_player(table: Table) -> None:
    play.found_warband(table.scope, table.ilse, "Keepers")
    play.found_warband(table.scope, table.tom, "River Guard", by=table.ilse)
    assert warbands(table) == ["Keepers", "River Guard"]
    assert not ActRequest.objects.exists()


def test_a_59_starting_over_takes_no_word(table: Table) -> None:
    warband = play.found_warband(table.scope, table.tom, "River Guard", by=table.ilse)
    play.act(table.scope, table.tom, "disband_warband", warband=warband)
    play.found_warband(table.scope, table.tom, "River Guard again")
    assert warbands(table) == ["River Guard again"]


def test_a_59_whoever_leaves_the_club_has_asked_for_nothing(table: Table) -> None:
    _client, _draft, request = asked(table)
    seats.remove_seat(by=table.ilse, seat=table.marta)
    request.refresh_from_db()
    assert (request.status, warbands(table)) == ("lapsed", [])
    assert [one for one in factories.todos_for(table.ilse) if one.confirm] == []
    assert not page_of(signed_in(table.ilse).get(request_url(request))).asks


def test_a_59_erased_somebody_has_asked_for_nothing(table: Table) -> None:
    _client, _draft, request = asked(table)
    signin.erase_person(person=table.marta.person)
    request.refresh_from_db()
    assert request.status == "lapsed"


def test_a_59_found_to_be_somebody_else_a_seat_has_asked_for_nothing(table: Table) -> None:
    _client, _draft, request = asked(table)
    signin.merge_seats(by=table.ilse, keep=table.tom, drop=table.marta)
    request.refresh_from_db()
    assert request.status == "lapsed"


def test_a_59_whoever_waits_withdraws_before_they_put_the_league_aside(table: Table) -> None:
    client, _draft, request = asked(table)
    assert [one.waits for one in page_of(client.get("/")).invitations] == [True]
    put_aside = reverse("campaigns:not_for_me", args=[table.scope.pk])
    assert client.post(put_aside)["Location"] == request_url(request)
    client.post(request_url(request), {"withdraw": "1"})
    client.post(put_aside)
    assert Declined.objects.filter(scope=table.scope).exists()


def test_a_59_the_first_mission_shuts_out_and_its_page_says_who_still_asks(table: Table) -> None:
    ids = [
        play.found_warband(table.scope, play.player(table.scope, one), by=table.ilse)
        for one in ("Oskar", "Nadia")
    ]
    play.answer_all(table.scope, table.ilse, play.act(table.scope, table.ilse, "start"), limit=6)
    _client, _draft, request = asked(table)
    page = signed_in(table.ilse).get(reverse("campaigns:new_mission", args=[table.scope.pk]))
    assert "Marta would like to join with the warband “Haters”." in words_of(page)
    play.act(table.scope, table.ilse, "open_mission", warbands=ids)
    request.refresh_from_db()
    assert request.status == "lapsed"
    catch_up(timezone.now())


def test_a_59_where_nobody_answers_for_a_fortnight_the_page_says_that(table: Table) -> None:
    client, _draft, request = asked(table)
    requests.lapse_due(timezone.now() + timedelta(days=15))
    assert page_of(client.get(request_url(request))).closed == "No answer came in time."


def test_a_59_a_name_that_somebody_else_has_by_then_is_free_no_more(table: Table) -> None:
    client, draft, request = asked(table)
    play.found_warband(table.scope, table.tom, "Haters", by=table.ilse)
    request.refresh_from_db()
    assert request.status == "lapsed"
    read = words_of(client.get(draft_url(draft)))
    assert "It can no longer be done. The name “Haters” is already taken in this league." in read
    told = words_of(client.get(reverse("campaigns:league", args=[table.scope.pk])))
    assert "It can no longer be done. The name “Haters” is already taken in this league." in told
    assert "The name “Haters” is already taken in this league." in read


def test_a_59_where_everybody_is_free_to_join_again_the_list_that_waited_joins(table: Table) -> None:
    client, draft, request = asked(table)
    play.act(table.scope, table.ilse, "change_setting", key="joining", value="anyone")
    read = words_of(client.get(request_url(request)))
    assert "Withdraw the request" in read
    client.post(request_url(request), {"withdraw": "1"})
    assert tapped(table, client, draft).status_code == 302
    assert warbands(table) == ["Haters"]


def test_a_59_everybody_hears_once(table: Table) -> None:
    catch_up(timezone.now())
    _client, _draft, request = asked(table)
    catch_up(timezone.now())
    catch_up(timezone.now())
    assert [one.person for one in Notice.objects.filter(kind="request")] == [table.ilse.person]
    requests.agree(request, Actor(table.ilse))
    catch_up(timezone.now())
    catch_up(timezone.now())
    told = Notice.objects.filter(kind="request", person=table.marta.person)
    assert told.count() == 1


def test_a_59_whoever_was_not_let_in_reads_it_in_the_lobby(table: Table) -> None:
    client, _draft, request = asked(table)
    home, no = reverse("campaigns:league", args=[table.scope.pk]), "Ilse hasn’t let you in this time."
    assert no not in words_of(client.get(home))
    requests.decline_request(request, Actor(table.ilse), "Too many orcs.")
    read = words_of(client.get(home))
    assert no in read
    assert "Too many orcs." in read
    assert "change something and ask again" in read
    assert no not in words_of(signed_in(table.ilse).get(home))
