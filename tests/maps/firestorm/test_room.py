"""A faction's own room: for its members, with who has read what."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from maps.models import FactionNote
from tests import factories
from tests.maps.conquest.play import words_in, words_of
from tests.maps.firestorm.play import Table
from tests.maps.firestorm.test_orders import banner, tapped, writing

pytestmark = pytest.mark.django_db
WORDS = "He will go for the ford."


def room(table: Table, who: str) -> str:
    answer = table.browsers[who].get(table.url("room"))
    assert answer.status_code == 200, words_of(answer)
    return str(answer.content.decode())


def written(**settings: Any) -> Table:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"), ("Jun", "Marta")), **settings)
    answer = table.browsers["Ilse"].post(table.url("write_note"), {"note": WORDS})
    assert answer.status_code == 302, words_of(answer)
    return table


def test_members_read_a_note_and_everybody_else_meets_404() -> None:
    table = written()
    assert WORDS in room(table, "Marta")
    watcher = factories.signed_in(factories.new_seat(club=table.scope.club, name="Nadia"))
    assert WORDS not in room(table, "Kwame")
    for browser in (table.browsers["Organiser"], watcher, Client()):
        for page in ("room", "orders"):
            assert browser.get(table.url(page)).status_code == 404
        for page in ("write_note", "take_note", "change_orders", "claim_objective"):
            assert browser.post(table.url(page), {"note": "x"}).status_code in (403, 404)


def test_who_has_read_this_version_is_said_and_who_has_not() -> None:
    table = written()
    assert "not yet: Jun" in words_in(room(table, "Marta"))
    room(table, "Jun")
    assert "all have read it" in words_in(room(table, "Marta"))
    tapped(table, "Jun", banner(table, "Marta"), step="T07")
    told = words_in(room(table, "Marta"))
    assert "not yet: Ilse" in told
    assert "Not everything has been read by Ilse." in told


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


def test_fs_04_an_objective_is_read_by_whoever_drew_it_alone() -> None:
    table = written()
    table.do("Organiser", "deal_objectives")
    own = {who: room(table, who) for who in ("Marta", "Ilse", "Kwame")}
    assert all("Your secret objective" in one for one in own.values())
    names = {who: one.split('<p class="t-title">', 1)[1].split("<")[0] for who, one in own.items()}
    assert len(set(names.values())) == 3
    for who, one in own.items():
        assert not [other for person, other in names.items() if person != who and other in one]


def test_fs_05_an_objective_that_is_claimed_everybody_knows() -> None:
    table = written()
    table.do("Organiser", "deal_objectives")
    player = next(one.id for one in table.state.players.values() if one.name == "Ilse")
    answer = table.browsers["Ilse"].post(table.url("claim_objective"), {"player": player, "words": "Done."})
    assert answer.status_code == 302, words_of(answer)
    (claimed,) = [one for one in table.state.objectives.values() if one.player == player]
    assert claimed.state == "claimed"
    assert "the organiser decides" in words_in(room(table, "Ilse"))


def test_the_room_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    table = written()
    room(table, "Marta")
    with django_assert_max_num_queries(12):
        room(table, "Marta")
