"""An organiser ends a league of empires with a reason; the largest has won. Source: CQ-15, CQ-127"""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from campaigns.engine import door
from campaigns.engine.stored.journal import reconcile
from campaigns.engine.who.rights import Actor
from campaigns.models import Notice, NoticeKind
from campaigns.notices.found.finding import catch_up
from campaigns.notices.found.inbox import notification_sentence
from campaigns.people import seats
from maps.conquest.club.needs import empire_league_needs
from rules.conquest.book import conquest_in_force
from rules.conquest.standings import realm_standings
from tests.maps.conquest.play import Table, begun, words_of
from tests.pages import told_in

pytestmark = pytest.mark.django_db
WHY = "The season is over."


def closing(table: Table, **sent: str) -> Any:
    address = reverse("campaigns:settings", args=[table.scope.pk])
    browser = table.browsers["Organiser"]
    return browser.post(address, {"close": "1", **sent}) if sent else browser.get(address)


def others(table: Table, first: str) -> str:
    """The empires beside the first, none of which has taken anything yet."""
    found = realm_standings(table.state, conquest_in_force(table.state))
    return " and ".join(table.state.name_of(one.realm) for one in found if one.realm != first)


def test_cq_15_the_larger_of_two_empires_wins_without_a_word_of_the_order() -> None:
    table = begun("Marta", "Kwame")
    catch_up(timezone.now())
    last = table.state.rounds["round:1"].ranking[-1].realm
    free = next(one for one in table.state.territories.values() if not one.owner and not one.is_sea)
    gift = {"territory": free.id, "owner": last, "building": "", "words": "a gift"}
    assert table.post("Organiser", "correct", **gift).status_code == 302
    assert f"{table.state.name_of(last)} has the largest empire and wins." in words_of(closing(table))
    assert closing(table, words=WHY).status_code == 302
    assert "wins the league as the largest empire" in told_in(table.scope, table.seats["Marta"])[0]
    catch_up(timezone.now())
    told = Notice.objects.get(kind=NoticeKind.RESULT, person=table.seats["Marta"].person)
    assert notification_sentence(told) == f"{table.scope.name} is over: {table.state.name_of(last)} wins"


def test_cq_127_an_organiser_ends_a_running_league_and_the_largest_empire_wins() -> None:
    table = begun("Marta", "Kwame")
    first = table.state.rounds["round:1"].ranking[0].realm
    name, level = table.state.name_of(first), others(table, first)
    by_order = f"{name} wins: as large as {level}, but ahead in the round’s order"
    assert by_order in words_of(closing(table))
    with pytest.raises(PermissionDenied):
        door.act(table.scope.pk, Actor(table.seats["Marta"]), "conquest.close", {"words": WHY})
    assert closing(table, words="").status_code == 422
    assert closing(table, words=WHY).status_code == 302
    now = table.state.now
    assert (now.phase, now.winner, now.victory) == ("finished", first, "closed")
    places = [line.realm for line in realm_standings(table.state, conquest_in_force(table.state))]
    assert places == [one.realm for one in table.state.rounds["round:1"].ranking] != sorted(places)
    told = told_in(table.scope, table.seats["Marta"])[0]
    assert told.startswith(f"The organiser ends the league ({WHY[:-1]}")
    assert f"wins the league: as large as {level}, and ahead in this round’s order" in told
    assert by_order in unescape(table.see("Marta"))
    assert reconcile(table.scope) == []


def test_the_end_is_offered_once_nobody_else_plays() -> None:
    table = begun("Marta", "Kwame")
    seats.remove_seat(by=table.organiser, seat=table.seats["Kwame"])
    name = table.state.realms[table.realm("Marta")].name
    (need,) = [
        one for one in empire_league_needs(table.at("Organiser")) if one.title == f"Only {name} is left"
    ]
    assert need.url.endswith("#closing")
