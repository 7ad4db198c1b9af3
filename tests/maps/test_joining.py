"""A map league that asks its organisers before somebody joins: in its lobby, and once play has begun."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.asking import requests
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import ActRequest, Notice, NoticeKind
from campaigns.notices.found import finding
from campaigns.people import seats
from rules.engine.refusals import Refused
from tests import factories
from tests.campaigns import play
from tests.campaigns.api.conftest import Api
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import driving
from tests.maps.firestorm import play as firestorm
from tests.pages import page_of, page_text

pytestmark = pytest.mark.django_db


def decides(league: Any) -> None:
    """From now on an organiser lets people in."""
    play.act(league.scope, league.seats["Organiser"], "set_options", settings={"joining": "organiser"})


def newcomer(league: Any, name: str = "Nadia") -> Any:
    """Somebody of the club who plays nowhere yet, at a browser."""
    league.seats[name] = factories.new_seat(club=league.scope.club, name=name)
    league.browsers[name] = factories.signed_in(league.seats[name])
    return league.browsers[name]


def organiser(league: Any) -> Actor:
    return Actor(league.seats["Organiser"])


def test_cq_04_an_organiser_lets_an_empire_in_before_the_league_begins() -> None:
    league = conquest.table("Marta", "Kwame")
    decides(league)
    nadia = newcomer(league)
    told, address = "An organiser has to let you in.", reverse("maps:map", args=[league.scope.pk])
    asks = conquest.words_of(nadia.get(address))
    assert told in asks
    assert "Ask to join" in asks
    assert told not in conquest.words_of(league.browsers["Organiser"].get(address))
    nadia.post(reverse("maps:enlist", args=[league.scope.pk]), {"name": "Tarn", "colour": "sky"})
    (request,) = ActRequest.objects.all()
    assert (request.whose, len(play.state_of(league.scope).realms)) == (["organiser"], 2)
    lobby = conquest.words_of(nadia.get(reverse("maps:map", args=[league.scope.pk])))
    assert "You’ve asked to join the league with an empire." in lobby
    assert "Join with your own colour" not in lobby
    assert "waiting for an organiser to let you in" in conquest.words_of(nadia.get("/"))
    (todo,) = [one for one in factories.todos_for(league.seats["Organiser"]) if one.decline]
    assert todo.title == "Nadia would like to join the league with an empire"
    assert requests.agree(request, organiser(league)).settled
    assert [one.name for one in play.state_of(league.scope).realms.values()][-1] == "Tarn"
    assert reconcile(league.scope) == []


def test_cq_04_a_colour_somebody_has_by_then_ends_the_request() -> None:
    league = conquest.table("Marta", "Kwame")
    decides(league)
    for name in ("Nadia", "Oskar"):
        newcomer(league, name).post(
            reverse("maps:enlist", args=[league.scope.pk]), {"name": name, "colour": "sky"}
        )
    first, second = ActRequest.objects.order_by("pk")
    requests.agree(first, organiser(league))
    second.refresh_from_db()
    assert second.status == "lapsed"


@pytest.mark.parametrize(
    ("gathered", "ask"),
    [
        (conquest.table, "maps:enlist"),
        (conquest.at_battles, "maps:enlist"),
        (firestorm.gathered, "firestorm:found"),
    ],
)
def test_cq_04_fs_01_a_colour_asked_for_is_kept_for_whoever_has_asked(gathered: Any, ask: str) -> None:
    league = gathered("Marta", "Kwame")
    decides(league)
    where, pk = reverse("campaigns:league", args=[league.scope.pk]), league.scope.pk
    nadia, oskar = newcomer(league), newcomer(league, "Oskar")
    assert 'value="sky"' in page_text(nadia.get(where, follow=True))
    nadia.post(reverse(ask, args=[pk]), {"name": "Tarn", "colour": "sky"})
    for browser in (oskar, league.browsers["Organiser"]):
        page = page_text(browser.get(where, follow=True))
        assert 'value="sky"' not in page
        assert 'value="green"' in page


def test_cq_04_who_plays_already_reads_nothing_of_a_colour_asked_for() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    decides(league)
    (marta, _kwame) = play.state_of(league.scope).realms
    page = reverse("maps:realm", args=[league.scope.pk, marta])
    before = page_text(league.browsers["Marta"].get(page))
    assert 'value="sky"' in before
    newcomer(league).post(reverse("maps:enlist", args=[league.scope.pk]), {"name": "Tarn", "colour": "sky"})
    assert ActRequest.objects.filter(params__colour="sky").exists()
    assert 'value="sky"' in page_text(league.browsers["Marta"].get(page))


def test_cq_04_while_the_league_is_paused_nobody_is_let_in_and_no_page_offers_it() -> None:
    league = conquest.at_battles("Marta", "Kwame")
    newcomer(league).post(reverse("maps:enlist", args=[league.scope.pk]), {"name": "Tarn", "colour": "sky"})
    (request,) = ActRequest.objects.all()
    desk = reverse("campaigns:desk", args=[league.scope.pk])
    league.answered("Organiser", league.post("Organiser", "pause", words="holidays"))
    assert [one for one in factories.todos_for(league.seats["Organiser"]) if one.confirm] == []
    assert "The league is paused, and so is this request." in conquest.words_of(
        league.browsers["Organiser"].get(desk)
    )
    for answer in (requests.agree, requests.decline_request):
        with pytest.raises(Refused, match="You can answer once the league continues"):
            answer(request, organiser(league))
        with pytest.raises(PermissionDenied):
            answer(request, Actor(league.seats["Marta"]))
    program = Api(league.seats["Organiser"])
    for said in ("accept", "decline"):
        told = program.post(f"/api/v1/leagues/{league.scope.pk}/requests/{request.pk}/{said}/", {"words": ""})
        assert (told.status_code, "You can answer once the league continues" in str(told.json())) == (
            409,
            True,
        )
    request.refresh_from_db()
    assert (request.status, len(play.state_of(league.scope).realms)) == ("open", 2)
    newcomer(league, "Oskar").post(
        reverse("maps:enlist", args=[league.scope.pk]), {"name": "Ost", "colour": "purple"}
    )
    seats.remove_seat(by=league.seats["Organiser"], seat=league.seats["Oskar"])
    assert list(ActRequest.objects.order_by("pk").values_list("status", flat=True)) == ["open", "lapsed"]
    league.answered("Organiser", league.post("Organiser", "resume"))
    assert [one.confirm for one in factories.todos_for(league.seats["Organiser"]) if one.decline] == [
        "Accept"
    ]
    assert requests.agree(request, organiser(league)).settled


def test_cq_157_what_rested_in_a_pause_has_as_long_left_as_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    league, began = conquest.at_battles("Marta", "Kwame"), timezone.now()
    newcomer(league).post(reverse("maps:enlist", args=[league.scope.pk]), {"name": "Tarn", "colour": "sky"})
    (request,) = ActRequest.objects.all()
    assert request.lapses_at is not None
    left = request.lapses_at - (began + timedelta(days=1))
    for days, act in ((1, {"do": "pause", "words": "holidays"}), (31, {"do": "resume"})):
        monkeypatch.setattr(timezone, "now", lambda days=days: began + timedelta(days=days))
        league.answered("Organiser", league.post("Organiser", act.pop("do"), **act))
    request.refresh_from_db()
    assert (request.status, request.lapses_at) == ("open", began + timedelta(days=31) + left)
    monkeypatch.setattr(timezone, "now", lambda: began + timedelta(days=46))
    requests.lapse_due()
    request.refresh_from_db()
    assert request.status == "lapsed"


def test_fs_01_an_organiser_lets_a_faction_and_its_players_in() -> None:
    league = firestorm.gathered("Marta", "Kwame")
    decides(league)
    nadia, oskar = newcomer(league), newcomer(league, "Oskar")
    told = "An organiser has to let you in."
    asks = conquest.words_of(nadia.get(league.url("map")))
    assert told in asks
    assert asks.count("Ask to join") >= 2
    assert "Create the faction" not in asks
    assert told not in conquest.words_of(league.browsers["Marta"].get(league.url("map")))
    nadia.post(league.url("found"), {"name": "The Tarn", "colour": "sky"})
    oskar.post(league.url("join"), {"faction": league.factions["Marta"]})
    founds, joins = ActRequest.objects.order_by("pk")
    lobby = conquest.words_of(nadia.get(league.url("map")))
    assert "You’ve asked to create the faction “The Tarn”." in lobby
    assert "Create a faction" not in lobby
    requests.agree(founds, organiser(league))
    requests.agree(joins, organiser(league))
    assert [one.name for one in league.state.factions.values()][-1] == "The Tarn"
    assert len(league.state.players) == 4
    assert reconcile(league.scope) == []


def test_fs_26_who_is_still_waiting_when_play_begins_needs_the_word_of_the_faction() -> None:
    league = firestorm.gathered("Marta", "Kwame")
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    decides(league)
    newcomer(league, "Oskar").post(league.url("join"), {"faction": league.factions["Marta"]})
    newcomer(league, "Nadia").post(league.url("found"), {"name": "The Tarn", "colour": "sky"})
    joins, founds = ActRequest.objects.order_by("pk")
    league.do("Organiser", "begin_play")
    founds.refresh_from_db()
    assert founds.status == "lapsed"
    asked = [one for one in factories.todos_for(league.seats["Marta"]) if one.decline]
    assert [one.title for one in asked] == ["Oskar would like to join the faction “The Cinder Watch”"]
    ActRequest.objects.filter(pk=joins.pk).update(asked_at=timezone.now() - timedelta(days=3))
    finding.catch_up(timezone.now())
    told = Notice.objects.filter(request=joins, kind=NoticeKind.REQUEST)
    assert league.seats["Marta"].person in [one.person for one in told], "asked later, and told as well"
    assert not requests.agree(joins, organiser(league)).settled
    assert len(league.state.players) == 2
    assert requests.agree(joins, Actor(league.seats["Marta"])).settled
    assert len(league.state.players) == 3


def test_where_anybody_may_join_nobody_is_asked() -> None:
    league = conquest.table("Marta", "Kwame")
    lobby = newcomer(league).get(reverse("maps:map", args=[league.scope.pk]))
    assert "An organiser decides" not in conquest.words_of(lobby)
    asked = {"name": "Tarn", "colour": "sky"}
    league.browsers["Nadia"].post(reverse("maps:enlist", args=[league.scope.pk]), asked)
    assert len(play.state_of(league.scope).realms) == 3
    assert not ActRequest.objects.exists()


def test_an_organiser_joins_without_anybodys_word() -> None:
    league = conquest.table("Marta", "Kwame")
    decides(league)
    league.browsers["Organiser"].post(
        reverse("maps:enlist", args=[league.scope.pk]), {"name": "Tarn", "colour": "sky"}
    )
    assert len(play.state_of(league.scope).realms) == 3
    assert not ActRequest.objects.exists()


@pytest.mark.parametrize("gathered", [conquest.table, firestorm.gathered])
def test_cq_04_fs_01_whoever_is_invited_reads_that_an_organiser_decides(gathered: Any) -> None:
    league = gathered("Marta", "Kwame")
    link = seats.invite(by=league.seats["Organiser"], scope=league.scope)
    told, page = f"An organiser decides who joins {league.scope.name}", seats.invitation_path(link)
    assert told not in conquest.words_of(Client().get(page))
    decides(league)
    assert told in conquest.words_of(Client().get(page))


@pytest.mark.parametrize(
    ("gathered", "ask"),
    [
        (conquest.table, "maps:enlist"),
        (conquest.at_battles, "maps:enlist"),
        (firestorm.gathered, "firestorm:found"),
    ],
)
def test_cq_04_fs_01_whoever_was_not_let_in_reads_it_where_they_asked(gathered: Any, ask: str) -> None:
    league = gathered("Marta", "Kwame")
    decides(league)
    nadia, asks = newcomer(league), reverse(ask, args=[league.scope.pk])
    home = reverse("campaigns:league", args=[league.scope.pk])
    no, again = "Organiser hasn’t let you in this time.", "change something and ask again"
    nadia.post(asks, {"name": "Tarn", "colour": "sky"})
    (request,) = ActRequest.objects.all()
    assert no not in page_text(nadia.get(home, follow=True))
    requests.decline_request(request, organiser(league), "We are full for now.")
    page = page_text(nadia.get(home, follow=True))
    assert no in page
    assert "We are full for now." in page
    assert again in page
    assert reverse("campaigns:request", args=[league.scope.pk, request.pk]) in page
    assert "Ask to join" in page
    for other in ("Marta", "Organiser"):
        assert no not in page_text(league.browsers[other].get(home, follow=True))
    nadia.post(asks, {"name": "Tarn", "colour": "green"})
    assert no not in page_text(nadia.get(home, follow=True)), "they have asked again"
    requests.agree(ActRequest.objects.latest("pk"), organiser(league))
    assert no not in page_text(nadia.get(home, follow=True))


def test_fs_26_a_faction_that_says_no_is_named_to_who_asked() -> None:
    league = firestorm.begun("Marta", "Kwame")
    nadia = newcomer(league)
    nadia.post(league.url("join"), {"faction": league.factions["Marta"]})
    requests.decline_request(ActRequest.objects.get(), Actor(league.seats["Marta"]))
    page = page_text(nadia.get(league.url("map")))
    assert "Marta hasn’t let you in this time." in page
    advice = "Talk it over, or ask an organiser. You can ask for the same thing again in the next phase."
    assert advice in page
    assert "change something" not in page
    assert "Ask to join The Cinder Watch" not in page
    assert "Ask to join Hollow Crown" in page
    refused = nadia.post(league.url("join"), {"faction": league.factions["Marta"]}, follow=True)
    assert f"Marta has said no to this. {advice}" in page_text(refused)
    driving.act(league, "Organiser", "close_orders", turn=1)
    page = page_text(nadia.get(league.url("map")))
    assert "You can ask again now." in page
    assert "Ask to join The Cinder Watch" in page
    nadia.post(league.url("join"), {"faction": league.factions["Marta"]})
    assert ActRequest.objects.filter(status="open").count() == 1


def test_fs_01_a_no_of_the_organiser_sends_nobody_to_an_organiser_and_offers_no_button() -> None:
    league = firestorm.gathered("Marta", "Kwame")
    decides(league)
    nadia = newcomer(league)
    nadia.post(league.url("join"), {"faction": league.factions["Marta"]})
    (request,) = ActRequest.objects.all()
    requests.decline_request(request, organiser(league))
    own = nadia.get(reverse("campaigns:request", args=[league.scope.pk, request.pk]))
    advice = "Talk it over. You can ask for the same thing again in the next phase."
    assert (page_of(own).advice, page_of(own).again) == (advice, None)
    assert advice in page_text(own)
    lobby = nadia.get(league.url("map"))
    assert advice in page_text(lobby)
    offered = page_text(lobby).count('name="faction"')
    assert (offered, page_of(lobby).closed) == (1, league.factions["Marta"])
    refused = nadia.post(league.url("join"), {"faction": league.factions["Marta"]}, follow=True)
    assert f"Organiser has said no to this. {advice}" in page_text(refused)


@pytest.mark.parametrize("asked", ["before", "after"])
def test_fs_26_into_a_faction_nobody_plays_an_organiser_lets_people(asked: str) -> None:
    league = firestorm.begun("Marta", "Kwame")
    second = factories.new_seat(club=league.scope.club, name="Ilse", role="organiser")
    nadia = newcomer(league)
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    steps = [
        lambda: nadia.post(league.url("join"), {"faction": league.factions["Marta"]}),
        lambda: seats.remove_seat(by=league.seats["Organiser"], seat=league.seats["Marta"]),
    ]
    for step in steps if asked == "before" else reversed(steps):
        step()
    (request,) = ActRequest.objects.all()
    assert request.whose == ["organiser"]
    finding.catch_up(timezone.now())
    told = {one.person for one in Notice.objects.filter(request=request)}
    for one in (league.seats["Organiser"], second):
        (line,) = [todo for todo in factories.todos_for(one) if todo.decline]
        assert (line.title, line.confirm) == (
            "Nadia would like to join the faction “The Cinder Watch”",
            "Accept",
        )
        assert one.person in told
    page = reverse("campaigns:request", args=[league.scope.pk, request.pk])
    assert "waiting for the organisers" in page_text(nadia.get(league.url("map")))
    assert [one.name for one in nadia.get(page).context["page"].sides] == ["the organisers"]
    assert requests.agree(request, Actor(second)).settled
    assert str(league.seats["Nadia"].pk) in {one.owner for one in league.state.players.values()}
