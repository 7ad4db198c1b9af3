"""An organiser ends a league with a reason: who leads has won, nothing that is open is decided by it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored.journal import reconcile
from campaigns.leagues.closing import closing_of
from campaigns.models import Notice, NoticeKind, Role
from campaigns.notices.found.finding import catch_up
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people import seats
from maps.firestorm.club.closing import firestorm_ending
from maps.firestorm.club.needs import faction_league_needs
from maps.firestorm.organising import organise_page
from rules.engine.language import listed
from rules.firestorm.orders.sheet import sheet_key
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.fights import done, in_the_field
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.maps.firestorm.play import Table, gathered
from tests.pages import told_in

pytestmark = pytest.mark.django_db
WHY = "The season is over."


def closing(table: Table, **sent: str) -> Any:
    address = reverse("campaigns:settings", args=[table.scope.pk])
    browser = table.browsers["Organiser"]
    return browser.post(address, {"close": "1", **sent}) if sent else browser.get(address)


def test_fs_105_the_leader_wins_and_a_battle_that_is_open_changes_nothing() -> None:
    league, battle = in_the_field()
    attacker = next(name for name, one in league.factions.items() if one == battle.attack)
    done(league, attacker, battle.id, "report", result="major_victory")
    before = league.state
    told = words_of(closing(league))
    assert "has the most glory and wins." in told or "have the same glory and win together." in told
    assert "Battle for Eyes of the Prismatikon" in told
    assert closing(league, words=" ").status_code == 422
    with pytest.raises(PermissionDenied):
        act(league, "Marta", "close", words=WHY)
    catch_up(timezone.now())
    assert closing(league, words=WHY).status_code == 302
    catch_up(timezone.now())
    notice = Notice.objects.filter(kind=NoticeKind.RESULT, person=league.seats["Marta"].person).latest("pk")
    names = listed(league.state.name_of(one) for one in league.state.now.winners)
    verb = "share the win" if len(league.state.now.winners) > 1 else "wins"
    assert notification_sentence(notice) == f"{league.scope.name} is over: {names} {verb}"
    state = league.state
    assert state.now.phase == "finished"
    assert state.battles[battle.id].status == "struck"
    assert state.ledger == before.ledger
    assert state.banners == before.banners
    assert {one: place.owner for one, place in state.territories.items()} == {
        one: place.owner for one, place in before.territories.items()
    }
    told = told_in(league.scope, league.seats["Marta"])[0]
    assert told.startswith("The organiser ends the league (The season is over)")
    seen = league.see("Marta")
    assert "An organiser has ended the league. Most glory:" in seen
    assert "league is won" not in seen
    board = words_of(league.browsers["Marta"].get(reverse("campaigns:board", args=[league.scope.pk])))
    assert "With the most glory" in board
    assert "Victory on glory" not in board
    assert closing_of(league.at("Organiser"), None) is None  # it is over
    assert reconcile(league.scope) == []


def test_fs_105_sealed_orders_stay_sealed_and_objectives_are_shown() -> None:
    table = writing("Marta", "Kwame")
    table.do("Organiser", "deal_objectives")
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    assert closing(table, words=WHY).status_code == 302
    assert table.state.orders == {}
    assert {one.state for one in table.state.objectives.values()} == {"shown"}
    assert all(one.card for one in table.state.objectives.values())
    api = f"/api/v1/leagues/{table.scope.pk}"
    for address in (table.url("map"), f"{api}/state/sheets/", f"{api}/entries/"):
        assert sheet_key(1, table.factions["Marta"]) not in table.answered("Kwame", address)
        assert '"T07"' not in table.answered("Kwame", address)
    assert table.browsers["Kwame"].get(table.url("orders")).status_code == 200


@pytest.mark.parametrize("act_back", ["step_back", "phase_back"])
def test_fs_105_who_plays_does_not_take_back_an_end_that_showed_objectives(act_back: str) -> None:
    table = writing("Marta", "Kwame")
    table.do("Organiser", "deal_objectives")
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    seats.change_role(by=table.organiser, seat=table.seats["Kwame"], role=Role.ORGANISER)
    assert closing(table, words=WHY).status_code == 302
    address, seen = table.url("organise_do", act_back), table.scope.entries.latest("seq").seq
    page = organise_page.organise_page(table.at("Kwame"))
    assert page.step is not None
    assert page.step.why_not.endswith("by one of its players after it began. Ask Organiser.")
    assert page.phase_back == ""
    assert table.browsers["Kwame"].post(address, {"words": "oh", "step": seen}).status_code == 409
    assert phase_of(table) == "finished"
    assert table.browsers["Organiser"].post(address, {"words": "oh", "step": seen}).status_code == 302
    assert phase_of(table) == "orders"


def test_fs_105_who_plays_reads_before_that_they_cannot_undo_it() -> None:
    table = writing("Marta", "Kwame")
    table.do("Organiser", "deal_objectives")
    seats.change_role(by=table.organiser, seat=table.seats["Kwame"], role=Role.ORGANISER)
    said = {who: text_of_end(table, who) for who in ("Kwame", "Organiser")}
    assert "You play in this league, so you cannot undo this yourself." in said["Kwame"]
    assert "cannot undo" not in said["Organiser"]


def text_of_end(table: Table, who: str) -> str:
    found = firestorm_ending(table.at(who))
    assert found is not None
    return found.text


def phase_of(table: Table) -> str:
    return table.state.now.phase


def test_fs_105_a_league_in_its_lobby_is_not_ended() -> None:
    table = gathered()
    assert closing_of(table.at("Organiser"), None) is None
    assert act_refused(table)


def act_refused(table: Table) -> bool:
    address = f"/api/v1/leagues/{table.scope.pk}/act/"
    sent = {"procedure": "firestorm.close", "params": {"words": WHY}}
    answer = table.browsers["Organiser"].post(address, sent, content_type="application/json")
    return bool(answer.status_code == 409)


def test_the_end_is_offered_once_nobody_else_plays() -> None:
    table = writing("Marta", "Kwame")
    offered = "Only The Cinder Watch is left"
    assert offered not in [one.title for one in faction_league_needs(table.at("Organiser"))]
    seats.remove_seat(by=table.organiser, seat=table.seats["Kwame"])
    (need,) = [one for one in faction_league_needs(table.at("Organiser")) if one.title == offered]
    assert need.url.endswith("#closing")
