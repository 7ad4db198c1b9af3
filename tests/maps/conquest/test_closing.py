"""An organiser ends a league of empires with a reason; the largest has won. Source: CQ-15, CQ-127"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.people import seats
from maps.conquest.club.needs import needs
from rules.conquest.book import in_force
from rules.conquest.standings import standings
from tests.maps.conquest.play import Table, begun, words_of
from tests.pages import told_in

pytestmark = pytest.mark.django_db
WHY = "The season is over."


def closing(table: Table, **sent: str) -> Any:
    address = reverse("campaigns:settings", args=[table.scope.pk])
    browser = table.browsers["Organiser"]
    return browser.post(address, {"close": "1", **sent}) if sent else browser.get(address)


def test_cq_127_an_organiser_ends_a_running_league_and_the_largest_empire_wins() -> None:
    table = begun("Marta", "Kwame")
    first = table.state.rounds["round:1"].ranking[0].realm
    assert f"{table.state.name_of(first)} has the largest empire and wins." in words_of(closing(table))
    with pytest.raises(PermissionDenied):
        door.act(table.scope.pk, Actor(table.seats["Marta"]), "conquest.close", {"words": WHY})
    assert closing(table, words="").status_code == 422
    assert closing(table, words=WHY).status_code == 302
    now = table.state.now
    assert (now.phase, now.winner, now.victory) == ("finished", first, "closed")
    places = [line.realm for line in standings(table.state, in_force(table.state))]
    assert places == [one.realm for one in table.state.rounds["round:1"].ranking] != sorted(places)
    told = told_in(table.scope, table.seats["Marta"])[0]
    assert told.startswith(f"The organiser ends the league ({WHY[:-1]}")
    assert "wins the league as the largest empire" in told
    assert reconcile(table.scope) == []


def test_the_end_is_offered_once_nobody_else_plays() -> None:
    table = begun("Marta", "Kwame")
    seats.remove_seat(by=table.organiser, seat=table.seats["Kwame"])
    name = table.state.realms[table.realm("Marta")].name
    (need,) = [one for one in needs(table.at("Organiser")) if one.title == f"Only {name} is left"]
    assert need.url.endswith("#closing")
