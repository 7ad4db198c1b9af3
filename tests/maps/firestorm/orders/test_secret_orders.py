"""What a faction drafts, notes and seals reaches nobody else: no page, call, event, admin or other row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.contrib import admin
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.urls import get_resolver, reverse

from campaigns.engine.stored.topics import CHANNEL
from campaigns.engine.who.side_streams import followable, stream_of
from campaigns.models import Role, Scope, SeatStatus, Slot
from campaigns.people.me.program_tokens import new_token
from campaigns.shell import rule_hint
from campaigns.shell.drawn import kept
from maps.models import FactionLook, FactionNote, OrderDraft
from tests import factories
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.maps.firestorm.play import Table
from tests.pages import unpressed
from tests.test_guards import addresses

pytestmark = pytest.mark.django_db
MARK = "the crooked well"
CHANGES = re.compile(  # what differs from one visit to the next, whatever happens in the league
    r'value="[\w-]{20,}"|\b[0-9a-f]{64}\b|"X-CSRFToken": "\w+"'
    r"|\d{4}-\d\d-\d\dT[\d:.]+(Z|\+\d\d:\d\d)|\b\d\d:\d\d(:\d\d)?\b"
)
OF_OTHERS = re.compile(r"l/<int:pk>/(map|m|w|u|solo|warbands|missions)/")  # pages of other books


def routes(table: Table) -> Iterator[str]:
    """Every address of a league and of its programs that can be filled in."""
    scope = table.scope
    faction = table.factions["Marta"]
    known = {
        "pk": scope.pk, "seq": 1, "number": 1, "turn": 1, "table": "banners", "what": "seal_orders",
        "key": banner(table, "Marta"), "slot": Slot.objects.filter(scope=scope).latest("pk").code,
        "faction": faction, "battle": "turn:1:battle:T07:1", "slug": scope.club.slug, "rule_id": "FS-26",
    }  # fmt: skip
    for route in sorted({route for _name, route in addresses(get_resolver())}):
        if not route.startswith(("l/<", "api/v1/leagues")) or OF_OTHERS.match(route) or ".pdf" in route:
            continue
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        if set(names) <= set(known):
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(known[found[1]]), route)


type Seen = dict[tuple[str, str], str]


def seen(table: Table, browsers: dict[str, Client], before: Seen | None = None) -> Seen:
    """All that these people can read, by who and where, without what differs from visit to visit.

    Of what was not found `before` only the pages of this book are asked for again.
    """
    found: Seen = {}
    for who, browser in browsers.items():
        seat = table.seats.get(who)
        token = {"Authorization": f"Token {new_token(seat.person)}"} if seat else {}
        for address in routes(table):
            if (
                before
                and "/firestorm/" not in address
                and not before.get((who, address), "200").startswith("200")
            ):
                continue
            answer = browser.get(address, headers=token if address.startswith("/api") else {})
            body = b"".join(answer) if answer.streaming else answer.content
            found[who, address] = f"{answer.status_code} {CHANGES.sub('', body.decode(errors='replace'))}"
    return found


def differences(before: Seen, after: Seen) -> list[object]:
    """Where two visits read differently, with the first line that does."""
    return [
        (key, next(filter(lambda two: two[0] != two[1], zip(before[key].split("\n"), text.split("\n"))), ""))  # noqa: B905
        for key, text in after.items()
        if before[key] != text
    ]


def others(table: Table) -> dict[str, Client]:
    """Somebody of another faction, the organiser, a spectator and a stranger."""
    watcher = factories.new_seat(club=table.scope.club, name="Nadia", role=Role.SPECTATOR)
    found = {
        "Kwame": table.browsers["Kwame"],
        "Organiser": table.browsers["Organiser"],
        "Nadia": factories.signed_in(watcher),
        "": Client(),
    }
    for browser in found.values():
        browser.cookies[rule_hint.COOKIE] = "1"  # else their first look at a rule would change the next page
    return found


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_162_nobody_else_can_tell_that_anything_was_drafted_or_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unpressed(monkeypatch)
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),))
    browsers, mine = others(table), banner(table, "Marta")
    before = seen(table, browsers)
    assert sum(one.startswith("200") for one in before.values()) > 40
    tapped(table, "Marta", mine, kind="forced_march")
    tapped(table, "Ilse", mine, step="T07")
    tapped(table, "Ilse", mine, step="T12")
    table.browsers["Ilse"].post(table.url("write_note"), {"note": MARK})
    table.browsers["Marta"].get(table.url("room"))
    assert differences(before, seen(table, browsers, before)) == []


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_162_what_is_sealed_looks_the_same_whatever_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same league twice, only the orders are others: what people read does not differ by a letter."""
    unpressed(monkeypatch)
    table = writing("Marta", "Kwame")
    browsers, mine = {who: table.browsers[who] for who in ("Kwame", "Organiser")}, banner(table, "Marta")
    before = seen(table, browsers)

    def told(kind: str, *way: str) -> Seen:
        with transaction.atomic():
            tapped(table, "Marta", mine, kind=kind)
            for one in way:
                tapped(table, "Marta", mine, step=one)
            tapped(table, "Marta", mine, seal="1")
            caches["parts"].clear()
            kept.clear_shelves()
            found = seen(table, browsers, before)
            transaction.set_rollback(True)
        return found

    assert differences(told("hold"), told("forced_march", "T07", "T12")) == []


def test_fs_162_a_program_of_another_faction_reads_only_that_orders_are_sealed() -> None:
    """FE-78."""
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    tapped(table, "Marta", mine, kind="forced_march")
    tapped(table, "Marta", mine, step="T07")
    tapped(table, "Marta", mine, step="T12")
    tapped(table, "Marta", mine, seal="1")
    token = {"Authorization": f"Token {new_token(table.seats['Kwame'].person)}"}

    def read(what: str) -> Any:
        answer = Client().get(f"/api/v1/leagues/{table.scope.pk}/{what}", headers=token)
        assert answer.status_code == 200, what
        return answer.json()

    (sheet,) = read("state/sheets/")
    assert sheet["faction"] == table.factions["Marta"]
    assert sheet["entry"]  # that it is sealed
    assert read("state/orders/") == read("dialogues/") == []
    read_there = [read(one) for one in ("chronicle/", "journal/?limit=3", "state/banners/", "state/sheets/")]
    assert read_there[1][0]["procedure"] == "firestorm.seal_orders"
    told = CHANGES.sub("", json.dumps(read_there))  # a time of day is written "T07:12"
    assert not [word for word in ("forced_march", "T07", "T12") if word in told]


def test_fs_162_the_words_stand_in_one_table_of_the_database() -> None:
    table = writing("Marta", "Kwame")
    table.browsers["Marta"].post(table.url("write_note"), {"note": MARK})
    found = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{name}" r WHERE r::text LIKE %s', [f"%{MARK}%"])
            found += [name] if cursor.fetchone()[0] else []
    assert found == [FactionNote._meta.db_table]


def test_fs_162_the_admin_shows_none_of_it() -> None:
    assert not {OrderDraft, FactionNote, FactionLook} & set(admin.site._registry)


def test_fs_162_a_draft_changes_no_version_that_others_could_count() -> None:
    table = writing("Marta", "Kwame")
    before = Scope.objects.values_list("version", "seq", "slots").get(pk=table.scope.pk)
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    table.browsers["Marta"].post(table.url("write_note"), {"note": MARK})
    assert Scope.objects.values_list("version", "seq", "slots").get(pk=table.scope.pk) == before


def test_only_a_sides_own_people_follow_its_stream() -> None:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),))
    stream = stream_of(table.scope, table.factions["Marta"])
    watcher = factories.new_seat(club=table.scope.club, name="Nadia", role=Role.SPECTATOR)
    people = {name: seat.person for name, seat in table.seats.items()} | {"Nadia": watcher.person}
    follows = {name for name, person in people.items() if followable(person, [stream])}
    assert follows == {"Marta", "Ilse"}
    assert followable(None, [stream]) == ()
    odd = [str(table.scope.pk), f"{table.scope.pk}:", "0:x", "99999999999999999999:x", "a:b", ":"]
    assert followable(people["Marta"], odd) == ()
    seat = table.seats["Ilse"]
    seat.status = SeatStatus.REMOVED
    seat.save()
    assert followable(seat.person, [stream]) == ()


@pytest.mark.django_db(transaction=True)
def test_fs_162_only_the_sides_own_stream_is_told_of_a_draft() -> None:
    table = writing("Marta", "Kwame")
    mine = banner(table, "Marta")
    given = connection.get_connection_params()
    kept = {name: given[name] for name in ("dbname", "user", "password", "host", "port") if name in given}
    with psycopg.connect(**kept, autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        tapped(table, "Marta", mine, step="T07")
        told: list[dict[str, Any]] = [json.loads(one.payload) for one in listening.notifies(timeout=1)]
    assert {one["scope"] for one in told} == {stream_of(table.scope, table.factions["Marta"])}
    assert all("T07" not in json.dumps(one) for one in told)


def test_the_file_of_all_that_is_kept_of_me_holds_my_own_notes_and_drafts_alone() -> None:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),))
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    table.browsers["Ilse"].post(table.url("write_note"), {"note": MARK})

    def told(who: str) -> tuple[bool, bool]:
        kept_of_me = table.browsers[who].get(reverse("people:my_file")).content.decode()
        return MARK in kept_of_me, '"T07"' in kept_of_me

    assert {who: told(who) for who in ("Marta", "Ilse", "Kwame")} == {
        "Marta": (False, True),
        "Ilse": (True, False),
        "Kwame": (False, False),
    }
