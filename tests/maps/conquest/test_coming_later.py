"""Who comes into a running Conquest league: by an organiser's word, with the next round. Source: CQ-04"""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaigns.engine.stored.journal import reconcile
from campaigns.leagues import organise_page as desk_page
from campaigns.models import Seat
from campaigns.people import seats, signin
from maps.conquest.map import map_page
from maps.turns.waits import waiting_words
from tests import factories
from tests.campaigns.api.conftest import Api
from tests.maps.conquest.play import Table, begun, words_of
from tests.pages import looking, told_in

pytestmark = pytest.mark.django_db
FORM = {"colour": "purple", "name": "Salt"}


def enlisted(table: Table, who: str, **more: Any) -> Any:
    return table.browsers[who].post(reverse("maps:enlist", args=[table.scope.pk]), {**FORM, **more})


def latecomer(table: Table) -> Seat:
    table.seats["Nadia"] = factories.new_seat(club=table.scope.club, name="Nadia")
    table.browsers["Nadia"] = factories.signed_in(table.seats["Nadia"])
    return table.seats["Nadia"]


def test_cq_04_nobody_enlists_in_a_running_league_on_their_own() -> None:
    table = begun()
    late = latecomer(table)
    before = set(table.state.realms)
    way = "You have no empire here. Ask to join: once an organiser lets you in"
    assert way in words_of(table.browsers["Nadia"].get(reverse("maps:map", args=[table.scope.pk])))
    assert way not in table.see("Marta")
    answer = enlisted(table, "Nadia")
    page = words_of(table.browsers["Nadia"].get(answer.url))
    assert "You’ve asked to join the league with an empire." in page
    assert "Only these people and the organisers can see this: Nadia." in page
    assert table.browsers["Marta"].get(answer.url).status_code == 404
    call = {
        "procedure": "conquest.enlist",
        "params": {**FORM, "emblem": FORM["colour"], "owner": str(late.pk)},
    }
    address = f"/api/v1/leagues/{table.scope.pk}/act/"
    assert Api(table.seats["Marta"]).post(address, call).status_code == 403
    again = Api(table.seats["Nadia"]).post(address, call).json()
    assert (again["settled"], again["repeated"], again["request"] > 0) == (False, True, True)
    assert set(table.state.realms) == before


def test_cq_04_an_organiser_takes_somebody_in_who_waits_for_the_next_round() -> None:
    table = begun()
    late = latecomer(table)
    desk = map_page.conquest_map_page(table.at("Organiser"), "").organising
    assert desk is not None
    assert [name for _seat, name in desk.others] == ["Nadia", "Organiser"]
    nobody = enlisted(table, "Organiser")
    assert nobody.status_code == 422
    assert "Choose somebody who plays in this club." in words_of(nobody)
    assert enlisted(table, "Organiser", owner=late.pk, name="").status_code == 302
    (realm,) = (one for one in table.state.realms.values() if one.owner == str(late.pk))
    assert (realm.status, realm.name) == ("waiting", "Nadia")
    assert told_in(table.scope, late)[0] == "Nadia joins."
    assert reconcile(table.scope) == []


def test_a_side_whose_player_has_left_the_club_stands_on_the_organise_page() -> None:
    table = begun()
    seats.remove_seat(by=table.organiser, seat=table.seats["Kwame"])
    titles = [
        one.title for one in desk_page.league_organise_page(looking(table.scope, table.organiser)).needs
    ]
    name = table.state.realms[table.realm("Kwame")].name
    assert f"Nobody has played {name} since Kwame left" in titles
    told = map_page.conquest_map_page(table.at("Marta"), "")
    assert {one.name: one.player for one in told.realms}[name] == "Kwame has left"
    standings = words_of(table.browsers["Marta"].get(reverse("maps:standings", args=[table.scope.pk])))
    assert "Kwame has left" in standings
    assert name in waiting_words(table.at("Marta"), {table.realm("Kwame"): name}).partition("Nobody plays")[2]


def test_a_side_of_who_turned_out_to_be_somebody_else_has_its_player() -> None:
    table = begun()
    signin.merge_seats(
        by=table.organiser,
        keep=factories.new_seat(club=table.scope.club, name="K."),
        drop=table.seats["Kwame"],
    )
    titles = [
        one.title for one in desk_page.league_organise_page(looking(table.scope, table.organiser)).needs
    ]
    assert not [one for one in titles if one.startswith("Nobody has played")]
