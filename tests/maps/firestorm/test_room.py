"""A faction's own room: for its members, with who has read what."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from campaigns.engine.transaction.scopes import archive
from campaigns.engine.who.rights import CLOCK
from maps.firestorm.room.room_page import RoomPage
from maps.models import FactionNote
from tests import factories
from tests.maps.conquest.play import words_of
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.maps.firestorm.play import Table
from tests.pages import page_of

pytestmark = pytest.mark.django_db
WORDS = "He will go for the ford."


def room(table: Table, who: str) -> RoomPage:
    """The room as somebody finds it, who has read it then."""
    answer = table.browsers[who].get(table.url("room"))
    assert answer.status_code == 200, words_of(answer)
    page: RoomPage = page_of(answer)
    return page


def written(**settings: Any) -> Table:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"), ("Jun", "Marta")), **settings)
    answer = table.browsers["Ilse"].post(table.url("write_note"), {"note": WORDS})
    assert answer.status_code == 302, words_of(answer)
    return table


def test_members_read_a_note_and_everybody_else_meets_404() -> None:
    table = written()
    assert [one.words for one in room(table, "Marta").notes] == [WORDS]
    watcher = factories.signed_in(factories.new_seat(club=table.scope.club, name="Nadia"))
    drawn = {who: WORDS in words_of(table.browsers[who].get(table.url("room"))) for who in ("Marta", "Kwame")}
    assert drawn == {"Marta": True, "Kwame": False}
    for browser in (table.browsers["Organiser"], watcher, Client()):
        for page in ("room", "orders"):
            assert browser.get(table.url(page)).status_code == 404
        for page in ("write_note", "take_note", "change_orders", "claim_objective"):
            assert browser.post(table.url(page), {"note": "x"}).status_code in (403, 404)


def test_who_has_read_this_version_is_said_and_who_has_not() -> None:
    table = written()
    assert [one.read.missing for one in room(table, "Marta").notes] == ["Jun"]
    assert "not yet: Jun" in words_of(table.browsers["Marta"].get(table.url("room")))
    room(table, "Jun")
    assert [one.read.missing for one in room(table, "Marta").notes] == [""]
    assert "everybody has read it" in words_of(table.browsers["Marta"].get(table.url("room")))
    tapped(table, "Jun", banner(table, "Marta"), step="T07")
    told = room(table, "Marta")
    assert told.unread == "Ilse"
    assert [one.read and one.read.missing for one in told.lines] == ["Ilse"]


def test_a_note_is_taken_away_by_its_author_alone() -> None:
    table = written()
    note = FactionNote.objects.get()
    for who, left in (("Marta", 1), ("Kwame", 1), ("Ilse", 0)):
        table.browsers[who].post(table.url("take_note"), {"note": note.pk})
        assert FactionNote.objects.count() == left


def test_an_empty_note_is_not_written() -> None:
    table = written()
    answer = table.browsers["Jun"].post(table.url("write_note"), {"note": "  "})
    assert answer.status_code == 422
    assert "Write something first." in words_of(answer)


def test_nothing_is_written_in_the_room_of_a_closed_league_and_everything_is_read() -> None:
    table = written()
    archive(table.scope, CLOCK)
    page = table.browsers["Ilse"].get(table.url("room"))
    assert WORDS in words_of(page)
    assert "This league is in the archive." in words_of(page)
    assert room(table, "Ilse").closed
    answer = table.browsers["Ilse"].post(table.url("write_note"), {"note": "One more."})
    assert answer.status_code == 409
    assert [one.words for one in FactionNote.objects.all()] == [WORDS]
    table.browsers["Ilse"].post(table.url("take_note"), {"note": FactionNote.objects.get().pk})
    assert not FactionNote.objects.exists(), "what somebody wrote stays theirs to remove"


def test_fs_04_an_objective_is_read_by_whoever_drew_it_alone() -> None:
    table = written()
    table.do("Organiser", "deal_objectives")
    drawn = {who: table.browsers[who].get(table.url("room")) for who in ("Marta", "Ilse", "Kwame")}
    names = {who: page_of(one).secret.name for who, one in drawn.items()}
    assert len(set(names.values())) == 3
    for who, one in drawn.items():
        assert [name for name in names.values() if name in words_of(one)] == [names[who]]


def test_fs_05_an_objective_that_is_claimed_everybody_knows() -> None:
    table = written()
    table.do("Organiser", "deal_objectives")
    player = next(one.id for one in table.state.players.values() if one.name == "Ilse")
    answer = table.browsers["Ilse"].post(table.url("claim_objective"), {"player": player, "words": "Done."})
    assert answer.status_code == 302, words_of(answer)
    (claimed,) = [one for one in table.state.objectives.values() if one.player == player]
    assert claimed.state == "claimed"
    secret = room(table, "Ilse").secret
    assert secret is not None
    assert (secret.is_open, secret.may_claim) == (True, False)


def test_the_room_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    table = written()
    room(table, "Marta")
    with django_assert_max_num_queries(12):
        room(table, "Marta")
