"""Somebody leaves for good, and somebody else plays their empire on the same evening."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.leagues.organise_page import league_organise_page
from campaigns.models import ActRequest, Notice, NoticeKind, Role
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people import seats as people
from tests import factories
from tests.maps.conquest import play
from tests.maps.conquest.play import Table, words_in, words_of
from tests.pages import page_of, tight

pytestmark = pytest.mark.django_db


def with_zoe(**settings: object) -> Table:
    league = play.at_battles("Marta", "Kwame", **settings)
    league.seats["Zoe"] = factories.new_seat(club=league.scope.club, name="Zoe")
    league.browsers["Zoe"] = factories.signed_in(league.seats["Zoe"])
    return league


def handed(league: Table, by: str = "Organiser", to: str = "Zoe") -> Any:
    owner = str(league.seats[to].pk)
    sent = {"realm": league.realm("Kwame"), "owner": owner, "words": "Kwame has moved away"}
    return league.post(by, "hand_over", **sent)


def test_cq_20_the_organisers_page_offers_it_and_who_takes_over_plays_on_at_once() -> None:
    league = with_zoe()
    kwame = league.realm("Kwame")
    assert "Hand over to somebody else" in words_in(league.see("Organiser"))
    assert handed(league).status_code == 302
    assert league.realm("Zoe") == kwame
    (battle,) = league.state.battles
    attackers, _defenders = play.sides(league, battle)
    teller = league.player(attackers[0])
    play.reported(league, teller, battle, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    told = words_of(league.browsers["Marta"].get(reverse("campaigns:chronicle", args=[league.scope.pk])))
    assert "Zoe now plays the empire “Kwame’s realm” (Kwame has moved away)" in told.replace("'", "’")
    assert not reconcile(league.scope)


@pytest.mark.parametrize("teller", ["Marta", "Kwame"])
def test_cq_20_whoever_waits_for_an_empire_hears_and_sees_who_answers_now(teller: str) -> None:
    league = with_zoe()
    (battle,) = league.state.battles
    play.reported(league, teller, battle, attack=(700, 3, 9), defend=(500, 5, 9), fled="defend")
    finding.catch_up(timezone.now())
    if teller == "Kwame":
        league.post("Marta", "dispute", battle=battle, realm=league.realm("Marta"), words="No.")
    handed(league)
    finding.catch_up(timezone.now())
    heard = Notice.objects.filter(kind=NoticeKind.ACTED_FOR, person=league.seats["Marta"].person)
    says = "Zoe now plays the empire “Kwame’s realm” (Kwame has moved away). The new player also takes over"
    assert [notification_sentence(one).replace("'", "’").startswith(says) for one in heard] == [True]
    page = words_of(league.browsers["Marta"].get(reverse("maps:battle", args=[league.scope.pk, battle])))
    assert ("Now answering for Kwame's realm: Zoe." in page.replace("’", "'")) == (teller == "Kwame")


def test_cq_20_who_is_gone_may_do_nothing_for_it_any_more() -> None:
    league = with_zoe()
    kwame = league.realm("Kwame")
    handed(league)
    refused = league.post("Kwame", "rename", realm=kwame, colour="sky", name="Mine")
    assert refused.status_code == 403


def test_cq_20_its_player_asks_who_is_to_play_on_and_they_say_yes_themselves() -> None:
    league = with_zoe()
    kwame = league.realm("Kwame")
    page = words_of(league.browsers["Kwame"].get(reverse("maps:realm", args=[league.scope.pk, kwame])))
    assert "Hand over to somebody else" in page
    asked: Any = handed(league, by="Kwame")
    assert league.player(kwame) == "Kwame"
    said = words_of(league.browsers["Zoe"].get(asked.url))
    assert "Kwame would like to hand over the empire “Kwame" in said
    assert league.browsers["Marta"].get(asked.url).status_code == 404
    league.browsers["Zoe"].post(asked.url, {"accept": "1"})
    assert league.player(kwame) == "Zoe"
    assert not reconcile(league.scope)


@pytest.mark.parametrize("name", ["Marta", "Zoe"])
def test_cq_20_nobody_hands_over_the_empire_of_another(name: str) -> None:
    league = with_zoe()
    assert handed(league, by=name).status_code == 403
    assert league.player(league.realm("Kwame")) == "Kwame"


def test_cq_20_a_rival_is_not_handed_a_second_empire() -> None:
    league = with_zoe()
    refused = handed(league, to="Marta")
    assert refused.status_code == 422
    assert "this player already plays Marta" in words_of(refused)


def test_cq_20_the_gold_sealed_before_is_read_by_nobody_new() -> None:
    """What Kwame sealed for a battle stays shut to Zoe until it is opened for all."""
    league = with_zoe(start_gold=500, gold_public=False)
    (battle,) = league.state.battles
    opened = league.post("Kwame", "commit_gold", battle=battle)
    key = f"gold:{battle}:{league.realm('Kwame')}"
    sent = league.browsers["Kwame"].post(opened.url, {"key": key, "value": "137"})
    assert sent.status_code in (200, 302)
    handed(league)
    pages = [
        reverse("maps:battle", args=[league.scope.pk, battle]),
        reverse("maps:map", args=[league.scope.pk]),
    ]
    for page in (opened.url, *pages):
        assert "137" not in words_of(league.browsers["Zoe"].get(page, follow=True))


@pytest.mark.parametrize("plays", ["themselves", "as somebody they made an organiser"])
def test_cq_20_an_organiser_who_plays_gives_no_rival_s_empire_away(plays: str) -> None:
    """Whoever plays on reads at once how much gold there is."""
    league = with_zoe(gold_public=False)
    kwame = league.realm("Kwame")
    people.change_role(by=league.organiser, seat=league.seats["Marta"], role=Role.ORGANISER)
    by = "Marta"
    if plays != "themselves":
        league.seats["Pip"] = factories.new_seat(club=league.scope.club, name="Pip")
        people.change_role(by=league.seats["Marta"], seat=league.seats["Pip"], role=Role.ORGANISER)
        league.browsers["Pip"], by = factories.signed_in(league.seats["Pip"]), "Pip"
    assert handed(league, by=by).status_code == 403
    assert league.player(kwame) == "Kwame"
    league.seats[by].refresh_from_db()
    organising = league.page(by).organising
    assert organising is not None
    assert kwame not in dict(organising.played)
    assert handed(league).status_code == 302


def test_cq_20_where_nobody_is_left_who_could_an_organiser_who_plays_does_it() -> None:
    league = with_zoe()
    people.change_role(by=league.organiser, seat=league.seats["Marta"], role=Role.ORGANISER)
    people.change_role(by=league.seats["Marta"], seat=league.organiser, role=Role.PLAYER)
    assert handed(league, by="Marta").status_code == 403
    people.remove_seat(by=league.seats["Kwame"], seat=league.seats["Kwame"])
    assert handed(league, by="Marta").status_code == 302


def test_cq_20_who_has_taken_over_an_empire_is_not_let_in_with_another_besides() -> None:
    league = with_zoe()
    asked: Any = handed(league, by="Kwame")
    page = reverse("maps:enlist", args=[league.scope.pk])
    league.browsers["Zoe"].post(page, {"name": "Tarn", "colour": "sky"})
    joins = ActRequest.objects.get(procedure="conquest.enlist")
    league.browsers["Zoe"].post(asked.url, {"accept": "1"})
    joins.refresh_from_db()
    assert joins.status == "lapsed"
    where = reverse("campaigns:request", args=[league.scope.pk, joins.pk])
    league.browsers["Organiser"].post(where, {"accept": "1"})
    assert [one.owner for one in league.state.realms.values()].count(str(league.seats["Zoe"].pk)) == 1
    assert "It can no longer be done. Zoe already belongs to Kwame" in words_of(
        league.browsers["Organiser"].get(where)
    )
    assert "this player already plays Kwame" in words_of(league.browsers["Zoe"].get(where))
    again = league.browsers["Zoe"].post(page, {"name": "Tarn", "colour": "sky"}, follow=True)
    assert "this player already plays Kwame" in words_of(again)
    assert ActRequest.objects.filter(status="open").count() == 0
    assert "empire" in league.see("Zoe")


def test_cq_04_who_is_let_in_takes_over_no_other_empire_besides() -> None:
    league = with_zoe()
    asked: Any = handed(league, by="Kwame")
    taken = {"name": "Tarn", "colour": "sky", "owner": str(league.seats["Zoe"].pk)}
    page = reverse("maps:enlist", args=[league.scope.pk])
    assert league.browsers["Organiser"].post(page, taken).status_code == 302
    assert ActRequest.objects.get().status == "lapsed"
    assert "this player already plays Tarn" in words_of(league.browsers["Zoe"].get(asked.url))
    twice = league.browsers["Organiser"].post(page, {**taken, "name": "Ost", "colour": "green"})
    assert twice.status_code == 409
    assert "this player already plays Tarn" in words_of(twice)
    assert len(league.state.realms) == 3


def test_cq_04_nobody_joins_twice_before_play_begins() -> None:
    league = play.table("Marta", "Kwame")
    page = reverse("maps:enlist", args=[league.scope.pk])
    twice = league.browsers["Marta"].post(page, {"name": "Tarn", "colour": "sky"})
    assert twice.status_code == 409
    assert "this player already plays Marta" in words_of(twice)
    assert len(league.state.realms) == 2


def test_cq_20_the_line_of_an_empire_nobody_plays_leads_to_where_it_is_handed_over() -> None:
    league = with_zoe()
    kwame = league.realm("Kwame")
    people.remove_seat(by=league.organiser, seat=league.seats["Kwame"])
    (need,) = [one for one in league_organise_page(league.at("Organiser")).needs if one.side == kwame]
    address = reverse("maps:realm", args=[league.scope.pk, kwame])
    assert (need.url, need.action) == (f"{address}#hand-over", "Hand it over")
    page = page_of(league.browsers["Organiser"].get(address))
    assert [name for _seat, name in page.heirs] == ["Choose a player", "Organiser", "Zoe"]
    assert 'id="hand-over" open' in tight(league.browsers["Organiser"].get(address))
    owner = str(league.seats["Zoe"].pk)
    league.seats["Marta"].role = Role.ORGANISER
    league.seats["Marta"].save()
    theirs = page_of(league.browsers["Marta"].get(address))
    assert theirs.not_yours.startswith("To hand Kwame")
    (need,) = [one for one in league_organise_page(league.at("Marta")).needs if one.side == kwame]
    assert (need.url, need.action) == (f"{address}#hand-over", "View")
    sent = {"realm": kwame, "owner": owner}
    refused = league.post("Organiser", "hand_over", **sent)
    assert refused.status_code == 422
    assert page_of(refused).id == kwame
    done = league.post("Organiser", "hand_over", **sent, words="Kwame has moved away")
    assert done["Location"] == address
    assert league.player(kwame) == "Zoe"
